// SPDX-License-Identifier: GPL-3.0-or-later
#include "block_choice.h"

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

} // namespace

Result<ChosenBlock> chooseBlock(std::shared_ptr<const Trace> run, TensorName tensor,
                                const std::optional<std::string>& path) {
    const std::vector<TraceScope> scopes = scopesOf(*run);
    const auto wanted = std::ranges::find_if(scopes, [&](const TraceScope& scope) {
        return path ? scope.path == *path : run->find(tensor, scope.path) != nullptr;
    });
    if (wanted == scopes.end()) {
        if (!path)
            return ChosenBlock{std::move(run), nullptr};
        if (scopes.size() == 1 && scopes.front().path.empty())
            return makeError(HEADSCOPE_MESSAGE("Message", "--scope is \"%1\", but this computation "
                                                          "is one attention alone: leave it out"),
                             *path);
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no block \"%1\"; there are %2"),
                         *path, pathsOf(scopes));
    }
    if (wanted->path.empty())
        return ChosenBlock{std::move(run), nullptr};
    TraceSlice block = slice(*run, wanted->path);
    return ChosenBlock{std::make_shared<const Trace>(std::move(block.trace)),
                       std::make_shared<const BlockMap>(
                           BlockMap{std::move(run), scopes, *wanted, std::move(block.origins)})};
}

} // namespace headscope
