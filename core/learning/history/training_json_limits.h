// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

// What no kept training exceeds: a reader that trusts nobody asks for no more memory.
namespace headscope::training_json {

inline constexpr std::size_t mostRecordBytes = std::size_t{256} << 20U; ///< all records, unpacked
inline constexpr std::size_t mostLosses = 100'000;                      ///< twice that when read
inline constexpr std::size_t mostChanges = 10'000;

} // namespace headscope::training_json
