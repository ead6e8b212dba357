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

void appendUtf8(std::uint32_t code, std::string& text) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto addTail = [&](std::uint32_t shift) { add(0x80U | (code >> shift & 0x3FU)); };
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        code = 0xFFFD;
    if (code < 0x80)
        return add(code);
    add(code < 0x800     ? 0xC0U | code >> 6U
        : code < 0x10000 ? 0xE0U | code >> 12U
                         : 0xF0U | code >> 18U);
    if (code >= 0x10000)
        addTail(12);
    if (code >= 0x800)
        addTail(6);
    addTail(0);
}

namespace {

/// The text behind the mark of UTF-16.
std::string fromUtf16(std::string_view text, bool bigEndian) {
    const auto unit = [&](std::size_t at) {
        const auto high = static_cast<unsigned char>(text[at + (bigEndian ? 0 : 1)]);
        const auto low = static_cast<unsigned char>(text[at + (bigEndian ? 1 : 0)]);
        return static_cast<std::uint32_t>(high) << 8U | low;
    };
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
        std::uint32_t code = unit(at);
        if (code >= 0xD800 && code < 0xDC00 && at + 3 < text.size()) {
            const std::uint32_t second = unit(at + 2);
            if (second >= 0xDC00 && second < 0xE000) {
                code = 0x10000 + ((code - 0xD800) << 10U) + (second - 0xDC00);
                at += 2;
            }
        }
        appendUtf8(code, result);
    }
    return result;
}

} // namespace

std::string withoutMark(std::string text) {
    const std::string_view view = text;
    if (view.starts_with("\xFF\xFE") || view.starts_with("\xFE\xFF"))
        return fromUtf16(view.substr(2), view.front() == '\xFE');
    if (view.starts_with("\xEF\xBB\xBF"))
        text.erase(0, 3);
    return text;
}

} // namespace headscope
