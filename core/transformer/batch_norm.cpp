// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/batch_norm.h"

#include "transformer/rows.h"

#include <array>
#include <cmath>

namespace headscope {

namespace {

/// So many columns are summed at once: the rows are read as they lie in memory.
constexpr Index block = 64;
using Sums = std::array<double, block>;

} // namespace

bool batchNorm(const NormInput& input, const Execution& execution, Normalisation& result) {
    const Tensor& x = input.x;
    const Index width = x.shape().back();
    const Index rows = x.elementCount() / width;
    Shape one(x.rank(), 1);
    one.back() = width;
    result.mean = Tensor::uninitialized(one, x.axes());
    result.variance = Tensor::uninitialized(one, x.axes());
    result.normalised = Tensor::uninitialized(x.shape(), x.axes());
    result.output = Tensor::uninitialized(x.shape(), x.axes());
    float* const means = result.mean.mutableData();
    float* const variances = result.variance.mutableData();
    float* const normalised = result.normalised.mutableData();
    float* const output = result.output.mutableData();
    const float* const gain = input.gain.data();
    const float* const shift = input.shift.data();
    const auto normaliseColumns = [&](Index task) {
        const Index first = task * block;
        const Index count = std::min(block, width - first);
        Sums sums{};
        for (Index row = 0; row < rows; ++row) {
            const float* from = x.data() + row * width + first;
            for (Index i = 0; i < count; ++i)
                sums[static_cast<std::size_t>(i)] += static_cast<double>(from[i]);
        }
        Sums mean{};
        for (Index i = 0; i < count; ++i) {
            means[first + i] =
                static_cast<float>(sums[static_cast<std::size_t>(i)] / static_cast<double>(rows));
            mean[static_cast<std::size_t>(i)] = static_cast<double>(means[first + i]);
        }
        sums.fill(0);
        for (Index row = 0; row < rows; ++row) {
            const float* from = x.data() + row * width + first;
            for (Index i = 0; i < count; ++i) {
                const auto at = static_cast<std::size_t>(i);
                const double deviation = static_cast<double>(from[i]) - mean[at];
                sums[at] += deviation * deviation;
            }
        }
        Sums factor{};
        for (Index i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            variances[first + i] = static_cast<float>(sums[at] / static_cast<double>(rows));
            factor[at] = 1.0 / std::sqrt(static_cast<double>(variances[first + i]) +
                                         static_cast<double>(input.epsilon));
        }
        for (Index row = 0; row < rows; ++row) {
            for (Index i = 0; i < count; ++i) {
                const auto column = static_cast<std::size_t>(i);
                const Index at = row * width + first + i;
                normalised[at] = static_cast<float>(
                    (static_cast<double>(x.data()[at]) - mean[column]) * factor[column]);
                output[at] = normalised[at] * gain[first + i] + shift[first + i];
            }
        }
    };
    return parallelFor((width + block - 1) / block, execution, normaliseColumns);
}

} // namespace headscope
