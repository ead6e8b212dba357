// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/heads_off.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace headscope {

std::optional<HeadPlace> HeadPlace::parse(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos)
        return std::nullopt;
    const std::optional<Scope> block = Scope::parse(path.substr(0, slash));
    const std::string_view digits = path.substr(slash + 1);
    Index head = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), head);
    if (!block || block->kind() != ScopeKind::Attention || code != std::errc() ||
        end != digits.data() + digits.size() || head < 0)
        return std::nullopt;
    return HeadPlace{*block, head};
}

std::vector<Index> HeadsOff::of(const Scope& block) const {
    std::vector<Index> found;
    for (const HeadPlace& place : heads) {
        if (place.block == block)
            found.push_back(place.head);
    }
    return found;
}

bool HeadsOff::contains(const HeadPlace& place) const {
    return std::ranges::binary_search(heads, place);
}

HeadsOff switched(const HeadsOff& off, std::span<const HeadPlace> heads, bool toOff) {
    std::vector<HeadPlace> meant(heads.begin(), heads.end());
    std::ranges::sort(meant);
    meant.erase(std::unique(meant.begin(), meant.end()), meant.end());
    HeadsOff next{{}, off.by};
    if (toOff)
        std::ranges::set_union(off.heads, meant, std::back_inserter(next.heads));
    else
        std::ranges::set_difference(off.heads, meant, std::back_inserter(next.heads));
    return next;
}

std::optional<Index> firstDifference(const HeadsOff& a, const HeadsOff& b) {
    std::vector<HeadPlace> differ;
    if (a.by == b.by)
        std::ranges::set_symmetric_difference(a.heads, b.heads, std::back_inserter(differ));
    else
        std::ranges::set_union(a.heads, b.heads, std::back_inserter(differ));
    std::optional<Index> first;
    for (const HeadPlace& place : differ) {
        const Index layer = place.block.layer.value_or(0);
        first = std::min(first.value_or(layer), layer);
    }
    return first;
}

} // namespace headscope
