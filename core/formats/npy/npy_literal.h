// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/tensor_data.h"

#include <string>
#include <string_view>

namespace headscope {

/// The members of a .npy header, as they are written there.
struct NpyLiteral {
    std::string descr;       ///< of a simple dtype
    bool structured = false; ///< the dtype is a list of fields instead
    bool fortranOrder = false;
    AnnouncedShape shape;
    std::string shapeText; ///< "(2, 3)", for messages
};

/// Parses the Python dict literal of a header: exactly the keys descr,
/// fortran_order and shape in any order, and only white space after it. Versions
/// before 3 may hold Python 2's long integers (2L). `name` is the file's, for
/// the Error.
Result<NpyLiteral> parseNpyLiteral(std::string_view text, int version, const std::string& name);

} // namespace headscope
