// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace headscope {

/// The digits of a whole number in groups of three from the right, with a narrow space between
/// them: "1 048 576"; a sign stays where it is.
inline QString inGroups(QString digits) {
    const qsizetype first = digits.startsWith(u'−') || digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = digits.size() - 3; at > first; at -= 3)
        digits.insert(at, QChar(0x202F));
    return digits;
}

} // namespace headscope
