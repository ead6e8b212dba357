// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/shapes_page.h"

#include "pages/page_export.h"
#include "pages/page_request.h"
#include "pages/shapes/shapes_animation.h"
#include "pages/shapes/shapes_panel.h"
#include "pages/shapes/shapes_view.h"
#include "run/finished_attention.h"
#include "words/error_text.h"

#include <QKeyEvent>

#include <algorithm>

namespace headscope {

namespace {

/// The way that comes by a stop of the pipeline, from the one that is shown.
std::optional<LayoutPath> pathOf(Stage stage, LayoutPath now) {
    switch (stage) {
    case Stage::Input:
    case Stage::Projections:
    case Stage::Split: return LayoutPath::Split;
    case Stage::Context:
    case Stage::Merge:
    case Stage::Output: return now == LayoutPath::Split ? LayoutPath::Merge : now;
    default: return std::nullopt;
    }
}

constexpr std::pair<LayoutPath, const char*> wordsOfPaths[] = {
    {LayoutPath::Split, "split"},
    {LayoutPath::Merge, "merge"},
    {LayoutPath::SideBySide, "side_by_side"}};

/// How a file calls a way.
std::string wordOf(LayoutPath path) {
    return std::ranges::find(wordsOfPaths, path, &std::pair<LayoutPath, const char*>::first)
        ->second;
}

std::optional<LayoutPath> pathOf(const std::string& word) {
    const auto found =
        std::ranges::find_if(wordsOfPaths, [&](const auto& each) { return each.second == word; });
    return found == std::end(wordsOfPaths) ? std::nullopt : std::optional(found->first);
}

} // namespace

ShapesPage::ShapesPage(QWidget* parent)
    : Page(parent, {.subject = ScopeKind::Attention, .needsPieces = true})
    , m_view(new ShapesView(parent))
    , m_panel(new ShapesPanel(parent)) {
    m_panel->hide(); // until a slot shows it, it has no place
    connectView();
    m_session.setShown(false);
}

void ShapesPage::connectView() {
    Animation& animation = m_session.animation();
    connect(&m_session, &ShapesSession::sceneChanged, this, &ShapesPage::showShapes);
    connect(m_view, &ShapesView::elementHovered, &m_session, &ShapesSession::hover);
    connect(m_view, &ShapesView::elementLocked, &m_session, &ShapesSession::lock);
    connect(m_view, &ShapesView::optionsAsked, &m_session, &ShapesSession::setOptions);
    connect(m_view, &ShapesView::languageChanged, &m_session, &ShapesSession::retranslate);
    connect(m_view, &ShapesView::dialectAsked, this,
            [this](CodeDialect dialect) { Q_EMIT asked(want::Dialect{dialect}); });
    connect(m_view, &ShapesView::timeKeyPressed, &animation, &Animation::driveByKey);
    connect(m_view, &ShapesView::statusChanged, this, &ShapesPage::showControls);
    connect(m_panel, &ShapesPanel::optionsAsked, &m_session, &ShapesSession::setOptions);
    connect(m_panel, &ShapesPanel::optionsAsked, this, &ShapesPage::keepSwitches);
    connect(m_panel, &ShapesPanel::reducedMotionAsked, this,
            [this](bool reduced) { Q_EMIT asked(want::ReducedMotion{reduced}); });
    connect(m_panel, &ShapesPanel::experimentSizesAsked, this, &ShapesPage::wantSizes);
}

PageWords ShapesPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Shapes");
    words.toolTip = tr("What splitting and merging the heads does to the memory");
    words.action = tr("&Shapes view");
    return words;
}

QString ShapesPage::explanation() const {
    return tr("Every cell is one element of a tensor; above it stands the same tensor as it lies "
              "in memory. Space plays the next step of splitting or merging the heads: some steps "
              "move numbers, others only read them in another order.");
}

QList<KeyWords> ShapesPage::keys() const {
    return {{{QStringLiteral("Space")}, tr("plays")},
            {{QStringLiteral("←"), QStringLiteral("→")}, tr("one moment on")},
            {{QStringLiteral("Home"), QStringLiteral("End")}, tr("first, last moment")},
            {{QStringLiteral("↑"), QStringLiteral("↓")}, tr("walk over the elements")},
            {{QStringLiteral("Enter")}, tr("hold the element")}};
}

Status ShapesPage::available(const Scene& scene) const {
    if (scene.kind() == ScopeKind::Attention)
        return checkOperands(scene.isEmpty() ? nullptr : scene.trace.get());
    return makeError(HEADSCOPE_MESSAGE("Message", "this block has no heads, it is no attention"));
}

QWidget& ShapesPage::view() {
    return *m_view;
}

PageParts ShapesPage::parts() const {
    PageParts around;
    around.left = m_panel;
    around.inspector = false; // it explains itself
    return around;
}

void ShapesPage::shownChanged(bool shown) {
    m_announced.reset();
    m_opening = shown;
    if (!shown)
        m_session.setShown(false);
}

void ShapesPage::show(const Scene& scene) {
    m_session.setScene(scene);
    if (!std::exchange(m_opening, false))
        return;
    seekStage(scene.selection.stage);
    m_session.setShown(true);
    showControls();
    announceStage();
}

void ShapesPage::showShapes(const ShapesScene& scene) {
    m_view->setShapes(scene);
    m_panel->setShapes(scene);
    m_wanted ? seekWanted() : announceStage();
    showControls();
}

void ShapesPage::showControls() {
    PageControls now;
    now.sentence = m_view->sentence();
    now.status = m_view->status();
    if (now == m_controls)
        return;
    m_controls = now;
    Q_EMIT changed();
}

void ShapesPage::wantSizes(const LayoutSizes& sizes) {
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty())
        return;
    want::Sizes wanted;
    wanted.shown = scene.model->right.sizes();
    wanted.wanted = sizes;
    const bool split = scene.options.path == LayoutPath::Split;
    wanted.ofValue = !split || scene.options.of == SplitOf::Value;
    wanted.ofKeys = split && scene.options.of != SplitOf::Query;
    Q_EMIT asked(wanted);
}

void ShapesPage::refused(const want::Edit& edit, const Error& error) {
    if (std::holds_alternative<want::Sizes>(edit))
        m_panel->refuseSizes(translated(error));
}

void ShapesPage::announceStage() {
    const ShapesScene& scene = m_session.scene();
    if (!isShown() || m_opening || scene.isEmpty() || m_wanted)
        return;
    const Stage stage = stageOfStep(scene.model->right, scene.position().move);
    const bool several =
        scene.options.path == LayoutPath::Split && scene.options.values == ShapesValues::Experiment;
    const std::pair now(stage, several ? static_cast<std::size_t>(scene.options.of) : 0);
    if (m_announced == now)
        return;
    m_announced = now;
    Q_EMIT asked(want::StageOf{now.first, now.second});
}

void ShapesPage::seekWanted() {
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty() || scene.model->right.path() != scene.options.path)
        return;
    const std::optional<std::size_t> step = stepOfStage(scene.model->right, *m_wanted);
    m_wanted.reset();
    if (step)
        // Where it rests: what the step before left has arrived under the words of this one.
        m_session.animation().seek(scene.model->timeline.moveStartOf(*step)); // shows and announces
    else
        announceStage();
}

void ShapesPage::keepView(PreparedView& view) const {
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty())
        return;
    view.way = wordOf(scene.options.path);
    view.wrong = scene.options.wrongShown;
    view.step = stepName(scene.model->right, scene.position().move);
    view.progress = scene.position().progress;
}

Status ShapesPage::showView(const PageRequest& view) {
    ShapesOptions options = m_session.options();
    options.path = pathOf(view.way).value_or(options.path);
    // Kept by a version that did not say the way, it says nothing of this either.
    if (!view.way.empty())
        options.wrongShown = view.wrong;
    m_wanted.reset(); // the stage alone would lead to another step of the way
    m_session.setOptions(options);
    m_session.finish();
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty())
        return makeError("--view shapes: there is nothing to show");
    const Journey& journey = scene.model->right;
    const std::optional<std::size_t> step = stepNamed(journey, view.step);
    if (step)
        m_session.animation().seek(scene.model->timeline.timeOf(*step, view.progress.value_or(1)));
    else if (!view.step.empty())
        return makeError("--step: there is no step \"%1\"; there are %2", view.step,
                         namesOfSteps(journey));
    if (view.element && *view.element >= journey.elementCount())
        return makeError("--element takes a number below %1, not %2", journey.elementCount(),
                         *view.element);
    if (view.element)
        m_session.lock(view.element);
    return Done{};
}

void ShapesPage::recall(const PageSwitches& switches) {
    m_switches = switches;
    ShapesOptions options = m_session.options();
    options.wrongShown = switches.wrongWay;
    options.placesShown = switches.places;
    m_session.setOptions(options);
}

void ShapesPage::keepSwitches(const ShapesOptions& chosen) {
    if (!m_wrongBefore) // a lesson shows and hides it as it needs it
        m_switches.wrongWay = chosen.wrongShown;
    m_switches.places = chosen.placesShown;
    Q_EMIT asked(want::Switches{m_switches});
}

void ShapesPage::lesson(LessonStep step) {
    switch (step) {
    case LessonStep::Begins: m_wrongBefore = showWrongWay(false); break;
    case LessonStep::Answered: return showMisplaced(); // the explanation speaks of it
    case LessonStep::Ends:
        if (const std::optional<bool> shown = std::exchange(m_wrongBefore, std::nullopt))
            showWrongWay(*shown);
        break;
    }
}

bool ShapesPage::showWrongWay(bool shown) {
    ShapesOptions options = m_session.options();
    const bool before = std::exchange(options.wrongShown, shown);
    m_session.setOptions(options);
    return before;
}

void ShapesPage::showMisplaced() {
    ShapesOptions options = m_session.options();
    options.path = LayoutPath::Split;
    options.wrongShown = true;
    m_wanted.reset();
    m_session.setOptions(options);
    m_session.finish();
    const ShapesScene& scene = m_session.scene();
    if (!scene.isEmpty())
        m_session.animation().seek(
            scene.model->timeline.timeOf(scene.model->right.arrangedStep(), 1));
}

bool ShapesPage::handleKey(const QKeyEvent& event) {
    return m_view->handleKey(event.key());
}

namespace {

std::vector<Stage> stagesOf(const Journey& journey) {
    std::vector<Stage> stages;
    for (std::size_t step = 0; step < journey.steps().size(); ++step)
        stages.push_back(stageOfStep(journey, step));
    return stages;
}

} // namespace

std::optional<StripPlace> ShapesPage::place() const {
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty())
        return std::nullopt;
    StripPlace place = placeInStrip(stagesOf(scene.model->right), scene.position());
    if (scene.position().move == 0)
        place.part = 1; // it begins there
    return place;
}

void ShapesPage::seekPlace(const StripPlace& place) {
    const ShapesScene& scene = m_session.scene();
    if (scene.isEmpty())
        return;
    if (const auto position = positionOf(stagesOf(scene.model->right), place))
        m_session.animation().seek(
            scene.model->timeline.timeOf(position->move, position->progress));
    else
        seekStage(place.stage); // the other way comes by there
}

bool ShapesPage::showsStage(Stage stage) const {
    return pathOf(stage, m_session.options().path).has_value();
}

bool ShapesPage::seekStage(Stage stage) {
    ShapesOptions options = m_session.options();
    const std::optional<LayoutPath> path = pathOf(stage, options.path);
    if (!path)
        return false;
    options.path = *path;
    const ShapesScene& scene = m_session.scene();
    if (!scene.isEmpty() && scene.model->right.path() == options.path &&
        stageOfStep(scene.model->right, scene.position().move) == stage)
        return true; // somewhere in it already
    m_wanted = stage;
    m_session.setOptions(options);
    if (m_wanted)
        seekWanted();
    return true;
}

PageFigures ShapesPage::figures() {
    m_session.finish();
    m_session.animation().pause();
    ShapesScene shown = m_session.scene();
    shown.display.textScale = 1;
    shown.display.presentation = false;
    shown.pointed.clear();
    if (!shown.elementLocked)
        shown.element.reset();
    PageFigures figures =
        PageExport::only({.title = tr("this moment"),
                          .fileName = QStringLiteral("shapes"),
                          .look = {QSize(1200, 760)},
                          .smallest = smallestShapes,
                          .render = [shown](FigureFormat format, PageLook look) {
                              ShapesScene scene = shown;
                              scene.display.theme = look.theme;
                              return renderShapes(scene, format, look.size, look.dotsPerInch);
                          }});
    if (shown.isEmpty()) {
        figures.possible =
            shown.error ? Status(*shown.error)
                        : makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to show"));
        return figures;
    }
    ShapesAnimation animation;
    animation.scene = shown;
    const Journey& journey = shown.model->right;
    PageFilm film;
    film.fileName = QStringLiteral("shapes");
    for (std::size_t i = 0; i < journey.steps().size(); ++i)
        film.stops << QString::fromStdString(stepName(journey, i));
    film.choice = animation.choice;
    film.choice.from = film.choice.to = shown.position().move;
    film.smallest = smallestShapes;
    film.film = [animation](const FilmChoice& choice) {
        ShapesAnimation chosen = animation;
        chosen.scene.display.theme = choice.theme;
        chosen.choice = choice;
        return shapesFilm(chosen);
    };
    figures.film = std::move(film);
    return figures;
}

} // namespace headscope
