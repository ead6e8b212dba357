// SPDX-License-Identifier: GPL-3.0-or-later
#include "export_scope.h"

#include "trace/scopes.h"

#include <algorithm>

namespace headscope {

namespace {

std::string pathsOf(const std::vector<TraceScope>& scopes) {
    std::string paths;
    for (const TraceScope& scope : scopes)
        paths += (paths.empty() ? "" : ", ") + scope.path;
    return paths;
}

/// The experiment as it looks from inside of a block: with the words that stand at
/// its axes and with the sizes of what it reads.
Experiment seenFrom(const Experiment& whole, const std::string& path, const Trace& block) {
    const auto batchFirst = [&whole](const Tensor& input) {
        return whole.config.layout == Layout::SequenceFirst ? input.transposed(0, 1) : input;
    };
    Experiment seen = whole;
    const bool decoder = whole.model.architecture == Architecture::EncoderDecoder;
    if (decoder && (path.starts_with("encoder") || path.starts_with("source")))
        seen.tokens = *whole.keyTokens;
    const bool cross = path.ends_with("cross_attention");
    if (decoder && !cross) {
        seen.keyTokens.reset();
        seen.keyInput.reset();
    }
    if (const TraceStep* input = block.find(TensorName::QueryInput))
        seen.queryInput = batchFirst(input->result);
    if (const TraceStep* input = block.find(TensorName::KeyInput); input && cross)
        seen.keyInput = batchFirst(input->result);
    seen.model = {};
    seen.modelWeights = {};
    return seen;
}

} // namespace

Status chooseBlock(FigureRequest& figure, const std::optional<std::string>& path) {
    const std::vector<TraceScope> scopes = scopesOf(*figure.trace);
    const auto wanted = std::ranges::find_if(scopes, [&](const TraceScope& scope) {
        return path ? scope.path == *path
                    : figure.trace->find(figure.tensor, scope.path) != nullptr;
    });
    if (wanted == scopes.end()) {
        if (!path) // no block has it: misfit() says what there is
            return Done{};
        if (scopes.size() == 1 && scopes.front().path.empty())
            return makeError(HEADSCOPE_MESSAGE("Message", "--scope is \"%1\", but this computation "
                                                          "is one attention alone: leave it out"),
                             *path);
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no block \"%1\"; there are %2"),
                         *path, pathsOf(scopes));
    }
    if (wanted->path.empty())
        return Done{};
    TraceSlice block = slice(*figure.trace, wanted->path);
    figure.experiment =
        std::make_shared<const Experiment>(seenFrom(*figure.experiment, wanted->path, block.trace));
    figure.trace = std::make_shared<const Trace>(std::move(block.trace));
    return Done{};
}

} // namespace headscope
