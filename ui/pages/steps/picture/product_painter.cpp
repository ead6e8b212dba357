// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/product_painter.h"

#include "pages/steps/picture/heads_sum.h"
#include "painters/matrix_painter.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

/// Names of the matrices that a range is of: "Q, K, scores".
QString namesOf(const StepPicture& picture, bool sequential) {
    QStringList names;
    const auto add = [&](const StepMatrix& matrix) {
        if (isSequential(matrix.panel.name) == sequential && !names.contains(matrix.symbol))
            names << matrix.symbol;
    };
    for (const StepMatrix& operand : picture.operands)
        add(operand);
    for (const StepMatrix& head : picture.heads)
        add(head);
    add(picture.result);
    return names.join(QStringLiteral(", "));
}

} // namespace

void paintStepScales(QPainter& painter, const QRectF& line, const StepScene& scene, double s) {
    const Theme& colours = theme(scene.display.theme);
    const StepPicture& picture = *scene.picture;
    const QFont numbers = numberFont(12 * s);
    QRectF rest = line;
    const bool both = !namesOf(picture, false).isEmpty() && !namesOf(picture, true).isEmpty();
    for (const bool sequential : {false, true}) {
        QString names = namesOf(picture, sequential);
        if (names.isEmpty())
            continue;
        if (picture.result.scale.squareRoot)
            names = QStringLiteral("√  ") + names;
        const StepMatrix* of = &picture.result;
        for (const StepMatrix& operand : picture.operands) {
            if (isSequential(operand.panel.name) == sequential)
                of = &operand;
        }
        if (isSequential(picture.result.panel.name) == sequential)
            of = &picture.result;
        // Larger where it has subscripts, which are smaller than their line.
        const bool plain = withoutMarkup(names) == names;
        const QFont text = textFont(plain ? 13 * s : markupType(scene, 13 * s));
        const ColourKey key{scaleEnds(of->scale), {(both ? 80 : 120) * s, 12 * s}, 8 * s};
        const double width = key.width(numbers);
        if (width > rest.width())
            return;
        painter.setFont(numbers);
        painter.setPen(colours.text);
        paintColourKey(painter, rest, key, of->map);
        rest.setLeft(rest.left() + width + 12 * s);
        painter.setPen(colours.secondary);
        const QString said = elidedMathText(names, text, std::max(0.0, rest.width()));
        if (said == QStringLiteral("…"))
            return; // there is no room for the first name
        drawMathText(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, said, text);
        rest.setLeft(rest.left() + mathTextWidth(said, text) + 20 * s);
    }
}

QString leftOutText(std::initializer_list<const LensMatrix*> matrices, bool asked,
                    const LensLook& look) {
    bool whole = true;
    bool numbers = true;
    bool even = true;
    for (const LensMatrix* matrix : matrices) {
        whole = whole && matrix->isWhole();
        even = even && matrix->isEven();
        const QSizeF cell(matrix->x.size(matrix->x.first), matrix->y.size(matrix->y.first));
        // Three digits and a sign.
        const bool readable = matrix->isEven() && (matrix->x.end == matrix->x.first ||
                                                   numberPixels(numberRoom(cell, look), 4));
        numbers = numbers && readable;
    }
    if (numbers && whole)
        return {};
    if (!asked)
        return even ? StepsPictureWords::tr("colours only: click a cell for its numbers")
                    : StepsPictureWords::tr("numbers of some places, the rest as colours: click a "
                                            "cell for its own");
    return whole ? StepsPictureWords::tr("numbers around the asked cell, the rest as colours")
                 : StepsPictureWords::tr("numbers around the asked cell, then colours; the rest "
                                         "is left out");
}

void paintProduct(QPainter& painter, const ProductGeometry& geometry, const StepScene& scene,
                  const StepMoment& moment, double s) {
    const StepPicture& picture = *scene.picture;
    const StepMatrix& left = picture.operands[0];
    const StepMatrix& right = picture.operands[1];
    const LensLook look = lensLook(scene, s);
    const CellUnderWay* cell = moment.cell ? &*moment.cell : nullptr;
    const std::optional<Index> row = cell ? std::optional(cell->place.row) : std::nullopt;
    const std::optional<Index> column = cell ? std::optional(cell->place.column) : std::nullopt;

    paintLens(painter, geometry.left, left, look);
    paintLens(painter, geometry.right, right, look);
    LensLook ofResult = look;
    ofResult.made = moment.made;
    if (cell) {
        ofResult.underWay = cell->place;
        ofResult.soFar = shownValue(cell->explanation, cell->partial);
        ofResult.begun = cell->partial.done > 0;
        ofResult.bold = cell->place;
        if (cell->asked && cell->partial.isComplete())
            ofResult.underWay.reset();
    }
    paintLens(painter, geometry.result, picture.result, ofResult);

    paintMatrixName(painter, geometry.leftName, left, left.axes, look);
    QString rightWords = right.axes;
    if (right.panel.turned)
        rightWords = StepsPictureWords::tr("transposed, %1").arg(right.axes);
    paintMatrixName(painter, geometry.rightName, right, rightWords, look);
    if (picture.headsOfColumns > 0) {
        paintHeadsAbove(painter, geometry.left, picture.headsOfColumns, geometry.heads, look);
        paintHeadsBeside(painter, geometry.right, picture.headsOfColumns, 24 * s, look);
    }
    paintRowWords(painter, geometry.left, left.rowWords, geometry.rowWords, row, look);
    paintColumnWords(painter, geometry.right, right.columnWords, geometry.columnWords, column,
                     look);
    paintStepScales(painter, geometry.scale, scene, s);
    paintNote(
        painter, geometry.note, Qt::AlignLeft,
        leftOutText({&geometry.left, &geometry.right, &geometry.result}, cell && cell->asked, look),
        look);
    if (!cell)
        return;

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (geometry.left.y.shows(*row))
        paintAccentFrame(painter, geometry.left.row(*row), look);
    if (geometry.right.x.shows(*column))
        paintAccentFrame(painter, geometry.right.column(*column), look);
    const auto inner = static_cast<Index>(cell->partial.current);
    if (inner < left.panel.matrix.size(1) && geometry.left.x.shows(inner) &&
        geometry.right.y.shows(inner)) {
        if (geometry.left.y.shows(*row))
            paintLockFrame(painter, geometry.left.cell(*row, inner));
        if (geometry.right.x.shows(*column))
            paintLockFrame(painter, geometry.right.cell(inner, *column));
    }
    if (geometry.result.y.shows(*row) && geometry.result.x.shows(*column))
        paintLockFrame(painter, geometry.result.cell(*row, *column));
    painter.restore();
    const SumTexts texts = sumTexts(*cell);
    paintRunningSum(painter, geometry.sum, scene, *cell, texts, s);
    paintTermBars(painter, geometry.steps, scene, *cell, texts, s);
}

} // namespace headscope
