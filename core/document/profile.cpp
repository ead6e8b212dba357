// SPDX-License-Identifier: GPL-3.0-or-later
#include "document/profile.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr std::array<std::string_view, controlCount> names = {
    "examples", "tokens",  "sizes", "masks", "model",
    "weights",  "tensors", "train", "paint", "lessons"};

constexpr std::string_view allWord = "all";
constexpr std::string_view none = "none";

std::string joined(const Profile& offered) {
    std::string text;
    for (std::size_t i = 0; i < controlCount; ++i) {
        if (offered.offers(static_cast<Control>(i)))
            text += (text.empty() ? "" : ",") + std::string(names[i]);
    }
    return text;
}

Profile noControls() {
    Profile profile;
    for (std::size_t i = 0; i < controlCount; ++i)
        profile.setOffered(static_cast<Control>(i), false);
    return profile;
}

} // namespace

std::string_view controlName(Control control) {
    return names[static_cast<std::size_t>(control)];
}

std::string controlNames() {
    return joined(Profile());
}

std::string profileText(const Profile& profile) {
    if (profile.isWhole())
        return std::string(allWord);
    const std::string text = joined(profile);
    return text.empty() ? std::string(none) : text;
}

Result<Profile> profileFrom(std::string_view text) {
    if (text == allWord)
        return Profile();
    Profile profile = noControls();
    if (text == none)
        return profile;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const auto found = std::ranges::find(names, word);
        if (found == names.end())
            return makeError(
                HEADSCOPE_MESSAGE("Message", "there are no controls called “%1”; a profile is %2, "
                                             "%3, or some of %4 with commas between"),
                std::string(word.substr(0, 40)), std::string(allWord), std::string(none),
                controlNames());
        profile.setOffered(static_cast<Control>(found - names.begin()), true);
        begin = end + 1;
    }
    return profile;
}

} // namespace headscope
