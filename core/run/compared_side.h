// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/dims.h"

#include <optional>
#include <string>
#include <string_view>

namespace headscope {

/// The key of the newest state of the document.
inline constexpr auto stateNow = "now";
/// The key of a pinned state is this and its number.
inline constexpr std::string_view stateOfPin = "pin/";
/// The key of an experiment file is this and its path.
inline constexpr std::string_view stateOfFile = "file/";
/// The key of an example is this and its id.
inline constexpr std::string_view stateOfExample = "example/";

/// What stands at one side. What is not said is as the selection has it, so that it follows.
struct ComparedSide {
    std::string state = stateNow;
    std::optional<std::string> scope;
    std::optional<Index> sequence;
    std::optional<int> head;

    bool operator==(const ComparedSide&) const = default;
};

} // namespace headscope
