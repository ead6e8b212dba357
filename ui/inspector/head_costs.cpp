// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspector/head_costs.h"

#include "type/fonts.h"
#include "words/numbers/digit_groups.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>

#include <cmath>

namespace headscope {

namespace {

constexpr double costPadding = 16;
constexpr double costRow = 20;

using Member = Index Cost::*;

/// "× 2", "as many": how one count compares to another.
QString timesText(Index count, Index before) {
    return QStringLiteral("× ") +
           rangeText(static_cast<double>(count) / static_cast<double>(before));
}

Index ofProjections(const AttentionCost& cost, Member of) {
    Index sum = 0;
    for (const CostPart part : {CostPart::QueryProjection, CostPart::KeyProjection,
                                CostPart::ValueProjection, CostPart::OutputProjection})
        sum += cost[part].*of;
    return sum;
}

} // namespace

QString countText(Index count) {
    if (count < 1'000'000)
        return inGroups(QString::number(count));
    static constexpr const char* units[] = {"k", "M", "G", "T", "P", "E"};
    double value = static_cast<double>(count) / 1000;
    std::size_t unit = 0;
    while (value >= 999.95 && unit + 1 < std::size(units)) {
        value /= 1000;
        ++unit;
    }
    return QString::number(value, 'g', 4) + QChar(0x202F) + QLatin1String(units[unit]);
}

QStringList HeadCostWords::widths() {
    return {tr("share the width"), tr("keep their width")};
}

QString HeadCostWords::widthTip() {
    return tr("What becomes of d_k and d_v of one head where there are more or fewer heads: all "
              "heads together stay as wide (d_k = d_model ÷ heads), or each head stays as wide.");
}

QString HeadCostWords::unknown() {
    return tr("Only the attention weights are known here, not what they were computed of.");
}

HeadCosts HeadCostWords::describe(const AttentionSizes& sizes, HeadWidth width) {
    HeadCosts said;
    std::vector<Index> counts;
    if (sizes.heads > 1)
        counts.push_back(1);
    counts.push_back(sizes.heads);
    counts.push_back(2 * sizes.heads);
    std::vector<std::optional<AttentionCost>> costs;
    for (const Index heads : counts) {
        const std::optional<AttentionSizes> as = withHeads(sizes, heads, width);
        const QString dimensions =
            !as ? QStringLiteral("–")
            : as->keyDim == as->valueDim
                ? QStringLiteral("d_{k} %1").arg(as->keyDim)
                : QStringLiteral("d_{k} %1, d_{v} %2").arg(as->keyDim).arg(as->valueDim);
        said.columns.push_back(
            {tr("%n heads", nullptr, static_cast<int>(heads)), dimensions, heads == sizes.heads});
        costs.push_back(as ? std::optional(attentionCost(*as)) : std::nullopt);
    }
    const auto add = [&](HeadCosts::Group& group, const QString& name, auto count, bool sum) {
        HeadCosts::Row row{name, {}, {}, sum};
        for (const auto& cost : costs) {
            row.numbers << (cost ? countText(count(*cost)) : QStringLiteral("–"));
            row.exact << (cost ? QString::number(count(*cost)) : QString());
        }
        group.rows.push_back(std::move(row));
    };
    const auto addParts = [&](HeadCosts::Group& group, Member of,
                              std::initializer_list<std::pair<CostPart, QString>> parts) {
        for (const auto& part : parts) {
            // What this attention does not do has no line.
            const bool isDone = (part.first != CostPart::Mask || sizes.masks) &&
                                (part.first != CostPart::Dropout || sizes.drops);
            if (!isDone)
                continue;
            add(
                group, part.second,
                [which = part.first, of](const AttentionCost& cost) { return cost[which].*of; },
                false);
        }
        add(
            group, tr("all"), [of](const AttentionCost& cost) { return cost.all().*of; }, true);
    };
    HeadCosts::Group parameters{tr("parameters"), {}, {}};
    const auto withBias = [&](TensorName weight, TensorName bias, std::size_t place) {
        return sizes.biases[place]
                   ? tensorSymbol(weight) + QStringLiteral(", ") + tensorSymbol(bias)
                   : tensorSymbol(weight);
    };
    addParts(
        parameters, &Cost::parameters,
        {{CostPart::QueryProjection, withBias(TensorName::QueryWeight, TensorName::QueryBias, 0)},
         {CostPart::KeyProjection, withBias(TensorName::KeyWeight, TensorName::KeyBias, 1)},
         {CostPart::ValueProjection, withBias(TensorName::ValueWeight, TensorName::ValueBias, 2)},
         {CostPart::OutputProjection,
          withBias(TensorName::OutputWeight, TensorName::OutputBias, 3)}});
    HeadCosts::Group products{tr("multiplications"), {}, {}};
    const QString weights = tr("weights");
    addParts(
        products, &Cost::multiplications,
        {{CostPart::QueryProjection, QStringLiteral("X·") + tensorSymbol(TensorName::QueryWeight)},
         {CostPart::KeyProjection, QStringLiteral("X·") + tensorSymbol(TensorName::KeyWeight)},
         {CostPart::ValueProjection, QStringLiteral("X·") + tensorSymbol(TensorName::ValueWeight)},
         {CostPart::Scores, QStringLiteral("Q·K^{T}")},
         {CostPart::Scale, tr("scale")},
         {CostPart::Softmax, QStringLiteral("softmax")},
         {CostPart::Dropout, QStringLiteral("dropout")},
         {CostPart::Context, weights + QStringLiteral("·V")},
         {CostPart::OutputProjection,
          QStringLiteral("·") + tensorSymbol(TensorName::OutputWeight)}});
    HeadCosts::Group numbers{tr("numbers in between"), {}, {}};
    addParts(numbers, &Cost::numbers,
             {{CostPart::QueryProjection, QStringLiteral("Q")},
              {CostPart::KeyProjection, QStringLiteral("K")},
              {CostPart::ValueProjection, QStringLiteral("V")},
              {CostPart::Scores, tr("scores")},
              {CostPart::Scale, tr("scaled")},
              {CostPart::Mask, tr("masked")},
              {CostPart::Softmax, weights},
              {CostPart::Dropout, tr("dropped")},
              {CostPart::Context, tr("context")},
              {CostPart::OutputProjection, tr("output")}});
    products.scale = sizes.batch == 1 ? tr("%1 × %2 pairs").arg(sizes.queries).arg(sizes.keys)
                                      : tr("%1 sequences of %2 × %3 pairs")
                                            .arg(sizes.batch)
                                            .arg(sizes.queries)
                                            .arg(sizes.keys);
    said.groups = {parameters, products, numbers};
    if (!costs.back()) {
        said.sentence =
            tr("%1 columns cannot be shared by %n heads.", nullptr, static_cast<int>(counts.back()))
                .arg(sizes.heads * sizes.keyDim % counts.back() != 0
                         ? sizes.heads * sizes.keyDim
                         : sizes.heads * sizes.valueDim);
    } else {
        const AttentionCost& now = *costs[costs.size() - 2];
        const AttentionCost& twice = *costs.back();
        said.sentence =
            tr("Twice as many heads: parameters %1, multiplications of the projections %2, "
               "scores %3, all multiplications %4.")
                .arg(timesText(ofProjections(twice, &Cost::parameters),
                               ofProjections(now, &Cost::parameters)),
                     timesText(ofProjections(twice, &Cost::multiplications),
                               ofProjections(now, &Cost::multiplications)),
                     timesText(twice[CostPart::Scores].numbers, now[CostPart::Scores].numbers),
                     timesText(twice.all().multiplications, now.all().multiplications));
    }
    said.note = tr("Counted as written: an [m, n] by an [n, p] matrix takes m·n·p "
                   "multiplications; a quotient counts as one, an exponential as none; masked "
                   "pairs are computed, too.");
    return said;
}

QRectF HeadCostsGeometry::cell(const QRectF& row, std::size_t column) const {
    const double wide = (row.width() - nameWidth) / static_cast<double>(columns);
    return {row.left() + nameWidth + wide * static_cast<double>(column), row.top(), wide,
            row.height()};
}

HeadCostsGeometry layoutHeadCosts(const HeadCosts& content, double top, double width,
                                  double textScale) {
    HeadCostsGeometry geometry;
    const double s = geometry.scale = textScale;
    const double left = costPadding * s;
    const double wide = std::max(60.0, width - 2 * costPadding * s);
    geometry.columns = content.columns.size();
    geometry.nameWidth = std::min(76 * s, wide / 3);
    const QFontMetricsF metrics(textFont(13 * s));
    const auto heightOf = [&](const QString& text) {
        return std::ceil(
            metrics.boundingRect(QRectF(0, 0, wide, 1e4), Qt::TextWordWrap | Qt::AlignLeft, text)
                .height());
    };
    double y = top;
    geometry.sentence = QRectF(left, y, wide, heightOf(content.sentence));
    y = geometry.sentence.bottom() + 14 * s;
    for (const HeadCosts::Group& group : content.groups) {
        HeadCostsGeometry::Group place;
        place.title = QRectF(left, y, wide, 24 * s);
        y = place.title.bottom();
        if (geometry.groups.empty()) {
            place.head = QRectF(left, y, wide, 36 * s);
            y = place.head.bottom() + 2 * s;
        }
        for (std::size_t row = 0; row < group.rows.size(); ++row) {
            place.rows.emplace_back(left, y, wide, costRow * s);
            y += costRow * s;
        }
        y += 16 * s;
        geometry.groups.push_back(std::move(place));
    }
    geometry.note = QRectF(left, y, wide, heightOf(content.note));
    geometry.height = geometry.note.bottom() + costPadding * s;
    return geometry;
}

} // namespace headscope
