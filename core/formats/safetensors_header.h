// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/tensor_data.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// One tensor as the JSON header of a .safetensors file describes it.
struct SafetensorsEntry {
    std::string name;
    std::string dtype;       ///< "F32"; not yet known to exist
    AnnouncedShape shape;    ///< every size at most 2^48 − 1
    std::uint64_t begin = 0; ///< of the data, relative to the end of the header
    std::uint64_t end = 0;
};

/// Reads the JSON of the header: strict UTF-8, exact 64-bit integers, no name
/// twice, __metadata__ of strings only, white space around it tolerated. Unknown
/// members of a tensor are skipped, as the reference reader does. `file` is
/// named in the Error.
Result<std::vector<SafetensorsEntry>> parseSafetensorsHeader(std::string_view json,
                                                             const std::string& file);

/// The JSON that the reference writer makes of these entries, in their order,
/// padded with spaces to a multiple of 8 bytes. An Error for a name that is not UTF-8.
Result<std::string> safetensorsHeader(const std::vector<SafetensorsEntry>& entries);

} // namespace headscope
