// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/utf8.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// Bytes of the text that somebody wrote, from `begin` up to `end`.
struct TextRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool operator==(const TextRange&) const = default;
};

/// A text (UTF-8) on its way through a tokenizer, each byte of which knows which bytes of the
/// original text it came from. What was put in comes from an empty range.
class AlignedText {
public:
    AlignedText() = default;

    const std::string& text() const { return m_text; }
    bool empty() const { return m_text.empty(); }
    std::size_t size() const { return m_text.size(); }
    /// Where the bytes from `begin` up to `end` come from; the place before them where there are
    /// none.
    TextRange origin(std::size_t begin, std::size_t end) const;
    TextRange origin() const { return origin(0, size()); }

    /// All of the bytes come from that range.
    void append(std::string_view bytes, TextRange range);
    /// Each of the bytes comes from one of its own, from `begin` on.
    void appendOwn(std::string_view bytes, std::uint32_t begin);
    void append(const AlignedText& other, std::size_t begin, std::size_t end);
    AlignedText slice(std::size_t begin, std::size_t end) const;

    /// Calls visit(code point, its bytes, where they come from, the place of its first byte).
    template <class Visit> void forEachCharacter(Visit visit) const {
        for (std::size_t at = 0; at < m_text.size();) {
            const Character character = firstCharacter(std::string_view(m_text).substr(at));
            const std::size_t bytes = character.bytes > 0 ? character.bytes : 1;
            visit(character.code, std::string_view(m_text).substr(at, bytes),
                  origin(at, at + bytes), at);
            at += bytes;
        }
    }

private:
    std::string m_text;
    std::vector<TextRange> m_origin; ///< of each byte
};

/// A text as somebody wrote it, where each run of bytes that is no UTF-8 became one U+FFFD.
struct ReadableText {
    AlignedText text;
    std::size_t replaced = 0;   ///< how many runs
    std::size_t firstWrong = 0; ///< the first byte of the first of them
};
ReadableText readableText(std::string_view bytes);

} // namespace headscope
