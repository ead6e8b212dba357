// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/character_map.h"

#include "formats/base64.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <cstring>

namespace headscope {

namespace {

/// Texts that stand for others, as SentencePiece keeps them: a trie in one array (darts-clone: 32
/// bits a node, whose offset leads to its children's by exclusive or with their byte), behind it
/// the texts, each of which ends in a zero.
class CharacterMap {
public:
    static std::shared_ptr<const CharacterMap> fromBytes(const std::string& bytes) {
        std::uint32_t trieBytes = 0;
        if (bytes.size() < sizeof trieBytes)
            return nullptr;
        std::memcpy(&trieBytes, bytes.data(), sizeof trieBytes);
        if (trieBytes % 4 != 0 || trieBytes == 0 || trieBytes > bytes.size() - sizeof trieBytes)
            return nullptr;
        auto map = std::make_shared<CharacterMap>();
        map->m_nodes.resize(trieBytes / 4);
        std::memcpy(map->m_nodes.data(), bytes.data() + sizeof trieBytes, trieBytes);
        map->m_texts = bytes.substr(sizeof trieBytes + trieBytes);
        return map;
    }

    /// What the shortest entry that `text` begins with stands for, as the library has it.
    std::optional<std::string_view> find(std::string_view text) const {
        std::size_t place = 0;
        if (!follow(place))
            return std::nullopt;
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            place ^= byte;
            if (byte == 0 || place >= m_nodes.size())
                return std::nullopt;
            const std::uint32_t node = m_nodes[place];
            if ((node & 0x800000FFU) != byte || !follow(place))
                return std::nullopt;
            if (((node >> 8U) & 1U) != 0) {
                const std::size_t begin = m_nodes[place] & 0x7FFFFFFFU;
                if (begin >= m_texts.size())
                    return std::nullopt;
                const std::string_view rest = std::string_view(m_texts).substr(begin);
                return rest.substr(0, rest.find('\0'));
            }
        }
        return std::nullopt;
    }

private:
    bool follow(std::size_t& place) const {
        const std::uint32_t node = m_nodes[place];
        place ^= (node >> 10U) << ((node & 0x200U) >> 6U);
        return place < m_nodes.size();
    }

    std::vector<std::uint32_t> m_nodes;
    std::string m_texts;
};

AlignedText mapped(const CharacterMap& map, const AlignedText& text, icu::BreakIterator& clusters) {
    AlignedText result;
    const auto take = [&](std::size_t begin, std::size_t end) {
        const std::string_view part = std::string_view(text.text()).substr(begin, end - begin);
        const auto found = map.find(part);
        if (found)
            result.append(*found, text.origin(begin, end));
        return found.has_value();
    };
    const icu::UnicodeString units = icu::UnicodeString::fromUTF8(text.text());
    clusters.setText(units);
    std::size_t begin = 0;
    int32_t first = clusters.first();
    for (int32_t last = clusters.next(); last != icu::BreakIterator::DONE; last = clusters.next()) {
        std::string cluster;
        units.tempSubStringBetween(first, last).toUTF8String(cluster);
        const std::size_t end = begin + cluster.size();
        // The library asks for short clusters as a whole, then for each character.
        if (cluster.size() >= 6 || !take(begin, end)) {
            for (std::size_t at = begin; at < end;) {
                const std::size_t bytes = std::max<std::size_t>(
                    1, firstCharacter(std::string_view(text.text()).substr(at)).bytes);
                if (!take(at, at + bytes))
                    result.append(text, at, at + bytes);
                at += bytes;
            }
        }
        begin = end;
        first = last;
    }
    return result;
}

} // namespace

Result<Normalizer> mapOfSentencePiece(std::string_view base64) {
    const auto bytes = fromBase64(base64);
    const auto map = bytes ? CharacterMap::fromBytes(*bytes) : nullptr;
    UErrorCode status = U_ZERO_ERROR;
    const std::shared_ptr<const icu::BreakIterator> clusters(
        icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
    if (!map || !clusters || U_FAILURE(status))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "“precompiled_charsmap” of the tokenizer is no "
                                           "map of characters of SentencePiece"));
    return Normalizer([map, clusters](AlignedText text) -> Result<AlignedText> {
        const std::unique_ptr<icu::BreakIterator> own(clusters->clone());
        return mapped(*map, text, *own);
    });
}

} // namespace headscope
