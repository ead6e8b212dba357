// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <string>

namespace headscope {

/// "a, b, c"; where there are more than `most`, "a, b, …".
template <class Names>
std::string listed(const Names& said, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : said) {
        if (count++ == most)
            return text + ", …";
        text.append(text.empty() ? "" : ", ").append(name);
    }
    return text;
}

} // namespace headscope
