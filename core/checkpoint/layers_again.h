// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <functional>
#include <memory>
#include <mutex>

namespace headscope {

/// Stages of layers that a run does not keep. Who reads one of them has its layer computed again,
/// from what went into it, with the same numbers to the bit; the stages of the layer that was
/// computed last stay at hand for the next one who asks.
class LayersAgain : public std::enable_shared_from_this<LayersAgain> {
public:
    /// Computes a layer: a trace whose first step is the input, and the others those of the layer.
    using Compute = std::function<Trace(Index layer, const Tensor& input)>;

    LayersAgain(Compute compute, bool keepsWeights)
        : m_compute(std::move(compute))
        , m_keepsWeights(keepsWeights) {}

    /// Bytes that forget() would free where the attention weights are kept.
    static Index bytesOf(const Trace& trace, std::size_t begin);
    /// Lets go what the steps from `begin` on hold, a layer of which step `input` is the input:
    /// all but the last step, residual streams, masks, parameters and, where they are kept,
    /// attention weights, and but small tensors. Views share memory as before.
    void forget(Trace& trace, std::size_t begin, Index layer, std::size_t input);

private:
    std::shared_ptr<const Trace> computed(Index layer, const Tensor& input);

    Compute m_compute;
    bool m_keepsWeights;
    std::mutex m_mutex; ///< of what follows
    Index m_layer = -1;
    std::shared_ptr<const Trace> m_last;
};

} // namespace headscope
