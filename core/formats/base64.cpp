// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base64.h"

#include <array>
#include <cstdint>

namespace headscope {

namespace {

constexpr std::string_view letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> valuesOfLetters() {
    std::array<std::int8_t, 256> values{};
    values.fill(-1);
    for (std::size_t i = 0; i < letters.size(); ++i)
        values[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
    return values;
}
constexpr std::array<std::int8_t, 256> letterValues = valuesOfLetters();

} // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8U | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            text += j <= count ? letters[bits >> (18 - 6 * j) & 63U] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % 4 != 0)
        return std::nullopt;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t i = 0; i < text.size(); i += 4) {
        std::size_t count = 4;
        while (i + 4 == text.size() && count > 2 && text[i + count - 1] == '=')
            --count;
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 4; ++j) {
            const int value = j < count ? letterValues[static_cast<unsigned char>(text[i + j])] : 0;
            if (value < 0)
                return std::nullopt;
            bits = bits << 6U | static_cast<std::uint32_t>(value);
        }
        // Bits that no byte takes are 0, so that bytes have one text only.
        if ((count == 2 && (bits & 0xFFFFU) != 0) || (count == 3 && (bits & 0xFFU) != 0))
            return std::nullopt;
        for (std::size_t j = 0; j + 1 < count; ++j)
            bytes += static_cast<char>(bits >> (16 - 8 * j) & 0xFFU);
    }
    return bytes;
}

} // namespace headscope
