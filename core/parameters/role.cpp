// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameters/role.h"

namespace headscope {

std::string sizeText(Axis axis) {
    std::string text(axisName(axis));
    if (const std::size_t times = text.find('*'); times != std::string::npos)
        text.replace(times, 1, "·");
    return text;
}

std::string axesText(Role role) {
    std::string text;
    for (const Axis axis : infoOf(role).axes)
        text.append(text.empty() ? "(" : ", ").append(sizeText(axis));
    return text + ')';
}

std::string pathOf(const Scope& scope, Role role) {
    return pathWith(scope.path(), infoOf(role).name);
}

} // namespace headscope
