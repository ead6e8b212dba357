// SPDX-License-Identifier: GPL-3.0-or-later
#include "options/block_choice.h"

#include "trace/scopes.h"

#include <algorithm>

namespace headscope {

namespace {

/// More than these are counted, not named.
constexpr std::ptrdiff_t mostBlocksNamed = 8;

std::string namesOf(const std::vector<std::string>& paths) {
    const auto count = static_cast<std::ptrdiff_t>(paths.size());
    const std::ptrdiff_t named = count > mostBlocksNamed ? mostBlocksNamed - 1 : count;
    std::string names;
    for (std::ptrdiff_t i = 0; i < named; ++i)
        names += (i == 0 ? "" : ", ") + paths[static_cast<std::size_t>(i)];
    return named < count ? names + " and " + std::to_string(count - named) + " more" : names;
}

} // namespace

Error noSuchBlock(const std::string& path, const std::vector<TraceScope>& scopes) {
    if (scopes.size() == 1 && scopes.front().path.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "--scope is \"%1\", but this computation "
                                                      "is one attention alone: leave it out"),
                         path);
    std::vector<std::string> paths;
    for (const TraceScope& scope : scopes)
        paths.push_back(scope.path);
    // What may have been meant goes first: those below the path, then those of its last name.
    const std::string name = path.substr(path.rfind('/') + 1);
    std::ranges::stable_sort(paths, {}, [&](const std::string& candidate) {
        return candidate.starts_with(path + '/') ? 0 : candidate.ends_with('/' + name) ? 1 : 2;
    });
    return makeError(HEADSCOPE_MESSAGE("Message", "there is no block \"%1\"; there are %2"), path,
                     namesOf(paths));
}

Result<ChosenBlock> chooseBlock(std::shared_ptr<const Trace> run, TensorName tensor,
                                const std::optional<std::string>& path) {
    const std::vector<TraceScope> scopes = scopesOf(*run);
    const auto wanted = std::ranges::find_if(scopes, [&](const TraceScope& scope) {
        return path ? scope.path == *path : run->find(tensor, scope.path) != nullptr;
    });
    if (wanted == scopes.end()) {
        if (!path)
            return ChosenBlock{std::move(run), nullptr};
        return noSuchBlock(*path, scopes);
    }
    if (wanted->path.empty())
        return ChosenBlock{std::move(run), nullptr};
    TraceSlice block = slice(*run, wanted->path);
    return ChosenBlock{std::make_shared<const Trace>(std::move(block.trace)),
                       std::make_shared<const BlockMap>(
                           BlockMap{std::move(run), scopes, *wanted, std::move(block.origins)})};
}

} // namespace headscope
