// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameters/parameters.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace headscope {

namespace {

template <class Entries> auto placeIn(Entries& entries, Role role, const Scope& scope) {
    const auto key = std::tie(scope, role);
    return std::lower_bound(entries.begin(), entries.end(), key,
                            [](const Parameters::Entry& entry, const auto& wanted) {
                                return std::tie(entry.scope, entry.role) < wanted;
                            });
}

bool isAt(const Parameters::Entry& entry, Role role, const Scope& scope) {
    return entry.scope == scope && entry.role == role;
}

} // namespace

const Tensor* Parameters::find(Role role, const Scope& scope) const {
    const std::span<const Entry> all = entries();
    const auto place = placeIn(all, role, scope);
    return place != all.end() && isAt(*place, role, scope) ? &place->tensor : nullptr;
}

const Tensor& Parameters::at(Role role, const Scope& scope) const {
    const Tensor* const tensor = find(role, scope);
    assert(tensor);
    return *tensor;
}

void Parameters::set(Role role, const Scope& scope, Tensor tensor) {
    std::vector<Entry>& all = own();
    const auto place = placeIn(all, role, scope);
    if (place != all.end() && isAt(*place, role, scope))
        place->tensor = std::move(tensor);
    else
        all.insert(place, {scope, role, std::move(tensor)});
}

void Parameters::erase(Role role, const Scope& scope) {
    if (!find(role, scope))
        return;
    std::vector<Entry>& all = own();
    all.erase(placeIn(all, role, scope));
}

std::span<const Parameters::Entry> Parameters::entries() const {
    return m_entries ? std::span<const Entry>(*m_entries) : std::span<const Entry>();
}

void Parameters::transform(const std::function<void(Tensor&)>& change) {
    if (!m_entries)
        return;
    for (Entry& entry : own())
        change(entry.tensor);
}

void Parameters::setBias(Role bias, bool on) {
    const Role weight = std::ranges::find(projections, bias, &ProjectionRoles::bias)->weight;
    const Parameters before = *this;
    for (const Entry& entry : before.entries()) {
        if (entry.role != weight || on == (before.find(bias, entry.scope) != nullptr))
            continue;
        if (on)
            set(bias, entry.scope, Tensor::filled({entry.tensor.size(1)}, infoOf(bias).axes, 0));
        else
            erase(bias, entry.scope);
    }
}

std::vector<Parameters::Entry>& Parameters::own() {
    if (!m_entries)
        m_entries = std::make_shared<std::vector<Entry>>();
    else if (m_entries.use_count() > 1)
        m_entries = std::make_shared<std::vector<Entry>>(*m_entries);
    return *m_entries;
}

} // namespace headscope
