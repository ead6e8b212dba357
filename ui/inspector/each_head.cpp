// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/each_head.h"

#include "type/fonts.h"
#include "words/measure_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

constexpr double sidePadding = 16;
constexpr double rowPitch = 19;

/// Whether any head has a row that can be measured, or there is another reason why not.
bool hasShares(const std::vector<HeadMeasures>& heads) {
    return std::ranges::any_of(
        heads, [](const HeadMeasures& head) { return head.queries > 0 || head.noShares == 0; });
}

EachHeadGroup groupOf(const std::vector<HeadMeasures>& heads, Measure measure, bool isCross) {
    EachHeadGroup group;
    group.measure = measure;
    group.question = measureQuestion(measure);
    double most = -1;
    group.largest = 0;
    for (const HeadMeasures& head : heads) {
        const std::optional<MeanOfRows>& mean = head[measure];
        EachHeadGroup::Answer answer;
        if (mean) {
            answer = {mean->value, mean->even, measureNumber(measure, mean->value), false,
                      mean->queries};
            group.largest = std::max(group.largest, mean->largest);
            most = std::max(most, std::isnan(mean->value) ? -1 : mean->value);
        }
        group.answers.push_back(std::move(answer));
    }
    if (std::ranges::none_of(
            heads, [measure](const HeadMeasures& head) { return head[measure].has_value(); })) {
        group.answers.clear();
        group.scale = hasShares(heads) ? whyNoMeasure(measure, isCross)
                                       : noSharesText(0, heads.front().noShares);
        return group;
    }
    for (EachHeadGroup::Answer& answer : group.answers)
        answer.most = heads.size() > 1 && answer.queries > 0 && answer.value == most;
    group.scale = measureScale(measure, group.largest);
    return group;
}

} // namespace

EachHead EachHeadWords::describe(const std::vector<HeadMeasures>& heads, bool isCross) {
    EachHead content;
    if (heads.empty())
        return content;
    const auto [least, most] = std::ranges::minmax(heads, {}, &HeadMeasures::queries);
    // Heads with masks of their own may have other numbers of queries that look.
    content.over = tr("means over the %n queries", nullptr, static_cast<int>(most.queries));
    if (least.queries != most.queries)
        content.over =
            tr("means over %1 to %2 queries").arg(qint64{least.queries}).arg(qint64{most.queries});
    Index measured = 0;
    Index noShares = 0;
    for (const HeadMeasures& head : heads) {
        measured += head.queries;
        noShares += head.noShares;
    }
    if (measured == 0 && noShares > 0)
        content.over = noSharesText(measured, noShares);
    else if (noShares > 0)
        content.over += QStringLiteral(", ") + noSharesText(measured, noShares);
    for (const Measure measure : allMeasures)
        content.groups.push_back(groupOf(heads, measure, isCross));
    for (const HeadMeasures& head : heads) {
        if (const QString name = headKindSentence(head); !name.isEmpty())
            content.names << name;
    }
    content.named = !content.names.isEmpty();
    const bool judged =
        std::ranges::any_of(heads, [](const HeadMeasures& head) { return head.kind.has_value(); });
    if (!content.named)
        content.names << (!hasShares(heads) ? noSharesText(0, noShares)
                          : isCross         ? whyNoMeasure(Measure::Self, true)
                          : judged
                              ? tr("From the third query on, no head has more than half of its "
                                   "weight on the token before, after, the first or itself.")
                              : tr("What a head looks like is said from the third query on; "
                                   "there are fewer here."));
    return content;
}

QString EachHeadWords::evenSpread() {
    return evenSpreadText();
}

QString EachHeadWords::namesTitle() {
    return tr("what it looks like");
}

QString EachHeadWords::tip(const EachHeadGroup& group, std::size_t head) {
    const EachHeadGroup::Answer& answer = group.answers[head];
    return measureTip(static_cast<int>(head),
                      {answer.value, answer.even, group.largest, answer.queries});
}

QString EachHeadWords::sortTip() {
    return tr("Click to sort the heads by this; once more: by their numbers.");
}

QRectF EachHeadGeometry::badge(const QRectF& row) const {
    return {row.left(), row.center().y() - 8 * scale, 16 * scale, 16 * scale};
}

QRectF EachHeadGeometry::bar(const QRectF& row) const {
    const double left = row.left() + 28 * scale;
    return {left, row.center().y() - 4 * scale, std::max(0.0, row.right() - 58 * scale - left),
            8 * scale};
}

QRectF EachHeadGeometry::number(const QRectF& row) const {
    return {row.right() - 54 * scale, row.top(), 54 * scale, row.height()};
}

EachHeadGeometry layoutEachHead(const EachHead& content, double width, double textScale) {
    EachHeadGeometry geometry;
    const double s = geometry.scale = textScale;
    const double left = sidePadding * s;
    const double wide = std::max(60.0, width - 2 * sidePadding * s);
    double y = 4 * s;
    geometry.top = QRectF(left, y, wide, 22 * s);
    y = geometry.top.bottom() + 8 * s;
    for (const EachHeadGroup& group : content.groups) {
        EachHeadGeometry::Group place;
        place.title = QRectF(left, y, wide, 24 * s);
        y = place.title.bottom();
        for (std::size_t head = 0; head < group.answers.size(); ++head) {
            place.rows.emplace_back(left, y, wide, rowPitch * s);
            y += rowPitch * s;
        }
        y += 14 * s;
        geometry.groups.push_back(std::move(place));
    }
    geometry.namesTitle = QRectF(left, y, wide, 24 * s);
    y = geometry.namesTitle.bottom();
    const QFontMetricsF metrics(textFont(13 * s));
    for (const QString& name : content.names) {
        const QRectF needed =
            metrics.boundingRect(QRectF(0, 0, wide, 1e4), Qt::TextWordWrap | Qt::AlignLeft, name);
        geometry.names.emplace_back(left, y, wide, std::ceil(needed.height()));
        y = geometry.names.back().bottom() + 6 * s;
    }
    geometry.height = y + sidePadding * s;
    return geometry;
}

std::vector<int> headsBy(const std::vector<HeadMeasures>& heads, Measure measure) {
    std::vector<int> order(heads.size());
    std::iota(order.begin(), order.end(), 0);
    const auto value = [&](int head) {
        const std::optional<MeanOfRows>& mean = heads[static_cast<std::size_t>(head)][measure];
        return mean && !std::isnan(mean->value) ? mean->value : -1.0;
    };
    std::ranges::stable_sort(order, [&](int a, int b) { return value(a) > value(b); });
    return order;
}

} // namespace headscope
