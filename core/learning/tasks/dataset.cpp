// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/dataset.h"

#include "characters/characters.h"
#include "learning/draw.h"
#include "learning/tasks/read_lines.h"
#include "support/utf8.h"

#include <algorithm>
#include <set>

namespace headscope {

namespace {

constexpr std::size_t mostBytesOfText = 100'000;
constexpr std::size_t mostBytes = 4'000'000;
constexpr std::size_t mostTokens = 256; ///< of one sentence
constexpr Index cardCount = 8;

using Reader = Result<Sample> (*)(std::string_view, Index, bool, Dataset&);

Reader readerOf(DataKind kind) {
    switch (kind) {
    case DataKind::Pairs: return readPair;
    case DataKind::Relations: return readRelations;
    default: return readSequence;
    }
}

Error noData() {
    return makeError(HEADSCOPE_MESSAGE("Message", "there are no data: nothing can be learnt"));
}

Error tooFew() {
    return makeError(HEADSCOPE_MESSAGE("Message", "there is only one sentence: at least two are "
                                                  "needed, one to learn from and one that is held "
                                                  "out"));
}

/// What makes two samples the same question.
const std::vector<int>& questionOf(const Sample& sample) {
    return sample.source.empty() ? sample.tokens : sample.source;
}

Status readLines(const std::string& text, Dataset& data, std::vector<Sample>& samples) {
    const Reader read = readerOf(infoOf(data.task).data);
    std::string_view rest = text;
    for (Index number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        Result<Sample> sample = read(line, number, false, data);
        if (!sample)
            return sample.error();
        if (std::max(sample->tokens.size(), sample->source.size()) > mostTokens)
            return makeError(HEADSCOPE_MESSAGE("Message", "line %1 has more than %2 words; make "
                                                          "two lines of it"),
                             number, mostTokens);
        samples.push_back(std::move(*sample));
    }
    return Done{};
}

/// What is asked twice is kept once, so that nothing held out is learnt from as well.
void dropRepeated(std::vector<Sample>& samples) {
    std::set<std::vector<int>> seen;
    std::erase_if(samples,
                  [&](const Sample& sample) { return !seen.insert(questionOf(sample)).second; });
}

Status splitSamples(std::vector<Sample> samples, const DatasetRequest& request, Dataset& data) {
    const std::string watchedLine = !request.watched.empty() ? request.watched
                                    : request.text.empty()
                                        ? watchedText(request.task, request.language)
                                        : std::string();
    dropRepeated(samples);
    if (samples.empty())
        return noData();
    std::optional<Sample> watched;
    if (!watchedLine.empty()) {
        Result<Sample> read = readerOf(infoOf(data.task).data)(watchedLine, 1, true, data);
        if (!read)
            return read.error();
        watched = *read;
        std::erase_if(samples,
                      [&](const Sample& s) { return questionOf(s) == questionOf(*watched); });
    }
    const auto all = static_cast<Index>(samples.size()) + (watched ? 1 : 0);
    if (all < 2)
        return tooFew();
    const auto wanted = static_cast<Index>(static_cast<float>(all) * request.heldOut + 0.5F);
    const Index held = std::clamp<Index>(wanted, 1, all - 1) - (watched ? 1 : 0);
    if (watched)
        data.heldOut.push_back(*watched);
    Draw draw(request.seed, "held out");
    Index place = 0;
    for (const Index i : draw.order(static_cast<Index>(samples.size()))) {
        std::vector<Sample>& to = place++ < held ? data.heldOut : data.train;
        to.push_back(std::move(samples[static_cast<std::size_t>(i)]));
    }
    data.watched = data.heldOut.front();
    return Done{};
}

/// The parts of a sentence of the grammar by what decides them; rows are those that make the
/// verb, the article and the noun.
void addPartsOfGrammar(Dataset& data) {
    data.relations.push_back({HEADSCOPE_MESSAGE("Relation", "verb → subject"), true, false});
    data.relations.push_back({HEADSCOPE_MESSAGE("Relation", "article → noun"), true, false});
    data.relations.push_back({HEADSCOPE_MESSAGE("Relation", "noun → quantity"), true, false});
    data.relations.push_back({HEADSCOPE_MESSAGE("Relation", "noun → noun"), true, false});
    const auto add = [](Sample& sample) {
        const std::vector<Reference> before = sample.references;
        for (const Reference& reference : before) {
            if (reference.relation == 1 && reference.query <= 3)
                sample.references.push_back({1 + reference.query, reference.query, reference.keys});
            if (reference.relation == 0 && reference.query == 3)
                sample.references.push_back({5, 3, reference.keys});
        }
    };
    std::ranges::for_each(data.train, add);
    std::ranges::for_each(data.heldOut, add);
    add(data.watched);
}

Result<Dataset> textDataset(const DatasetRequest& request, Dataset data) {
    const TokenList tokens = tokensOfText(request.text, request.byCharacter);
    if (tokens.empty())
        return noData();
    std::vector<int> ids;
    for (const std::string& token : tokens)
        ids.push_back(data.words.add(token));
    const auto share = static_cast<double>(1.0F - request.heldOut);
    const auto border = static_cast<std::size_t>(static_cast<double>(ids.size()) * share);
    data.train =
        windowsOf(ids, 0, border, request.context, std::max<Index>(1, request.context / 4));
    data.heldOut = windowsOf(ids, border, ids.size(), request.context, request.context);
    if (data.train.empty() || data.heldOut.empty())
        return tooFew();
    const auto learnt = ids.begin() + static_cast<std::ptrdiff_t>(border);
    data.learnsHeldOut = std::ranges::all_of(data.heldOut, [&](const Sample& window) {
        return std::search(ids.begin(), learnt, window.tokens.begin(), window.tokens.end()) !=
               learnt;
    });
    data.watched = data.heldOut.front();
    if (!request.watched.empty()) {
        data.watched = {};
        for (const std::string& word : tokensOfText(request.watched, request.byCharacter)) {
            const std::optional<int> id = data.words.find(word);
            if (!id)
                return makeError(HEADSCOPE_MESSAGE("Message",
                                                   "“%1” does not occur in the data, so the model "
                                                   "has no embedding for it"),
                                 word);
            data.watched.tokens.push_back(*id);
        }
        if (data.watched.tokens.size() > static_cast<std::size_t>(request.context))
            data.watched.tokens.resize(static_cast<std::size_t>(request.context));
        data.watched.targets.assign(data.watched.tokens.size(), -1);
        for (std::size_t i = 0; i + 1 < data.watched.tokens.size(); ++i)
            data.watched.targets[i] = data.watched.tokens[i + 1];
    }
    data.causal = true;
    return data;
}

/// Positions: the place of the holder is the answer itself.
void askForPlaces(Sample& sample, Index places) {
    sample.targets.clear();
    for (const int holder : sample.holders)
        sample.targets.push_back(holder < 0 ? static_cast<int>(places) : holder);
    sample.holders.clear();
}

void finish(Dataset& data) {
    const auto measure = [&](const Sample& sample) {
        data.longest = std::max(data.longest, static_cast<Index>(sample.tokens.size()));
        data.longestSource = std::max(data.longestSource, static_cast<Index>(sample.source.size()));
    };
    std::ranges::for_each(data.train, measure);
    std::ranges::for_each(data.heldOut, measure);
    measure(data.watched);
    data.classes = data.words.words();
    if (infoOf(data.task).data == DataKind::Relations) {
        const bool places = data.task == TaskKind::Positions;
        data.cards = places ? 0 : cardCount;
        data.classes.clear();
        for (Index i = 1; i <= (places ? data.longest : cardCount); ++i)
            data.classes.push_back(std::to_string(i));
        data.classes.emplace_back("–");
        const auto ask = [&](Sample& sample) { askForPlaces(sample, data.longest); };
        if (places) {
            std::ranges::for_each(data.train, ask);
            std::ranges::for_each(data.heldOut, ask);
            ask(data.watched);
        }
    }
    for (const int id : data.watched.tokens)
        data.watchedTokens.push_back(data.words[id]);
    for (const int id : data.watched.source)
        data.watchedSource.push_back(data.sourceWords[id]);
}

} // namespace

namespace {

/// Without the punctuation before and behind it.
std::string_view withoutMarks(std::string_view word) {
    std::size_t begin = word.size();
    std::size_t end = 0;
    for (std::size_t at = 0; at < word.size();) {
        const Character next = firstCharacter(word.substr(at));
        const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
        if (!characters::isPunctuation(next.code)) {
            begin = std::min(begin, at);
            end = at + bytes;
        }
        at += bytes;
    }
    return begin < end ? word.substr(begin, end - begin) : std::string_view();
}

} // namespace

int Vocabulary::add(const std::string& word) {
    const auto [place, isNew] = m_ids.try_emplace(word, static_cast<int>(m_words.size()));
    if (isNew) {
        m_words.push_back(word);
        m_lowerIds.try_emplace(characters::lowerCase(word), place->second);
    }
    return place->second;
}

std::optional<int> Vocabulary::find(const std::string& word) const {
    const auto found = m_ids.find(word);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

std::optional<int> Vocabulary::findMeant(const std::string& word) const {
    if (const std::optional<int> same = find(word))
        return same;
    const std::string lower = characters::lowerCase(word);
    for (const std::string_view form : {std::string_view(lower), withoutMarks(lower)}) {
        const auto found = m_lowerIds.find(std::string(form));
        if (found != m_lowerIds.end())
            return found->second;
    }
    return std::nullopt;
}

Result<Dataset> makeDataset(const DatasetRequest& request) {
    Dataset data;
    data.task = request.task;
    const DataKind kind = infoOf(request.task).data;
    const std::size_t limit = kind == DataKind::Text ? mostBytesOfText : mostBytes;
    if (request.text.size() > limit)
        return makeError(HEADSCOPE_MESSAGE("Message", "the text has %1 bytes and the limit is %2; "
                                                      "use a part of it"),
                         request.text.size(), limit);
    for (const std::string* const each : {&request.text, &request.watched}) {
        // Here text comes in, from files and lines: what is made of it, files too, takes no other.
        if (const auto byte = firstWrongByte(*each))
            return makeError(HEADSCOPE_MESSAGE("Message", "byte %1 of the text is no UTF-8; save "
                                                          "the text as UTF-8"),
                             *byte);
    }
    if (kind == DataKind::Text) {
        Result<Dataset> text = textDataset(request, std::move(data));
        if (text)
            finish(*text);
        return text;
    }
    if (kind == DataKind::Pairs) {
        addFrameWords(data);
        data.causal = true;
        data.relations = {
            {HEADSCOPE_MESSAGE("Relation", "source word"), true, true},
            {HEADSCOPE_MESSAGE("Relation", "word that decides the form"), true, false}};
        if (request.task != TaskKind::Translate)
            data.relations.pop_back();
    } else if (kind == DataKind::Relations) {
        data.groups = 3;
        data.relations = {{HEADSCOPE_MESSAGE("Relation", "object")},
                          {HEADSCOPE_MESSAGE("Relation", "place")},
                          {HEADSCOPE_MESSAGE("Relation", "doer")},
                          {HEADSCOPE_MESSAGE("Relation", "coreferent")}};
    } else {
        data.causal = true;
        data.relations = {{HEADSCOPE_MESSAGE("Relation", "token before")}};
        if (request.task == TaskKind::Induction)
            data.relations.push_back({HEADSCOPE_MESSAGE("Relation", "what followed it last time")});
    }
    std::vector<Sample> samples;
    const std::string own =
        request.text.empty() ? taskText(request.task, request.language, request.seed) : "";
    Status status = readLines(request.text.empty() ? own : request.text, data, samples);
    if (status)
        status = splitSamples(std::move(samples), request, data);
    if (!status)
        return status.error();
    if (request.task == TaskKind::Translate && request.text.empty())
        addPartsOfGrammar(data);
    finish(data);
    return data;
}

} // namespace headscope
