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
    figure.blocks = std::make_shared<const BlockMap>(
        BlockMap{figure.trace, scopes, *wanted, std::move(block.origins)});
    figure.trace = std::make_shared<const Trace>(std::move(block.trace));
    return Done{};
}

} // namespace headscope
