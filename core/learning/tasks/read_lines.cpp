// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/read_lines.h"

#include "experiment/edits/edit.h"
#include "support/utf8.h"

#include <algorithm>
#include <charconv>

namespace headscope {

namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view at) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + at.size());
    }
}

/// The numbers of words; new ones are added unless all must be known.
Result<std::vector<int>> numbersOf(const TokenList& list, bool known, Vocabulary& vocabulary) {
    std::vector<int> numbers;
    for (const std::string& word : list) {
        const std::optional<int> id = vocabulary.find(word);
        if (!id && known)
            return makeError(HEADSCOPE_MESSAGE("Message", "“%1” does not occur in the data, so "
                                                          "the model has no embedding for it"),
                             word);
        numbers.push_back(id ? *id : vocabulary.add(word));
    }
    return numbers;
}

Error wrongLink(Index line, std::string_view link) {
    return makeError(HEADSCOPE_MESSAGE("Message", "line %1: “%2” is not a pair of places that the "
                                                  "line has, such as 0-0"),
                     line, link);
}

/// "0-3" as two numbers below their limits.
bool readLink(std::string_view link, char between, std::size_t fromLimit, std::size_t toLimit,
              int& from, int& to) {
    const char* const end = link.data() + link.size();
    const auto first = std::from_chars(link.data(), end, from);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != between)
        return false;
    const auto second = std::from_chars(first.ptr + 1, end, to);
    return second.ec == std::errc() && second.ptr == end && from >= 0 && to >= 0 &&
           static_cast<std::size_t>(from) < fromLimit && static_cast<std::size_t>(to) < toLimit;
}

/// Adds a key to the reference of that row, or the reference.
void addKey(Sample& sample, int relation, int row, int key) {
    const auto same = [&](const Reference& r) { return r.relation == relation && r.query == row; };
    const auto found = std::ranges::find_if(sample.references, same);
    if (found != sample.references.end())
        found->keys.push_back(key);
    else
        sample.references.push_back({relation, row, {key}});
}

/// "0-0 1-1": source-target, where the row that makes target word i is row i.
Status readAlignment(std::string_view field, int relation, Index line, Sample& sample) {
    const std::size_t words = sample.tokens.size() - 1; // less <Begin>
    for (const std::string& link : parseTokens(std::string(field))) {
        int from = 0;
        int to = 0;
        if (!readLink(link, '-', sample.source.size(), words, from, to))
            return wrongLink(line, link);
        addKey(sample, relation, to, from);
    }
    return Done{};
}

Error emptySide(Index line) {
    return makeError(HEADSCOPE_MESSAGE("Message", "line %1 is no pair: a sentence, a tab or “ = ”, "
                                                  "and its translation are needed"),
                     line);
}

constexpr std::array<std::string_view, 4> relationNames = {"object", "place", "doer", "coreferent"};
/// Doer and coreferent are asked in one: no word has both.
constexpr std::array<std::size_t, 4> groupOf = {0, 1, 2, 2};

Status readRelation(std::string_view field, Index line, const Dataset& data, Sample& sample) {
    const TokenList parts = parseTokens(std::string(field));
    if (parts.empty())
        return Done{};
    const auto found = std::ranges::find(relationNames, parts[0]);
    if (found == relationNames.end())
        return makeError(HEADSCOPE_MESSAGE("Message", "line %1: “%2” is no relation; there are %3"),
                         line, parts[0], "object, place, doer, coreferent");
    const auto relation = static_cast<std::size_t>(found - relationNames.begin());
    const std::size_t words = sample.tokens.size();
    for (std::size_t i = 1; i < parts.size(); ++i) {
        int from = 0;
        int to = 0;
        if (!readLink(parts[i], '>', words, words, from, to))
            return wrongLink(line, parts[i]);
        sample.holders[static_cast<std::size_t>(from * data.groups) + groupOf[relation]] = to;
        sample.references.push_back({static_cast<int>(relation), from, {to}});
    }
    return Done{};
}

} // namespace

Result<Sample> readPair(std::string_view line, Index number, bool known, Dataset& data) {
    std::vector<std::string_view> fields = split(line, "\t");
    if (fields.size() == 1)
        fields = split(line, " = ");
    if (fields.size() < 2)
        return emptySide(number);
    const TokenList source = parseTokens(std::string(fields[0]));
    TokenList target = parseTokens(std::string(fields[1]));
    if (source.empty() || target.empty())
        return emptySide(number);
    const Result<std::vector<int>> sourceIds = numbersOf(source, known, data.sourceWords);
    if (!sourceIds)
        return sourceIds.error();
    const Result<std::vector<int>> ids = numbersOf(target, known, data.words);
    if (!ids)
        return ids.error();
    Sample sample;
    sample.source = *sourceIds;
    sample.tokens = {*data.words.find(beginWord)};
    sample.tokens.insert(sample.tokens.end(), ids->begin(), ids->end());
    sample.targets = *ids;
    sample.targets.push_back(*data.words.find(endWord));
    for (std::size_t field = 2; field < std::min(fields.size(), data.relations.size() + 2);
         ++field) {
        const Status status =
            readAlignment(fields[field], static_cast<int>(field) - 2, number, sample);
        if (!status)
            return status.error();
    }
    return sample;
}

Result<Sample> readRelations(std::string_view line, Index number, bool known, Dataset& data) {
    const std::vector<std::string_view> fields = split(line, "\t");
    const Result<std::vector<int>> ids =
        numbersOf(parseTokens(std::string(fields[0])), known, data.words);
    if (!ids)
        return ids.error();
    Sample sample;
    sample.tokens = *ids;
    sample.holders.assign(ids->size() * static_cast<std::size_t>(data.groups), -1);
    for (std::size_t field = 1; field < fields.size(); ++field) {
        if (const Status status = readRelation(fields[field], number, data, sample); !status)
            return status.error();
    }
    return sample;
}

Result<Sample> readSequence(std::string_view line, Index, bool known, Dataset& data) {
    const Result<std::vector<int>> ids =
        numbersOf(parseTokens(std::string(line)), known, data.words);
    if (!ids)
        return ids.error();
    Sample sample;
    sample.tokens = *ids;
    askSequence(sample, data.task);
    return sample;
}

void askSequence(Sample& sample, TaskKind task) {
    const auto count = static_cast<int>(sample.tokens.size());
    const auto token = [&](int i) { return sample.tokens[static_cast<std::size_t>(i)]; };
    sample.targets.assign(sample.tokens.size(), -1);
    for (int i = 1; i < count; ++i) {
        sample.references.push_back({0, i, {i - 1}});
        if (task == TaskKind::PreviousToken) {
            sample.targets[static_cast<std::size_t>(i)] = token(i - 1);
            continue;
        }
        int last = i - 1;
        while (last >= 0 && token(last) != token(i))
            --last;
        if (last < 0)
            continue;
        sample.targets[static_cast<std::size_t>(i)] = token(last + 1);
        sample.references.push_back({1, i, {last + 1}});
    }
}

TokenList tokensOfText(std::string_view text, bool byCharacter) {
    if (!byCharacter)
        return parseTokens(std::string(text));
    TokenList letters;
    while (!text.empty()) {
        const std::size_t bytes = std::max<std::size_t>(firstCharacter(text).bytes, 1);
        letters.emplace_back(text.substr(0, bytes));
        text.remove_prefix(bytes);
    }
    return letters;
}

std::vector<Sample> windowsOf(const std::vector<int>& tokens, std::size_t first, std::size_t last,
                              Index context, Index stride) {
    std::vector<Sample> samples;
    for (std::size_t begin = first; begin + 1 < last;) {
        const std::size_t length = std::min(static_cast<std::size_t>(context), last - begin - 1);
        const auto at = tokens.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto size = static_cast<std::ptrdiff_t>(length);
        Sample sample;
        sample.tokens.assign(at, at + size);
        sample.targets.assign(at + 1, at + 1 + size);
        samples.push_back(std::move(sample));
        if (begin + length + 1 >= last)
            break;
        begin += static_cast<std::size_t>(stride);
    }
    return samples;
}

void addFrameWords(Dataset& data) {
    data.words.add(beginWord);
    data.words.add(endWord);
}

} // namespace headscope
