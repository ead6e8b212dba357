// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/steps_picture.h"

#include "pages/colour_place.h"
#include "pages/steps/picture/cells_painter.h"
#include "pages/steps/picture/words_painter.h"
#include "painters/head_badge.h"
#include "painters/matrix_rings.h"
#include "scene/value_range.h"
#include "steps/head_sum.h"
#include "steps/operation_code.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/learnt_words.h"
#include "words/numbers/formula.h"
#include "words/stage_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

/// What the head that is shown has learnt.
std::optional<HeadLearnt> learntOf(const StepScene& scene) {
    return headLearnt(scene.run->origin(), scene.scope, scene.picture->head);
}

void paintTitle(QPainter& painter, const StepsFrame& frame, const StepScene& scene) {
    const double s = frame.scale;
    const Theme& colours = theme(scene.display.theme);
    double x = frame.title.left();
    if (scene.picture->ofHead) {
        const QRectF badge(x, frame.title.center().y() - 12 * s, 24 * s, 24 * s);
        paintHeadBadge(painter, badge, scene.picture->head, scene.display.theme, 13 * s);
        x = badge.right() + 12 * s;
    }
    const double right = frame.order.isEmpty() ? frame.title.right() : frame.order.left() - 16 * s;
    const QFont font = textFont(20 * s, QFont::DemiBold);
    const QString title = elidedMathText(stopTitle(scene), font, right - x);
    painter.setPen(colours.text);
    drawMathText(painter, QRectF(x, frame.title.top(), right - x, frame.title.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, title, font);
    x += mathTextWidth(title, font) + 14 * s;
    const QFont small = textFont(markupType(scene, 14 * s));
    QString subtitle = stopSubtitle(scene);
    if (x + mathTextWidth(subtitle, small) > right)
        return;
    // What the head has learnt, as far as that has room.
    if (const QString learnt = headOfStop(scene); !learnt.isEmpty()) {
        // The title names the head already.
        const QString dot = subtitle.isEmpty() ? QString() : QStringLiteral(" · ");
        const std::optional<HeadLearnt> found = learntOf(scene);
        QStringList said = {learnt};
        if (found)
            said << found->evidence << found->brief;
        else
            said << weightsNote(scene.run->origin(), scene.scope);
        const auto fits = [&](const QString& words) {
            return mathTextWidth(subtitle + dot + words, small) <= right - x;
        };
        const auto first = std::ranges::find_if(said, fits);
        subtitle = elidedMathText(subtitle + dot + (first == said.end() ? said.last() : *first),
                                  small, right - x);
    }
    painter.setPen(colours.secondary);
    drawMathText(painter, QRectF(x, frame.title.top() + 2 * s, right - x, frame.title.height()),
                 Qt::AlignLeft | Qt::AlignVCenter, subtitle, small);
}

} // namespace

namespace {

StepsPicture::Softmax softmaxOf(const StepsPicture& picture, const StepScene& scene) {
    const StepMatrix& scores = scene.picture->operands.front();
    const StepMatrix& weights = scene.picture->result;
    StepsPicture::Softmax softmax;
    const bool asked = picture.moment.cell && picture.moment.cell->asked;
    softmax.row = scene.asked ? scene.asked->row : 0;
    softmax.data =
        softmaxData({.trace = *scene.trace,
                     .weights = weights.panel,
                     .row = softmax.row,
                     .asked = scene.asked ? std::optional(scene.asked->column) : std::nullopt,
                     .rowLabel = weights.rowWords.value(softmax.row),
                     .columnLabels = weights.columns,
                     .columnWords = weights.columnWords,
                     .columnNotes = weights.columnNotes,
                     .scoreMap = scores.map,
                     .scoreScale = scores.scale,
                     .weightMap = weights.map,
                     .weightScale = weights.scale,
                     .known = asked ? &picture.moment.cell->explanation : nullptr});
    if (!tellsScale(scene.pointed)) {
        for (std::size_t step = 0; step < scene.trace->steps().size(); ++step) {
            if ((*scene.trace)[step].operation == Operation::Scale)
                softmax.data.scoreMade.replace(scaleText(*scene.trace, step),
                                               scaleText(*scene.trace, step, false));
        }
    }
    softmax.look = {.theme = scene.display.theme,
                    .textScale = picture.frame.scale,
                    .locked = scene.locked,
                    .presentation = scene.display.presentation};
    softmax.geometry =
        layoutSoftmax(softmaxInput(picture.frame.beside, softmax.data, softmax.look));
    return softmax;
}

/// What the words of a lesson point at, as in Heads; a place of another stage is not here.
void paintRings(QPainter& painter, const StepsPicture& picture, const StepScene& scene) {
    if (scene.pointed.empty())
        return;
    const std::optional<StageTensor> stage = scene.stage();
    std::vector<PointedAt> here;
    for (const PointedAt& at : scene.pointed) {
        if (stage && (!at.stage || at.stage == stage->stage))
            here.push_back(at);
    }
    const StepPicture& drawn = *scene.picture;
    const Tensor& matrix = drawn.result.panel.matrix;
    for (const MatrixRing& ring : ringsOf(here, drawn.head, matrix.size(0), matrix.size(1))) {
        if (const std::optional<QRectF> place = picture.placeOf(ring.cells, scene))
            paintRing(painter, *place, ring, theme(scene.display.theme));
    }
}

} // namespace

QString stopTitle(const StepScene& scene) {
    const StepPicture& picture = *scene.picture;
    QString title;
    if (orderOf(scene) == StepOrder::SumOfHeads)
        return headSumText(*scene.trace, picture.stop.step);
    if (picture.stop.form == StepForm::Product && picture.operands.size() >= 2) {
        title = picture.operands[0].symbol + QStringLiteral(" · ") + picture.operands[1].symbol;
        if (picture.operands[1].panel.turned)
            title += QStringLiteral("^{T}");
        if (picture.operands.size() > 2)
            title += QStringLiteral(" + ") + picture.operands[2].symbol;
    } else {
        title = capitalised(tensorTitle(picture.name));
    }
    return picture.ofHead ? StepsPictureWords::tr("Head %1: %2").arg(picture.head + 1).arg(title)
                          : capitalised(title);
}

QString headOfStop(const StepScene& scene) {
    const StepPicture& picture = *scene.picture;
    if (!picture.ofHead || !scene.display.notes)
        return {};
    const std::optional<HeadLearnt> learnt = learntOf(scene);
    return learnt ? learnt->sentence(picture.head) : diceSentence(scene.run->origin());
}

QString plainTitle(const StepScene& scene) {
    return withoutMarkup(stopTitle(scene).replace(QStringLiteral("^{T}"), QStringLiteral("ᵀ")));
}

QString stopSubtitle(const StepScene& scene) {
    const StepPicture& picture = *scene.picture;
    if (picture.stop.form == StepForm::Product) {
        switch (orderOf(scene)) {
        case StepOrder::DotProduct: return StepsPictureWords::tr("row × column");
        case StepOrder::SumOfRows: return StepsPictureWords::tr("weighted sum of rows");
        case StepOrder::SumOfHeads: return StepsPictureWords::tr("sum over the heads");
        }
    }
    return operationText(*scene.trace, picture.stop.step, tellsScale(scene.pointed));
}

const LensMatrix* StepsPicture::result() const {
    if (product)
        return &product->result;
    return cells ? &cells->result : nullptr;
}

double StepsPicture::leastHeight(double height) const {
    constexpr double ofMatrices = 400; // a row or two of each, and the words around them
    return softmax ? height - frame.beside.height() + softmax->geometry.least
                   : ofMatrices * frame.scale;
}

std::optional<MatrixGeometry::Position> StepsPicture::cellAt(QPointF point,
                                                             const StepScene& scene) const {
    if (softmax) {
        if (const auto column = softmax->geometry.columnAt(point))
            return MatrixGeometry::Position{softmax->row, *column};
    }
    if (heads)
        return heads->cellAt(point, *scene.picture);
    if (headsSum) {
        auto place = headsSum->sum.cellAt(point);
        if (!place)
            place = headsSum->added.cellAt(point);
        return place ? std::optional(MatrixGeometry::Position{toldRow(scene), place->column})
                     : std::nullopt;
    }
    if (rows) {
        const auto place = rows->sum.cellAt(point);
        return place ? std::optional(
                           MatrixGeometry::Position{rowMoment(scene, moment).row, place->column})
                     : std::nullopt;
    }
    const LensMatrix* whole = result();
    if (!whole)
        return std::nullopt;
    auto place = whole->cellAt(point);
    // What the softmax is taken of has the same cells.
    if (!place && softmax && cells)
        place = cells->operands.front().cellAt(point);
    return place ? std::optional(MatrixGeometry::Position{place->row, place->column})
                 : std::nullopt;
}

std::optional<QRectF> StepsPicture::placeOf(const CellSpan& span, const StepScene& scene) const {
    if (heads)
        return heads->around(span, *scene.picture);
    if (const LensMatrix* whole = result())
        return whole->around(span.firstRow, span.endRow, span.firstColumn, span.endColumn);
    // One row alone is drawn.
    const Index row = headsSum  ? toldRow(scene)
                      : rows    ? rowMoment(scene, moment).row
                      : softmax ? softmax->row
                                : -1;
    if (row < span.firstRow || row >= span.endRow)
        return std::nullopt;
    if (headsSum)
        return headsSum->sum.around(0, 1, span.firstColumn, span.endColumn);
    if (rows)
        return rows->sum.around(0, 1, span.firstColumn, span.endColumn);
    const QRectF& weights = softmax->geometry.weights;
    return softmax->geometry.cell(weights, span.firstColumn)
        .united(softmax->geometry.cell(weights, span.endColumn - 1));
}

namespace {

std::vector<const StepMatrix*> drawn(const StepPicture& picture) {
    std::vector<const StepMatrix*> all = {&picture.result};
    for (const StepMatrix& operand : picture.operands)
        all.push_back(&operand);
    for (const StepMatrix& head : picture.heads)
        all.push_back(&head);
    return all;
}

bool isOfWeights(const StepMatrix* matrix) {
    return isSequential(matrix->panel.name);
}

} // namespace

bool hasWeights(const StepPicture& picture) {
    return std::ranges::any_of(drawn(picture), isOfWeights);
}

void leaveRoomForColours(StepsPicture& picture, const StepScene& scene) {
    if (scene.display.presentation)
        return;
    QRectF* bar = picture.product   ? &picture.product->scale
                  : picture.rows    ? &picture.rows->scale
                  : picture.heads   ? &picture.heads->scale
                  : picture.cells   ? &picture.cells->scale
                  : picture.softmax ? &picture.softmax->geometry.colourBar
                                    : nullptr;
    ColourPlace choices;
    choices.map = hasWeights(*scene.picture);
    choices.spread = true;
    const double wide = choices.width() + 12;
    // A bar with its numbers and a name, or one of weights beside one of numbers around 0.
    const bool both = choices.map && !std::ranges::all_of(drawn(*scene.picture), isOfWeights);
    const double least = (both ? 400 : 230) * picture.frame.scale;
    const auto fits = [wide](const QRectF* place, double needed) {
        return place && !place->isEmpty() && place->width() >= needed + wide;
    };
    if (!fits(bar, least)) {
        // The row's own softmax has a bar of weights alone.
        bar = picture.softmax ? &picture.softmax->geometry.colourBar : nullptr;
        if (!fits(bar, 230 * picture.frame.scale))
            return;
    }
    picture.colours = bar->adjusted(bar->width() - wide + 12, 0, 0, 0);
    bar->setRight(bar->right() - wide);
}

StepsPicture layoutSteps(QSizeF size, const StepScene& scene) {
    StepsPicture picture;
    picture.moment = stepMoment(scene);
    picture.frame = layoutFrame(size, scene);
    const double s = picture.frame.scale;
    const bool softmax = scene.picture->stop.form == StepForm::Softmax;
    if (softmax)
        picture.softmax = softmaxOf(picture, scene);
    if (picture.frame.main.isEmpty())
        return picture;
    if (softmax) {
        picture.cells = layoutStack(picture.frame.main, scene, picture.moment, s);
        return picture;
    }
    const bool product =
        scene.picture->stop.form == StepForm::Product && scene.picture->operands.size() >= 2;
    if (product && orderOf(scene) == StepOrder::SumOfHeads)
        picture.headsSum = layoutHeadsSum(picture.frame.main, scene, picture.moment, s);
    else if (product && orderOf(scene) == StepOrder::SumOfRows)
        picture.rows = layoutRows(picture.frame.main, scene, picture.moment, s);
    else if (!scene.picture->heads.empty())
        picture.heads = layoutHeadsRow(picture.frame.main, scene, picture.moment, s);
    else if (product)
        picture.product = layoutProduct(picture.frame.main, scene, picture.moment, s);
    else
        picture.cells = layoutCells(picture.frame.main, scene, picture.moment, s);
    return picture;
}

void paintSteps(QPainter& painter, const StepsPicture& picture, const StepScene& scene) {
    const double s = picture.frame.scale;
    paintTitle(painter, picture.frame, scene);
    const QRectF& words = picture.frame.words;
    if (!words.isEmpty())
        paintStepWords(
            painter, words,
            layoutStepWords(words, stepWords(scene, picture.moment), s, markupType(scene, 0)),
            theme(scene.display.theme));
    if (picture.product)
        paintProduct(painter, *picture.product, scene, picture.moment, s);
    if (picture.headsSum)
        paintHeadsSum(painter, *picture.headsSum, scene, picture.moment, s);
    if (picture.rows)
        paintRows(painter, *picture.rows, scene, picture.moment, s);
    if (picture.heads)
        paintHeadsRow(painter, *picture.heads, scene, picture.moment, s);
    if (picture.cells)
        paintCells(painter, *picture.cells, scene, picture.moment, s);
    if (picture.softmax)
        paintSoftmax(painter, picture.softmax->geometry, picture.softmax->data,
                     picture.moment.progress, picture.softmax->look);
    paintRings(painter, picture, scene);
}

std::vector<CodePart> stepCode(const StepScene& scene) {
    const std::size_t step = scene.picture->stop.step;
    if (scene.picture->operation == Operation::Scale && !tellsScale(scene.pointed))
        return {{codeName(scene.picture->name) + " = " +
                     codeName((*scene.trace)[codeSource(*scene.trace, step)].name) + " / ?",
                 std::nullopt, true}};
    return orderOf(scene) == StepOrder::SumOfHeads
               ? headSumLine(*scene.trace, step, scene.display.dialect)
               : codeLine(*scene.trace, step, scene.display.dialect);
}

void paintStepCode(QPainter& painter, const QRectF& place, const StepScene& scene) {
    const Theme& colours = theme(scene.display.theme);
    const double s = scene.display.textScale;
    const std::vector<CodePart> line = stepCode(scene);
    QString code;
    for (const CodePart& part : line) {
        if (part.current)
            code += QString::fromStdString(part.text);
    }
    const QString all = QString::fromStdString(codeText(line));
    // Without its comment before it would be cut.
    QString shown = all;
    const double least = leastType(scene, 10 * s);
    double pixels = 15 * s;
    const auto width = [&](const QString& text) {
        return QFontMetricsF(numberFont(pixels)).horizontalAdvance(text);
    };
    for (; pixels > 12 * s && width(all) > place.width(); pixels -= 0.5) {
    }
    if (width(all) > place.width()) {
        shown = code.trimmed();
        for (; pixels > least && width(shown) > place.width(); pixels -= 0.5) {
        }
    }
    painter.setFont(numberFont(pixels));
    painter.setPen(colours.text);
    // A long one has two lines.
    constexpr int wrapped = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    if (width(shown) > place.width() &&
        painter.boundingRect(place, wrapped, shown).height() <= place.height() &&
        painter.boundingRect(place, wrapped, shown).width() <= place.width())
        return painter.drawText(place, wrapped, shown);
    drawElidedText(painter, place, Qt::AlignLeft | Qt::AlignVCenter, shown);
}

} // namespace headscope
