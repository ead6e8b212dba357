// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tensor/tensor.h"

#include <optional>
#include <string>

namespace headscope {

// A file cannot say whether true means "may attend" or "masked". These find files
// that make little sense as they are read, and the sentence that asks about them.

/// A mask [.., query, key], 1 = may attend: nobody sees its own place, but all that
/// comes after it, or all that comes before it. That is a causal mask turned around.
std::optional<Error> questionAboutMask(const std::string& path, const Tensor& mask);

/// A key padding [batch, key], 1 = a real token: every sequence begins with padding
/// and some go on with tokens. That is the padding of lengths turned around.
std::optional<Error> questionAboutPadding(const std::string& path, const Tensor& padding);

/// A float mask of nothing but 0 and 1, which would hardly change a score.
std::optional<Error> questionAboutAdditive(const std::string& path, const Tensor& mask);

} // namespace headscope
