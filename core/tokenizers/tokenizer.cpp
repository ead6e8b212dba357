// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/tokenizer.h"

#include "characters/characters.h"
#include "support/utf8.h"
#include "tokenizers/tokenizer_parts.h"

namespace headscope {

namespace {

/// Each byte takes some ten more until it is a part of a token.
constexpr std::size_t mostTextBytes = std::size_t{1} << 26;

/// Gathers the pieces of a text and counts the words.
class PieceList {
public:
    PieceList(const Tokenizer& tokenizer, std::string_view text)
        : m_tokenizer(tokenizer)
        , m_text(text) {}

    void addSpecial(TokenId id, TextRange range, bool special, bool inserted) {
        beginWord();
        add(id, range);
        m_pieces.back().special = special || inserted;
        m_pieces.back().touches = false;
        m_pieces.back().inserted = inserted;
        beginWord();
    }
    /// What the next piece is begins a word.
    void beginWord() { m_begins = true; }
    void add(TokenId id, TextRange range) {
        Piece piece;
        piece.id = id;
        piece.text = m_tokenizer.pieceText(id);
        piece.range = range;
        const bool space = beginsWithSpace(piece.text) ||
                           beginsWithSpace(m_text.substr(range.begin, range.end - range.begin));
        if (!m_pieces.empty()) {
            const Piece& before = m_pieces.back();
            piece.word = before.word + (m_begins || space ? 1 : 0);
            piece.touches = !space && !before.special && before.range.end == range.begin &&
                            !endsWithSpace(before);
        }
        m_begins = false;
        m_pieces.push_back(std::move(piece));
    }
    std::vector<Piece> take() { return std::move(m_pieces); }

private:
    static bool beginsWithSpace(std::string_view text) {
        if (text.empty())
            return false;
        const Character first = firstCharacter(text);
        return first.bytes > 0 && characters::isWhiteSpace(first.code);
    }
    bool endsWithSpace(const Piece& piece) const {
        const std::string_view text = m_text.substr(0, piece.range.end);
        std::size_t begin = text.size();
        while (begin > 0 && begin + 4 > text.size()) {
            --begin;
            if ((static_cast<unsigned char>(text[begin]) & 0xC0U) != 0x80U)
                break;
        }
        return piece.range.begin < piece.range.end && beginsWithSpace(text.substr(begin));
    }

    const Tokenizer& m_tokenizer;
    std::string_view m_text;
    std::vector<Piece> m_pieces;
    bool m_begins = true;
};

} // namespace

std::vector<TokenId> Encoding::ids() const {
    std::vector<TokenId> all;
    all.reserve(pieces.size());
    for (const Piece& piece : pieces)
        all.push_back(piece.id);
    return all;
}

Tokenizer::Tokenizer(std::shared_ptr<const TokenizerParts> parts)
    : m_parts(std::move(parts)) {}

Result<Encoding> Tokenizer::encode(std::string_view text, Special special) const {
    if (text.size() > mostTextBytes)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the text has %1 bytes; at most %2 can be cut "
                                           "into tokens"),
                         text.size(), mostTextBytes);
    Encoding encoding;
    ReadableText readable = readableText(text);
    if (readable.replaced > 0)
        encoding.remarks.push_back(
            makeError(HEADSCOPE_MESSAGE("Message", "the text is no UTF-8 at byte %1 (such places: "
                                                   "%2); U+FFFD stands there now"),
                      readable.firstWrong + 1, readable.replaced));
    PieceList pieces(*this, text);
    const TextRange front;
    if (special == Special::Added) {
        for (const TokenId id : m_parts->before)
            pieces.addSpecial(id, front, true, true);
    }
    const bool cutsSpecial = special != Special::AreLetters;
    std::vector<ModelToken> tokens;
    for (AddedTokens::Part& raw : m_parts->added.cutRaw(std::move(readable.text), cutsSpecial)) {
        if (raw.token) {
            pieces.addSpecial(raw.token->id, raw.text.origin(), raw.token->special, false);
            continue;
        }
        Result<AlignedText> normalized = m_parts->normalizer(std::move(raw.text));
        if (!normalized)
            return normalized.error();
        for (AddedTokens::Part& part :
             m_parts->added.cutNormalized(std::move(*normalized), cutsSpecial)) {
            if (part.token) {
                pieces.addSpecial(part.token->id, part.text.origin(), part.token->special, false);
                continue;
            }
            const Result<std::vector<AlignedText>> words =
                m_parts->preTokenizer(std::move(part.text));
            if (!words)
                return words.error();
            for (const AlignedText& word : *words) {
                tokens.clear();
                m_parts->model->tokenize(word, tokens);
                pieces.beginWord();
                for (const ModelToken& token : tokens)
                    pieces.add(m_parts->idOf(token.id), token.origin);
            }
        }
    }
    if (special == Special::Added) {
        const auto end = static_cast<std::uint32_t>(text.size());
        for (const TokenId id : m_parts->behind)
            pieces.addSpecial(id, {end, end}, true, true);
    }
    encoding.pieces = pieces.take();
    return encoding;
}

std::string Tokenizer::decode(std::span<const TokenId> ids, bool skipSpecial) const {
    std::vector<std::string> spellings;
    spellings.reserve(ids.size());
    for (const TokenId id : ids) {
        const std::string_view text = spelling(id);
        if (!text.empty() && !(skipSpecial && isSpecial(id)))
            spellings.emplace_back(text);
    }
    return m_parts->decoder.decode(std::move(spellings));
}

std::string Tokenizer::pieceText(TokenId id) const {
    if (const AddedToken* token = m_parts->added.find(id))
        return token->content;
    return m_parts->decoder.pieceText(std::string(spelling(id)));
}

std::string_view Tokenizer::spelling(TokenId id) const {
    if (const AddedToken* token = m_parts->added.find(id))
        return token->content;
    const std::string* spelling = m_parts->vocabulary().spelling(id);
    return spelling ? std::string_view(*spelling) : std::string_view();
}

std::optional<TokenId> Tokenizer::idOf(std::string_view spelling) const {
    if (const AddedToken* token = m_parts->added.find(spelling))
        return token->id;
    return m_parts->vocabulary().idOf(spelling);
}

bool Tokenizer::isSpecial(TokenId id) const {
    const AddedToken* token = m_parts->added.find(id);
    return token && token->special;
}

std::optional<TokenId> Tokenizer::firstToken() const {
    return m_parts->before.empty() ? std::nullopt : std::optional(m_parts->before.front());
}

std::string TokenTextStream::add(TokenId id) {
    m_ids.push_back(id);
    const std::string text = m_tokenizer.decode(m_ids, m_skipSpecial);
    if (text.size() <= m_text.size() || text.ends_with("\uFFFD"))
        return {};
    std::string more = text.substr(m_text.size());
    // What stands first in a text is written otherwise: the last tokens stay to be before the next.
    m_ids.erase(m_ids.begin(), m_ids.begin() + static_cast<std::ptrdiff_t>(m_said));
    m_said = m_ids.size();
    m_text = m_tokenizer.decode(m_ids, m_skipSpecial);
    return more;
}

} // namespace headscope
