// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_cut.h"

#include "experiment/edits/edit.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr Index fewTokens = 5;
constexpr Index cutTokens = 4;

std::vector<TokenList> firstOf(const std::vector<TokenList>& lists, Index tokens) {
    std::vector<TokenList> cut = lists;
    for (TokenList& list : cut)
        list.resize(static_cast<std::size_t>(std::min<Index>(std::ssize(list), tokens)));
    return cut;
}

} // namespace

WorksheetCut suggestedCut(const Experiment& experiment, const std::vector<WorksheetStep>& steps) {
    WorksheetCut cut;
    if (std::max(experiment.queryLength(), experiment.keyLength()) > fewTokens)
        cut.tokens = cutTokens;
    const bool together = std::ranges::any_of(steps, [](WorksheetStep step) {
        return step == WorksheetStep::Concatenation || step == WorksheetStep::Output;
    });
    if (!together && experiment.config.heads > 1)
        cut.heads = {0};
    return cut;
}

Result<Experiment> withFirstTokens(const Experiment& experiment, std::optional<Index> tokens) {
    Experiment cut =
        withWeightLayout(withLayout(experiment, Layout::BatchFirst), WeightLayout::Fused);
    if (!tokens)
        return cut;
    if (*tokens < 1)
        return makeError(HEADSCOPE_MESSAGE("Message", "a sheet needs a token at least"));
    Result<Experiment> queries = withAllTokens(cut, TokenSide::Query, firstOf(cut.tokens, *tokens));
    if (!queries || !cut.keyTokens)
        return queries;
    return withAllTokens(*queries, TokenSide::Key, firstOf(*cut.keyTokens, *tokens));
}

} // namespace headscope
