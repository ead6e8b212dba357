// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "source/source.h"

#include <cstdint>
#include <string>

namespace headscope {

/// A state that a person keeps under a name, to compare with. Beside the source, not a part of
/// it: edits and undo leave it alone.
struct Pin {
    std::uint64_t number = 0; ///< tells pins of one document apart; a file numbers its own anew
    std::string name;         ///< UTF-8
    Source source;
};

} // namespace headscope
