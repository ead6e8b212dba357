// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"
#include "support/result.h"
#include "tensor/tensor.h"

#include <string>

namespace headscope {

/// What a .npy file holds, as float32 in C order; axes are all Axis::Feature,
/// the caller knows their meaning.
struct NpyArray {
    Tensor tensor;
    bool isBool = false;    ///< the file's dtype was bool; values are 0 and 1
    bool isInteger = false; ///< the file's dtype was a signed or unsigned integer
};

/// Reads NumPy's .npy 1.0 to 3.0 (numpy.lib.format): bool, integers, float16, 32
/// and 64 of either byte order and either memory order, up to rank 6. Bytes behind
/// the data are left alone, as NumPy does. An Error where a finite value is beyond
/// float32, unless `hugeIsInfinite` makes it infinite, and for anything that the file lies about.
Result<NpyArray> readNpy(const std::string& path);
Result<NpyArray> readNpy(const ByteSource& source, bool hugeIsInfinite = false);

/// What stands before the data, little-endian float32 in C order, of version 1.0.
std::string npyHeader(const Shape& shape);

} // namespace headscope
