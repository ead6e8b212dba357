// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace headscope {

/// What stands in one line beside each other: "head 1 · attention weights"; what is empty is not
/// said.
inline QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace headscope
