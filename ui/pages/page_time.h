// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/strip_place.h"

namespace headscope {

class Animation;

/// The time of a page whose picture moves from stage to stage. The window drives its clock, the
/// strip shows where it stands.
class PageTime {
public:
    virtual ~PageTime() = default;

    virtual Animation& animation() = 0;
    /// Where it stands; nothing: at the stage that is selected.
    virtual std::optional<StripPlace> place() const = 0;
    virtual void seekPlace(const StripPlace& place) = 0;
    /// Whether it comes by that stage. Else the page of the heads opens for who chooses it.
    virtual bool showsStage(Stage stage) const = 0;
    /// Goes there by itself; false: the selection goes there.
    virtual bool seekStage(Stage stage) = 0;
};

} // namespace headscope
