// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_page.h"

#include "controls/scroll_around.h"
#include "pages/attention_entry.h"
#include "pages/layers/head_preview.h"
#include "pages/layers/layers_bar.h"
#include "pages/layers/layers_sheet.h"
#include "pages/layers/layers_view.h"
#include "pages/page_export.h"
#include "scene/value_range.h"
#include "support/execution.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace headscope {

LayersPage::LayersPage(QWidget* parent)
    : ComparingPage(parent, {.needsLayers = true, .staysForExample = false})
    , m_page(new QWidget(parent))
    , m_scroll(new QScrollArea(m_page))
    , m_view(new LayersView)
    , m_preview(new HeadPreview(m_page))
    , m_bar(new LayersBar(m_page))
    , m_measures(
          [](const MeasureRequest& asked, const CancellationToken& token) {
              return measureLayers(asked.run, asked.sequence, {allThreads(), token});
          },
          [this](std::shared_ptr<const LayersMeasures> measures) {
              m_view->setMeasures(std::move(measures));
          })
    , m_comparisons(
          [](const Scene& scene, const CancellationToken& token) {
              return compareLayers(scene, {allThreads(), token});
          },
          [this](std::shared_ptr<const LayersComparison> comparison) {
              take(std::move(comparison));
          }) {
    auto* column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_scroll, 1);
    row->addWidget(m_preview);
    column->addLayout(row, 1);
    m_preview->hide();
    m_page->installEventFilter(this);
    m_bar->installEventFilter(this);
    connect(m_view, &LayersView::previewChanged, this, &LayersPage::showPreview);
    scrollAround(*m_scroll, *m_view, ScrollWays::Both);
    m_scroll->viewport()->installEventFilter(this);
    connect(m_view, &LayersView::headAsked, this, [this](const std::string& scope, int head) {
        Q_EMIT asked(want::Head{scope, head});
    });
    connect(m_view, &LayersView::headChosen, this, [this](const std::string& scope, int head) {
        if (scope != this->scene().selection.scope)
            Q_EMIT asked(want::Place{scope});
        Q_EMIT asked(want::Panel{head});
    });
    connect(m_view, &LayersView::asked, this, &Page::asked);
    connect(m_bar, &LayersBar::asked, this, &Page::asked);
    connect(m_bar, &LayersBar::answerAsked, m_view, &LayersView::chooseMost);
    connect(m_bar, &LayersBar::partAsked, m_view, &LayersView::setPart);
    connect(m_view, &LayersView::cursorMoved, this, [this](const QRect& rect) {
        m_scroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width(), rect.height());
    });
}

PageWords LayersPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Layers");
    words.toolTip = tr("Every head of every layer at once");
    words.action = tr("La&yers view");
    return words;
}

QString LayersPage::explanation() const {
    return tr("Every small matrix is one head of one layer: rows are queries, columns are keys. "
              "The one that is pointed at stands large beside them; a click chooses it, a double "
              "click or Enter opens it. The bar under each says what it looks at, the mark in it "
              "where an even spread would be. Compare shows what moved from A to B in every head.");
}

QList<KeyWords> LayersPage::keys() const {
    return QList<KeyWords>{
               {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the head above, below")},
               {{QStringLiteral("Enter")}, tr("open the head")},
               {{QStringLiteral("X"), QStringLiteral("Shift+X")},
                tr("head off or on, all of its layer")}} +
           ComparingPage::keys();
}

Status LayersPage::available(const Scene& scene) const {
    if (scene.isModel() &&
        std::ranges::count(scene.blocks->scopes, ScopeKind::Attention, &TraceScope::kind) > 1)
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "there is one attention only; a stack of layers has several"));
}

std::optional<Selection> LayersPage::entry(const Scene& scene) const {
    // Queries by keys of attentions.
    if (scene.kind() == ScopeKind::Attention && isHeadStage(scene.selection.stage))
        return std::nullopt;
    Selection next = scene.selection;
    next.scope = nearestAttention(scene);
    if (!isHeadStage(next.stage)) {
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

PageFigures LayersPage::figures() {
    const LayersPicture shown = m_view->picture();
    const auto rendered = [](const LayersPicture& picture, FigureFormat format,
                             const PageLook& look) {
        return renderLayers({picture, look.size.width(), look.dotsPerInch, look.theme}, format);
    };
    PageFigures figures = PageExport::only(
        {.title = tr("overview"),
         .fileName = isComparing() ? QStringLiteral("layers-compared") : QStringLiteral("layers"),
         .look = {QSize(LayersFigure().width, 0)},
         .heightFollows = true,
         .render = [shown, rendered](FigureFormat format, const PageLook& look) {
             return rendered(shown, format, look);
         }});
    if (!shown.hasMean())
        return figures;
    PageFigure mean = figures.stills.front();
    mean.title = tr("mean of the heads");
    mean.fileName = QStringLiteral("layers-mean");
    mean.part = "mean";
    mean.render = [shown, rendered](FigureFormat format, const PageLook& look) {
        return rendered(shown.meanOfHeads(), format, look);
    };
    figures.stills.push_back(std::move(mean));
    return figures;
}

PageControls LayersPage::controls() const {
    PageControls controls;
    controls.rowsAreKeys = true;
    // Over the colour bars of the overview and of the large one, which have little room beside.
    ColourPlace& place = controls.colours;
    place.map = !isComparing() && isSequential(m_view->picture().shown());
    place.range = true;
    place.spread = !isComparing();
    place.left = m_bar->width() - place.width() - 24;
    const QRect before = m_bar->lastControl();
    place.middle = before.center().y() + 1;
    constexpr int apart = 16;
    if (!scene().display.presentation && before.right() + apart <= place.left)
        place.on = m_bar;
    return controls;
}

void LayersPage::show(const Scene& scene) {
    if (scene.isEmpty())
        forget();
    m_bar->setScene(scene, isComparing());
    // In presentation mode there is nobody to choose; the picture says what stands there.
    m_bar->setVisible(isComparing() || !scene.display.presentation);
    m_view->setScene(scene);
    if (isComparing())
        compare();
    else
        measure();
    shareRoom();
}

void LayersPage::measure() {
    const Scene& now = scene();
    if (!isShown() || now.isEmpty() || !now.display.layers.measure)
        return;
    if (now.run == m_measured && now.selection.sequence == m_measuredSequence)
        return;
    m_measured = now.run;
    m_measuredSequence = now.selection.sequence;
    if (measureLayersWork(*now.run) <= workAtOnce) {
        m_measures.forget();
        m_view->setMeasures(measureLayers(now.run, m_measuredSequence));
    } else {
        m_measures.request({now.run, m_measuredSequence});
    }
}

void LayersPage::compare() {
    const Scene& now = scene();
    if (!isShown())
        return;
    const Compare wanted{now.compared, stageInLayers(now.selection), now.selection.sequence};
    if (m_comparedAs == wanted)
        return;
    m_comparedAs = wanted;
    const bool any = now.compared && now.compared->a.run && now.compared->b.run;
    if (any && compareLayersWork(now) > workAtOnce)
        return m_comparisons.request(now); // until then the old one stays
    m_comparisons.forget();
    take(any ? compareLayers(now) : nullptr);
}

void LayersPage::take(std::shared_ptr<const LayersComparison> comparison) {
    m_bar->setComparison(comparison.get());
    m_view->setComparison(true, std::move(comparison));
    shareRoom();
}

void LayersPage::forget() {
    m_measures.forget();
    m_measured.reset();
    m_view->setMeasures(nullptr);
    m_comparisons.forget();
    m_comparedAs.reset();
    if (isComparing())
        take(nullptr);
}

void LayersPage::comparingChanged() {
    m_comparisons.forget();
    m_comparedAs.reset();
    m_bar->setComparison(nullptr);
    m_view->setComparison(isComparing(), nullptr);
}

void LayersPage::shownChanged(bool shown) {
    ComparingPage::shownChanged(shown);
    if (!shown)
        forget(); // old runs may hold gigabytes
}

void LayersPage::finish() {
    m_measures.finish();
    m_comparisons.finish();
}

void LayersPage::shareRoom() {
    const QSize room(m_page->width(), m_page->height() - (m_bar->isHidden() ? 0 : m_bar->height()));
    const int width = m_view->previewWidth(room);
    if (width > 0)
        m_preview->setFixedWidth(width);
    if (m_preview->isHidden() == (width > 0))
        m_preview->setVisible(width > 0);
    m_bar->setLarge(width > 0);
}

void LayersPage::showPreview() {
    m_preview->setHead(m_view->picture().scene(), m_view->previewed());
}

bool LayersPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_scroll->viewport())
        m_view->setRoom(m_scroll->viewport()->size());
    if (event->type() == QEvent::Resize && (watched == m_page || watched == m_bar))
        shareRoom();
    if (event->type() == QEvent::Resize && watched == m_bar)
        Q_EMIT changed();
    return Page::eventFilter(watched, event);
}

void LayersPage::retranslated() {
    ComparingPage::retranslated();
    if (!isComparing())
        return;
    m_comparedAs.reset(); // the answer is said anew
    compare();
}

} // namespace headscope
