// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_page.h"

#include "pages/layers/head_preview.h"
#include "pages/layers/layers_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>

#include <algorithm>

namespace headscope {

LayersPage::LayersPage(QWidget* parent)
    : Page(parent)
    , m_page(new QWidget(parent))
    , m_scroll(new QScrollArea(m_page))
    , m_view(new LayersView)
    , m_preview(new HeadPreview(m_page)) {
    auto* row = new QHBoxLayout(m_page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_scroll, 1);
    row->addWidget(m_preview);
    m_preview->hide();
    m_page->installEventFilter(this);
    connect(m_view, &LayersView::previewChanged, this, &LayersPage::showPreview);
    m_scroll->setWidget(m_view);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->installEventFilter(this);
    connect(m_view, &LayersView::headAsked, this, [this](const std::string& scope, int head) {
        Q_EMIT asked(want::Head{scope, head});
    });
    connect(m_view, &LayersView::cursorMoved, this, [this](const QRect& rect) {
        m_scroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width(), rect.height());
    });
}

QString LayersPage::name(const Scene&) const {
    return tr("Layers");
}

QString LayersPage::toolTip() const {
    return tr("Every head of every layer at once");
}

QString LayersPage::action() const {
    return tr("&Layers view");
}

QString LayersPage::explanation() const {
    return tr("Every small matrix is one head of one layer: rows are queries, columns are keys. "
              "Click one, or press Enter, to see it large.");
}

Status LayersPage::available(const Scene& scene) const {
    if (scene.isModel() &&
        std::ranges::count(scene.blocks->scopes, ScopeKind::Attention, &TraceScope::kind) > 1)
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "there is one attention only; a stack of layers has several"));
}

bool LayersPage::shows(const Scene& scene) const {
    // Queries by keys of attentions.
    return scene.kind() == ScopeKind::Attention && isQueryKeyStage(scene.selection.stage);
}

Selection LayersPage::entry(const Scene& scene) const {
    Selection next = scene.selection;
    if (scene.kind() != ScopeKind::Attention) {
        // The attention before the block, else the first one behind it.
        std::string scope;
        bool passed = false;
        for (const TraceScope& one : scene.blocks->scopes) {
            passed = passed || one.path == next.scope;
            if (passed && !scope.empty())
                break;
            if (one.kind == ScopeKind::Attention)
                scope = one.path;
        }
        next.scope = scope;
    }
    if (!isQueryKeyStage(next.stage)) {
        next.stage = Stage::Weights;
        next.tensor = 0;
    }
    next.hovered = next.asked(); // the numbers are others, so the question is
    next.locked.reset();
    return next;
}

QWidget& LayersPage::view() {
    return *m_page;
}

QWidget& LayersPage::keyboard() {
    return *m_view;
}

std::optional<LabelledMatrix> LayersPage::matrix() const {
    return m_view->matrix();
}

PageControls LayersPage::controls() const {
    PageControls controls;
    controls.rowsAreKeys = true;
    controls.rangeChoosable = true;
    controls.spreadChoosable = true;
    return controls;
}

void LayersPage::show(const Scene& scene) {
    m_view->setScene(scene);
    shareRoom();
}

void LayersPage::shareRoom() {
    const int width = m_view->previewWidth(m_page->size());
    if (width > 0)
        m_preview->setFixedWidth(width);
    if (m_preview->isHidden() == (width > 0))
        m_preview->setVisible(width > 0);
}

void LayersPage::showPreview() {
    m_preview->setHead(m_view->scene(), m_view->previewed());
}

bool LayersPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_scroll->viewport())
        m_view->setRoom(m_scroll->viewport()->size());
    if (event->type() == QEvent::Resize && watched == m_page)
        shareRoom();
    return Page::eventFilter(watched, event);
}

} // namespace headscope
