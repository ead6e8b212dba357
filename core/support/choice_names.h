// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <utility>

namespace headscope {

/// The values of an enumeration with their names as files and the command line call them, in `all`;
/// the latter writes '-' for '_'.
template <class Choice> struct ChoiceNames;

template <class Choice> constexpr std::string_view choiceName(Choice choice) {
    for (const auto& [name, value] : ChoiceNames<Choice>::all) {
        if (value == choice)
            return name;
    }
    return {};
}

} // namespace headscope
