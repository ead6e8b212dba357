// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_page.h"

#include "controls/scroll_around.h"
#include "head_fit/presets.h"
#include "head_fit/problem.h"
#include "pages/page_export.h"
#include "pages/page_request.h"
#include "pages/paint/paint_figure.h"
#include "pages/paint/paint_findings.h"
#include "pages/paint/paint_panel.h"
#include "pages/paint/paint_sheet.h"
#include "pages/paint/paint_stops.h"
#include "pages/paint/paint_view.h"
#include "pages/paint/paint_words.h"
#include "run/finished_attention.h"
#include "words/error_text.h"
#include "words/labelled_matrix.h"
#include "words/statements.h"

#include <QKeyEvent>
#include <QScrollArea>

namespace headscope {

namespace {

/// Beyond this cells are too small to be painted, and a search takes too long.
constexpr Index mostTokens = 128;

} // namespace

PaintPage::PaintPage(QWidget* parent)
    : Page(parent, {.subject = ScopeKind::Attention, .needsPieces = true, .onlyOnce = true})
    , m_view(new PaintView)
    , m_panel(new PaintPanel(parent))
    , m_findings(new PaintFindings)
    , m_strip(new StopStrip(parent)) {
    m_scroll = new QScrollArea(parent);
    scrollAround(*m_scroll, *m_view, ScrollWays::Both);
    m_findingsScroll = new QScrollArea(parent);
    scrollAround(*m_findingsScroll, *m_findings);
    m_panel->hide();
    m_findingsScroll->hide();
    m_strip->hide();
    connectParts();
}

void PaintPage::connectParts() {
    connect(&m_session, &PaintSession::sceneChanged, this, &PaintPage::showPaint);
    connect(m_view, &PaintView::laidOut, this, &PaintPage::showControls);
    connect(m_view, &PaintView::asked, &m_session, &PaintSession::setAsked);
    connect(m_view, &PaintView::strokeBegun, &m_session, &PaintSession::beginStroke);
    connect(m_view, &PaintView::painted, &m_session, &PaintSession::paintCell);
    connect(m_view, &PaintView::strokeEnded, &m_session, &PaintSession::endStroke);
    connect(m_view, &PaintView::weightPicked, &m_session, &PaintSession::pickWeight);
    connect(m_view, &PaintView::recordAsked, &m_session, [this](int record) {
        m_session.setPlaying(false);
        m_session.setRecord(static_cast<std::size_t>(record));
    });
    connect(m_view, &PaintView::undoAsked, &m_session, &PaintSession::undo);
    connect(m_view, &PaintView::redoAsked, &m_session, &PaintSession::redo);
    connect(m_panel, &PaintPanel::toolsAsked, &m_session, &PaintSession::setTools);
    connect(m_panel, &PaintPanel::optionsAsked, &m_session, &PaintSession::setOptions);
    connect(m_panel, &PaintPanel::positionsAsked, &m_session, &PaintSession::setPositions);
    connect(m_panel, &PaintPanel::targetAsked, &m_session, &PaintSession::setTarget);
    connect(m_panel, &PaintPanel::startAsked, this, &PaintPage::start);
    connect(m_panel, &PaintPanel::cancelAsked, &m_session, &PaintSession::cancel);
    connect(m_panel, &PaintPanel::stepAsked, &m_session, &PaintSession::walk);
    connect(m_panel, &PaintPanel::resetAsked, &m_session, &PaintSession::reset);
    connect(m_strip, &StopStrip::stopAsked, &m_session, [this](int place) {
        m_session.setStop(paintStopOrder[static_cast<std::size_t>(place)]);
    });
    connect(m_strip, &StopStrip::backAsked, this, [this] { moveRecord(-1); });
    connect(m_strip, &StopStrip::forwardAsked, this, [this] { moveRecord(1); });
    const auto play = [this] { m_session.setPlaying(!m_session.scene().playing); };
    connect(m_strip, &StopStrip::playAsked, this, play);
    connect(m_view, &PaintView::playAsked, this, play);
    connect(m_panel, &PaintPanel::undoAsked, &m_session, &PaintSession::undo);
    connect(m_panel, &PaintPanel::redoAsked, &m_session, &PaintSession::redo);
    connect(m_panel, &PaintPanel::useAsked, this, &PaintPage::useWeights);
    connect(m_findings, &PaintFindings::keyDimAsked, &m_session, [this](int keyDim) {
        FitOptions options = m_session.scene().options;
        if (options.keyDim == keyDim)
            return m_session.showFound();
        options.keyDim = keyDim;
        m_session.setOptions(options);
    });
    connect(m_findings, &PaintFindings::rowAsked, &m_session, [this](int query) {
        const PaintScene& scene = m_session.scene();
        m_session.setAsked(PaintCell{query, scene.asked ? scene.asked->key : 0});
    });
}

PageWords PaintPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Paint");
    words.toolTip = tr("Paint an attention and let a head look for it");
    words.action = tr("&Paint view");
    return words;
}

QString PaintPage::explanation() const {
    return tr("Left you paint where each query is to look. Gradient descent then looks for the "
              "W_Q and W_K of a head that does so; in the middle is what it came to, at the "
              "right what it is off by. At the side it says whether one head can do this at "
              "all, and what is known about it.");
}

QList<KeyWords> PaintPage::keys() const {
    return {{{QStringLiteral("Space")}, tr("plays")},
            {{QStringLiteral("↑"), QStringLiteral("↓"), QStringLiteral("←"), QStringLiteral("→")},
             tr("move the cell")},
            {{QStringLiteral("Enter")}, tr("paint it")},
            {{QStringLiteral("Delete")}, tr("erase it")},
            {{QStringLiteral("R")}, tr("spread its row evenly")},
            {{QStringLiteral("["), QStringLiteral("]")}, tr("one recorded step on")}};
}

Status PaintPage::available(const Scene& scene) const {
    if (scene.isEmpty())
        return Done{};
    const Trace& trace = *scene.run->trace();
    if (const Status whole = checkOperands(&trace); !whole)
        return whole;
    if (const Status paintable = checkPaintable(trace); !paintable)
        return paintable;
    const Tensor& tensor = trace[TensorName::MaskedScores];
    for (std::size_t axis = 0; axis < tensor.rank(); ++axis) {
        const bool counts = tensor.axes()[axis] == Axis::Query || tensor.axes()[axis] == Axis::Key;
        if (counts && tensor.size(axis) > mostTokens)
            return makeError(
                HEADSCOPE_MESSAGE("Message", "painting is for up to %1 tokens; here are %2"),
                mostTokens, tensor.size(axis));
    }
    return Done{};
}

QWidget& PaintPage::view() {
    return *m_scroll;
}

QWidget& PaintPage::keyboard() {
    return *m_view;
}

PageParts PaintPage::parts() const {
    PageParts around;
    around.left = m_panel;
    around.right = m_findingsScroll;
    around.strip = m_strip;
    around.playback = false;
    return around;
}

void PaintPage::start() {
    const PaintScene& scene = m_session.scene();
    if (scene.isEmpty() || scene.problem->target.paintedRows() > 0)
        return m_session.start();
    m_view->setFocus();
    m_session.setAsked(scene.asked.value_or(PaintCell{}));
    Q_EMIT said(tr("Nothing is painted yet: Enter paints the marked cell, and so does a click."));
}

Status PaintPage::paintPattern(std::string_view name) {
    if (m_session.scene().isEmpty())
        return makeError("--pattern: nothing can be painted here");
    const PaintTarget& now = m_session.scene().problem->target;
    const auto preset = std::ranges::find(paintPresets(), name, &PaintPreset::name);
    if (preset != paintPresets().end())
        m_session.setTarget(presetTarget(*preset, now.queries, now.keys, now.mayAttend));
    else if (now.queries == 10 && now.keys == 10)
        m_session.setTarget(withMask(ticketRelations(), now.mayAttend));
    else
        return makeError("--pattern: the relations are those of ten words");
    m_session.start();
    m_session.finish();
    return Done{};
}

Status PaintPage::showView(const PageRequest& view) {
    if (!view.pattern.empty()) {
        if (Status painted = paintPattern(view.pattern); !painted)
            return painted;
    }
    if (view.paintStop)
        m_session.setStop(*view.paintStop);
    return Done{};
}

void PaintPage::moveRecord(int by) {
    const PaintScene& scene = m_session.scene();
    m_session.setPlaying(false);
    if (by > 0 || scene.record > 0)
        m_session.setRecord(scene.record + static_cast<std::size_t>(by));
}

bool PaintPage::step(int by) {
    const auto place = static_cast<std::ptrdiff_t>(m_session.scene().stop) + by;
    if (place >= 0 && place < std::ssize(paintStopOrder) && m_session.scene().fit)
        m_session.setStop(paintStopOrder[static_cast<std::size_t>(place)]);
    return true;
}

bool PaintPage::handleKey(const QKeyEvent& event) {
    if (event.key() != Qt::Key_Space)
        return false;
    m_session.setPlaying(!m_session.scene().playing);
    return true;
}

void PaintPage::retranslated() {
    if (isShown())
        showPaint();
}

void PaintPage::shownChanged(bool shown) {
    m_session.setShown(shown);
}

void PaintPage::show(const Scene& scene) {
    m_session.setScene(scene);
}

void PaintPage::showPaint() {
    const PaintScene& scene = m_session.scene();
    m_view->setPaint(scene);
    m_panel->setPaint(scene);
    m_strip->setPicture(paintStops(scene));
    m_findings->setPaint(scene, m_session.refusal() ? translated(*m_session.refusal()) : QString());
    showControls();
}

void PaintPage::showControls() {
    const PaintScene& scene = m_session.scene();
    PageControls now;
    now.status = statusSentence(scene);
    now.rowsAreKeys = !scene.isEmpty();
    now.colours = m_view->colourPlace();
    if (now == m_controls)
        return;
    m_controls = now;
    Q_EMIT changed();
}

std::optional<LabelledMatrix> PaintPage::matrix() const {
    const PaintScene& scene = m_session.scene();
    if (scene.isEmpty())
        return std::nullopt;
    const PaintTarget& target = scene.problem->target;
    Tensor values =
        Tensor::fromValues({target.queries, target.keys}, {Axis::Query, Axis::Key}, target.weights);
    QString rows = axisWord(Axis::Query);
    QString columns = axisWord(Axis::Key);
    if (scene.isTurned()) {
        values = values.transposed(0, 1);
        std::swap(rows, columns);
    }
    return labelledMatrix(QStringLiteral("painted_attention_weights"), rows, columns,
                          scene.rowLabels(), scene.columnLabels(), values);
}

namespace {

/// The way of the descent, as a film that is offered.
PageFilm wayFilm(const PaintFigure& shown, const std::vector<FitRecord>& history) {
    PageFilm film;
    film.fileName = QStringLiteral("painting");
    for (const FitRecord& record : history)
        film.stops << PaintSheetWords::tr("step %1").arg(qint64{record.step});
    film.choice.to = history.size() - 1;
    film.choice.size = shown.size;
    film.choice.framesPerSecond = PaintAnimation().framesPerSecond;
    film.smallest = QSize(smallestFigureWidth, smallestFigureHeight);
    film.timed = false;
    film.film = [shown](const FilmChoice& choice) {
        PaintAnimation animation;
        animation.figure = shown;
        animation.figure.size = choice.size;
        animation.figure.scene.display.theme = choice.theme;
        animation.framesPerSecond = choice.framesPerSecond;
        animation.from = choice.from;
        animation.to = choice.to;
        return paintFilm(animation);
    };
    return film;
}

} // namespace

PageFigures PaintPage::figures() {
    PaintFigure shown;
    shown.scene = m_session.scene();
    if (scene().run)
        shown.title = runTitle(scene().run->origin());
    PageFigures figures = PageExport::only({.title = tr("painting"),
                                            .fileName = QStringLiteral("painting"),
                                            .look = {shown.size},
                                            .render = [shown](FigureFormat format, PageLook look) {
                                                PaintFigure figure = shown;
                                                figure.size = look.size;
                                                figure.dotsPerInch = look.dotsPerInch;
                                                figure.scene.display.theme = look.theme;
                                                return renderPainting(figure, format);
                                            }});
    if (!m_session.scene().fit)
        figures.possible = nothingPainted();
    else if (const auto& history = m_session.scene().fit->descents.history; history.size() > 1)
        figures.film = wayFilm(shown, history);
    return figures;
}

bool PaintPage::isInDocument(const Used& used) const {
    const TraceStep* const all =
        scene().trace ? scene().trace->find(TensorName::QueryWeight) : nullptr;
    return all && scene().run && hasHead(all->result, scene().run->heads(), used.weights.query);
}

std::optional<want::TurnPair> PaintPage::askedPair() const {
    const PaintScene& scene = m_session.scene();
    if (scene.isEmpty() || !scene.asked)
        return std::nullopt;
    return want::TurnPair{scene.asked->query, scene.asked->key};
}

QString PaintPage::unsaved() const {
    const std::optional<PaintTarget> painted = m_session.painted();
    const bool same =
        m_used && (m_used->target == painted || m_used->strokes == m_session.strokes());
    // While a model of Train is shown everywhere, nothing says what the document has.
    const bool taken = same && (m_used->isSettled || scene().ofPage || isInDocument(*m_used));
    if (!painted || taken)
        return {};
    return m_session.scene().fit
               ? tr("No head has the weights that were found for what was painted.")
               : tr("No weights were looked for yet that attend as it was painted.");
}

void PaintPage::settled() {
    if (m_used && !scene().ofPage && isInDocument(*m_used))
        m_used->isSettled = true;
}

void PaintPage::useWeights() {
    const PaintScene& scene = m_session.scene();
    if (scene.isEmpty() || !scene.fit)
        return;
    m_used = Used{scene.problem->target, m_session.strokes(), scene.weights};
    Q_EMIT asked(
        want::HeadWeights{scene.head, scene.weights.query, scene.weights.key, scene.positions});
    Q_EMIT said(
        tr("Head %1 has these weights now; Ctrl+Z brings the old ones back.").arg(scene.head + 1));
}

} // namespace headscope
