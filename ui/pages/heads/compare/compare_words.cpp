// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_words.h"

#include "words/error_text.h"
#include "words/numbers/number_format.h"
#include "words/stage_text.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// "机票 −4.4, 帮 −1.2": the keys whose received attention changed by 1 or more.
QString receivedText(const CompareContent& content, bool more) {
    const std::vector<double>& received = content.difference().received;
    std::vector<std::size_t> keys;
    for (std::size_t key = 0; key < received.size(); ++key) {
        if (more ? received[key] >= 1 : received[key] <= -1)
            keys.push_back(key);
    }
    std::ranges::stable_sort(keys, std::ranges::greater{},
                             [&](std::size_t key) { return std::abs(received[key]); });
    constexpr std::size_t most = 3;
    if (keys.size() > most)
        keys.resize(most);
    QStringList parts;
    for (const std::size_t key : keys)
        parts << visibleName(content.b.columnLabels.value(static_cast<qsizetype>(key))) + u' ' +
                     (more ? u'+' : QChar(0x2212)) + fixedText(std::abs(received[key]), 1);
    return parts.join(QStringLiteral(", "));
}

QString detailOf(const CompareContent& content) {
    const QString from = receivedText(content, false);
    const QString to = receivedText(content, true);
    if (!from.isEmpty() && !to.isEmpty())
        return CompareWords::tr("from %1 to %2").arg(from, to);
    if (!to.isEmpty())
        return CompareWords::tr("to %1").arg(to);
    return from.isEmpty() ? QString() : CompareWords::tr("from %1").arg(from);
}

/// Whether A and B are one head of one place, before and after something.
bool isOneHead(const CompareContent& content, const Compared& compared) {
    const auto elsewhere = [](const Compared::Side& side) {
        return side.side.scope || side.side.sequence;
    };
    const MatrixPanel& a = content.a.panels[content.shown];
    const MatrixPanel& b = content.b.panels[content.shown];
    return a.kind == MatrixPanel::Kind::Head && a.head == b.head && !elsewhere(compared.a) &&
           !elsewhere(compared.b);
}

/// What is compared, where it is no question of edits: "Heads 2 and 4".
QString pairName(const CompareContent& content, const Compared& compared) {
    const int a = content.a.panels[content.shown].head + 1;
    const int b = content.b.panels[content.shown].head + 1;
    if (compared.a.side.scope || compared.b.side.scope)
        return CompareWords::tr("%1 and %2")
            .arg(content.a.place.isEmpty() ? content.a.name : content.a.place,
                 content.b.place.isEmpty() ? content.b.name : content.b.place);
    if (content.isMean())
        return compared.a.side.sequence || compared.b.side.sequence
                   ? CompareWords::tr("The two sequences, mean of the heads,")
                   : CompareWords::tr("A and B, mean of the heads,");
    if (a != b)
        return CompareWords::tr("Heads %1 and %2").arg(a).arg(b);
    if (compared.a.side.sequence || compared.b.side.sequence)
        return CompareWords::tr("The two sequences, head %1,").arg(a);
    return CompareWords::tr("A and B, head %1,").arg(a);
}

} // namespace

void sayTitle(CompareContent& content, const Compared& compared) {
    const auto edits =
        static_cast<std::size_t>(std::ranges::count(content.edits, true, &CompareEdit::taken));
    const int head = content.a.panels[content.shown].head + 1;
    if (!content.hasDifference()) {
        content.title = CompareWords::tr("A and B are of two sizes");
        content.detail = content.why;
        return;
    }
    const MatrixDifference& difference = content.difference();
    const bool places = content.ownHead || comparesPlaces(compared);
    const QString what = tensorTitle(content.name);
    const QString unmeasured =
        difference.unmeasured > 0 ? unmeasuredText(difference.unmeasured) : QString();
    if (difference.largest == 0 && !difference.isNothing()) {
        content.title = unmeasured;
        content.detail = CompareWords::tr("all others are equal");
        return;
    }
    if (difference.isNothing()) {
        const bool outputMoved = std::ranges::any_of(
            content.outputMoved, [](double moved) { return moved > 0 || std::isnan(moved); });
        if (outputMoved && isOneHead(content, compared)) { // whose bars stand below
            content.title = CompareWords::tr("Head %1 did not move").arg(head);
            content.detail = CompareWords::tr("it is in B as it was in A; the output is not");
            return;
        }
        content.title = CompareWords::tr("Nothing moved");
        content.detail =
            nothingMovedText(compared, places, edits)
                .value_or(content.isMean()
                              ? CompareWords::tr("the mean of the heads is in B as it was in A")
                              : CompareWords::tr("head %1 is in B as it was in A").arg(head));
        return;
    }
    if (!content.weights) {
        const QString most = shortText(difference.largest);
        content.detail = unmeasured;
        if (edits > 0 && !places &&
            content.a.panels[content.shown].kind == MatrixPanel::Kind::Whole) {
            content.title = CompareWords::tr("%1 changed the %2 by at most %3")
                                .arg(editCountText(edits), what, most);
            return;
        }
        content.title =
            places || edits == 0 ? CompareWords::tr("%1 differ in their %2 by at most %3")
                                       .arg(pairName(content, compared), what, most)
            : content.isMean()
                ? CompareWords::tr("%1 changed the %2, mean of the heads, by at most %3")
                      .arg(editCountText(edits), what, most)
                : CompareWords::tr("%1 changed the %2 of head %3 by at most %4")
                      .arg(editCountText(edits), what)
                      .arg(head)
                      .arg(most);
        return;
    }
    const QString moved = percentText(difference.moved);
    content.title =
        places || edits == 0
            ? CompareWords::tr("%1 differ in %2").arg(pairName(content, compared), moved)
        : content.isMean() ? CompareWords::tr("%1 moved %2 of the attention, mean of the heads")
                                 .arg(editCountText(edits), moved)
                           : CompareWords::tr("%1 moved %2 of head %3’s attention")
                                 .arg(editCountText(edits), moved)
                                 .arg(head);
    content.detail = unmeasured.isEmpty() ? detailOf(content) : unmeasured;
    content.measure = CompareWords::tr("%1 = mean of row moved").arg(moved);
}

} // namespace headscope
