// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapes view in the main window.
#include "experiment/edit.h"
#include "views/shapes/shapes_view.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/shapes_tab.h"
#include "window/status_line.h"

#include <QAction>
#include <QActionGroup>

namespace headscope {

namespace {

/// The experiment in other sizes: tokens are repeated or left out at the end.
Result<Experiment> resized(const Experiment& experiment, const LayoutSizes& sizes) {
    AttentionConfig config = experiment.config;
    config.modelDim = sizes.heads * sizes.headDim;
    config.heads = sizes.heads;
    config.keyDim.reset();
    config.valueDim.reset();
    Result<Experiment> next = withConfig(experiment, config);
    if (next && sizes.batch != next->batch())
        next = withBatch(*next, sizes.batch);
    if (!next || sizes.sequence == next->queryLength())
        return next;
    for (std::size_t i = 0; next && i < next->tokens.size(); ++i) {
        TokenList tokens = next->tokens[i];
        const std::size_t before = std::max<std::size_t>(tokens.size(), 1);
        const auto wanted = static_cast<std::size_t>(sizes.sequence);
        while (tokens.size() < wanted)
            tokens.push_back(tokens[tokens.size() % before]);
        tokens.resize(wanted);
        next = withTokens(*next, TokenSide::Query, static_cast<Index>(i), tokens);
    }
    return next;
}

} // namespace

void MainWindow::connectShapes() {
    connect(m_shapes, &ShapesTab::sentenceChanged, m_header, &ViewHeader::setSentence);
    connect(m_shapes, &ShapesTab::statusChanged, this, [this](const QString& text) {
        if (shapesShown())
            m_status->showMessage(text);
    });
    connect(m_shapes, &ShapesTab::stageShown, &m_workspace,
            [this](Stage stage) { m_workspace.showStage(stage); });
    connect(m_shapes, &ShapesTab::reducedMotionAsked, this, [this](bool reduced) {
        m_preferences.reducedMotion = reduced;
        changeDisplay([reduced](DisplayOptions& display) { display.reducedMotion = reduced; });
    });
    connect(m_shapes, &ShapesTab::sizesAsked, this, [this](const LayoutSizes& sizes) {
        edit(tr("change the sizes"), resized(m_workspace.experiment(), sizes),
             QStringLiteral("shapes sizes"));
    });
    connect(m_actions->views, &QActionGroup::triggered, this,
            [this](QAction* action) { showView(static_cast<View>(action->data().toInt())); });
}

void MainWindow::exportAnimation() {
    if (const QString said = m_shapes->exportAnimation(m_preferences.figureFolder); !said.isEmpty())
        m_status->showMessage(said);
}

} // namespace headscope
