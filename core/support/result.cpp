// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/result.h"

#include "support/number_text.h"
#include "support/visible_text.h"

namespace headscope {

std::string Error::text() const {
    std::string sentence = file.empty() ? std::string() : file + ": ";
    sentence.reserve(sentence.size() + pattern.size() + 32);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool placeholder = pattern[i] == '%' && i + 1 < pattern.size() &&
                                 pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        const std::size_t argument =
            placeholder ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
        if (placeholder && argument < arguments.size()) {
            sentence += arguments[argument];
            ++i;
        } else {
            sentence += pattern[i];
        }
    }
    return sentence;
}

Error inFile(const std::string& path, Error error) {
    error.file = visibleText(path);
    return error;
}

namespace detail {
std::string toArgument(std::string_view text) {
    return visibleText(text);
}

std::string toArgument(double value) {
    return shortestText(value);
}

std::string toArgument(float value) {
    return shortestText(value);
}
} // namespace detail

} // namespace headscope
