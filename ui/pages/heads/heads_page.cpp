// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_page.h"

#include "pages/heads/heads_view.h"

namespace headscope {

HeadsPage::HeadsPage(QWidget* parent)
    : Page(parent)
    , m_view(new HeadsView(parent)) {
    connect(m_view, &HeadsView::laidOut, this, &Page::changed);
    connect(m_view, &HeadsView::hovered, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Hover{cell}); });
    connect(m_view, &HeadsView::locked, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Lock{cell}); });
    connect(m_view, &HeadsView::panelAsked, this,
            [this](int panel) { Q_EMIT asked(want::Panel{panel}); });
    connect(m_view, &HeadsView::soloAsked, this,
            [this](bool solo) { Q_EMIT asked(want::Solo{solo}); });
    connect(m_view, &HeadsView::asked, this, &Page::asked);
    connect(m_view, &HeadsView::pairToggled, this, [this](Index query, Index key) {
        Q_EMIT asked(want::TurnPair{query, key});
    });
}

QString HeadsPage::name(const Scene& scene) const {
    return scene.kind() == ScopeKind::Attention ? tr("Heads")
           : scene.kind() == ScopeKind::Norm    ? tr("Norm")
                                                : tr("Matrix");
}

QString HeadsPage::action() const {
    return tr("&Heads view");
}

QString HeadsPage::explanation() const {
    return tr("Each square matrix is one head. A row is a query: the token that looks. A "
              "column is a key: the token that is looked at. The colour and the number of "
              "a cell say how much of its attention the query gives to the key; every row "
              "of the weights sums to 1.");
}

QWidget& HeadsPage::view() {
    return *m_view;
}

std::optional<LabelledMatrix> HeadsPage::matrix() const {
    return m_view->matrix();
}

PageControls HeadsPage::controls() const {
    PageControls controls;
    controls.tensors = true;
    controls.values = true;
    controls.valuesFit = m_view->valuesFit();
    controls.rowsAreKeys = isQueryKeyStage(scene().selection.stage);
    controls.range = m_view->range();
    controls.rangeChoosable = true;
    return controls;
}

void HeadsPage::show(const Scene& scene) {
    m_view->setScene(scene);
}

} // namespace headscope
