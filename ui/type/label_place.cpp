// SPDX-License-Identifier: GPL-3.0-or-later
#include "type/label_place.h"

#include <QCoreApplication>
#include <QHash>
#include <QMap>
#include <QSet>
#include <QTextBoundaryFinder>

#include <algorithm>

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

QString elidedLabel(const QFontMetricsF& metrics, const QString& label, double width) {
    if (!label.endsWith(u'*') || metrics.horizontalAdvance(label) <= width)
        return metrics.elidedText(label, Qt::ElideRight, width);
    return metrics.elidedText(label.chopped(1), Qt::ElideRight,
                              width - metrics.horizontalAdvance(u'*')) +
           u'*';
}

QString partText(const CellSpan& part, Index rows, Index columns, bool queryKey) {
    const QString range = QStringLiteral("%1–%2");
    const QString all = QStringLiteral("%1 × %2").arg(rows).arg(columns);
    return QCoreApplication::translate(
               "Stage", queryKey ? QT_TRANSLATE_NOOP("Stage", "queries %1 × keys %2 of %3")
                                 : QT_TRANSLATE_NOOP("Stage", "rows %1 × columns %2 of %3"))
        .arg(range.arg(part.firstRow + 1).arg(part.endRow),
             range.arg(part.firstColumn + 1).arg(part.endColumn), all);
}

namespace {

using Elide = std::function<QString(qsizetype, const QString&)>;
using Places = QList<qsizetype>;

/// As much of the end as has room, with an ellipsis before it.
QString endOf(qsizetype place, const QString& text, const Elide& elide) {
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, text);
    finder.toEnd();
    QString best = QStringLiteral("…");
    for (qsizetype begin = finder.toPreviousBoundary(); begin > 0;
         begin = finder.toPreviousBoundary()) {
        const QString candidate = u'…' + text.mid(begin);
        if (elide(place, candidate) != candidate)
            break;
        best = candidate;
    }
    return best;
}

/// How many letters all of them begin with; no half of a character.
qsizetype commonBeginning(const QStringList& labels, const Places& places) {
    const QString& first = labels[places.front()];
    qsizetype count = first.size();
    for (const qsizetype place : places) {
        const auto [here, there] = std::ranges::mismatch(first, labels[place]);
        count = std::min<qsizetype>(count, here - first.begin());
    }
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, first);
    finder.setPosition(count);
    return finder.isAtBoundary() ? count : std::max<qsizetype>(0, finder.toPreviousBoundary());
}

/// Those of the places whose words look as other words do.
QList<Places> alike(const QStringList& labels, const QStringList& cut, const Places& places) {
    QHash<QString, QSet<QString>> words;
    QMap<QString, Places> byLook;
    for (const qsizetype place : places) {
        const QString look = withoutPlace(cut[place]);
        words[look].insert(withoutPlace(labels[place]));
        byLook[look] << place;
    }
    QList<Places> groups;
    for (auto each = byLook.cbegin(); each != byLook.cend(); ++each) {
        if (words[each.key()].size() > 1)
            groups << each.value();
    }
    return groups;
}

/// Cuts what all begin with; those that still look alike share a longer beginning.
void cutBeginnings(const QStringList& labels, QStringList& cut, const Places& places,
                   const Elide& elide, qsizetype before) {
    const qsizetype count = commonBeginning(labels, places);
    if (count <= before)
        return;
    for (const qsizetype place : places) {
        if (elide(place, labels[place]) != labels[place])
            cut[place] = elide(place, u'…' + labels[place].mid(count));
    }
    for (const Places& group : alike(labels, cut, places))
        cutBeginnings(labels, cut, group, elide, count);
}

} // namespace

QStringList elidedApart(const QStringList& labels, const Elide& elide) {
    QStringList cut;
    Places all;
    for (qsizetype place = 0; place < labels.size(); ++place) {
        cut << elide(place, labels[place]);
        all << place;
    }
    for (const Places& group : alike(labels, cut, all)) {
        for (const qsizetype place : group) {
            if (cut[place] != labels[place])
                cut[place] = endOf(place, labels[place], elide);
        }
        for (const Places& ending : alike(labels, cut, group))
            cutBeginnings(labels, cut, ending, elide, 0);
    }
    return cut;
}

} // namespace headscope
