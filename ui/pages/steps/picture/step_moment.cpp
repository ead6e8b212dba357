// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/picture/step_moment.h"

#include <algorithm>

namespace headscope {

StepMoment stepMoment(const StepScene& scene) {
    StepMoment moment;
    const StepPicture& picture = *scene.picture;
    const Tensor& matrix = picture.result.panel.matrix;
    const Index columns = matrix.size(1);
    const Index cells = matrix.size(0) * columns;
    moment.progress = scene.progress();
    moment.made = cells;
    const bool sums =
        picture.stop.form == StepForm::Product || picture.stop.form == StepForm::Reduction;
    const auto explained = [&](Index row, Index column) {
        return explain(*scene.trace, picture.stop.step, picture.result.panel.cellAt(row, column));
    };
    if (scene.asked) {
        CellUnderWay cell;
        cell.asked = true;
        cell.place = *scene.asked;
        cell.explanation = explained(cell.place.row, cell.place.column);
        cell.partial =
            orderOf(scene) == StepOrder::SumOfHeads
                ? partialOfHeads(cell.explanation, picture.headsOfColumns, moment.progress)
                : partialCell(cell.explanation, moment.progress);
        moment.cell = std::move(cell);
        return moment;
    }
    if (moment.progress >= 1)
        return moment;
    if (orderOf(scene) == StepOrder::SumOfHeads)
        return moment; // one row is told
    if (picture.stop.form == StepForm::Softmax) {
        // One row is told in full beside it; its numbers are not known before, nor are the others.
        moment.made = 0;
        return moment;
    }
    moment.made = std::min(cells, static_cast<Index>(moment.progress * static_cast<double>(cells)));
    if (!(moment.progress > 0) || moment.made >= cells)
        return moment;
    if (sums) {
        CellUnderWay cell;
        cell.place = {moment.made / columns, moment.made % columns};
        cell.explanation = explained(cell.place.row, cell.place.column);
        cell.partial =
            partialCell(cell.explanation, sweptProgress(moment.progress, moment.made, cells));
        moment.cell = std::move(cell);
    }
    return moment;
}

} // namespace headscope
