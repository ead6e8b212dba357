// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_changes.h"

#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

Error noSuchPlace() {
    return makeError(HEADSCOPE_MESSAGE("Message", "the lesson's edit needs a word, a head or a "
                                                  "feature that the experiment has not got"));
}

bool isPlain(const Experiment& experiment) {
    return experiment.model.architecture == Architecture::Attention;
}

Index wordCount(const Experiment& experiment, Index sequence) {
    const auto place = static_cast<std::size_t>(sequence);
    return sequence >= 0 && place < experiment.tokens.size()
               ? static_cast<Index>(experiment.tokens[place].size())
               : 0;
}

bool isBelow(Index place, Index count) {
    return place >= 0 && place < count;
}

/// Every number of a matrix or vector as `made` makes it of its row and column; a vector is one
/// row.
template <class Made> Tensor remade(const Tensor& old, Made made) {
    const Tensor from = old.contiguous();
    Tensor next = Tensor::uninitialized(from.shape(), from.axes());
    float* to = next.mutableData();
    const Index columns = from.size(from.rank() - 1);
    for (Index i = 0; i < from.elementCount(); ++i)
        to[i] = made(from, i / columns, i % columns);
    return next;
}

} // namespace

Result<Experiment> withInputTimes(const Experiment& experiment, Index sequence,
                                  std::optional<Index> word, std::optional<Index> feature,
                                  float factor) {
    const Index words = wordCount(experiment, sequence);
    const Index features = experiment.queryInput.size(2);
    if (!isBelow(word.value_or(0), words) || !isBelow(feature.value_or(0), features))
        return noSuchPlace();
    std::vector<CellValue> cells;
    for (Index i = word.value_or(0); i <= word.value_or(words - 1); ++i) {
        for (Index j = feature.value_or(0); j <= feature.value_or(features - 1); ++j)
            cells.push_back({{sequence, i, j}, factor * experiment.queryInput(sequence, i, j)});
    }
    return withCells(experiment, "", TensorName::QueryInput, cells);
}

Result<Experiment> withCopiedWord(const Experiment& experiment, Index sequence, Index from,
                                  Index to) {
    const Index words = wordCount(experiment, sequence);
    if (!isBelow(from, words) || !isBelow(to, words))
        return noSuchPlace();
    std::vector<CellValue> cells;
    for (Index j = 0; j < experiment.queryInput.size(2); ++j)
        cells.push_back({{sequence, to, j}, experiment.queryInput(sequence, from, j)});
    return withCells(experiment, "", TensorName::QueryInput, cells);
}

Result<Experiment> withExchangedWords(const Experiment& experiment, Index sequence, Index first,
                                      Index second) {
    const Index words = wordCount(experiment, sequence);
    if (!isBelow(first, words) || !isBelow(second, words) || experiment.isCross())
        return noSuchPlace();
    std::vector<CellValue> cells;
    for (Index j = 0; j < experiment.queryInput.size(2); ++j) {
        cells.push_back({{sequence, first, j}, experiment.queryInput(sequence, second, j)});
        cells.push_back({{sequence, second, j}, experiment.queryInput(sequence, first, j)});
    }
    Result<Experiment> next = withCells(experiment, "", TensorName::QueryInput, cells);
    if (next) {
        TokenList& tokens = next->tokens[static_cast<std::size_t>(sequence)];
        std::swap(tokens[static_cast<std::size_t>(first)],
                  tokens[static_cast<std::size_t>(second)]);
    }
    return next;
}

Result<Experiment> withKeysAsQueries(const Experiment& experiment) {
    if (!isPlain(experiment) || experiment.isCross())
        return noSuchPlace();
    Experiment next = experiment;
    const Tensor axes = experiment.weights.at(Role::KeyWeight);
    next.weights.set(Role::KeyWeight,
                     experiment.weights.at(Role::QueryWeight).withAxes(axes.axes()));
    next.weights.erase(Role::KeyBias);
    if (const Tensor* bias = experiment.weights.find(Role::QueryBias))
        next.weights.set(Role::KeyBias, *bias);
    return next;
}

Result<Experiment> withExchangedHeads(const Experiment& experiment, Index first, Index second) {
    const Index heads = experiment.config.heads;
    if (!isPlain(experiment) || !isBelow(first, heads) || !isBelow(second, heads))
        return noSuchPlace();
    Experiment next = experiment;
    for (const Role role : {Role::QueryWeight, Role::KeyWeight, Role::ValueWeight, Role::QueryBias,
                            Role::KeyBias, Role::ValueBias}) {
        const Tensor* matrix = experiment.weights.find(role);
        if (!matrix)
            continue;
        next.weights.set(
            role, remade(*matrix, [&](const Tensor& from, Index row, Index column) {
                const Index columns = from.size(from.rank() - 1);
                const Index wide = columns / heads;
                const Index head = column / wide;
                const Index other = head == first ? second : head == second ? first : head;
                return from.values()[static_cast<std::size_t>(row * columns + other * wide +
                                                              column % wide)];
            }));
    }
    return next;
}

Result<Experiment> withMeanHeads(const Experiment& experiment) {
    if (!isPlain(experiment))
        return noSuchPlace();
    const Index heads = experiment.config.heads;
    Experiment next = experiment;
    next.weights.set(Role::OutputWeight,
                     remade(experiment.weights.at(Role::OutputWeight),
                            [heads](const Tensor& from, Index row, Index column) {
                                const Index wide = from.size(0) / heads;
                                double sum = 0;
                                for (Index head = 0; head < heads; ++head)
                                    sum += from(head * wide + row % wide, column);
                                return static_cast<float>(sum / static_cast<double>(heads));
                            }));
    return next;
}

Result<Experiment> withTypedWeight(const Experiment& experiment, Index sequence, Index head,
                                   Index query, Index key, float value) {
    if (!isPlain(experiment))
        return noSuchPlace();
    return withTypedNumber(experiment, {.scope = {},
                                        .name = TensorName::AttentionWeights,
                                        .batch = sequence,
                                        .head = head,
                                        .query = query,
                                        .key = key,
                                        .value = value});
}

Result<Experiment> withLateMask(const Experiment& experiment, Index sequence, Index head) {
    const Index words = wordCount(experiment, sequence);
    if (experiment.isCross() || words * (words - 1) / 2 > static_cast<Index>(mostTypedNumbers))
        return noSuchPlace();
    Result<Experiment> next = experiment;
    for (Index query = 0; query < words; ++query) {
        for (Index key = query + 1; key < words && next; ++key)
            next = withTypedWeight(*next, sequence, head, query, key, 0);
    }
    return next;
}

} // namespace headscope
