// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/normalizer.h"

#include "characters/characters.h"
#include "tokenizers/character_map.h"
#include "tokenizers/tokenizer_fields.h"

#include <nlohmann/json.hpp>
#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

namespace headscope {

using nlohmann::json;

namespace {

/// So much longer may a text become than it was: what replaces "a" by "aa" forty times is no
/// tokenizer.
constexpr std::size_t mostGrowth = 64;

Result<AlignedText> checkedGrowth(AlignedText after, std::size_t before) {
    if (after.size() <= before * mostGrowth + 2 * mostFieldBytes)
        return after;
    return makeError(HEADSCOPE_MESSAGE("Message", "the normalizer of the tokenizer makes this text "
                                                  "more than %1 times as long"),
                     mostGrowth);
}

/// A text whose characters change one by one: change(code, bytes) gives what stands there then.
template <class Change> Normalizer characterwise(Change change) {
    return [change](AlignedText text) -> Result<AlignedText> {
        AlignedText result;
        text.forEachCharacter(
            [&](std::uint32_t code, std::string_view bytes, TextRange origin, std::size_t at) {
                const std::string changed = change(code, bytes);
                if (changed == bytes)
                    result.append(text, at, at + bytes.size());
                else
                    result.append(changed, origin);
            });
        return result;
    };
}

/// Leaves out the characters for which `drop` is true.
template <class Drop> Normalizer without(Drop drop) {
    return characterwise([drop](std::uint32_t code, std::string_view bytes) {
        return drop(code) ? std::string() : std::string(bytes);
    });
}

Normalizer unicodeForm(const char* form) {
    UErrorCode status = U_ZERO_ERROR;
    const bool composed = form[2] == 'C' || form[3] == 'C';
    const icu::Normalizer2* table =
        icu::Normalizer2::getInstance(nullptr, form[2] == 'K' ? "nfkc" : "nfc",
                                      composed ? UNORM2_COMPOSE : UNORM2_DECOMPOSE, status);
    return [table](AlignedText text) -> Result<AlignedText> {
        UErrorCode code = U_ZERO_ERROR;
        const auto isDone = [&](std::string_view part) {
            return !table ||
                   table->isNormalizedUTF8({part.data(), static_cast<int32_t>(part.size())}, code);
        };
        if (text.size() > INT32_MAX || isDone(text.text()))
            return text;
        AlignedText result;
        std::size_t begin = 0;
        const auto finish = [&](std::size_t end) {
            const std::string_view part = std::string_view(text.text()).substr(begin, end - begin);
            if (isDone(part)) {
                result.append(text, begin, end);
            } else {
                std::string bytes;
                icu::StringByteSink<std::string> sink(&bytes);
                table->normalizeUTF8(0, {part.data(), static_cast<int32_t>(part.size())}, sink,
                                     nullptr, code);
                result.append(bytes, text.origin(begin, end));
            }
            begin = end;
        };
        text.forEachCharacter([&](std::uint32_t c, std::string_view, TextRange, std::size_t at) {
            if (at > begin && table->hasBoundaryBefore(static_cast<UChar32>(c)))
                finish(at);
        });
        finish(text.size());
        return result;
    };
}

Normalizer lowercase() {
    return characterwise(
        [](std::uint32_t code, std::string_view) { return characters::lowerCase(code); });
}

Normalizer normalizersInTurn(std::vector<Normalizer> steps) {
    return [steps = std::move(steps)](AlignedText text) -> Result<AlignedText> {
        const std::size_t size = text.size();
        for (const Normalizer& step : steps) {
            Result<AlignedText> next = step(std::move(text));
            if (!next)
                return next;
            next = checkedGrowth(std::move(*next), size);
            if (!next)
                return next;
            text = std::move(*next);
        }
        return text;
    };
}

Normalizer bert(TokenizerFields& fields) {
    std::vector<Normalizer> steps;
    if (fields.flag("clean_text", true)) {
        steps.push_back(without([](std::uint32_t code) {
            return code == 0 || code == 0xFFFD || characters::isControlOfBert(code);
        }));
        steps.push_back(characterwise([](std::uint32_t code, std::string_view bytes) {
            return characters::isWhiteSpace(code) ? std::string(" ") : std::string(bytes);
        }));
    }
    if (fields.flag("handle_chinese_chars", true))
        steps.push_back(characterwise([](std::uint32_t code, std::string_view bytes) {
            return characters::isChineseOfBert(code) ? ' ' + std::string(bytes) + ' '
                                                     : std::string(bytes);
        }));
    const bool lower = fields.flag("lowercase", true);
    if (fields.flag("strip_accents", lower)) {
        steps.push_back(unicodeForm("NFD"));
        steps.push_back(without(characters::isNonSpacingMark));
    }
    if (lower)
        steps.push_back(lowercase());
    return normalizersInTurn(std::move(steps));
}

Normalizer strip(bool left, bool right) {
    return [left, right](AlignedText text) -> Result<AlignedText> {
        std::size_t begin = text.size();
        std::size_t end = 0;
        text.forEachCharacter(
            [&](std::uint32_t code, std::string_view bytes, TextRange, std::size_t at) {
                if (characters::isWhiteSpace(code))
                    return;
                begin = std::min(begin, at);
                end = at + bytes.size();
            });
        if (begin >= end)
            return left || right ? AlignedText() : text;
        return text.slice(left ? begin : 0, right ? end : text.size());
    };
}

Normalizer replace(Pattern pattern, std::string content) {
    return [pattern = std::move(pattern),
            content = std::move(content)](AlignedText text) -> Result<AlignedText> {
        const auto matches = pattern.matches(text.text());
        if (!matches)
            return matches.error();
        AlignedText result;
        std::size_t at = 0;
        for (const Pattern::Match& match : *matches) {
            result.append(text, at, match.begin);
            result.append(content, text.origin(match.begin, match.end));
            at = match.end;
        }
        result.append(text, at, text.size());
        return result;
    };
}

/// What SentencePiece made of the white space and controls of translations.
Normalizer nmt() {
    return characterwise([](std::uint32_t code, std::string_view bytes) -> std::string {
        if ((code >= 1 && code <= 8) || code == 0xB || (code >= 0xE && code <= 0x1F) ||
            code == 0x7F || code == 0x8F || code == 0x9F)
            return {};
        const bool space = code == 9 || code == 0xA || code == 0xC || code == 0xD ||
                           code == 0x1680 || (code >= 0x200B && code <= 0x200F) || code == 0x2028 ||
                           code == 0x2029 || code == 0x2581 || code == 0xFEFF || code == 0xFFFD;
        return space ? " " : std::string(bytes);
    });
}

Normalizer readNormalizerStep(const json& value, const std::string& path, std::size_t& steps,
                              std::optional<Error>& error) {
    TokenizerFields fields(value, path, error);
    const std::string type = fields.text("type");
    if (++steps > mostTokenizerSteps)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” has more than %2 steps"),
                              "normalizer", mostTokenizerSteps));
    if (error)
        return {};
    if (type == "Sequence") {
        std::vector<Normalizer> parts;
        for (const json* part : fields.objects("normalizers", mostTokenizerSteps))
            parts.push_back(readNormalizerStep(*part, path + "normalizers.", steps, error));
        return normalizersInTurn(std::move(parts));
    }
    if (type == "NFC" || type == "NFD" || type == "NFKC" || type == "NFKD")
        return unicodeForm(type.c_str());
    if (type == "Lowercase")
        return lowercase();
    if (type == "StripAccents")
        return without(characters::isMark);
    if (type == "Strip") {
        const bool left = fields.flag("strip_left", true);
        return strip(left, fields.flag("strip_right", true));
    }
    if (type == "Prepend")
        return [front = fields.text("prepend")](AlignedText text) -> Result<AlignedText> {
            return prepended(front, text);
        };
    if (type == "Replace") {
        Pattern pattern = fields.pattern("pattern");
        return replace(std::move(pattern), fields.text("content"));
    }
    if (type == "BertNormalizer")
        return bert(fields);
    if (type == "Nmt")
        return nmt();
    if (type == "ByteLevel")
        return [](AlignedText text) -> Result<AlignedText> { return asByteCharacters(text); };
    if (type == "Precompiled") {
        const json& map =
            value.contains("precompiled_charsmap") ? value["precompiled_charsmap"] : value;
        Result<Normalizer> made =
            mapOfSentencePiece(map.is_string() ? std::string_view(map.get_ref<const std::string&>())
                                               : std::string_view());
        if (made)
            return std::move(*made);
        fields.fail(made.error());
        return {};
    }
    fields.fail(
        makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer has the normalizer “%1”, which "
                                               "is not known here"),
                  type));
    return {};
}

} // namespace

AlignedText asByteCharacters(const AlignedText& text) {
    AlignedText result;
    for (std::size_t i = 0; i < text.size(); ++i)
        result.append(characters::ofByte(static_cast<unsigned char>(text.text()[i])),
                      text.origin(i, i + 1));
    return result;
}

AlignedText prepended(std::string_view front, const AlignedText& text) {
    if (text.empty())
        return text;
    AlignedText result;
    const std::uint32_t begin = text.origin().begin;
    result.append(front, {begin, begin});
    result.append(text, 0, text.size());
    return result;
}

Result<Normalizer> readNormalizer(const json& value) {
    if (value.is_null())
        return Normalizer([](AlignedText text) -> Result<AlignedText> { return text; });
    std::optional<Error> error;
    std::size_t steps = 0;
    Normalizer normalizer = readNormalizerStep(value, "normalizer.", steps, error);
    if (error)
        return *error;
    return normalizersInTurn({std::move(normalizer)});
}

} // namespace headscope
