// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn at a stop: which matrices, their words and colours.
#include "operations/contributors.h"
#include "pages/steps/step_scene.h"
#include "scene/value_range.h"
#include "steps/head_sum.h"
#include "words/numbers/formula.h"
#include "words/statements.h"
#include "words/word_notes.h"

#include <algorithm>

namespace headscope {

namespace {

/// The matrix of an operand that goes into the shown one of the result: of the same sequence and
/// of the head that `cell` of the result reads.
std::optional<MatrixPanel> operandPanel(const Scene& scene, std::size_t step, std::size_t operand,
                                        const Cell& cell) {
    const Trace& trace = *scene.trace;
    const TraceStep& made = trace[trace[step].operands[operand]];
    const std::vector<MatrixPanel> panels =
        panelsOf(trace, scene.tokens(), made.name, scene.selection.sequence);
    if (panels.empty())
        return std::nullopt;
    const std::size_t heads = made.result.axisOf(Axis::Heads);
    if (heads == made.result.rank())
        return panels.front();
    for (const Contributor& source : contributors(trace, step, cell)) {
        if (source.operand == operand)
            return panels[static_cast<std::size_t>(source.cell[heads])];
    }
    return panels.front();
}

StepMatrix stepMatrix(const Scene& scene, const MatrixPanel& panel) {
    StepMatrix matrix;
    matrix.step = panel.step;
    matrix.panel = panel;
    matrix.symbol = statementOf(scene, panel.name).name();
    const Axes& axes = panel.matrix.axes();
    // A number per token, a number per feature: what it was taken over has no name any more.
    const auto word = [&](std::size_t axis) { return axisWord(tokenSide(panel.name, axes[axis])); };
    matrix.axes = panel.matrix.size(0) == 1   ? word(1)
                  : panel.matrix.size(1) == 1 ? word(0)
                                              : word(0) + QStringLiteral(" × ") + word(1);
    matrix.rows = rowLabels(scene.tokens(), panel, scene.selection.sequence);
    matrix.columns = columnLabels(scene.tokens(), panel, scene.selection.sequence);
    const auto notes = [&](std::size_t side) {
        return wordNotes(*scene.run, scene.selection.scope, panel, side, scene.selection.sequence);
    };
    matrix.rowWords = wordsWithNotes(matrix.rows, notes(0));
    matrix.columnWords = markedWords(matrix.columns, notes(1));
    matrix.columnNotes = wordsWithNotes(matrix.columns, notes(1));
    matrix.map = mapOf(panel.name, scene.display.map);
    if (const TensorInfo& info = infoOf(panel.name); !info.role)
        matrix.projection = info.projection;
    return matrix;
}

/// One range for all that diverge, so that equal colours are equal numbers; shares have [0, 1].
void giveScales(StepPicture& picture, bool squareRoot) {
    std::vector<StepMatrix*> all;
    for (StepMatrix& operand : picture.operands)
        all.push_back(&operand);
    for (StepMatrix& head : picture.heads)
        all.push_back(&head);
    all.push_back(&picture.result);
    double largest = 0;
    double largestShare = 1;
    for (const StepMatrix* matrix : all) {
        if (matrix->panel.name == TensorName::AdditiveMask)
            continue; // −1e9 is no score
        double& most = isSequential(matrix->panel.name) ? largestShare : largest;
        most = std::max(most, largestMagnitude(matrix->panel, {}));
    }
    for (StepMatrix* matrix : all) {
        matrix->scale = isSequential(matrix->panel.name) ? rangeUpTo(largestShare, true)
                                                         : rangeUpTo(largest, false);
        matrix->scale.squareRoot = squareRoot;
    }
}

/// Whether the cells of an operand are drawn: not those of a table of which one row is read, and
/// what is allowed is the hatch of the result.
bool isDrawnOperand(Operation operation, TensorName name, std::size_t operand) {
    if (operation == Operation::Lookup)
        return operand == 0;
    return name != TensorName::MayAttend;
}

/// Whether a stop has a matrix that can be drawn.
bool isDrawn(const Trace& block, const ComputedStep& step) {
    return !slicesOf(block, block[step.step].name, 0).empty();
}

} // namespace

std::shared_ptr<const StepStops> stepStops(const Trace& block) {
    auto stops = std::make_shared<StepStops>();
    for (const ComputedStep& step : computedSteps(block)) {
        if (!isDrawn(block, step))
            continue;
        stops->steps.push_back(step);
        stops->stages.push_back(stageTensorOf(block[step.step].name, block));
    }
    stops->timeline = timelineOf(stops->steps);
    return stops;
}

bool hasStops(const Trace& block) {
    return std::ranges::any_of(computedSteps(block),
                               [&](const ComputedStep& step) { return isDrawn(block, step); });
}

std::shared_ptr<const StepPicture> stepPicture(const Scene& scene, const ComputedStep& stop) {
    const Trace& trace = *scene.trace;
    const TraceStep& made = trace[stop.step];
    const Index sequence = scene.selection.sequence;
    auto picture = std::make_shared<StepPicture>();
    picture->stop = stop;
    picture->operation = made.operation;
    picture->name = made.name;
    const std::vector<MatrixPanel> panels = panelsOf(trace, scene.tokens(), made.name, sequence);
    const int most = static_cast<int>(panels.size()) - 1;
    picture->head = std::clamp(scene.selection.panel, 0, most);
    picture->ofHead = panels.front().kind == MatrixPanel::Kind::Head;
    picture->result = stepMatrix(scene, panels[static_cast<std::size_t>(picture->head)]);
    if (stop.form == StepForm::Splitting || stop.form == StepForm::Joining ||
        stop.form == StepForm::Rearranging) {
        const TraceStep& before = trace[trace[stop.first].operands[0]];
        const std::vector<MatrixPanel> given =
            panelsOf(trace, scene.tokens(), before.name, sequence);
        const std::vector<MatrixPanel>& apart = stop.form == StepForm::Joining ? given : panels;
        for (const MatrixPanel& panel : apart)
            picture->heads.push_back(stepMatrix(scene, panel));
        if (stop.form == StepForm::Splitting && !given.empty())
            picture->operands.push_back(stepMatrix(scene, given.front()));
    } else {
        const Cell cell = picture->result.panel.cellAt(0, 0);
        for (std::size_t i = 0; i < made.operands.size(); ++i) {
            if (!isDrawnOperand(made.operation, trace[made.operands[i]].name, i))
                continue;
            std::optional<MatrixPanel> panel = operandPanel(scene, stop.step, i, cell);
            if (!panel)
                continue;
            const bool across = panel->matrix.axes()[1] == picture->result.panel.matrix.axes()[1];
            if (panel->isVector() && !across)
                panel->turn(); // one number per row stands beside the rows
            if (made.operation == Operation::QueryKeyProduct && i == 1)
                panel->turn();
            picture->operands.push_back(stepMatrix(scene, *panel));
            // Where nothing is masked nobody has heard of masked scores.
            const TraceStep& operand = trace[made.operands[i]];
            if (masksNothing(operand))
                picture->operands.back().symbol =
                    statementOf(scene, trace[operand.operands[0]].name).name();
        }
    }
    picture->headsOfColumns = headsOfProduct(trace, stop.step);
    giveScales(*picture, scene.display.range.squareRoot);
    return picture;
}

StepOrder orderOf(const StepScene& scene) {
    return scene.order == StepOrder::SumOfHeads && scene.picture->headsOfColumns == 0
               ? StepOrder::DotProduct
               : scene.order;
}

std::optional<std::size_t> stopOfStage(const StepStops& stops, const StageTensor& wanted) {
    std::optional<std::size_t> ofStage;
    std::optional<std::size_t> behind;
    for (std::size_t i = 0; i < stops.stages.size(); ++i) {
        const std::optional<StageTensor>& here = stops.stages[i];
        if (!here)
            continue;
        if (here == wanted)
            return i;
        if (!ofStage && here->stage == wanted.stage)
            ofStage = i;
        if (!behind && here->stage > wanted.stage)
            behind = i;
    }
    return ofStage ? ofStage : behind;
}

} // namespace headscope
