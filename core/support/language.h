// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace headscope {

/// The languages that there are: of the interface, of lessons, of sentences that teach by their
/// words. "en" and "zh" in files, in settings and on the command line.
enum class Language : std::uint8_t { English, Chinese };

} // namespace headscope
