// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edits/edit.h"
#include "experiment/edits/fitting.h"
#include "experiment/edits/new_rows.h"
#include "experiment/edits/seeded_values.h"
#include "experiment/edits/with_member.h"
#include "tensor/recipes.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

/// Where the row of a new position comes from: a row that was there, or the seed.
struct RowSource {
    bool known = false;
    Index sequence = 0;
    Index position = 0;
    /// The row that the word names now: it stays where its numbers were given, and goes before
    /// all else.
    std::optional<Index> named = {};
};

/// Whether a row is the one that the seed has for its word. Given numbers are another one.
bool isSeeded(const float* row, std::size_t width, std::uint64_t seed, const std::string& word) {
    std::vector<float> fresh(width);
    fillSeededEmbedding(fresh, seed, word);
    return std::equal(fresh.begin(), fresh.end(), row);
}

RowSource firstOccurrence(const std::vector<TokenList>& tokens, Index preferred,
                          const std::string& token) {
    const auto count = static_cast<Index>(tokens.size());
    for (Index i = -1; i < count; ++i) {
        const Index sequence = i < 0 ? preferred : i;
        const TokenList& list = tokens[static_cast<std::size_t>(sequence)];
        const auto found = std::find(list.begin(), list.end(), token);
        if (found != list.end())
            return {true, sequence, found - list.begin()};
    }
    return {};
}

/// For every position of `next` in sequence `sequence`: what it shows.
std::vector<RowSource> sourcesOf(const std::vector<TokenList>& before, Index sequence,
                                 const TokenList& next) {
    const TokenList& old = before[static_cast<std::size_t>(sequence)];
    const std::size_t shorter = std::min(old.size(), next.size());
    std::size_t head = 0;
    while (head < shorter && old[head] == next[head])
        ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && old[old.size() - 1 - tail] == next[next.size() - 1 - tail])
        ++tail;
    // As many words as before are new names of the same rows. Where nobody named the rows yet,
    // they have theirs by their places, however many words there are.
    const bool renames = old.size() == next.size() || old == placeTokens(std::ssize(old));
    std::vector<RowSource> sources;
    sources.reserve(next.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (i < head) {
            sources.push_back({true, sequence, static_cast<Index>(i)});
        } else if (i >= next.size() - tail) {
            sources.push_back({true, sequence, static_cast<Index>(i + old.size() - next.size())});
        } else {
            sources.push_back(firstOccurrence(before, sequence, next[i]));
            if (renames && i < old.size())
                sources.back().named = static_cast<Index>(i);
        }
    }
    return sources;
}

/// The rows of `old` where the sources name one, else the tokens' seeded ones. A sequence without
/// sources keeps its rows.
Tensor rearranged(const Tensor& old, const std::vector<TokenList>& oldTokens,
                  std::vector<std::vector<RowSource>> sources, const std::vector<TokenList>& tokens,
                  std::uint64_t seed) {
    const Index width = old.size(2);
    const auto fill = [old, oldTokens, sources = std::move(sources), tokens, width,
                       seed](float* row) {
        const Tensor rows = old.contiguous();
        const Index length = longest(tokens);
        const auto rowAt = [&](std::size_t sequence, Index position) {
            return rows.data() + (static_cast<Index>(sequence) * rows.size(1) + position) * width;
        };
        for (std::size_t sequence = 0; sequence < tokens.size(); ++sequence) {
            for (Index position = 0; position < length; ++position, row += width) {
                const auto place = static_cast<std::size_t>(position);
                if (place >= tokens[sequence].size()) {
                    std::fill_n(row, width, 0.0F);
                    continue;
                }
                const RowSource source =
                    sources[sequence].empty()
                        ? RowSource{true, static_cast<Index>(sequence), position}
                        : sources[sequence][place];
                if (source.named &&
                    !isSeeded(rowAt(sequence, *source.named), static_cast<std::size_t>(width), seed,
                              oldTokens[sequence][static_cast<std::size_t>(*source.named)]))
                    std::copy_n(rowAt(sequence, *source.named), width, row);
                else if (source.known)
                    std::copy_n(rowAt(static_cast<std::size_t>(source.sequence), source.position),
                                width, row);
                else
                    fillSeededEmbedding({row, static_cast<std::size_t>(width)}, seed,
                                        tokens[sequence][place]);
            }
        }
    };
    return recipes::makeOnce(
        {{static_cast<Index>(tokens.size()), longest(tokens), width}, old.axes(), fill});
}

Status checkTokens(const Experiment& experiment, Index sequence, const TokenList& tokens) {
    if (tokens.empty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "sequence %1 has no tokens; it needs at least "
                                           "one word"),
                         sequence + 1);
    if (static_cast<Index>(tokens.size()) > ExperimentLimits::tokens)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "sequence %1 has %2 tokens; at most %3 are possible"),
            sequence + 1, tokens.size(), ExperimentLimits::tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].size() > ExperimentLimits::tokenBytes)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "token %1 of sequence %2 is %3 bytes long; at "
                                               "most %4 are possible, so put spaces between "
                                               "the words"),
                             i + 1, sequence + 1, tokens[i].size(), ExperimentLimits::tokenBytes);
    }
    return checkInputSize(experiment.batch(), static_cast<Index>(tokens.size()),
                          experiment.config.modelDim);
}

} // namespace

Result<Experiment> withTokens(const Experiment& experiment, TokenSide side, Index sequence,
                              const TokenList& tokens) {
    if (sequence < 0 || sequence >= experiment.batch())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no sequence %1; the batch has %2"),
                         sequence + 1, experiment.batch());
    const bool ofKeys = side == TokenSide::Key && experiment.isCross();
    std::vector<TokenList> lists = ofKeys ? *experiment.keyTokens : experiment.tokens;
    lists[static_cast<std::size_t>(sequence)] = tokens;
    return withAllTokens(experiment, side, lists);
}

Result<Experiment> withAllTokens(const Experiment& experiment, TokenSide side,
                                 const std::vector<TokenList>& lists) {
    const bool ofKeys = side == TokenSide::Key && experiment.isCross();
    Experiment next = experiment;
    std::vector<TokenList>& before = ofKeys ? *next.keyTokens : next.tokens;
    if (lists.size() != before.size())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no sequence %1; the batch has %2"),
                         lists.size(), experiment.batch());
    std::vector<std::vector<RowSource>> sources(lists.size());
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const auto sequence = static_cast<Index>(i);
        if (lists[i] == before[i])
            continue;
        if (Status status = checkTokens(experiment, sequence, lists[i]); !status)
            return status.error();
        sources[i] = sourcesOf(before, sequence, lists[i]);
    }
    const auto rearrange = [&, old = std::exchange(before, lists)](Tensor& input) {
        input = rearranged(input, old, sources, lists, experiment.seed);
    };
    if (!ofKeys) {
        rearrange(next.queryInput);
    } else {
        rearrange(*next.keyInput);
        if (next.valueInput)
            rearrange(*next.valueInput);
    }
    return fitted(std::move(next));
}

std::vector<Index> newRows(const Experiment& before, TokenSide side, Index sequence,
                           const TokenList& next) {
    const bool ofKeys = side == TokenSide::Key && before.isCross();
    const std::vector<TokenList>& lists = ofKeys ? *before.keyTokens : before.tokens;
    const TokenList& old = lists[static_cast<std::size_t>(sequence)];
    const Tensor& input = ofKeys ? *before.keyInput : before.queryInput;
    if (recipes::bytesToMake(input) > 0) // only what an edit makes of other rows is not there yet
        return {};
    // So many numbers of a row tell it from the seed's, and cost the window no time.
    constexpr Index looked = 8;
    const auto columns = static_cast<std::size_t>(std::min(input.size(2), looked));
    const auto isGiven = [&](std::size_t position) {
        float row[looked] = {};
        for (std::size_t i = 0; i < columns; ++i)
            row[i] = input(sequence, static_cast<Index>(position), static_cast<Index>(i));
        return !isSeeded(row, columns, before.seed, old[position]);
    };
    bool anyGiven = false;
    for (std::size_t i = 0; i < old.size() && !anyGiven; ++i)
        anyGiven = isGiven(i);
    std::vector<Index> rows;
    if (!anyGiven)
        return rows;
    const std::vector<RowSource> sources = sourcesOf(lists, sequence, next);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const RowSource& source = sources[i];
        if (!source.known && !(source.named && isGiven(static_cast<std::size_t>(*source.named))))
            rows.push_back(static_cast<Index>(i));
    }
    return rows;
}

Result<Experiment> withBatch(const Experiment& experiment, Index batch) {
    if (batch < 1 || batch > ExperimentLimits::batch)
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "the number of sequences is %1; it must be between 1 and %2"),
            batch, ExperimentLimits::batch);
    Experiment next = experiment;
    const auto resize = [batch](std::vector<TokenList>& lists) {
        const TokenList last = lists.back();
        lists.resize(static_cast<std::size_t>(batch), last);
    };
    resize(next.tokens);
    if (next.keyTokens)
        resize(*next.keyTokens);
    const auto fit = [&](Tensor& input, const std::vector<TokenList>& lists) -> Status {
        const Index length = longest(lists);
        const Index width = input.size(2);
        if (Status status = checkInputSize(batch, length, width); !status)
            return status;
        const auto fill = [old = input, batch, length, width](float* data) {
            const Tensor before = old.contiguous();
            for (Index sequence = 0; sequence < batch; ++sequence) {
                const Index source = std::min(sequence, before.size(0) - 1);
                data = std::copy_n(before.data() + source * before.size(1) * width, length * width,
                                   data);
            }
        };
        input = recipes::makeOnce({{batch, length, width}, input.axes(), fill});
        return Done{};
    };
    Status status = fit(next.queryInput, next.tokens);
    if (status.ok() && next.keyInput)
        status = fit(*next.keyInput, next.keySideTokens());
    if (status.ok() && next.valueInput)
        status = fit(*next.valueInput, next.keySideTokens());
    if (!status)
        return status.error();
    return fitted(std::move(next));
}

Experiment withRawPieces(const Experiment& experiment, bool raw) {
    return withMember(experiment, &Experiment::rawPieces, raw);
}

} // namespace headscope
