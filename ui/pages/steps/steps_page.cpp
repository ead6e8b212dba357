// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_page.h"

#include "pages/page_export.h"
#include "pages/page_request.h"
#include "pages/steps/steps_animation.h"
#include "pages/steps/steps_canvas.h"
#include "pages/steps/steps_view.h"
#include "run/finished_attention.h"
#include "words/error_text.h"
#include "words/labelled_matrix.h"
#include "words/stage_text.h"

#include <QKeyEvent>

namespace headscope {

StepsPage::StepsPage(QWidget* parent)
    : Page(parent, {.needsPieces = true})
    , m_view(new StepsView(parent)) {
    connectView();
}

void StepsPage::connectView() {
    Animation& animation = m_session.animation();
    connect(&m_session, &StepsSession::sceneChanged, this, &StepsPage::showSteps);
    connect(m_view, &StepsView::hovered, this,
            [this](const std::optional<MatrixGeometry::Position>& cell) { ask(cell, false); });
    connect(m_view, &StepsView::locked, this,
            [this](const std::optional<MatrixGeometry::Position>& cell) { ask(cell, true); });
    connect(m_view, &StepsView::headAsked, this,
            [this](int head) { Q_EMIT asked(want::Panel{head}); });
    connect(&m_view->canvas(), &StepsCanvas::laidOut, this, &StepsPage::showControls);
    connect(m_view, &StepsView::orderAsked, &m_session, &StepsSession::setOrder);
    connect(m_view, &StepsView::dialectAsked, this,
            [this](CodeDialect dialect) { Q_EMIT asked(want::Dialect{dialect}); });
    connect(m_view, &StepsView::copyAsked, this,
            [this](const QString& code) { Q_EMIT asked(want::CopyText{code}); });
    connect(m_view, &StepsView::timeKeyPressed, &animation, &Animation::driveByKey);
    connect(&m_view->canvas(), &StepsCanvas::momentAsked, this, [this](double progress) {
        m_session.animation().seek(
            m_session.scene().stops->timeline.timeOf(m_session.stop(), progress));
    });
}

PageWords StepsPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Steps");
    words.toolTip = tr("The whole computation with its numbers, one operation at a time");
    words.action = tr("S&teps view");
    return words;
}

QString StepsPage::explanation() const {
    return tr("One operation of the block after another, as matrices with their numbers. Space "
              "plays the next one. A click on a cell of the result asks where it comes from: its "
              "sum is then played term by term. A product can be told in two ways: row × column, "
              "or as a weighted sum of rows; that with W_O also as a sum over the heads.");
}

QList<KeyWords> StepsPage::keys() const {
    return {{{QStringLiteral("Space")}, tr("plays")},
            {{QStringLiteral("←"), QStringLiteral("→")}, tr("one moment on")},
            {{QStringLiteral("Home"), QStringLiteral("End")}, tr("first, last moment")},
            {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the cell above, below")},
            {{QStringLiteral("Enter")}, tr("lock the question")}};
}

Status StepsPage::available(const Scene& scene) const {
    if (!scene.isEmpty() && hasStops(*scene.trace))
        return Done{};
    if (const Status whole = checkOperands(scene.isEmpty() ? nullptr : scene.trace.get()); !whole)
        return whole;
    return makeError(HEADSCOPE_MESSAGE("Message", "this block computes nothing"));
}

QWidget& StepsPage::view() {
    return *m_view;
}

QWidget& StepsPage::keyboard() {
    return m_view->canvas();
}

PageParts StepsPage::parts() const {
    PageParts around;
    around.inspector = false; // it explains itself
    return around;
}

void StepsPage::shownChanged(bool shown) {
    m_announced.reset();
    m_opening = shown;
    if (!shown)
        m_session.setShown(false);
}

void StepsPage::show(const Scene& scene) {
    // The stops of another run, until the page stands at the selected one, are nothing to tell.
    m_taking = true;
    m_session.setScene(scene);
    m_taking = false;
    const bool opening = std::exchange(m_opening, false);
    if (opening)
        m_session.setShown(true);
    if (m_session.scene().isEmpty())
        return;
    const StageTensor now{scene.selection.stage, scene.selection.tensor};
    const bool moved = m_announced != now || m_scope != scene.selection.scope;
    m_scope = scene.selection.scope;
    if (opening || moved) {
        // Somebody else chose another stage: it stands there with all its numbers.
        m_announced = now;
        const auto stop = stopOfStage(*m_session.scene().stops, now);
        if (stop && (opening || m_session.stage() != now))
            m_session.seekStop(*stop, true);
    } else {
        announceStage(); // the stop may be gone: of a mask that was taken away, say
    }
    showControls();
}

void StepsPage::showSteps(const StepScene& scene) {
    m_view->setSteps(scene);
    announceStage();
    showControls();
}

void StepsPage::announceStage() {
    const StepScene& scene = m_session.scene();
    if (!isShown() || m_opening || m_taking || scene.isEmpty() || !m_announced)
        return;
    const std::optional<StageTensor> now = m_session.stage();
    if (!now || m_announced == now)
        return;
    m_announced = now;
    Q_EMIT asked(want::StageOf{now->stage, now->tensor});
}

void StepsPage::showControls() {
    PageControls now;
    now.values = true;
    now.valuesFit = true;
    now.status = m_view->status();
    now.colours = m_view->colourPlace();
    if (now == m_controls)
        return;
    m_controls = now;
    Q_EMIT changed();
}

void StepsPage::ask(const std::optional<MatrixGeometry::Position>& cell, bool lock) {
    const StepScene& scene = m_session.scene();
    if (scene.isEmpty())
        return;
    if (!m_session.stage())
        return m_session.ask(cell, lock);
    std::optional<PanelCell> asked;
    if (cell)
        asked = PanelCell{scene.picture->ofHead ? scene.picture->head : 0, cell->row, cell->column};
    if (!lock)
        return Q_EMIT Page::asked(want::Hover{asked});
    Q_EMIT Page::asked(want::Lock{asked});
    if (!asked)
        Q_EMIT Page::asked(want::Hover{});
}

void StepsPage::keepView(PreparedView& view) const {
    if (!m_session.scene().isEmpty())
        view.progress = m_session.scene().progress();
}

Status StepsPage::showView(const PageRequest& view) {
    if (view.order)
        m_session.setOrder(*view.order);
    const StepScene& scene = m_session.scene();
    if (!scene.isEmpty())
        m_session.animation().seek(
            scene.stops->timeline.timeOf(m_session.stop(), view.progress.value_or(1)));
    return Done{};
}

bool StepsPage::handleKey(const QKeyEvent& event) {
    return m_view->handleKey(event.key());
}

namespace {

/// Of every stop; what the strip has no stage for is on the way to the next one.
std::vector<Stage> stagesOf(const StepStops& stops) {
    std::vector<Stage> stages(stops.stages.size(), Stage::Input);
    std::optional<Stage> next;
    for (const std::optional<StageTensor>& stage : stops.stages) {
        if (stage)
            next = stage->stage;
    }
    for (std::size_t i = stages.size(); i-- > 0;) {
        if (stops.stages[i])
            next = stops.stages[i]->stage;
        stages[i] = next.value_or(Stage::Input);
    }
    return stages;
}

} // namespace

std::optional<StripPlace> StepsPage::place() const {
    const StepScene& scene = m_session.scene();
    if (scene.isEmpty())
        return std::nullopt;
    return placeInStrip(stagesOf(*scene.stops), scene.position());
}

void StepsPage::seekPlace(const StripPlace& place) {
    const StepScene& scene = m_session.scene();
    if (scene.isEmpty())
        return;
    if (const auto position = positionOf(stagesOf(*scene.stops), place))
        m_session.animation().seek(
            scene.stops->timeline.timeOf(position->move, position->progress));
}

bool StepsPage::seekStage(Stage stage) {
    const StepScene& scene = m_session.scene();
    if (scene.isEmpty())
        return false;
    const auto stop = stopOfStage(*scene.stops, {stage, 0});
    if (!stop)
        return false;
    m_session.seekStop(*stop, false); // shows and announces
    return true;
}

std::optional<LabelledMatrix> StepsPage::matrix() const {
    const StepScene& scene = m_session.scene();
    if (scene.isEmpty())
        return std::nullopt;
    return labelledMatrix(Page::scene(), scene.picture->result.panel);
}

PageFigures StepsPage::figures() {
    m_session.animation().pause();
    const StepScene shown = m_session.scene();
    PageFigures figures =
        PageExport::only({.title = tr("this moment"),
                          .fileName = QStringLiteral("step"),
                          .look = {QSize(1200, 760)},
                          .smallest = smallestSteps,
                          .render = [shown](FigureFormat format, PageLook look) {
                              StepScene scene = shown;
                              scene.display.theme = look.theme;
                              return renderSteps(scene, format, look.size, look.dotsPerInch);
                          }});
    if (shown.isEmpty()) {
        figures.possible = makeError(HEADSCOPE_MESSAGE("Message", "this block computes nothing"));
        return figures;
    }
    StepsAnimation animation;
    animation.scene = scene();
    animation.steps = shown;
    if (shown.locked && isQueryKeyStage(scene().selection.stage))
        animation.cell = shown.asked;
    PageFilm film;
    film.fileName = QStringLiteral("steps");
    for (std::size_t i = 0; i < shown.stops->steps.size(); ++i)
        film.stops << QStringLiteral("%1  %2").arg(i + 1).arg(
            tensorTitle((*shown.trace)[shown.stops->steps[i].step].name));
    film.choice = animation.choice;
    film.choice.from = film.choice.to = m_session.stop();
    film.smallest = smallestSteps;
    film.film = [animation](const FilmChoice& choice) {
        StepsAnimation chosen = animation;
        chosen.steps.display.theme = choice.theme;
        chosen.choice = choice;
        return stepsFilm(chosen);
    };
    figures.film = std::move(film);
    return figures;
}

} // namespace headscope
