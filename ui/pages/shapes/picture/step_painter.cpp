// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/step_painter.h"

#include "pages/shapes/picture/block_painter.h"
#include "pages/shapes/picture/cell_batch.h"
#include "pages/shapes/shapes_words.h"
#include "timeline/easing.h"

#include <QCoreApplication>
#include <QPainter>

namespace headscope {

namespace {

QString beforeTitle(const Tensor& tensor) {
    return QCoreApplication::translate("Shapes", "Before: %1").arg(blocksSentence(tensor));
}

/// As a title of its own.
QString onlyTitle(const Tensor& tensor) {
    QString title = blocksSentence(tensor);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString afterTitle(const Tensor& tensor) {
    return QCoreApplication::translate("Shapes", "After: %1").arg(blocksSentence(tensor));
}

} // namespace

void paintStep(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const double scale = frame.geometry.scale;
    const Tensor& before = journey[step > 0 ? step - 1 : 0].tensor;
    paintPanelWords(painter, frame.geometry.before, before,
                    step > 0 ? beforeTitle(before) : onlyTitle(before), frame.style, scale, false);
    if (frame.geometry.after)
        paintPanelWords(painter, *frame.geometry.after, journey[step].tensor,
                        afterTitle(journey[step].tensor), frame.style, scale, false);
    switch (journey[step].operation) {
    case LayoutOperation::Source: paintSource(painter, frame); break;
    case LayoutOperation::Project: paintProduct(painter, frame); break;
    case LayoutOperation::View:
    case LayoutOperation::Transpose:
    case LayoutOperation::Permute:
    case LayoutOperation::Contiguous:
    case LayoutOperation::Reshape:
    case LayoutOperation::Concatenate:
        if (journey.elementCount() > mostSingleElements)
            paintCrowd(painter, frame);
        else
            return paintRearrangement(painter, frame); // frames what flies itself
        break;
    }
    paintFocus(painter, frame);
}

void paintFocus(QPainter& painter, const StepFrame& frame) {
    if (!frame.element)
        return;
    if (const auto rect = ElementPlaces(frame).at(*frame.element))
        paintFocusFrame(painter, *rect, frame.elementLocked);
}

void paintSource(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    if (journey.elementCount() > mostSingleElements) {
        paintCrowd(painter, frame);
        return;
    }
    if (journey.firstStep() == 0)
        paintResting(painter, journey, 0, frame.geometry.before.blocks, frame.style);
    else
        paintProduct(painter, frame);
}

void paintProduct(QPainter& painter, const StepFrame& frame) {
    const Journey& journey = frame.model.right;
    const std::size_t step = frame.position.move;
    const ShapesGeometry& geometry = frame.geometry;
    // Numbers that are no elements of the journey: the x before it, the output after it.
    const auto paintValues = [&](std::size_t shown, const BlockGeometry& blocks, double until) {
        CellBatch batch(frame.style);
        const Tensor& tensor = journey[shown].tensor;
        const QRgb fill = frame.style.theme().neutralBar.rgb();
        const Index rows = tensor.elementCount() / tensor.shape().back();
        Index row = 0;
        Cell cell(tensor.rank(), 0);
        do {
            if (!blocks.arrangement().shows(cell))
                continue;
            const QRectF rect = cellRect(blocks, cell);
            row = positionInOrder(cell, tensor.shape()) / tensor.shape().back();
            if (staggered(until, row, rows) >= 1) {
                if (journey.follows(shown))
                    batch.add(journey.elementAt(shown, cell), rect);
                else
                    batch.addValue(tensor.at(cell), fill, rect);
            } else {
                batch.addGhost(fill, rect);
            }
        } while (advance(cell, tensor.shape()));
        batch.paint(painter);
    };
    const std::size_t before = step > 0 ? step - 1 : 0;
    if (journey[before].tensor.elementCount() > mostSingleElements ||
        journey[step].tensor.elementCount() > mostSingleElements) {
        paintCrowd(painter, frame);
        return;
    }
    if (journey.follows(before) && geometry.cameFrom && frame.position.lead < 1) {
        CellBatch batch(frame.style);
        const ElementPlaces places(frame);
        for (Index element = 0; element < journey.elementCount(); ++element) {
            if (const auto place = places.at(element))
                batch.add(element, *place);
        }
        batch.paint(painter);
    } else {
        paintValues(before, geometry.before.blocks, 1);
    }
    // A product makes new numbers, row by row; nothing moves over.
    if (step > 0)
        paintValues(step, geometry.after->blocks, frame.position.progress);
}

} // namespace headscope
