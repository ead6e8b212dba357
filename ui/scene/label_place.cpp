// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene/label_place.h"

namespace headscope {

QString labelPlace(const QString& label) {
    if (!label.endsWith(u')'))
        return {};
    qsizetype digit = label.size() - 1;
    while (digit > 0 && label[digit - 1] >= u'0' && label[digit - 1] <= u'9')
        --digit;
    const qsizetype begin = digit - 2;
    const bool counts = digit < label.size() - 1;
    return counts && begin > 0 && label[begin] == u' ' && label[begin + 1] == u'('
               ? label.mid(begin)
               : QString();
}

QString withoutPlace(const QString& label) {
    return label.chopped(labelPlace(label).size());
}

} // namespace headscope
