// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"
#include "formats/stored_tensor.h"
#include "support/result.h"
#include "tensor/tensor.h"

#include <map>
#include <string>

namespace headscope {

/// name → tensor (float32, all axes Axis::Feature).
using NamedTensors = std::map<std::string, Tensor, std::less<>>;

/// Reads a .safetensors file (F64, F32, F16, BF16, integers, BOOL) and rejects whatever the
/// format's reference reader rejects, and duplicate names.
Result<NamedTensors> readSafetensors(const std::string& path);
Result<NamedTensors> readSafetensors(const ByteSource& source);

/// The same of the header alone, in which all is checked.
Result<StoredTensors> storedInSafetensors(const ByteSource& source);

/// Whether a file begins like one: with the length of a header that it has room for, and the
/// header's brace.
bool looksLikeSafetensors(const ByteSource& source);

/// F32 tensors in the order that the reference writer uses, with {"format":"pt"}; `path` is for
/// sentences alone.
Result<std::string> safetensorsContent(const std::string& path, const NamedTensors& tensors);

} // namespace headscope
