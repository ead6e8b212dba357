// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/parameter_names.h"

#include <algorithm>
#include <vector>

namespace headscope {

namespace {

/// Of each role, in their order.
const std::vector<TensorName>& namesOfRoles() {
    static const std::vector<TensorName> all = [] {
        std::vector<TensorName> found;
        for (const RoleInfo& info : roles())
            found.push_back(tensorNameFrom(info.name).value());
        return found;
    }();
    return all;
}

} // namespace

TensorName tensorName(Role role) {
    return namesOfRoles()[static_cast<std::size_t>(role)];
}

std::optional<Role> roleOf(TensorName name) {
    const auto found = std::ranges::find(namesOfRoles(), name);
    if (found == namesOfRoles().end())
        return std::nullopt;
    return roles()[static_cast<std::size_t>(found - namesOfRoles().begin())].role;
}

} // namespace headscope
