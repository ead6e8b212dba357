// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/pin.h"
#include "document/profile.h"
#include "run/prepared_view.h"

#include <optional>
#include <vector>

namespace headscope {

/// What a file keeps beside its experiment. It stays when an example is opened; undo leaves all of
/// it alone but the prepared views.
struct DocumentExtras {
    std::vector<Pin> pins;
    Profile profile;       ///< which controls the window offers
    PreparedViews views{}; ///< that somebody walks through, in their order
    /// What was looked at when the file was saved; nothing: what the example is about.
    std::optional<PreparedView> lastView{};
};

} // namespace headscope
