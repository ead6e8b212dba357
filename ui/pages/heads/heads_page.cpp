// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_page.h"

#include "controls/segmented_control.h"
#include "pages/heads/compare_figure.h"
#include "pages/heads/compare_view.h"
#include "pages/heads/heads_view.h"
#include "pages/page_export.h"
#include "scene/labelled_matrix.h"

#include <QApplication>
#include <QBoxLayout>
#include <QEvent>
#include <QKeyEvent>
#include <QStackedWidget>

#include <utility>

namespace headscope {

HeadsPage::HeadsPage(QWidget* parent)
    : Page(parent)
    , m_stack(new QStackedWidget(parent))
    , m_view(new HeadsView)
    , m_compare(new CompareView)
    , m_header(new QWidget(parent))
    , m_mode(new SegmentedControl(m_header)) {
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_compare);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_mode);
    m_header->hide();
    m_header->installEventFilter(this);
    retranslate();
    connect(m_mode, &SegmentedControl::chosen, this, [this](int mode) { setComparing(mode == 1); });
    connect(m_compare, &CompareView::asked, this, &Page::asked);
    connect(m_compare, &CompareView::laidOut, this, &Page::changed);
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
              "of the weights sums to 1. Compare puts two states beside each other and says what "
              "moved from A to B; P pins the state as it stands as A.");
}

void HeadsPage::retranslate() {
    m_mode->setChoices({tr("one state"), tr("compare")});
    m_mode->setToolTip(tr("Two states beside each other: what did my edit do?"));
}

bool HeadsPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_header && event->type() == QEvent::LanguageChange)
        retranslate();
    return Page::eventFilter(watched, event);
}

QWidget& HeadsPage::view() {
    return *m_stack;
}

QWidget& HeadsPage::keyboard() {
    return m_comparing ? static_cast<QWidget&>(*m_compare) : *m_view;
}

Surroundings HeadsPage::surroundings() const {
    Surroundings around;
    around.header = m_header;
    around.wide = m_comparing;
    return around;
}

void HeadsPage::setComparing(bool on) {
    if (std::exchange(m_comparing, on) == on)
        return;
    m_mode->setCurrent(on ? 1 : 0);
    const bool hadFocus = m_stack->isAncestorOf(QApplication::focusWidget()) ||
                          m_header->isAncestorOf(QApplication::focusWidget());
    Q_EMIT asked(want::Compare{on});
    m_stack->setCurrentIndex(on ? 1 : 0);
    show(scene());
    if (hadFocus)
        keyboard().setFocus();
    Q_EMIT changed();
}

void HeadsPage::finish() {
    m_compare->finish();
}

bool HeadsPage::handleKey(const QKeyEvent& event) {
    if (event.key() != Qt::Key_P || scene().isEmpty())
        return false;
    Q_EMIT asked(want::Pin{});
    Q_EMIT said(m_comparing ? tr("Pinned as A.")
                            : tr("Pinned as A: compare shows what changes from here on."));
    return true;
}

void HeadsPage::shownChanged(bool shown) {
    // What is not looked at is not computed.
    if (m_comparing)
        Q_EMIT asked(want::Compare{shown});
}

std::optional<QString> HeadsPage::exportFigure(QString& folder) {
    if (!m_comparing)
        return std::nullopt;
    const QString title = tr("Export the comparison");
    const QString path = PageExport::askForFile(
        m_stack->window(), title, QStringLiteral("comparison.svg"),
        {tr("Vector graphics (*.svg)"), tr("Document (*.pdf)"), tr("Picture (*.png)")}, folder);
    if (path.isEmpty())
        return QString();
    CompareFigure figure;
    figure.scene = scene();
    figure.scene.display.theme = ThemeKind::Light;
    figure.scene.display.textScale = 1;
    const Status written = PageExport::writeFigure(
        path, [&](FigureFormat format) { return renderComparison(figure, format); });
    return PageExport::saved(m_stack->window(), title, path, written);
}

std::optional<CellSpan> HeadsPage::seenCells() const {
    const bool part = !m_comparing && m_view->geometryNow().zoomed;
    return part ? std::optional(m_view->seenCells()) : std::nullopt;
}

std::optional<LabelledMatrix> HeadsPage::matrix() const {
    if (!m_comparing)
        return m_view->matrix();
    const CompareContent* content = m_compare->content();
    if (!content || !content->hasDifference())
        return std::nullopt;
    LabelledMatrix matrix = labelledMatrix(scene(), content->differencePanels[content->shown]);
    matrix.name = "B - A, " + matrix.name;
    return matrix;
}

PageControls HeadsPage::controls() const {
    PageControls controls;
    if (m_comparing) {
        controls.values = true;
        controls.valuesFit = m_compare->valuesFit();
        controls.rangeChoosable = true;
        if (const CompareContent* content = m_compare->content())
            controls.range = content->colours.range;
        return controls;
    }
    controls.tensors = true;
    controls.values = true;
    controls.valuesFit = m_view->valuesFit();
    controls.rowsAreKeys = isQueryKeyStage(scene().selection.stage);
    controls.range = m_view->range();
    controls.rangeChoosable = true;
    controls.spreadChoosable = true;
    return controls;
}

void HeadsPage::show(const Scene& scene) {
    // Only one of both is seen; the other lets go of what it holds.
    m_view->setScene(m_comparing ? Scene() : scene);
    m_compare->setScene(m_comparing ? scene : Scene());
}

} // namespace headscope
