// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/pre_tokenizer.h"

#include "characters/characters.h"
#include "tokenizers/normalizer.h"
#include "tokenizers/tokenizer_fields.h"

#include <nlohmann/json.hpp>

namespace headscope {

using nlohmann::json;

namespace {

using Parts = std::vector<AlignedText>;

/// What becomes of what was looked for, as the library calls it.
enum class Behavior { Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous };

/// What a cut looks for, and what lies between.
struct Stretch {
    std::size_t begin;
    std::size_t end;
    bool isMatch;
};

std::vector<Stretch> stretchesOf(const std::vector<Pattern::Match>& matches, std::size_t size) {
    std::vector<Stretch> all;
    std::size_t at = 0;
    for (const Pattern::Match& match : matches) {
        if (match.begin > at)
            all.push_back({at, match.begin, false});
        all.push_back({match.begin, match.end, true});
        at = match.end;
    }
    if (at < size)
        all.push_back({at, size, false});
    return all;
}

/// The characters for which `fits` is true, each a match of its own.
template <class Fits>
std::vector<Pattern::Match> charactersThat(const AlignedText& text, Fits fits) {
    std::vector<Pattern::Match> matches;
    text.forEachCharacter(
        [&](std::uint32_t code, std::string_view bytes, TextRange, std::size_t at) {
            if (fits(code))
                matches.push_back({at, at + bytes.size()});
        });
    return matches;
}

Parts cut(const AlignedText& text, std::vector<Stretch> stretches, Behavior behavior) {
    std::vector<Stretch> joined;
    if (behavior == Behavior::MergedWithNext) {
        bool before = false; // the one behind, as they come from the end
        for (auto it = stretches.rbegin(); it != stretches.rend(); ++it) {
            if (it->isMatch && !before && !joined.empty())
                joined.back().begin = it->begin;
            else
                joined.push_back(*it);
            before = it->isMatch;
        }
        std::ranges::reverse(joined);
    } else {
        bool before = false;
        for (const Stretch& each : stretches) {
            const bool goesOn =
                !joined.empty() &&
                ((behavior == Behavior::MergedWithPrevious && each.isMatch && !before) ||
                 (behavior == Behavior::Contiguous && each.isMatch == before));
            if (goesOn)
                joined.back().end = each.end;
            else if (behavior != Behavior::Removed || !each.isMatch)
                joined.push_back(each);
            before = each.isMatch;
        }
    }
    Parts parts;
    for (const Stretch& each : joined) {
        if (each.begin < each.end)
            parts.push_back(text.slice(each.begin, each.end));
    }
    return parts;
}

PreTokenizer splitter(Pattern pattern, Behavior behavior, bool invert) {
    return [pattern = std::move(pattern), behavior, invert](AlignedText text) -> Result<Parts> {
        const auto matches = pattern.matches(text.text());
        if (!matches)
            return matches.error();
        std::vector<Stretch> stretches = stretchesOf(*matches, text.size());
        for (Stretch& each : stretches)
            each.isMatch = each.isMatch != invert;
        return cut(text, std::move(stretches), behavior);
    };
}

template <class Fits> PreTokenizer characterSplitter(Fits fits, Behavior behavior) {
    return [fits, behavior](AlignedText text) -> Result<Parts> {
        return cut(text, stretchesOf(charactersThat(text, fits), text.size()), behavior);
    };
}

PreTokenizer cutsInTurn(std::vector<PreTokenizer> steps) {
    return [steps = std::move(steps)](AlignedText text) -> Result<Parts> {
        const std::size_t most = 64 * text.size() + 2 * mostFieldBytes;
        Parts parts;
        if (!text.empty())
            parts.push_back(std::move(text));
        for (const PreTokenizer& step : steps) {
            Parts next;
            std::size_t bytes = 0;
            for (AlignedText& part : parts) {
                Result<Parts> made = step(std::move(part));
                if (!made)
                    return made;
                for (AlignedText& each : *made) {
                    bytes += each.size();
                    next.push_back(std::move(each));
                }
                if (bytes > most)
                    return makeError(HEADSCOPE_MESSAGE("Message",
                                                       "the pre-tokenizer makes this text more "
                                                       "than %1 times as long"),
                                     64);
            }
            parts = std::move(next);
        }
        return parts;
    };
}

/// Words, and what is neither a word nor white space between them.
PreTokenizer words() {
    return [](AlignedText text) -> Result<Parts> {
        enum class Kind { Nothing, Space, Word, Other };
        std::vector<Stretch> stretches;
        Kind before = Kind::Nothing;
        text.forEachCharacter(
            [&](std::uint32_t code, std::string_view bytes, TextRange, std::size_t at) {
                const Kind kind = characters::isWhiteSpace(code) ? Kind::Space
                                  : characters::isOfWord(code)   ? Kind::Word
                                                                 : Kind::Other;
                if (kind == before)
                    stretches.back().end = at + bytes.size();
                else
                    stretches.push_back({at, at + bytes.size(), kind == Kind::Space});
                before = kind;
            });
        return cut(text, std::move(stretches), Behavior::Removed);
    };
}

PreTokenizer byteLevel(TokenizerFields& fields) {
    // GPT-2's own pattern.
    const Pattern gpt2 = Pattern::ofExpression("'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| "
                                               "?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+")
                             .value();
    const bool prefix = fields.flag("add_prefix_space", true);
    std::vector<PreTokenizer> steps;
    if (prefix)
        steps.push_back([](AlignedText text) -> Result<Parts> {
            return Parts{text.text().starts_with(' ') ? text : prepended(" ", text)};
        });
    if (fields.flag("use_regex", true))
        steps.push_back(splitter(gpt2, Behavior::Isolated, false));
    steps.push_back(
        [](AlignedText text) -> Result<Parts> { return Parts{asByteCharacters(text)}; });
    return cutsInTurn(std::move(steps));
}

PreTokenizer metaspace(TokenizerFields& fields) {
    enum class Scheme { Always, First, Never };
    const std::string replacement = fields.text("replacement", "\u2581");
    const std::string scheme =
        fields.text("prepend_scheme", fields.flag("add_prefix_space", true) ? "always" : "never");
    if (scheme != "always" && scheme != "first" && scheme != "never")
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” is “%2”; %3 is known here"),
                              fields.pathOf("prepend_scheme"), scheme, "always, first, never"));
    const Scheme when = scheme == "always"  ? Scheme::Always
                        : scheme == "first" ? Scheme::First
                                            : Scheme::Never;
    std::vector<PreTokenizer> steps;
    steps.push_back([replacement, when](AlignedText text) -> Result<Parts> {
        AlignedText result;
        text.forEachCharacter(
            [&](std::uint32_t code, std::string_view bytes, TextRange origin, std::size_t) {
                result.append(code == ' ' ? std::string_view(replacement) : bytes, origin);
            });
        const bool wants =
            when == Scheme::Always || (when == Scheme::First && text.origin().begin == 0);
        return Parts{wants && !result.text().starts_with(replacement)
                         ? prepended(replacement, result)
                         : result};
    });
    if (fields.flag("split", true))
        steps.push_back(splitter(Pattern::ofText(replacement), Behavior::MergedWithNext, false));
    return cutsInTurn(std::move(steps));
}

Behavior behaviorOf(TokenizerFields& fields, const char* otherwise) {
    struct Name {
        const char* name;
        Behavior behavior;
    };
    static constexpr Name names[] = {{"Removed", Behavior::Removed},
                                     {"Isolated", Behavior::Isolated},
                                     {"MergedWithPrevious", Behavior::MergedWithPrevious},
                                     {"MergedWithNext", Behavior::MergedWithNext},
                                     {"Contiguous", Behavior::Contiguous}};
    const std::string wanted = fields.text("behavior", otherwise);
    for (const Name& each : names) {
        if (wanted == each.name)
            return each.behavior;
    }
    fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” is “%2”; %3 is known here"),
                          fields.pathOf("behavior"), wanted,
                          "Removed, Isolated, MergedWithPrevious, MergedWithNext, Contiguous"));
    return Behavior::Isolated;
}

PreTokenizer readCut(const json& value, const std::string& path, std::size_t& steps,
                     std::optional<Error>& error) {
    TokenizerFields fields(value, path, error);
    const std::string type = fields.text("type");
    if (++steps > mostTokenizerSteps)
        fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "“%1” has more than %2 steps"),
                              "pre_tokenizer", mostTokenizerSteps));
    if (error)
        return {};
    if (type == "Sequence") {
        std::vector<PreTokenizer> parts;
        for (const json* part : fields.objects("pretokenizers", mostTokenizerSteps))
            parts.push_back(readCut(*part, path + "pretokenizers.", steps, error));
        return cutsInTurn(std::move(parts));
    }
    if (type == "ByteLevel")
        return byteLevel(fields);
    if (type == "Split") {
        Pattern pattern = fields.pattern("pattern");
        const Behavior behavior = behaviorOf(fields, "");
        return splitter(std::move(pattern), behavior, fields.flag("invert", false));
    }
    if (type == "Whitespace")
        return words();
    if (type == "WhitespaceSplit")
        return characterSplitter(characters::isWhiteSpace, Behavior::Removed);
    if (type == "BertPreTokenizer")
        return cutsInTurn({characterSplitter(characters::isWhiteSpace, Behavior::Removed),
                           characterSplitter(characters::isPunctuation, Behavior::Isolated)});
    if (type == "Metaspace")
        return metaspace(fields);
    if (type == "Punctuation")
        return characterSplitter(characters::isPunctuation, behaviorOf(fields, "Isolated"));
    if (type == "Digits")
        return characterSplitter(characters::isNumber, fields.flag("individual_digits", false)
                                                           ? Behavior::Isolated
                                                           : Behavior::Contiguous);
    if (type == "CharDelimiterSplit")
        return splitter(Pattern::ofText(fields.text("delimiter")), Behavior::Removed, false);
    fields.fail(makeError(HEADSCOPE_MESSAGE("Message", "the tokenizer has the pre-tokenizer “%1”, "
                                                       "which is not known here"),
                          type));
    return {};
}

} // namespace

Result<PreTokenizer> readPreTokenizer(const json& value) {
    if (value.is_null())
        return cutsInTurn({});
    std::optional<Error> error;
    std::size_t steps = 0;
    PreTokenizer preTokenizer = readCut(value, "pre_tokenizer.", steps, error);
    if (error)
        return *error;
    return cutsInTurn({std::move(preTokenizer)});
}

} // namespace headscope
