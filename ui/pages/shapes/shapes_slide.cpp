// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_slide.h"

#include "pages/shapes/picture/shapes_picture.h"
#include "pages/shapes/shapes_session.h"

namespace headscope {

SlidePicture shapesSlide(const Scene& scene, bool answered) {
    const TraceStep* const made =
        scene.trace ? scene.trace->find(TensorName::ProjectedQuery) : nullptr;
    if (!made || made->result.elementCount() > mostSingleElements)
        return {};
    ShapesOptions options;
    options.wrongShown = answered;
    options.placesShown = false;
    if (made->result.axes()[0] == Axis::Sequence)
        options.order = MemoryOrder::SequenceFirst;
    ShapesSession session;
    session.setOptions(options);
    session.setScene(scene);
    session.finish();
    if (session.scene().isEmpty())
        return {};
    ShapesScene shown = session.scene();
    shown.pointed.clear();
    // Where the right way goes right, the wrong one has gone wrong.
    shown.time = shown.model->timeline.timeOf(shown.model->right.arrangedStep(), 1);
    return [shown](QPainter& painter, QSizeF size, double unit) {
        ShapesScene now = shown;
        now.display.presentation = true;
        now.display.textScale = presentedTextScale * unit;
        ShapesGeometryInput input = geometryInput(now);
        input.size = size;
        input.withTitle = true;
        input.withChooser = false;
        input.verdictWidth = 0; // how many numbers stand wrong is for the class to say
        paintShapes(painter, now,
                    layoutShapes(*now.model, now.position().move, now.options.placesShown, input));
    };
}

} // namespace headscope
