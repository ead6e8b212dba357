// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"

#include <optional>

namespace headscope {

/// The Error for a file that stands in the place of an array or of weights and is something else,
/// by how it begins: the pointer of git-lfs, the index of a model in several files, a page of the
/// web, a .gguf, a zip of NumPy, HDF5 and others that are known by their first bytes. Nothing where
/// nobody knows better.
std::optional<Error> otherFileError(const ByteSource& source);
/// The Error for a pickle that is none of torch.save(). Nothing: it is no such file.
std::optional<Error> plainPickleError(const ByteSource& source);

} // namespace headscope
