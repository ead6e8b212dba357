// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_page.h"

#include "pages/heads/compare/compare_figure.h"
#include "pages/heads/compare/compare_view.h"
#include "pages/heads/heads_view.h"
#include "pages/page_export.h"
#include "pages/page_request.h"
#include "words/labelled_matrix.h"
#include "words/statements.h"

#include <QStackedWidget>

namespace headscope {

HeadsPage::HeadsPage(QWidget* parent)
    : ComparingPage(parent, {.subject = ScopeKind::Attention})
    , m_stack(new QStackedWidget(parent))
    , m_view(new HeadsView)
    , m_compare(new CompareView) {
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_compare);
    connect(m_compare, &CompareView::asked, this, &Page::asked);
    connect(m_compare, &CompareView::laidOut, this, &Page::changed);
    connect(m_compare, &CompareView::said, this, &Page::said);
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
    connect(m_view, &HeadsView::said, this, &Page::said);
    connect(m_view, &HeadsView::pairToggled, this, [this](Index query, Index key) {
        Q_EMIT asked(want::TurnPair{query, key});
    });
}

PageWords HeadsPage::words(const Scene& scene) const {
    PageWords words;
    words.name = scene.kind() == ScopeKind::Attention ? tr("Heads")
                 : scene.kind() == ScopeKind::Norm    ? tr("Norm")
                                                      : tr("Matrix");
    words.action = tr("&Heads view");
    return words;
}

QString HeadsPage::explanation() const {
    return tr(
        "Each square matrix is one head. A row is a query: the token that looks. A "
        "column is a key: the token that is looked at. The colour and the number of "
        "a cell say how much of its attention the query gives to the key; every row "
        "of the weights sums to 1. Double-click a score or a weight, or press F2, to type "
        "another number: all behind it is computed from that, a pin marks it, and Delete "
        "restores the computed one. Compare puts two states beside each other and says what "
        "moved from A to B; P pins the state as it stands as A. L fades all but the asked row "
        "and column.");
}

QList<KeyWords> HeadsPage::keys() const {
    return QList<KeyWords>{
               {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the cell above, below")},
               {{QStringLiteral("Enter")}, tr("lock the question")},
               {{QStringLiteral("+"), QStringLiteral("−"), QStringLiteral("Home")},
                tr("zoom in, out, all of it")},
               {{QStringLiteral("F2")}, tr("type another number")},
               {{QStringLiteral("Delete")}, tr("the computed one again")},
               {{QStringLiteral("X"), QStringLiteral("Shift+X")},
                tr("head off or on, all of its layer")}} +
           ComparingPage::keys();
}

QWidget& HeadsPage::view() {
    return *m_stack;
}

QWidget& HeadsPage::keyboard() {
    return isComparing() ? static_cast<QWidget&>(*m_compare) : *m_view;
}

void HeadsPage::comparingChanged() {
    m_stack->setCurrentIndex(isComparing() ? 1 : 0);
}

void HeadsPage::finish() {
    m_compare->finish();
}

PageFigures HeadsPage::figures() {
    if (scene().isEmpty())
        return PageExport::none(
            Done{}, makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to show")));
    if (!isComparing()) {
        FigureRequest request = figureRequest(scene());
        PageFigure figure{.title = tr("Heads"),
                          .fileName = QStringLiteral("figure"),
                          .look = {request.size},
                          .render = [request](FigureFormat format, const PageLook& look) {
                              FigureRequest drawn = request;
                              drawn.size = look.size;
                              drawn.dotsPerInch = look.dotsPerInch;
                              drawn.theme = look.theme;
                              drawn.titled = look.titled;
                              drawn.source = look.source.isEmpty() ? runTitle(drawn.run->origin())
                                                                   : look.source;
                              return renderFigure(drawn, format);
                          }};
        request.part = controls().seen;
        figure.request = std::move(request);
        return PageExport::only(std::move(figure));
    }
    return PageExport::only({.title = tr("comparison"),
                             .fileName = QStringLiteral("comparison"),
                             .look = {QSize(comparisonWidth, 0)},
                             .heightFollows = true,
                             .render = [scene = scene()](FigureFormat format, PageLook look) {
                                 CompareFigure figure;
                                 figure.scene = PageExport::onPaper(scene, look.theme);
                                 figure.size = look.size;
                                 figure.dotsPerInch = look.dotsPerInch;
                                 return renderComparison(figure, format);
                             }});
}

std::optional<LabelledMatrix> HeadsPage::matrix() const {
    if (!isComparing())
        return m_view->matrix();
    const CompareContent* content = m_compare->content();
    if (!content || !content->hasDifference())
        return std::nullopt;
    LabelledMatrix matrix = labelledMatrix(scene(), content->differencePanels[content->shown]);
    matrix.name = "B - A, " + matrix.name;
    return matrix;
}

void HeadsPage::keepView(PreparedView& view) const {
    ComparingPage::keepView(view);
    if (!isComparing() && m_view->geometryNow().zoomed)
        view.zoom = m_view->seenCells();
}

Status HeadsPage::showView(const PageRequest& view) {
    const Status compared = ComparingPage::showView(view);
    if (isComparing())
        return compared;
    const CellSpan whole = m_view->geometryNow().matrix.span();
    // Of a matrix that has become smaller all is shown.
    const Status fits =
        view.zoom ? checkPart(*view.zoom, whole.endRow, whole.endColumn) : Status(Done{});
    if (view.zoom && fits)
        m_view->showCells(*view.zoom);
    else
        m_view->showWhole();
    return fits;
}

void HeadsPage::lesson(LessonStep step) {
    if (step == LessonStep::Begins)
        (void)showView({});
}

PageControls HeadsPage::controls() const {
    PageControls controls;
    if (isComparing()) {
        controls.values = true;
        controls.valuesFit = m_compare->valuesFit();
        controls.colours = m_compare->colourPlace();
        return controls;
    }
    controls.tensors = true;
    controls.values = true;
    controls.valuesFit = m_view->valuesFit();
    controls.rowsAreKeys = isQueryKeyStage(scene().selection.stage);
    controls.colours = m_view->colourPlace();
    if (m_view->geometryNow().zoomed)
        controls.seen = m_view->seenCells();
    return controls;
}

void HeadsPage::show(const Scene& scene) {
    // Only one of both is seen; the other lets go of what it holds.
    m_view->setScene(isComparing() ? Scene() : scene);
    m_compare->setScene(isComparing() ? scene : Scene());
}

} // namespace headscope
