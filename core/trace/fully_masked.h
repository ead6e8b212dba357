// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace headscope {

/// What the weights of a row are whose keys are all masked.
enum class FullyMasked : std::uint8_t {
    Zeros,   ///< scaled_dot_product_attention since PyTorch 2.5
    NaN,     ///< nn.MultiheadAttention: softmax of −∞ throughout
    Uniform, ///< models that mask with the smallest finite number: 1 / keys
};

/// As in files and on the command line: "zeros", "nan", "uniform".
constexpr std::string_view fullyMaskedName(FullyMasked fullyMasked) {
    switch (fullyMasked) {
    case FullyMasked::Zeros: return "zeros";
    case FullyMasked::NaN: return "nan";
    case FullyMasked::Uniform: return "uniform";
    }
    return {};
}

} // namespace headscope
