// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layer_norm.h"

#include "transformer/rows.h"

#include <cmath>

namespace headscope {

namespace {

/// Σ f(x) in double, in four chains, so that the additions need not wait for each other.
template <class Function> double sumOf(const float* x, Index count, const Function& f) {
    double sums[4] = {};
    Index i = 0;
    for (; i + 4 <= count; i += 4) {
        for (Index lane = 0; lane < 4; ++lane)
            sums[lane] += f(static_cast<double>(x[i + lane]));
    }
    for (; i < count; ++i)
        sums[0] += f(static_cast<double>(x[i]));
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

} // namespace

bool layerNorm(const NormInput& input, const Execution& execution, Normalisation& result) {
    const Tensor& x = input.x;
    const Index width = x.shape().back();
    Shape one = x.shape();
    one.back() = 1;
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
    const auto size = static_cast<double>(width);
    return forParts(x.elementCount() / width, width, execution, [&](Index first, Index last) {
        for (Index row = first; row < last; ++row) {
            const float* const from = x.data() + row * width;
            means[row] = static_cast<float>(sumOf(from, width, [](double v) { return v; }) / size);
            const auto mean = static_cast<double>(means[row]);
            const auto square = [mean](double v) { return (v - mean) * (v - mean); };
            variances[row] = static_cast<float>(sumOf(from, width, square) / size);
            const double factor = 1.0 / std::sqrt(static_cast<double>(variances[row]) +
                                                  static_cast<double>(input.epsilon));
            for (Index i = 0; i < width; ++i) {
                const Index at = row * width + i;
                normalised[at] = static_cast<float>((static_cast<double>(from[i]) - mean) * factor);
                output[at] = normalised[at] * gain[i] + shift[i];
            }
        }
    });
}

} // namespace headscope
