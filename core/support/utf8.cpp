// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/utf8.h"

#include <array>

namespace headscope {

Character firstCharacter(std::string_view text) {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes)
        return {};
    std::uint32_t code = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return {};
        code = (code << 6U) | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < smallest[bytes] || code > 0x10FFFF || surrogate)
        return {};
    return {code, bytes};
}

std::optional<std::size_t> firstWrongByte(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = firstCharacter(text.substr(at)).bytes;
        if (bytes == 0)
            return at;
        at += bytes;
    }
    return std::nullopt;
}

} // namespace headscope
