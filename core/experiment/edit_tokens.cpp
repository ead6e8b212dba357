// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/edit.h"
#include "experiment/fitting.h"

#include <algorithm>

namespace headscope {

namespace {

/// Where the row of a new position comes from: a row that was there, or the seed.
struct RowSource {
    bool known = false;
    Index sequence = 0;
    Index position = 0;
};

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
    std::vector<RowSource> sources;
    sources.reserve(next.size());
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (i < head)
            sources.push_back({true, sequence, static_cast<Index>(i)});
        else if (i >= next.size() - tail)
            sources.push_back({true, sequence, static_cast<Index>(i + old.size() - next.size())});
        else
            sources.push_back(firstOccurrence(before, sequence, next[i]));
    }
    return sources;
}

/// The rows of `old` where the sources name one, else the seeded rows that `fresh` holds.
Tensor rearranged(const Tensor& old, Tensor fresh, Index changed,
                  const std::vector<RowSource>& sources, const std::vector<TokenList>& tokens) {
    float* data = fresh.mutableData();
    const Index width = fresh.size(2);
    for (Index sequence = 0; sequence < fresh.size(0); ++sequence) {
        const auto length = static_cast<Index>(tokens[static_cast<std::size_t>(sequence)].size());
        for (Index position = 0; position < length; ++position) {
            const RowSource source = sequence == changed
                                         ? sources[static_cast<std::size_t>(position)]
                                         : RowSource{true, sequence, position};
            if (!source.known)
                continue;
            for (Index column = 0; column < width; ++column)
                data[fresh.storageIndex({sequence, position, column})] =
                    old(source.sequence, source.position, column);
        }
    }
    return fresh;
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
    if (Status status = checkTokens(experiment, sequence, tokens); !status)
        return status.error();

    Experiment next = experiment;
    const bool ofKeys = side == TokenSide::Key && experiment.isCross();
    std::vector<TokenList>& lists = ofKeys ? *next.keyTokens : next.tokens;
    const std::vector<RowSource> sources = sourcesOf(lists, sequence, tokens);
    lists[static_cast<std::size_t>(sequence)] = tokens;
    const auto rearrange = [&](Tensor& input) {
        input = rearranged(input, seededInput(lists, input.size(2), experiment.seed), sequence,
                           sources, lists);
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
        Tensor result = Tensor::uninitialized({batch, length, width}, input.axes());
        float* data = result.mutableData();
        for (Index sequence = 0; sequence < batch; ++sequence) {
            const Index source = std::min(sequence, input.size(0) - 1);
            for (Index position = 0; position < length; ++position) {
                for (Index column = 0; column < width; ++column)
                    *data++ = input(source, position, column);
            }
        }
        input = result;
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

} // namespace headscope
