// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/npy/npy_literal.h"
#include "formats/tensor_data.h"

namespace headscope {

/// The members of a header as they are written there, and where the data behind it begins.
struct NpyStart {
    NpyLiteral literal;
    std::uint64_t data = 0;
};

/// Reads magic, version and the dict literal of numpy.lib.format 1.0 to 3.0. The
/// literal is parsed, never evaluated. An Error names the source.
Result<NpyStart> readNpyStart(const ByteSource& source);

/// What the header of a .npy file says, already checked against the size of the file.
struct NpyHeader {
    TensorData data; ///< shape as in the header; for fortranOrder the memory is reversed
    bool fortranOrder = false;
};

/// Of an array of numbers. An Error names the source and the member that is wrong.
Result<NpyHeader> readNpyHeader(const ByteSource& source);

} // namespace headscope
