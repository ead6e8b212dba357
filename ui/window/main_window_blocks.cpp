// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a model in the main window: the map, the overview and the norms.
#include "controls/number_input.h"
#include "editors/setup_panel.h"
#include "editors/tensor_panel.h"
#include "experiment/edit.h"
#include "experiment/examples.h"
#include "inspector/derivation.h"
#include "inspector/inspector.h"
#include "pages/heads/heads_view.h"
#include "pages/layers/layers_view.h"
#include "pages/norm/norm_view.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_panel.h"
#include "pages/shapes/shapes_view.h"
#include "scene/stage_text.h"
#include "strip/block_strip.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/playback_bar.h"
#include "window/side_panel.h"
#include "window/status_line.h"
#include "window/tool_bar.h"

#include <QActionGroup>
#include <QEvent>
#include <QScrollArea>
#include <QStackedWidget>

namespace headscope {

void MainWindow::connectBlocks() {
    connect(m_blocks, &BlockStrip::scopeAsked, &m_workspace, &Workspace::showScope);
    connect(m_layers, &LayersView::headAsked, this, [this](const std::string& scope, int head) {
        Selection next = m_workspace.selection();
        next.scope = scope;
        next.tensor = 0;
        next.panel = head;
        next.locked.reset();
        if (next.hovered)
            next.hovered->panel = head;
        m_workspace.setSelection(std::move(next));
        m_header->setCurrentView(View::Heads);
        m_heads->setFocus();
    });
    connect(m_layers, &LayersView::cursorMoved, this, [this](const QRect& rect) {
        m_layersScroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width(),
                                      rect.height());
    });
    connect(m_inspector, &Inspector::blockAsked, &m_workspace,
            [this](const TraceCell& cell) { m_workspace.showOrigin(cell.step, cell.cell); });
    connect(m_norm, &NormView::hovered, &m_workspace, &Workspace::hover);
    connect(m_norm, &NormView::released, &m_workspace, [this] { m_workspace.lock({}); });
    connect(
        m_norm, &NormView::cellAsked, this,
        [this](const std::string& scope, Stage stage, std::size_t tensor, const PanelCell& cell) {
            m_workspace.showScope(scope);
            m_workspace.showStage(stage, tensor);
            m_workspace.lock(cell);
        });
    connect(m_norm, &NormView::comparisonAsked, this, [this] {
        ModelConfig model = m_workspace.experiment().model;
        model.compareNorms = true;
        edit(tr("compare the norms"), withModel(m_workspace.experiment(), model));
    });
    connect(m_norm, &NormView::parameterTyped, this,
            [this](const std::string& scope, TensorName name, Index feature, const QString& text) {
                const Result<float> value = parseNumber(text, false);
                if (!value) {
                    m_status->setError(value.error());
                    return;
                }
                edit(tr("change a number of %1").arg(tensorTitle(name)),
                     withCell(m_workspace.experiment(), scope, name, {feature}, *value));
            });
}

void MainWindow::showView(View view) {
    m_header->setCurrentView(view);
    chooseView();
}

void MainWindow::showFocus() {
    const Example* example = findExample(m_workspace.experiment().example);
    if (example && example->focus.allLayers)
        m_header->setCurrentView(View::Layers);
    else if (m_header->currentView() == View::Layers)
        m_header->setCurrentView(View::Heads);
}

void MainWindow::updateControls() {
    const Scene& scene = m_workspace.scene();
    const View view = m_header->currentView();
    const bool heads = m_views->currentWidget() == m_heads;
    const bool fit =
        heads ? m_heads->valuesFit() : m_views->currentWidget() == m_norm && m_norm->valuesFit();
    m_header->setValuesFit(fit);
    m_actions->valuesInCells->setEnabled(fit);
    m_actions->rowsAreKeys->setEnabled(view == View::Layers ||
                                       (heads && isQueryKeyStage(scene.selection.stage)));
    // The Norm view draws both norms in one range, and the Shapes view no range at all.
    m_toolBar->setRange(heads ? m_heads->range() : std::nullopt, heads || view == View::Layers);
}

void MainWindow::followInLayers() {
    const Scene& scene = m_workspace.scene();
    if (scene.kind() != ScopeKind::Attention) {
        // The attention before the block, else the first one behind it.
        std::string scope;
        bool passed = false;
        for (const TraceScope& one : scene.blocks->scopes) {
            passed = passed || one.path == scene.selection.scope;
            if (passed && !scope.empty())
                break;
            if (one.kind == ScopeKind::Attention)
                scope = one.path;
        }
        m_workspace.showScope(scope);
    }
    if (!isQueryKeyStage(m_workspace.selection().stage))
        m_workspace.showStage(Stage::Weights);
}

void MainWindow::chooseView() {
    const Scene& scene = m_workspace.scene();
    QWidget* view = m_heads;
    const bool layers = m_header->currentView() == View::Layers;
    // The overview shows queries by keys of attentions. Who opens it goes to one of those;
    // who goes elsewhere from there, leaves it.
    if (layers && scene.isModel() &&
        (scene.kind() != ScopeKind::Attention || !isQueryKeyStage(scene.selection.stage))) {
        if (m_views->currentWidget() == m_layersScroll)
            return m_header->setCurrentView(View::Heads);
        followInLayers();
    }
    if (layers)
        view = m_layersScroll;
    else if (shapesShown())
        view = &m_shapes->view();
    else if (scene.kind() == ScopeKind::Norm && isNormStage(scene.selection.stage))
        view = m_norm;
    const bool shapes = view == &m_shapes->view();
    const bool presentation = scene.display.presentation;
    // The Shapes view has a panel, a strip of time and an explanation of its own.
    m_setup->setVisible(!shapes);
    m_tensors->setVisible(!shapes);
    m_setupRule->setVisible(!shapes);
    m_shapes->panel().setVisible(shapes);
    m_right->setVisible(!shapes && !presentation);
    m_playbackBar->setVisible(!shapes);
    m_stripRow->setVisible(!(shapes && presentation));
    m_actions->views->actions()[static_cast<int>(m_header->currentView())]->setChecked(true);
    m_actions->exportAnimation->setEnabled(shapes);
    m_workspace.setLayersShown(view == m_layersScroll);
    if (m_views->currentWidget() == view)
        return updateControls();
    if (!shapes)
        m_status->setViewSentence({});
    else
        m_shapes->showStage(scene.selection.stage);
    m_shapes->setShown(shapes);
    const bool hadFocus = m_views->currentWidget()->isAncestorOf(focusWidget()) ||
                          m_views->currentWidget() == focusWidget();
    m_views->setCurrentWidget(view);
    updateControls();
    if (hadFocus)
        shownView().setFocus();
}

QWidget& MainWindow::shownView() const {
    QWidget* view = m_views->currentWidget();
    return view == m_layersScroll ? *m_layers : *view;
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_layersScroll && watched == m_layersScroll->viewport())
        m_layers->setRoom(m_layersScroll->viewport()->size());
    return QMainWindow::eventFilter(watched, event);
}

} // namespace headscope
