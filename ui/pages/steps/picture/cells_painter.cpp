// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/cells_painter.h"

#include "operations/operation_info.h"
#include "painters/matrix_painter.h"
#include "timeline/easing.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/calculation_text.h"
#include "words/numbers/formula.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace headscope {

namespace {

QString number(double value) {
    return shortText(value);
}

/// What stands before operand `i`, as the calculation of a cell has it: "×".
QString signBefore(const StepPicture& picture, std::size_t i) {
    if (picture.operation == Operation::ApplyMask)
        return QStringLiteral("+");
    const QString pattern = QString::fromUtf8(infoOf(picture.operation).calculation.pattern);
    const QString two = QStringLiteral("%%1 ").arg(i);
    const qsizetype at = pattern.indexOf(two);
    // Each operand stands there once, and nothing stands around it.
    const bool plain =
        !pattern.contains(u'(') && at >= 0 && pattern.count(u'%') == std::ssize(picture.operands);
    return plain ? pattern.mid(at + two.size(), 1) : QStringLiteral(",");
}

/// "a + b + … + z": the first few and the last of many.
QString sumOf(const QStringList& texts) {
    constexpr qsizetype most = 5;
    if (texts.size() <= most)
        return texts.join(QStringLiteral(" + "));
    return texts.first(most - 2).join(QStringLiteral(" + ")) + QStringLiteral(" + … + ") +
           texts.last();
}

/// The scores, and the hatch of the mask that comes down on them like a curtain.
void paintFall(QPainter& painter, const LensMatrix& lens, const StepPicture& picture,
               double progress, const LensLook& look) {
    paintLens(painter, lens, picture.operands.front(), look);
    if (!(progress > 0))
        return;
    const QRectF bounds = lens.bounds();
    painter.save();
    painter.setClipRect(bounds);
    painter.translate(0, -(1 - eased(Easing::Smooth, progress)) * bounds.height());
    paintLensMarks(painter, lens, picture.result, look);
    painter.restore();
}

double sumOfAll(std::span<const double> values) {
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum;
}

} // namespace

QString calculationText(const StepScene& scene, const CellUnderWay& cell) {
    const Explanation& e = cell.explanation;
    const double value = static_cast<double>(e.wouldBe.value_or(e.result));
    const QString result = resultText(value);
    std::vector<double> left;
    for (const Term& term : e.terms)
        left.push_back(static_cast<double>(term.left));
    const double first = left.empty() ? 0 : left.front();
    const QString equals = QStringLiteral(" = ");
    const auto count = static_cast<double>(e.terms.size());
    // What stands in the line is what it is computed from.
    const auto texts = [value](const std::vector<double>& values, const Arithmetic& compute) {
        return operandTexts(values, compute, value, number, resultText);
    };
    const auto inAll = [](QStringList all) {
        for (QString& text : all)
            text = inBrackets(text);
        return all;
    };
    switch (e.operation) {
    case Operation::Scale:
        return scaledText(*scene.trace, scene.picture->stop.step, e, tellsScale(scene.pointed),
                          number, resultText) +
               equals + result;
    case Operation::ApplyMask:
        // Nothing is added where a pair is allowed or not: the score stays or goes.
        return e.masked || e.terms.size() < 2
                   ? number(first) + QStringLiteral(" → ") + result
                   : sumOf(inAll(texts(left, sumOfAll))) + equals + result;
    case Operation::Mean:
        return QStringLiteral("(%1) ÷ %2")
                   .arg(sumOf(inAll(texts(left, [count](auto v) { return sumOfAll(v) / count; }))))
                   .arg(count) +
               equals + result;
    case Operation::MeanSquare:
    case Operation::Variance: {
        const bool centred = e.operation == Operation::Variance;
        std::vector<double> all = left;
        all.push_back(centred ? e.mean : 0);
        QStringList squares = texts(all, [count](auto v) {
            double sum = 0;
            for (const double x : v.first(v.size() - 1))
                sum += (x - v.back()) * (x - v.back());
            return sum / count;
        });
        const QString mean = squares.takeLast();
        for (QString& text : squares)
            text = squareText(text, centred ? mean : QString());
        return QStringLiteral("(%1) ÷ %2").arg(sumOf(squares)).arg(count) + equals + result;
    }
    case Operation::Lookup:
        return (e.factor == 1.0F ? number(first)
                                 : texts({first, static_cast<double>(e.factor)},
                                         [](auto v) { return v[0] * v[1]; })
                                       .join(QStringLiteral(" × "))) +
               equals + result;
    default: break;
    }
    const QString calculation = calculationText(e, number, resultText);
    return calculation.isEmpty() ? result : calculation + equals + result;
}

void paintCells(QPainter& painter, const CellsGeometry& geometry, const StepScene& scene,
                const StepMoment& moment, double s) {
    const StepPicture& picture = *scene.picture;
    const Theme& colours = theme(scene.display.theme);
    const LensLook look = lensLook(scene, s);
    const CellUnderWay* cell = moment.cell ? &*moment.cell : nullptr;
    const std::optional<Index> row = cell ? std::optional(cell->place.row) : std::nullopt;
    const std::optional<Index> column = cell ? std::optional(cell->place.column) : std::nullopt;

    std::vector<const LensMatrix*> all;
    for (std::size_t i = 0; i < geometry.operands.size(); ++i) {
        paintLens(painter, geometry.operands[i], picture.operands[i], look);
        paintMatrixName(painter, geometry.names[i], picture.operands[i], picture.operands[i].axes,
                        look);
        all.push_back(&geometry.operands[i]);
        if (geometry.operands[i].x.count > 1)
            paintColumnWords(painter, geometry.operands[i], picture.operands[i].columnWords,
                             geometry.columnWords, column, look);
    }
    LensLook ofResult = look;
    ofResult.made = moment.made;
    if (cell) {
        ofResult.bold = cell->place;
        if (geometry.stacked && moment.progress < 1)
            ofResult.blankRow = cell->place.row;
        if (!(moment.progress > 0) && cell->asked) {
            ofResult.underWay = cell->place;
            ofResult.begun = false;
        }
    }
    if (picture.stop.form == StepForm::Masking && moment.progress < 1)
        paintFall(painter, geometry.result, picture, moment.progress, look);
    else
        paintLens(painter, geometry.result, picture.result, ofResult);
    paintMatrixName(painter, geometry.names.back(), picture.result, picture.result.axes, look);
    if (geometry.stacked)
        paintRowWords(painter, geometry.result, picture.result.rowWords, geometry.rowWords, row,
                      look);
    else if (geometry.result.x.count > 1)
        paintColumnWords(painter, geometry.result, picture.result.columnWords, geometry.columnWords,
                         column, look);
    const LensMatrix& first = geometry.operands.empty() || geometry.operands[0].y.count == 1
                                  ? geometry.result
                                  : geometry.operands[0];
    paintRowWords(painter, first, picture.result.rowWords, geometry.rowWords, row, look);
    painter.setFont(textFont(20 * s));
    painter.setPen(colours.secondary);
    for (std::size_t i = 0; i < geometry.signs.size(); ++i) {
        const bool last = i + 1 == geometry.signs.size();
        painter.drawText(geometry.signs[i], Qt::AlignCenter,
                         last ? QStringLiteral("→") : signBefore(picture, i + 1));
    }
    paintStepScales(painter, geometry.scale, scene, s);
    const bool asked = cell && cell->asked;
    paintNote(painter, geometry.note, Qt::AlignRight, leftOutText({&geometry.result}, asked, look),
              look);
    if (!cell)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const auto frame = [&](const LensMatrix& lens) {
        const Index r = std::min(*row, lens.y.count - 1);
        const Index c = std::min(*column, lens.x.count - 1);
        if (lens.y.shows(r) && lens.x.shows(c))
            paintLockFrame(painter, lens.cell(r, c));
    };
    const bool reduces = picture.stop.form == StepForm::Reduction;
    for (const LensMatrix& lens : geometry.operands) {
        if (reduces && lens.x.count > geometry.result.x.count && lens.y.shows(*row))
            paintAccentFrame(painter, lens.row(*row), look);
        else if (reduces && lens.y.count > geometry.result.y.count && lens.x.shows(*column))
            paintAccentFrame(painter, lens.column(*column), look);
        else
            frame(lens);
    }
    frame(geometry.result);
    painter.restore();
    if (geometry.stacked || !asked || !(moment.progress > 0))
        return;
    QRectF line = geometry.line;
    const Axes& axes = picture.result.panel.matrix.axes();
    painter.setPen(colours.text);
    if (axes[0] == Axis::Query && axes[1] == Axis::Key) {
        const QString pair = QStringLiteral("%1 → %2").arg(picture.result.rows.value(*row),
                                                           picture.result.columns.value(*column));
        const QFont bold = textFont(20 * s, QFont::DemiBold);
        const double width = QFontMetricsF(bold).horizontalAdvance(pair);
        painter.setFont(bold);
        if (width < line.width() / 2) {
            painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, pair);
            line.setLeft(line.left() + width + 24 * s);
        }
    }
    QString text = calculationText(scene, *cell);
    if (cell->explanation.wouldBe)
        text += QStringLiteral("   ") +
                StepsPictureWords::tr("typed: %1")
                    .arg(resultText(static_cast<double>(cell->explanation.result)));
    double pixels = 20 * s;
    while (pixels > leastType(scene, 11 * s) &&
           mathTextWidth(text, numberFont(pixels)) > line.width())
        pixels -= 1;
    drawMathText(painter, line, Qt::AlignLeft | Qt::AlignVCenter,
                 elidedMathText(text, numberFont(pixels), line.width()), numberFont(pixels));
}

} // namespace headscope
