// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy_words.h"

#include "formats/npy/npy_header.h"
#include "support/utf8.h"

#include <cstdint>

namespace headscope {

namespace {

/// How its letters are stored.
struct WordsKind {
    std::size_t letters = 0; ///< of each word
    bool wide = false;       ///< four bytes each
    bool bigEndian = false;

    std::size_t bytes() const { return letters * (wide ? 4 : 1); }
};

std::optional<WordsKind> kindOf(std::string_view descr) {
    constexpr std::size_t most = 100'000;
    if (descr.size() < 3 || (descr[1] != 'U' && descr[1] != 'S'))
        return std::nullopt;
    WordsKind kind = {0, descr[1] == 'U', descr[0] == '>'};
    for (const char digit : descr.substr(2)) {
        if (digit < '0' || digit > '9' || kind.letters > most)
            return std::nullopt;
        kind.letters = kind.letters * 10 + static_cast<std::size_t>(digit - '0');
    }
    return kind.letters > 0 ? std::optional(kind) : std::nullopt;
}

std::optional<std::string> wordOf(std::string_view raw, const WordsKind& kind) {
    std::string word;
    for (std::size_t k = 0; k < kind.letters; ++k) {
        if (!kind.wide) {
            word += raw[k];
            continue;
        }
        std::uint32_t code = 0;
        for (std::size_t i = 0; i < 4; ++i)
            code =
                code << 8U | static_cast<unsigned char>(raw[4 * k + (kind.bigEndian ? i : 3 - i)]);
        appendUtf8(code, word);
    }
    word.resize(word.find_last_not_of('\0') + 1);
    if (firstWrongByte(word)) // bytes of another encoding
        return std::nullopt;
    return word.empty() ? " " : std::move(word);
}

} // namespace

std::optional<std::vector<std::vector<std::string>>> wordsOfNpy(std::string_view bytes) {
    const Result<NpyStart> start = readNpyStart(MemorySource(bytes, "tokens"));
    if (!start || start->literal.structured)
        return std::nullopt;
    const AnnouncedShape& shape = start->literal.shape;
    const auto kind = kindOf(start->literal.descr);
    if (!kind || shape.size() < 1 || shape.size() > 2)
        return std::nullopt;
    const std::uint64_t sequences = shape.size() == 2 ? shape[0] : 1;
    const std::uint64_t words = shape.back();
    const std::string_view data = bytes.substr(start->data);
    std::uint64_t count = 0;
    std::uint64_t needed = 0;
    if (__builtin_mul_overflow(sequences, words, &count) ||
        __builtin_mul_overflow(count, kind->bytes(), &needed) || needed > data.size())
        return std::nullopt;
    std::vector<std::vector<std::string>> lists;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (i % words == 0)
            lists.emplace_back();
        const std::uint64_t place =
            start->literal.fortranOrder ? i % words * sequences + i / words : i;
        std::optional<std::string> word =
            wordOf(data.substr(place * kind->bytes(), kind->bytes()), *kind);
        if (!word)
            return std::nullopt;
        lists.back().push_back(std::move(*word));
    }
    return lists;
}

} // namespace headscope
