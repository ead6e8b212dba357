// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/choice_names.h"
#include "experiment/json_reader.h"

namespace headscope {

/// One of the names of a choice.
template <class Choice>
void readChoice(JsonReader& reader, const std::string& path, const char* member, Choice& choice) {
    const std::string text = reader.text(member, 32);
    std::string possible;
    for (const auto& [name, value] : ChoiceNames<Choice>::all) {
        if (name == text) {
            choice = value;
            return;
        }
        possible += (possible.empty() ? "\"" : " / \"") + std::string(name) + "\"";
    }
    reader.fail(
        makeError(HEADSCOPE_MESSAGE("Message", "“%1” must be %2"), path + member, possible));
}

} // namespace headscope
