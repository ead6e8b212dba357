// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/execution.h"
#include "tensor/tensor.h"

#include <optional>
#include <span>

namespace headscope {

/// y = x · W + b for x [.., in] and W [in, out], b [out], as nn.Linear with its
/// weight transposed. The result is written by compute(); until then its values
/// are unspecified.
class LinearLayer {
public:
    /// `x` and `weight` are contiguous and fit each other; `axes` names the result's.
    LinearLayer(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                const Axes& axes);

    const Tensor& result() const { return m_result; }

    /// Computes all of them together, cut into tasks; false if cancelled.
    static bool compute(std::span<LinearLayer> layers, const Execution& execution);

private:
    Index tasks() const;
    void compute(Index task) const;

    Tensor m_x;
    Tensor m_weight;
    std::optional<Tensor> m_bias;
    Tensor m_result;
    float* m_target = nullptr;
    Index m_rows = 0;
};

} // namespace headscope
