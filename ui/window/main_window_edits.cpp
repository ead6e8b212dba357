// SPDX-License-Identifier: GPL-3.0-or-later
// What the main window does to the experiment, the selection and the display.
#include "window/main_window.h"

#include "experiment/edit.h"
#include "experiment/examples.h"
#include "experiment/experiment_run.h"
#include "pages/shapes/shapes_page.h"
#include "scene/matrix_panel.h"
#include "window/experiment_file.h"
#include "window/status_line.h"

#include <algorithm>

namespace headscope {

void MainWindow::edit(const QString& text, Result<Experiment> next, const QString& mergeKey) {
    if (!next) {
        m_status->setError(next.error());
        return;
    }
    m_status->setError(std::nullopt);
    m_workspace.document().edit(text, std::move(next).value(), mergeKey);
}

void MainWindow::openExample(const QString& id) {
    const Example* example = findExample(id.toStdString());
    if (!example || !m_file->mayLeave()) {
        updateTitle(); // the chooser, too
        return;
    }
    m_status->setError(std::nullopt);
    m_workspace.document().begin(tr("open an example"), example->make());
    m_workspace.lock(std::nullopt);
}

FileReading& MainWindow::reading() {
    return m_file->reading();
}

bool MainWindow::openFiles(const QStringList& paths) {
    return m_file->open(paths);
}

void MainWindow::changeHeads(Index by) {
    const Experiment& now = m_workspace.experiment();
    // With an automatic d_k only divisors of d_model work: go to the next one.
    Result<Experiment> next = withHeads(now, now.config.heads + by);
    for (Index heads = now.config.heads + 2 * by;
         !next && heads >= 1 && heads <= now.config.modelDim; heads += by)
        next = withHeads(now, heads);
    edit(tr("change the number of heads"), std::move(next));
}

void MainWindow::toggleAskedPair() {
    const std::optional<PanelCell> cell = m_workspace.selection().asked();
    if (cell && isQueryKeyStage(m_workspace.selection().stage))
        togglePair(cell->row, cell->column);
}

void MainWindow::togglePair(Index query, Index key) {
    const Experiment& now = m_workspace.experiment();
    if (!holdsOwnMask(now, m_workspace.selection().scope)) {
        m_status->showMessage(
            tr("the mask holds in the decoder's self-attention; here only padding is masked"));
        return;
    }
    const Index sequence = m_workspace.selection().sequence;
    bool allowed = true;
    if (now.mayAttend) {
        const Tensor& mask = *now.mayAttend;
        const Index first = mask.rank() > 2 ? std::min(sequence, mask.size(0) - 1) : 0;
        const Tensor matrix = mask.rank() == 2   ? mask
                              : mask.rank() == 3 ? mask.selected(0, first)
                                                 : mask.selected(0, first).selected(0, 0);
        allowed =
            matrix(std::min(query, matrix.size(0) - 1), std::min(key, matrix.size(1) - 1)) != 0.0F;
    }
    Result<Experiment> next = withPair(now, sequence, query, key, !allowed);
    // A painted mask that forbids nothing is no mask.
    if (next && next->mayAttend && !allowed) {
        const Tensor painted = next->mayAttend->contiguous();
        if (std::all_of(painted.values().begin(), painted.values().end(),
                        [](float value) { return value == 1.0F; }))
            next = withPaintedMask(*next, std::nullopt);
    }
    edit(tr("paint the mask"), std::move(next));
}

void MainWindow::askTableCell(TensorName name, const Cell& cell) {
    // Only what the shown stage draws can be pointed at; the picture does not
    // jump to another stage because somebody walks through a table.
    const Scene& scene = m_workspace.scene();
    if (scene.isEmpty() || scene.selection.locked)
        return;
    const auto tensors = tensorsOf(scene.selection.stage, *scene.trace);
    if (tensors.empty() || tensors[std::min(scene.selection.tensor, tensors.size() - 1)] != name)
        return;
    const auto panels = slicesOf(*scene.trace, name, scene.selection.sequence);
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const Index row = cell[panels[i].rowAxis];
        const Index column = cell[panels[i].columnAxis];
        if (panels[i].cellAt(row, column) == cell)
            m_workspace.hover(PanelCell{static_cast<int>(i), row, column});
    }
}

void MainWindow::stepStage(int by) {
    if (shapesShown())
        m_shapes->step(by);
    else
        m_workspace.stepStage(by);
}

void MainWindow::changeDisplay(const std::function<void(DisplayOptions&)>& change) {
    DisplayOptions display = m_workspace.display();
    change(display);
    m_preferences.map = display.map;
    m_preferences.valuesInCells = display.valuesInCells;
    m_preferences.rowsAreKeys = display.rowsAreKeys;
    m_preferences.reducedMotion = display.reducedMotion;
    m_workspace.setDisplay(display);
}

} // namespace headscope
