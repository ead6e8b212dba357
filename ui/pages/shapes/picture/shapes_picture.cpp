// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/shapes_picture.h"

#include "pages/shapes/picture/attention_painter.h"
#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/picture/code_painter.h"
#include "pages/shapes/picture/magnifier.h"
#include "pages/shapes/picture/memory_painter.h"
#include "pages/shapes/picture/pointed_rings.h"
#include "pages/shapes/picture/timeline_painter.h"
#include "pages/shapes/shapes_words.h"
#include "painters/rings.h"
#include "type/fonts.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double verdictPixels = 12; ///< at its smallest
constexpr double widestName = 96;    ///< beside blocks; longer words are elided

StepFrame frameOf(const ShapesScene& scene, const ShapesGeometry& geometry,
                  const ElementStyle& style) {
    return {*scene.model, geometry, style, scene.position(), scene.element, scene.elementLocked};
}

void paintTitle(QPainter& painter, const StepFrame& frame, const ShapesScene& scene) {
    if (frame.geometry.title.isEmpty())
        return;
    const double scale = frame.geometry.scale;
    const QString sentence = stepSentence(frame.model.right, frame.position.move);
    QFont font = textFont(20 * scale, QFont::DemiBold);
    if (QFontMetricsF(font).horizontalAdvance(sentence) > frame.geometry.title.width())
        font = textFont(15 * scale, QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(frame.style.theme().text);
    painter.drawText(frame.geometry.title, Qt::AlignLeft | Qt::AlignVCenter, sentence);
    const QString block =
        scene.options.values == ShapesValues::Experiment ? scene.block : QString();
    const double taken = QFontMetricsF(font).horizontalAdvance(sentence) + 24 * scale;
    painter.setFont(textFont(13 * scale));
    painter.setPen(frame.style.theme().secondary);
    drawElidedText(painter, frame.geometry.title.adjusted(taken, 0, 0, 0),
                   Qt::AlignRight | Qt::AlignVCenter, block);
}

void paintWrongPanel(QPainter& painter, const StepFrame& frame) {
    const ShapesModel& model = frame.model;
    if (!frame.geometry.wrong)
        return;
    const DrawnTensor& panel = *frame.geometry.wrong;
    const Theme& theme = frame.style.theme();
    const double scale = frame.geometry.scale;
    const Journey& wrong = *model.wrong;
    if (frame.geometry.divider > 0)
        painter.fillRect(QRectF(frame.geometry.divider, panel.title.top(), 1,
                                frame.geometry.separator - panel.title.top()),
                         theme.hairline);
    paintPanelWords(painter, panel, wrong[wrong.lastStep()].tensor,
                    wrongTitle(model.right, model.wrongWay), frame.style, scale, true);
    if (model.right.elementCount() <= mostSingleElements)
        paintWrong(painter, model, panel.blocks, frame.style, scale);
    else
        paintWrongCrowd(painter, frame);
    if (frame.element) {
        const QRectF rect = cellRect(panel.blocks, wrong.cellOf(wrong.lastStep(), *frame.element));
        paintFocusFrame(painter, rect, frame.elementLocked);
    }
}

void paintRemark(QPainter& painter, const StepFrame& frame, const ShapesScene& scene) {
    painter.setFont(remarkFont(frame.geometry.scale));
    painter.setPen(frame.style.theme().secondary);
    drawElidedText(painter, frame.geometry.remark, Qt::AlignLeft | Qt::AlignVCenter,
                   remarkText(scene, frame.geometry));
}

void paintVerdict(QPainter& painter, const StepFrame& frame) {
    const ShapesModel& model = frame.model;
    // What is misplaced is counted where the wrong way is drawn.
    const bool counts = model.misplaced.misplaced() > 0;
    if (frame.geometry.verdict.isEmpty() || (counts && !frame.geometry.wrong))
        return;
    const double scale = frame.geometry.scale;
    const Theme& theme = frame.style.theme();
    const QString verdict = misplacedSentence(model.right, model.misplaced);
    painter.setFont(fittedFont(textFont(15 * scale, QFont::DemiBold), verdict,
                               frame.geometry.verdict.width(), verdictPixels * scale));
    painter.setPen(counts ? theme.error : theme.text);
    painter.drawText(frame.geometry.verdict, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                     verdict);
}

} // namespace

QFont remarkFont(double scale) {
    return textFont(13 * scale);
}

QString remarkText(const ShapesScene& scene, const ShapesGeometry& geometry) {
    if (geometry.remark.isEmpty())
        return {};
    const ElementStyle style(scene);
    const auto hasNumbers = [&](const DrawnTensor& panel) {
        const Extent cell = panel.blocks.cellExtent();
        return style.numbersFit({cell.width, cell.height});
    };
    QStringList said;
    if (geometry.tokens.count > 0)
        said << shownTokensText(geometry.tokens.first, geometry.tokens.count,
                                scene.model->right.sizes().sequence);
    if (!hasNumbers(geometry.after.value_or(geometry.before)) ||
        (geometry.wrong && !hasNumbers(*geometry.wrong)))
        // A still picture has no pointer.
        said << (geometry.chooser.isEmpty() ? coloursOnly() : magnifierHint());
    return said.join(QStringLiteral(" · "));
}

ShapesGeometryInput geometryInput(const ShapesScene& scene) {
    const double scale = scene.display.textScale;
    const QFontMetricsF metrics(textFont(13 * scale));
    const ShapesModel& model = *scene.model;
    const LayoutSizes& sizes = model.right.sizes();
    double width = 40 * scale;
    for (const auto& [family, count] : {std::pair{AxisFamily::Batch, sizes.batch},
                                        std::pair{AxisFamily::Sequence, sizes.sequence},
                                        std::pair{AxisFamily::Heads, sizes.heads}})
        width = std::max(width, metrics.horizontalAdvance(axisLabel(family, count - 1)));
    if (!scene.words.empty()) {
        width = metrics.horizontalAdvance(axisLabel(AxisFamily::Heads, sizes.heads - 1));
        for (const QStringList& words : scene.words) {
            for (const QString& word : words)
                width = std::max(width, metrics.horizontalAdvance(word));
        }
        width = std::min(width, widestName * scale);
    }
    ShapesGeometryInput input;
    input.scale = scale;
    input.firstToken = scene.options.firstToken;
    const ElementStyle style(scene);
    const auto cell = [&](double pixels, bool narrow) {
        const QSizeF size = style.cellFor(pixels, narrow);
        return Extent{size.width(), size.height()};
    };
    const double least = style.leastDigits();
    input.cells = {cell(std::max(11 * scale, least), false),
                   cell(std::max(10 * scale, least), false), cell(least, true)};
    input.labelWidth = std::ceil(width + 12 * scale);
    if (model.wrong) {
        input.wrongWidth =
            std::ceil(panelWordsWidth((*model.wrong)[model.wrong->lastStep()].tensor,
                                      wrongTitle(model.right, model.wrongWay), scale));
        input.wrongAxes =
            std::ceil(axesWordsWidth((*model.wrong)[model.wrong->lastStep()].tensor, scale));
        input.verdictWidth =
            std::ceil(QFontMetricsF(textFont(verdictPixels * scale, QFont::DemiBold))
                          .horizontalAdvance(misplacedSentence(model.right, model.misplaced)));
    }
    return input;
}

void paintShapes(QPainter& painter, const ShapesScene& scene, const ShapesGeometry& geometry) {
    const Theme& colours = theme(scene.display.theme);
    const ElementStyle style(scene);
    const StepFrame frame = frameOf(scene, geometry, style);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintTitle(painter, frame, scene);
    paintMemoryHeader(painter, frame);
    if (scene.options.placesShown)
        paintHops(painter, frame);
    paintMemory(painter, frame);
    const ShapesModel& model = *scene.model;
    const bool attention = scene.options.attentionShown && model.hasAttention();
    if (attention) {
        paintAttention(painter, frame, scene);
    } else {
        paintRemark(painter, frame, scene);
        paintWrongPanel(painter, frame);
        paintStep(painter, frame);
        for (const QRectF& ring : pointedRings(scene, geometry))
            paintRing(painter, ring.adjusted(-1, -1, 1, 1), 2 * geometry.scale, colours.accent);
    }
    paintVerdict(painter, frame);
    // The code line.
    painter.fillRect(
        QRectF(geometry.memoryHeader.left(), geometry.separator, geometry.memoryHeader.width(), 1),
        colours.hairline);
    const double scale = geometry.scale;
    if (!geometry.code.isEmpty())
        paintCode(painter, geometry.code.adjusted(0, 0, -16 * scale, 0),
                  codeLine(scene.model->right, frame.position.move, scene.display.dialect), colours,
                  scale, true);
    if (geometry.wrong && !geometry.wrongCode.isEmpty())
        paintCode(
            painter, geometry.wrongCode,
            codeLine(*scene.model->wrong, scene.model->wrong->lastStep(), scene.display.dialect),
            colours, scale * 0.8, false);
    if (!attention)
        paintMagnifier(painter, frame, {geometry.memoryHeader.right() + 24, geometry.separator});
}

void paintShapesFigure(QPainter& painter, const ShapesScene& scene, QSizeF size) {
    const double scale = scene.display.textScale;
    painter.fillRect(QRectF(QPointF(0, 0), size), theme(scene.display.theme).base);
    const double timelineHeight = 72 * scale;
    ShapesGeometryInput input = geometryInput(scene);
    input.size = QSizeF(size.width(), size.height() - timelineHeight);
    input.withChooser = false;
    const ShapesGeometry geometry =
        layoutShapes(*scene.model, scene.position().move, scene.options.placesShown, input);
    paintShapes(painter, scene, geometry);
    const QRectF rect(input.margin + 8, size.height() - timelineHeight,
                      size.width() - 2 * input.margin - 16, timelineHeight);
    paintTimeline(painter, timelineBar(rect, scene.model->timeline.moveCount(), scale), scene);
}

std::optional<Index> elementAt(const ShapesScene& scene, const ShapesGeometry& geometry,
                               QPointF point) {
    const Journey& journey = scene.model->right;
    const TimelinePosition position = scene.position();
    const std::size_t step = position.move;
    const Point place{point.x(), point.y()};
    const auto inPanel = [&](const Journey& of, std::size_t shown,
                             const BlockGeometry& blocks) -> std::optional<Index> {
        const auto found = blocks.placeAt(place);
        if (!found || !of.follows(shown))
            return std::nullopt;
        return of.elementAt(shown, blocks.arrangement().cellOf(*found));
    };
    if (geometry.wrong) {
        const Journey& wrong = *scene.model->wrong;
        if (const auto element = inPanel(wrong, wrong.lastStep(), geometry.wrong->blocks))
            return element;
    }
    // A place counts for the element that is there, or that was or will be there.
    if (geometry.after) {
        if (const auto element = inPanel(journey, step, geometry.after->blocks))
            return element;
    }
    if (const auto element = inPanel(journey, step > 0 ? step - 1 : 0, geometry.before.blocks))
        return element;
    // The memory of x and of the output holds other numbers.
    if (!journey.follows(step))
        return std::nullopt;
    const std::size_t shown = step;
    const bool copies = journey[shown].copies();
    const ElementStyle style(scene);
    const auto inStrip = [&](const QRectF& rect, std::size_t of) -> std::optional<Index> {
        const Index offset = journey[of].tensor.offset();
        const auto found =
            stripOf(rect, journey, of, scene.element, geometry.tokens, style, geometry.scale)
                .placeAt(point);
        if (!found)
            return std::nullopt;
        return journey.elementAtStorageIndex(of, *found + offset);
    };
    if (const auto element = inStrip(geometry.strip, copies ? shown - 1 : shown))
        return element;
    if (copies)
        return inStrip(geometry.newStrip, shown);
    return std::nullopt;
}

} // namespace headscope
