// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/cells_painter.h"

#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/formula.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "timeline/easing.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

QString number(double value) {
    return shortText(value);
}

/// What stands between two operands.
QString signBefore(Operation operation, std::size_t operand) {
    switch (operation) {
    case Operation::Add: return QStringLiteral("+");
    case Operation::ApplyMask: return QStringLiteral("+");
    case Operation::ScaleShift: return operand == 1 ? QStringLiteral("×") : QStringLiteral("+");
    default: return QStringLiteral(",");
    }
}

/// "a + b + … + z": the first few and the last of many.
QString sumOf(const std::vector<Term>& terms, const std::function<QString(const Term&)>& text) {
    constexpr std::size_t most = 5;
    QStringList parts;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms.size() > most && i + 1 < terms.size() && i >= most - 2) {
            parts << QStringLiteral("…");
            parts << text(terms.back());
            break;
        }
        parts << text(terms[i]);
    }
    return parts.join(QStringLiteral(" + "));
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

QString inBrackets(double value) {
    const QString text = number(value);
    return value < 0 ? u'(' + text + u')' : text;
}

} // namespace

QString calculationText(const StepScene& scene, const CellUnderWay& cell) {
    const Explanation& e = cell.explanation;
    const QString result = resultText(static_cast<double>(e.wouldBe.value_or(e.result)));
    const auto term = [&](std::size_t i) { return static_cast<double>(e.terms[i].left); };
    const auto plain = [](const Term& t) { return inBrackets(static_cast<double>(t.left)); };
    const QString equals = QStringLiteral(" = ");
    const auto count = static_cast<double>(e.terms.size());
    switch (e.operation) {
    case Operation::Scale:
        return number(term(0)) + u' ' + scaleText(*scene.trace, scene.picture->stop.step) + equals +
               result;
    case Operation::Add: return sumOf(e.terms, plain) + equals + result;
    case Operation::ApplyMask:
        // Nothing is added where a pair is allowed or not: the score stays or goes.
        return e.masked || e.terms.size() < 2 ? number(term(0)) + QStringLiteral(" → ") + result
                                              : sumOf(e.terms, plain) + equals + result;
    case Operation::Dropout:
        return number(term(0)) + QStringLiteral(" × ") +
               (e.terms[0].right == 0.0F ? QStringLiteral("0")
                                         : number(static_cast<double>(e.factor))) +
               equals + result;
    case Operation::Mean:
        return QStringLiteral("(%1) ÷ %2").arg(sumOf(e.terms, plain)).arg(count) + equals + result;
    case Operation::Variance:
        return QStringLiteral("(%1) ÷ %2")
                   .arg(sumOf(e.terms,
                              [&](const Term& t) {
                                  return QStringLiteral("(%1 − %2)²")
                                      .arg(number(static_cast<double>(t.left)), inBrackets(e.mean));
                              }))
                   .arg(count) +
               equals + result;
    case Operation::Normalise:
        return QStringLiteral("(%1 − %2) ÷ √(%3 + %4)")
                   .arg(number(term(0)), inBrackets(e.mean), number(e.variance),
                        number(static_cast<double>(e.factor))) +
               equals + result;
    case Operation::ScaleShift:
        return number(term(0)) + QStringLiteral(" × ") +
               inBrackets(static_cast<double>(e.terms[0].right)) + QStringLiteral(" + ") +
               inBrackets(static_cast<double>(e.bias.value_or(0))) + equals + result;
    case Operation::Relu:
        return QStringLiteral("max(%1, 0)").arg(number(term(0))) + equals + result;
    case Operation::Gelu:
        return QStringLiteral("%1 · Φ(%1)").arg(number(term(0))) + equals + result;
    case Operation::Lookup:
        return (e.factor == 1.0F ? number(term(0))
                                 : number(term(0)) + QStringLiteral(" × ") +
                                       number(static_cast<double>(e.factor))) +
               equals + result;
    default: return result;
    }
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
            paintColumnWords(painter, geometry.operands[i], picture.operands[i].columns,
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
        paintRowWords(painter, geometry.result, picture.result.rows, geometry.rowWords, row, look);
    else if (geometry.result.x.count > 1)
        paintColumnWords(painter, geometry.result, picture.result.columns, geometry.columnWords,
                         column, look);
    const LensMatrix& first = geometry.operands.empty() || geometry.operands[0].y.count == 1
                                  ? geometry.result
                                  : geometry.operands[0];
    paintRowWords(painter, first, picture.result.rows, geometry.rowWords, row, look);
    painter.setFont(textFont(20 * s));
    painter.setPen(colours.secondary);
    for (std::size_t i = 0; i < geometry.signs.size(); ++i) {
        const bool last = i + 1 == geometry.signs.size();
        painter.drawText(geometry.signs[i], Qt::AlignCenter,
                         last ? QStringLiteral("→") : signBefore(picture.operation, i + 1));
    }
    paintStepScales(painter, geometry.scale, scene, s);
    const bool asked = cell && cell->asked;
    paintNote(painter, geometry.note, Qt::AlignRight,
              leftOutText({&geometry.result}, asked, look.least), look);
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
