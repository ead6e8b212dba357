// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/heads_sum.h"

#include "painters/head_badge.h"
#include "painters/matrix_painter.h"
#include "steps/head_sum.h"
#include "timeline/easing.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// In the time of a line its numbers appear, and then go down into the sum, which has them from
/// the middle of the time on.
constexpr double appeared = 0.25;
constexpr double arrivedAt = 0.5;

/// The lines of the row that is told.
struct HeadLines {
    const StepPicture& picture;
    Index row = 0;

    const Tensor& left() const { return picture.operands[0].panel.matrix; }
    const Tensor& right() const { return picture.operands[1].panel.matrix; }
    bool hasBias() const { return picture.operands.size() > 2; }
    Index heads() const { return picture.headsOfColumns; }
    Index width() const { return left().size(1) / heads(); }
    Index count() const { return heads() + (hasBias() ? 1 : 0); }
    /// What a line adds to a column.
    double part(Index line, Index column) const {
        if (line >= heads())
            return static_cast<double>(picture.operands[2].panel.matrix(0, column));
        double sum = 0;
        for (Index i = line * width(); i < (line + 1) * width(); ++i)
            sum += static_cast<double>(left()(row, i)) * static_cast<double>(right()(i, column));
        return sum;
    }
    /// Of the first `done` lines; of all the trace's own number.
    float sum(std::size_t done, Index column) const {
        if (static_cast<Index>(done) == count())
            return picture.result.panel.matrix(row, column);
        return static_cast<float>(
            partialProduct(left(), right(), row, column, done * static_cast<std::size_t>(width())));
    }
};

HeadLines linesOf(const StepScene& scene) {
    return {*scene.picture, toldRow(scene)};
}

void paintBadgeOf(QPainter& painter, const QRectF& square, Index head, const LensLook& look) {
    paintHeadBadge(painter, square, static_cast<int>(head), look.colours->kind,
                   std::max(look.least, 0.75 * square.height()));
}

/// Where the places of a head lie along an axis; nothing where none of them is shown.
std::optional<std::pair<double, double>> spanOf(const LensAxis& axis, Index head, Index heads) {
    const Index width = axis.count / heads;
    const Index first = std::max(head * width, axis.first);
    const Index end = std::min((head + 1) * width, axis.end);
    if (first >= end)
        return std::nullopt;
    return std::pair(axis.start(first), axis.start(end - 1) + axis.size(end - 1));
}

/// "head 2 · W_{O,2}"
QString lineFormula(const HeadLines& lines, Index line) {
    const QString letter = lines.picture.operands[line < lines.heads() ? 1 : 2].symbol;
    if (line >= lines.heads())
        return letter;
    const QString of = letter.endsWith(u'}') ? letter.chopped(1) + QStringLiteral(",%1}") : letter;
    return QStringLiteral("· ") + of.arg(line + 1) + QStringLiteral(" =");
}

/// "−2.31 + 0.44 − 0.13": what the lines add to a column.
QString calculationOf(const HeadLines& lines, Index column) {
    std::vector<double> parts;
    for (Index line = 0; line < lines.count(); ++line)
        parts.push_back(lines.part(line, column));
    const double result = static_cast<double>(lines.picture.result.panel.matrix(lines.row, column));
    const QStringList texts = operandTexts(
        parts,
        [](std::span<const double> values) {
            double sum = 0;
            for (const double value : values)
                sum += value;
            return sum;
        },
        result, [](double value) { return numberText(value); }, resultText);
    QString said;
    double printed = 0;
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const QString& text = texts[i];
        printed += readNumber(text);
        if (i == 0)
            said = text;
        else if (text.startsWith(QChar(0x2212)))
            said += QStringLiteral(" − ") + text.mid(1);
        else
            said += QStringLiteral(" + ") + text;
    }
    const QString sum = resultText(result);
    return said + u' ' + equalsSign(printed, sum) + u' ' + sum;
}

} // namespace

void paintHeadsAbove(QPainter& painter, const LensMatrix& lens, Index heads, double height,
                     const LensLook& look) {
    const double rule = 3 * look.scale;
    for (Index head = 0; head < heads; ++head) {
        const auto span = spanOf(lens.x, head, heads);
        if (!span)
            continue;
        const double bottom = lens.y.origin - 2 * look.scale;
        painter.fillRect(QRectF(span->first, bottom - rule, span->second - span->first, rule),
                         headColour(static_cast<int>(head), look.colours->kind));
        const double side = height - rule - 3 * look.scale;
        if (span->second - span->first < side)
            continue;
        QRectF square(0, bottom - rule - side, side, side);
        square.moveCenter({(span->first + span->second) / 2, square.center().y()});
        paintBadgeOf(painter, square, head, look);
    }
}

void paintHeadsBeside(QPainter& painter, const LensMatrix& lens, Index heads, double width,
                      const LensLook& look) {
    const double rule = 3 * look.scale;
    for (Index head = 0; head < heads; ++head) {
        const auto span = spanOf(lens.y, head, heads);
        if (!span)
            continue;
        const double right = lens.x.origin - 3 * look.scale;
        painter.fillRect(QRectF(right - rule, span->first, rule, span->second - span->first),
                         headColour(static_cast<int>(head), look.colours->kind));
        const double side = std::min(width - rule - 4 * look.scale, 15 * look.scale);
        if (span->second - span->first < side)
            continue;
        QRectF square(right - rule - side, 0, side, side);
        square.moveCenter({square.center().x(), (span->first + span->second) / 2});
        paintBadgeOf(painter, square, head, look);
    }
}

Index toldRow(const StepScene& scene) {
    return scene.asked ? scene.asked->row : 0;
}

PartialCell partialHeads(const StepScene& scene, const StepMoment& moment) {
    Explanation lines;
    lines.terms.resize(static_cast<std::size_t>(linesOf(scene).count()));
    return partialCell(lines, moment.progress);
}

HeadsSumGeometry layoutHeadsSum(const QRectF& area, const StepScene& scene,
                                const StepMoment& moment, double s) {
    const HeadLines lines = linesOf(scene);
    const PartialCell partial = partialHeads(scene, moment);
    const auto current = std::min(static_cast<Index>(partial.current), lines.count() - 1);
    const auto column = scene.asked ? std::optional(scene.asked->column) : std::nullopt;
    const LensPitch across = stepsAcross(scene, s);
    const LensPitch down = stepsDown(scene, s);
    HeadsSumGeometry geometry;
    const double name = 26 * s;
    geometry.columnWords = 24 * s;
    geometry.lineWords = 34 * s;
    const double formula = 84 * s; // "· W_O,1 ="
    const double gap = 12 * s;
    const auto width = static_cast<double>(lines.width());

    const double left = area.left() + geometry.lineWords;
    // All numbers of a row before large ones; a wide head has a quarter of the width.
    const double all = width + static_cast<double>(lines.right().size(1));
    const double pitch =
        std::clamp(std::floor((area.right() - left - formula) / all), across.readable, across.most);
    const LensAxis ownAcross = lensAxis(
        left, lines.width(), std::min(width * pitch, 0.25 * area.width()), across, std::nullopt);
    const double addedLeft = ownAcross.start(ownAcross.end) + formula;
    const LensAxis columns =
        lensAxis(addedLeft, lines.right().size(1), area.right() - addedLeft, across, column);

    // The lines and their sum first; W_O has what is left, the bias of the lines' height at most.
    const double below = (column ? 34 * s : 0) + 30 * s;
    const double sumHeight = 30 * s;
    const double fixed = name + geometry.columnWords + gap + sumHeight + gap + below;
    const auto count = static_cast<double>(lines.count());
    const double room = area.height() - fixed;
    const auto inner = static_cast<double>(lines.right().size(0));
    const double least = count * 22 * s;
    double weightsHeight = std::min(inner * down.most, room - least - name);
    const bool weights = weightsHeight >= 3 * down.readable;
    if (!weights)
        weightsHeight = -name;
    double top = area.top() + name + geometry.columnWords;
    if (weights) {
        geometry.weights.x = columns;
        geometry.weights.y =
            lensAxis(top, lines.right().size(0), weightsHeight, down,
                     std::min(current, lines.heads() - 1) * lines.width() + lines.width() / 2);
        geometry.weightsName =
            QRectF(columns.origin, area.top(), area.right() - columns.origin, name);
        top = geometry.weights.y.start(geometry.weights.y.end) + gap + name;
    }
    const double lower = area.bottom() - below - sumHeight - gap - top;
    const LensAxis linesDown = lensAxis(top, lines.count(), lower, down, current);
    geometry.own = {ownAcross, linesDown};
    geometry.own.y.end = std::min(linesDown.end, lines.heads());
    geometry.own.y.largeEnd = std::min(linesDown.largeEnd, geometry.own.y.end);
    geometry.added = {columns, linesDown};
    const double sumTop = linesDown.start(linesDown.end) + gap;
    geometry.sum = {columns, lensAxis(sumTop, 1, sumHeight, down, std::nullopt)};
    geometry.ownName = QRectF(area.left(), top - name, columns.origin - 12 * s - area.left(), name);
    geometry.addedName =
        weights ? QRectF(columns.origin, top - name, area.right() - columns.origin, name)
                : QRectF(columns.origin, area.top(), area.right() - columns.origin, name);
    geometry.sumWord =
        QRectF(area.left(), sumTop, columns.origin - 12 * s - area.left(), sumHeight);
    double y = sumTop + sumHeight + 6 * s;
    if (column) {
        geometry.calculation = QRectF(area.left(), y, area.width(), 28 * s);
        y += 34 * s;
    }
    geometry.scale = QRectF(area.left(), y, 0.6 * area.width(), 24 * s);
    geometry.note = QRectF(geometry.scale.right() + 12 * s, y,
                           area.right() - geometry.scale.right() - 12 * s, 24 * s);
    return geometry;
}

void paintHeadsSum(QPainter& painter, const HeadsSumGeometry& geometry, const StepScene& scene,
                   const StepMoment& moment, double s) {
    const StepPicture& picture = *scene.picture;
    const HeadLines lines = linesOf(scene);
    const PartialCell partial = partialHeads(scene, moment);
    const LensLook look = lensLook(scene, s);
    const Theme& colours = *look.colours;
    const StepMatrix& left = picture.operands[0];
    const StepMatrix& right = picture.operands[1];
    const auto current = static_cast<Index>(partial.current);
    const auto column = scene.asked ? std::optional(scene.asked->column) : std::nullopt;
    const bool weights = geometry.weights.y.count > 0;

    if (weights) {
        paintLens(painter, geometry.weights, right, look);
        paintMatrixName(painter, geometry.weightsName, right, right.axes, look);
        paintColumnWords(painter, geometry.weights, right.columnWords, geometry.columnWords, column,
                         look);
        paintHeadsBeside(painter, geometry.weights, lines.heads(), 24 * s, look);
        if (current < lines.heads()) {
            if (const auto rows =
                    geometry.weights.around(current * lines.width(), (current + 1) * lines.width(),
                                            0, right.panel.matrix.size(1)))
                paintAccentFrame(painter, *rows, look);
        }
    } else {
        paintColumnWords(painter, geometry.added, right.columnWords, geometry.columnWords, column,
                         look);
    }
    painter.setFont(textFont(14 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    drawElidedText(
        painter, geometry.ownName, Qt::AlignLeft | Qt::AlignVCenter,
        StepsPictureWords::tr("row “%1”, cut into heads").arg(left.rows.value(lines.row)));
    painter.setFont(textFont(14 * s));
    painter.setPen(colours.secondary);
    drawElidedText(painter, geometry.addedName, Qt::AlignLeft | Qt::AlignVCenter,
                   StepsPictureWords::tr("what each head adds"));

    const QFont formula = textFont(markupType(scene, 14 * s));
    for (Index line = geometry.added.y.first; line < geometry.added.y.end; ++line) {
        const QRectF whole = geometry.added.row(line);
        const bool isCurrent = line == current;
        const bool done = line < static_cast<Index>(partial.done);
        const bool readable = whole.height() >= 0.9 * look.least / 0.68;
        if (line < lines.heads()) {
            const double side = std::min(20 * s, whole.height());
            paintBadgeOf(painter,
                         QRectF(geometry.own.x.origin - 10 * s - side,
                                whole.center().y() - side / 2, side, side),
                         line, look);
            for (Index i = geometry.own.x.first; i < geometry.own.x.end; ++i) {
                const Index at = line * lines.width() + i;
                paintNumberCell(painter, geometry.own.cell(line, i), left,
                                left.panel.matrix(lines.row, at),
                                left.panel.scaleRow(lines.row, at), look, isCurrent);
            }
        }
        if (readable) {
            painter.setPen(isCurrent ? colours.accent : colours.secondary);
            drawMathText(
                painter,
                QRectF(geometry.own.x.start(geometry.own.x.end), whole.top(),
                       geometry.added.x.origin - 8 * s - geometry.own.x.start(geometry.own.x.end),
                       whole.height()),
                Qt::AlignRight | Qt::AlignVCenter, lineFormula(lines, line), formula);
        }
        const double seen = done        ? 1
                            : isCurrent ? std::clamp(partial.portion / appeared, 0.0, 1.0)
                                        : 0;
        const auto shown = static_cast<Index>(
            std::ceil(seen * static_cast<double>(geometry.added.x.end - geometry.added.x.first)));
        for (Index c = geometry.added.x.first; c < geometry.added.x.end; ++c) {
            const QRectF cell = geometry.added.cell(line, c);
            if (c - geometry.added.x.first < shown) {
                paintNumberCell(painter, cell, picture.result,
                                static_cast<float>(lines.part(line, c)), lines.row, look,
                                column == c);
            } else {
                painter.fillRect(cell, colours.hairline);
                painter.fillRect(cell.adjusted(1, 1, -1, -1), colours.base);
            }
        }
    }

    painter.setFont(textFont(13 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    drawElidedText(
        painter, geometry.sumWord, Qt::AlignRight | Qt::AlignVCenter,
        partial.isComplete()
            ? StepsPictureWords::tr("sum")
            : StepsPictureWords::tr("so far: %1 of %2").arg(partial.done).arg(lines.count()));
    for (Index c = geometry.sum.x.first; c < geometry.sum.x.end; ++c) {
        const QRectF cell = geometry.sum.cell(0, c);
        if (partial.done == 0) {
            painter.fillRect(cell, colours.hairline);
            painter.fillRect(cell.adjusted(1, 1, -1, -1), colours.base);
            continue;
        }
        paintNumberCell(painter, cell, picture.result, lines.sum(partial.done, c), lines.row, look,
                        column == c);
    }
    // On its way down: under way from where its line is to the sum.
    if (current < lines.count() && geometry.added.y.shows(current) && partial.portion > appeared &&
        partial.portion < arrivedAt) {
        const double way =
            eased(Easing::Smooth, (partial.portion - appeared) / (arrivedAt - appeared));
        LensLook flying = look;
        flying.values = false;
        painter.save();
        painter.setOpacity(0.75);
        for (Index c = geometry.added.x.first; c < geometry.added.x.end; ++c) {
            const QRectF from = geometry.added.cell(current, c);
            const QRectF to = geometry.sum.cell(0, c);
            paintNumberCell(painter, from.translated(0, (to.top() - from.top()) * way),
                            picture.result, static_cast<float>(lines.part(current, c)), lines.row,
                            flying, false);
        }
        painter.restore();
    }
    if (column && geometry.sum.x.shows(*column)) {
        paintLockFrame(painter, geometry.sum.cell(0, *column));
        if (partial.isComplete()) {
            const QString said = calculationOf(lines, *column);
            painter.setPen(colours.text);
            painter.setFont(fittedFont(numberFont(15 * s), said, geometry.calculation.width(),
                                       std::max(10 * s, look.least)));
            drawElidedText(painter, geometry.calculation, Qt::AlignLeft | Qt::AlignVCenter, said);
        }
    }
    paintStepScales(painter, geometry.scale, scene, s);
    paintNote(painter, geometry.note, Qt::AlignRight,
              leftOutText({&geometry.added}, column.has_value(), look), look);
}

} // namespace headscope
