// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/number_format.h"

#include <array>
#include <charconv>

namespace headscope {

QString fullText(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

} // namespace headscope
