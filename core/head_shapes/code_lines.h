// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/journey.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

enum class CodeDialect : std::uint8_t { PyTorch, NumPy, Einops };
inline constexpr CodeDialect codeDialects[] = {CodeDialect::PyTorch, CodeDialect::NumPy,
                                               CodeDialect::Einops};
/// "PyTorch", "NumPy", "einops".
const char* dialectName(CodeDialect dialect);

/// A piece of a code line.
struct CodePart {
    std::string text;
    std::optional<AxisFamily> axis; ///< the text is the size of such an axis
    bool current = false;           ///< belongs to the step itself, not to those before it
};

/// The line that makes the tensor of a step out of the source, with the actual
/// sizes: "x.view(2, 3, 3, 2).transpose(1, 2)". NumPy and einops give views where PyTorch does.
std::vector<CodePart> codeLine(const Journey& journey, std::size_t step, CodeDialect dialect);
std::string codeText(const std::vector<CodePart>& line);

} // namespace headscope
