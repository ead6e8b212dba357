// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace headscope {

/// What the weights of a row are whose keys are all masked.
enum class FullyMasked : std::uint8_t {
    Zeros,   ///< scaled_dot_product_attention since PyTorch 2.5
    NaN,     ///< nn.MultiheadAttention: softmax of −∞ throughout
    Uniform, ///< models that mask with the smallest finite number: 1 / keys
};

/// As in files and on the command line: "zeros", "nan", "uniform".
std::string_view fullyMaskedName(FullyMasked fullyMasked);
std::optional<FullyMasked> fullyMaskedFrom(std::string_view name);

} // namespace headscope
