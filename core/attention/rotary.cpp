// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/rotary.h"

#include <cmath>
#include <numbers>

namespace headscope {

namespace {

/// As transformers computes them (modeling_rope_utils.py), in float32.
float scaled(float frequency, const RotaryScaling& scaling) {
    switch (scaling.kind) {
    case RotaryScaling::Kind::None: return frequency;
    case RotaryScaling::Kind::Linear: return frequency / scaling.factor;
    case RotaryScaling::Kind::Llama3: break;
    }
    const float wave = static_cast<float>(2 * std::numbers::pi) / frequency;
    if (wave < scaling.original / scaling.high)
        return frequency;
    if (wave > scaling.original / scaling.low)
        return frequency / scaling.factor;
    const float smooth = (scaling.original / wave - scaling.low) / (scaling.high - scaling.low);
    return (1 - smooth) * frequency / scaling.factor + smooth * frequency;
}

} // namespace

RotaryTable rotaryTable(Index length, Index width, float theta, const RotaryScaling& scaling,
                        Index first) {
    assert(width % 2 == 0);
    const Axes axes = {Axis::Sequence, Axis::KeyDim};
    RotaryTable table = {Tensor::uninitialized({length, width}, axes),
                         Tensor::uninitialized({length, width}, axes)};
    float* const cosine = table.cosine.mutableData();
    float* const sine = table.sine.mutableData();
    const Index half = width / 2;
    for (Index i = 0; i < half; ++i) {
        const float exponent = static_cast<float>(2 * i) / static_cast<float>(width);
        const float frequency = scaled(1.0F / std::pow(theta, exponent), scaling);
        for (Index position = 0; position < length; ++position) {
            const double angle =
                static_cast<double>(first + position) * static_cast<double>(frequency);
            const Index at = position * width + i;
            cosine[at] = cosine[at + half] = static_cast<float>(std::cos(angle));
            sine[at] = sine[at + half] = static_cast<float>(std::sin(angle));
        }
    }
    return table;
}

Tensor rotated(const Tensor& x, std::size_t positions, const RotaryTable& table) {
    const std::size_t last = x.rank() - 1;
    const Index width = x.size(last);
    const Index half = width / 2;
    Tensor result = Tensor::uninitialized(x.shape(), x.axes());
    float* to = result.mutableData();
    Shape rows = x.shape();
    rows.back() = 1;
    Cell cell(x.rank(), 0);
    do {
        const float* const from = x.data() + (x.storageIndex(cell) - x.offset());
        const float* const cosine = table.cosine.data() + cell[positions] * width;
        const float* const sine = table.sine.data() + cell[positions] * width;
        const auto times = [](float a, float b) {
            return static_cast<double>(a) * static_cast<double>(b);
        };
        const Index step = x.stride(last);
        for (Index i = 0; i < half; ++i) {
            const float low = from[i * step];
            const float high = from[(i + half) * step];
            to[i] = static_cast<float>(times(low, cosine[i]) - times(high, sine[i]));
            to[i + half] =
                static_cast<float>(times(high, cosine[i + half]) + times(low, sine[i + half]));
        }
        to += width;
    } while (advance(cell, rows));
    return result;
}

} // namespace headscope
