// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapes view in the main window.
#include "experiment/edit.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_view.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/status_line.h"

#include <QAction>
#include <QActionGroup>

namespace headscope {

namespace {

/// The number of heads, and the width of one: d_v or d_k where the experiment says
/// them, else by d_model.
AttentionConfig resized(AttentionConfig config, bool ofValue, const LayoutSizes& sizes) {
    config.heads = sizes.heads;
    if (ofValue && config.valueDim)
        config.valueDim = sizes.headDim;
    else if (config.keyDim)
        config.keyDim = sizes.headDim;
    else
        config.modelDim = sizes.heads * sizes.headDim;
    return config;
}

/// The tokens of a side in another number: repeated, or left out at the end. Sequences
/// that are shorter than `before`, and so padded, stay as they are where they still fit.
Result<Experiment> withTokenCount(const Experiment& experiment, TokenSide side, Index before,
                                  Index count) {
    const bool keys = side == TokenSide::Key && experiment.isCross();
    std::vector<TokenList> lists = keys ? *experiment.keyTokens : experiment.tokens;
    for (TokenList& tokens : lists) {
        const auto length = static_cast<Index>(tokens.size());
        const auto wanted = static_cast<std::size_t>(count);
        if (length < before && length <= count)
            continue;
        for (std::size_t from = 0; tokens.size() < wanted; ++from)
            tokens.push_back(tokens[from]);
        tokens.resize(wanted);
    }
    return withAllTokens(experiment, keys ? TokenSide::Key : TokenSide::Query, lists);
}

/// Changes what differs between the sizes that are shown and those that are wanted;
/// all else stays as it is.
Result<Experiment> resized(const Experiment& experiment, const ShapesScene& scene,
                           const LayoutSizes& wanted) {
    const LayoutSizes& shown = scene.model->right.sizes();
    const bool split = scene.options.path == LayoutPath::Split;
    const bool ofValue = !split || scene.options.of == SplitOf::Value;
    const bool ofKeys = split && scene.options.of != SplitOf::Query;
    Result<Experiment> next = experiment;
    if (wanted.heads != shown.heads || wanted.headDim != shown.headDim)
        next = withConfig(experiment, resized(experiment.config, ofValue, wanted));
    if (next && wanted.batch != shown.batch)
        next = withBatch(*next, wanted.batch);
    if (next && wanted.sequence != shown.sequence)
        next = withTokenCount(*next, ofKeys ? TokenSide::Key : TokenSide::Query, shown.sequence,
                              wanted.sequence);
    return next;
}

} // namespace

void MainWindow::connectShapes() {
    connect(m_shapes, &ShapesTab::sentenceChanged, m_header, &ViewHeader::setSentence);
    connect(m_shapes, &ShapesTab::statusChanged, this, [this](const QString& text) {
        m_status->setViewSentence(shapesShown() ? text : QString());
    });
    connect(m_shapes, &ShapesTab::stageShown, &m_workspace,
            [this](Stage stage, std::size_t tensor) { m_workspace.showStage(stage, tensor); });
    connect(m_shapes, &ShapesTab::reducedMotionAsked, this, [this](bool reduced) {
        m_preferences.reducedMotion = reduced;
        changeDisplay([reduced](DisplayOptions& display) { display.reducedMotion = reduced; });
    });
    connect(m_shapes, &ShapesTab::sizesAsked, this, [this](const LayoutSizes& sizes) {
        const ShapesScene& shown = m_shapes->desk().scene();
        if (shown.isEmpty())
            return;
        edit(tr("change the sizes"), resized(m_workspace.experiment(), shown, sizes),
             QStringLiteral("shapes sizes"));
    });
    connect(m_actions->views, &QActionGroup::triggered, this, [this](QAction* action) {
        showView(static_cast<View>(action->data().toInt()));
        // Who asks for a view by its key goes on with the keys of that view.
        shownView().setFocus();
    });
}

void MainWindow::exportAnimation() {
    if (const QString said = m_shapes->exportAnimation(m_preferences.figureFolder); !said.isEmpty())
        m_status->showMessage(said);
}

} // namespace headscope
