// SPDX-License-Identifier: GPL-3.0-or-later
// What is done on the Train page.
#include "pages/page_export.h"
#include "pages/train/train_animation.h"
#include "pages/train/train_figure.h"
#include "pages/train/train_page.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_strip.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "scene/error_text.h"
#include "scene/labelled_matrix.h"
#include "scene/statements.h"
#include "training/kept_moment.h"
#include "training/training_session.h"

#include <QKeyEvent>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace headscope {

namespace {
constexpr int wholeRecording = 6000; ///< ms
constexpr int slowestPicture = 500;
constexpr int quickestPicture = 60;
} // namespace

void TrainPage::setRecipe(const TrainingRecipe& recipe) {
    m_recipe = recipe;
    m_setup->setRecipe(recipe);
    const TrainingMoment& moment = session().moment();
    if (moment.isEmpty() || moment.stepsDone == 0)
        return begin();
    // What may change while it learns.
    if (!(moment.recipe.optimiser == recipe.optimiser))
        session().setOptimiser(recipe.optimiser);
    if (moment.recipe.smoothing != recipe.smoothing)
        session().setSmoothing(recipe.smoothing);
    if (moment.recipe.batch != recipe.batch)
        session().setBatch(recipe.batch);
    if (moment.recipe.steps != recipe.steps)
        session().setSteps(recipe.steps);
    compose(); // what counts after Reset is said
}

void TrainPage::begin() {
    m_asked = m_recipe;
    session().begin(m_recipe);
}

void TrainPage::learn(const TrainingRecipe& recipe) {
    m_setup->takeTyped();
    m_recipe = recipe;
    m_setup->setRecipe(recipe);
    reset();
}

void TrainPage::start() {
    m_setup->takeTyped();
    if (m_pace.byHand)
        setPace({}); // who starts it wants it to go on by itself
    m_training.follow = true;
    m_everywhereRevision = scene().revision;
    m_training.everywhere = true;
    setPlaying(false);
    session().start();
}

void TrainPage::takeStep() {
    m_setup->takeTyped();
    setFollowing(true);
    session().step();
}

void TrainPage::pause() {
    session().pause();
}

void TrainPage::reset() {
    m_setup->takeTyped();
    // The training before comes back by undo (statusOf() says so), and nothing is asked. Two are
    // kept, this one and a new one: one more that was put aside before would be gone.
    const TrainingMoment& moment = session().moment();
    if (moment.aside && moment.aside->stepsDone > moment.aside->opened && moment.stepsDone > 0 &&
        !mayForget())
        return;
    setPlaying(false);
    m_training.follow = true;
    begin();
    m_view->setFocus(); // whose Ctrl+Z it is
}

bool TrainPage::mayForget() {
    QMessageBox box(QMessageBox::Question, tr("Reset"),
                    tr("One training can be brought back after this: the one that is shown. The "
                       "one that was put aside before it would be gone."),
                    QMessageBox::NoButton, m_view->window());
    QPushButton* const yes = box.addButton(tr("Reset"), QMessageBox::AcceptRole);
    box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == yes;
}

void TrainPage::bringBack() {
    const TrainingMoment& moment = session().moment();
    if (!moment.canBringBack())
        return;
    setPlaying(false);
    m_training.follow = true;
    m_asked.reset(); // its settings are shown, whatever was refused before
    session().bringBack();
}

void TrainPage::seek(Index step) {
    m_step = step;
    m_training.follow = false;
    compose();
}

void TrainPage::setFollowing(bool on) {
    setPlaying(false);
    if (!on && !m_training.isEmpty())
        m_step = m_training.at().step();
    m_training.follow = on;
    compose();
}

void TrainPage::setHead(int head) {
    if (m_training.isEmpty() || head < 0 || head >= m_training.heads())
        return;
    m_training.head = head;
    compose();
    if (m_training.everywhere)
        Q_EMIT asked(want::Panel{head});
}

void TrainPage::setAttention(const std::string& scope, TrainValues values) {
    if (m_training.isEmpty() || !m_training.at().find(scope))
        return;
    m_training.scope = scope;
    m_training.values = values;
    m_training.stage.reset();
    compose();
    if (m_training.everywhere)
        Q_EMIT asked(want::Place{scope});
}

void TrainPage::setStage(StepStop::Kind stage) {
    if (m_training.isEmpty())
        return;
    m_training.stage = stage;
    compose();
}

void TrainPage::setPace(const TrainPace& pace) {
    m_pace = pace;
    m_strip->setPace(pace);
    session().setPace(pace.stepsPerSecond);
    if (pace.byHand)
        session().pause();
}

void TrainPage::setPinned(std::optional<Index> step) {
    m_training.pinned = step;
    compose();
}

void TrainPage::setPlaying(bool on) {
    const std::size_t count = m_training.moment.records.size();
    on = on && count > 1;
    if (on && m_training.playhead + 1 >= count)
        seek(m_training.moment.records.front()->step());
    m_training.playing = on;
    if (on) {
        m_training.follow = false;
        m_step = m_training.at().step();
        m_player.start(
            std::clamp(wholeRecording / static_cast<int>(count), quickestPicture, slowestPicture));
    } else {
        m_player.stop();
    }
    spread();
}

bool TrainPage::step(int by) {
    if (m_training.isEmpty())
        return true;
    setPlaying(false);
    const auto last = static_cast<std::ptrdiff_t>(m_training.moment.records.size()) - 1;
    const std::ptrdiff_t next =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(m_training.playhead) + by, 0, last);
    seek(m_training.moment.records[static_cast<std::size_t>(next)]->step());
    return true;
}

bool TrainPage::handleKey(const QKeyEvent& event) {
    if (m_training.isEmpty())
        return false;
    const RecordedSteps& records = m_training.moment.records;
    switch (event.key()) {
    case Qt::Key_Left: return step(-1);
    case Qt::Key_Right: return step(1);
    case Qt::Key_Home: seek(records.front()->step()); return true;
    case Qt::Key_End: setFollowing(true); return true;
    case Qt::Key_Space:
        if (m_pace.byHand)
            takeStep(); // the first one begins it
        else if (!m_training.begun)
            start();
        else
            setPlaying(!m_training.playing);
        return true;
    case Qt::Key_P:
        setPinned(m_training.pinned == m_training.at().step()
                      ? std::nullopt
                      : std::optional<Index>(m_training.at().step()));
        return true;
    case Qt::Key_S: // in front of a class there is no panel with buttons
        m_training.moment.state == TrainingMoment::State::Running ? pause() : start();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: takeStep(); return true;
    case Qt::Key_M: return true; // no pair can be forbidden here
    default: break;
    }
    if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9) {
        setHead(event.key() - Qt::Key_1);
        return true;
    }
    return false;
}

void TrainPage::adopt() {
    if (m_training.isEmpty())
        return;
    m_training.everywhere = false; // from here on it is the experiment itself
    m_everywhereRecord.reset();
    m_runs.forget();
    want::Adopt wanted;
    wanted.text = tr("use the model of step %1").arg(m_training.at().step());
    TakenModel taken = takenModel(m_training.moment, m_training.at());
    const bool kept = static_cast<bool>(taken.training);
    if (kept) {
        m_kept = taken.training;
        m_adopted = {m_training.moment.learner, m_training.moment.stepsDone, taken.training};
    }
    wanted.experiment = std::move(taken.experiment);
    Q_EMIT asked(want::ShowRun{});
    Q_EMIT asked(wanted);
    const QString done =
        tr("The model of step %1 is the experiment now; Ctrl+Z brings the one before back.")
            .arg(m_training.at().step());
    Q_EMIT said(kept ? done
                     : done + u' ' +
                           tr("It goes without its history, because the training still runs."));
    compose();
}

bool TrainPage::isInDocument(const Adopted& adopted) const {
    // Undo takes it out of the document again.
    return adopted.kept && scene().training == adopted.kept;
}

std::optional<Index> TrainPage::stepsKept(const std::shared_ptr<const Learner>& learner) const {
    std::optional<Index> steps;
    if (isInDocument(m_adopted) && learner == m_adopted.learner)
        steps = m_adopted.steps;
    for (const Adopted& settled : m_settled)
        if (settled.learner == learner)
            steps = std::max(steps.value_or(0), settled.steps);
    return steps;
}

QString TrainPage::unsaved() const {
    if (!m_session)
        return {};
    const TrainingMoment& moment = m_session->moment();
    const std::optional<Index> kept = stepsKept(moment.learner);
    if (moment.stepsDone > std::max(moment.opened, kept.value_or(0)))
        return tr("The training of %n step(s) was not taken over as the experiment.", nullptr,
                  static_cast<int>(moment.stepsDone));
    if (const auto& aside = moment.aside;
        aside && aside->stepsDone > std::max(aside->opened, stepsKept(aside->learner).value_or(0)))
        return tr("The training of %n step(s) that was put aside was not taken over as the "
                  "experiment.",
                  nullptr, static_cast<int>(aside->stepsDone));
    // Those trainings are kept, and what they learnt from with them.
    const std::string text = m_setup->text();
    const bool isLearnt = (text == moment.recipe.text && (moment.stepsDone > 0 || kept)) ||
                          (moment.aside && text == moment.aside->text);
    if (!text.empty() && !isLearnt)
        return tr("The data that were typed for a training were not learnt from.");
    return {};
}

void TrainPage::settled() {
    if (isInDocument(m_adopted))
        m_settled.push_back(m_adopted);
    // What is forgotten by the session is not asked about either.
    if (m_session)
        std::erase_if(m_settled, [&](const Adopted& kept) {
            const TrainingMoment& moment = m_session->moment();
            return kept.learner != moment.learner &&
                   (!moment.aside || kept.learner != moment.aside->learner);
        });
}

void TrainPage::finish() {
    if (m_session)
        m_session->finish();
    m_runs.finish();
}

PageFigures TrainPage::figures() {
    PageFigures figures;
    const std::pair<TrainPart, QString> parts[] = {{TrainPart::Both, tr("film and curves")},
                                                   {TrainPart::Film, tr("film")},
                                                   {TrainPart::Curves, tr("curves")}};
    for (const auto& [part, title] : parts) {
        PageFigure& figure = figures.stills.emplace_back();
        figure.title = title;
        figure.fileName = QStringLiteral("training");
        figure.look.size = QSize(TrainFigure::usualWidth, 0);
        figure.heightFollows = true;
        figure.render = [training = m_training, part = part](FigureFormat format, const PageLook& look) {
            TrainFigure drawn;
            drawn.scene = training;
            drawn.scene.display.theme = look.theme;
            drawn.part = part;
            drawn.size = look.size;
            drawn.dotsPerInch = look.dotsPerInch;
            return renderTraining(drawn, format);
        };
        figure.table = [moment = m_training.moment] { return trainingTable(moment); };
    }
    if (m_training.isEmpty()) {
        figures.possible = makeError(HEADSCOPE_MESSAGE("Message", "there is nothing to export yet: "
                                                                  "start the training"));
        return figures;
    }
    const std::size_t records = m_training.moment.records.size();
    if (records < 2)
        return figures;
    PageFilm film;
    film.fileName = QStringLiteral("training");
    for (const auto& record : m_training.moment.records)
        film.stops << tr("step %1").arg(record->step());
    // The way to the step in front; at the beginning all that is there.
    film.choice.to = m_training.playhead > 0 ? m_training.playhead : records - 1;
    const TrainAnimation usual;
    film.choice.size = usual.size;
    film.choice.framesPerSecond = 1000 / usual.milliseconds;
    film.smallest = QSize(560, 360);
    film.timed = false;
    film.film = [training = m_training](const FilmChoice& choice) {
        TrainAnimation animation;
        animation.scene = training;
        animation.scene.display.theme = choice.theme;
        animation.from = choice.from;
        animation.to = choice.to;
        animation.size = choice.size;
        animation.milliseconds = 1000 / choice.framesPerSecond;
        return trainFilm(animation);
    };
    figures.film = std::move(film);
    return figures;
}

std::optional<LabelledMatrix> TrainPage::matrix() const {
    if (m_training.isEmpty())
        return std::nullopt;
    const auto nameOf = [](TrainValues values) {
        switch (values) {
        case TrainValues::Weights: return "attention_weights";
        case TrainValues::Scores: return "masked_scores";
        case TrainValues::Gradient: return "gradient";
        }
        return "";
    };
    const RecordedStep& step = m_training.at();
    Tensor values = m_training.tensor(step).selected(0, 0).selected(0, m_training.head);
    QStringList rows = queryWords(m_training);
    QStringList columns = keyWords(m_training);
    QString rowAxis = rowWord(m_training);
    QString columnAxis = axisWord(Axis::Key);
    if (m_training.display.rowsAreKeys) {
        values = values.transposed(0, 1);
        std::swap(rows, columns);
        std::swap(rowAxis, columnAxis);
    }
    const QString name =
        QStringLiteral("%1 %2, head %3, step %4")
            .arg(QString::fromStdString(m_training.scope), QLatin1String(nameOf(m_training.values)))
            .arg(m_training.head + 1)
            .arg(step.step());
    return labelledMatrix(name, rowAxis, columnAxis, rows, columns, values);
}

Status TrainPage::writeFigure(const QString& path, TrainPart part) {
    const PageFigure figure = figures().stills[static_cast<std::size_t>(part)];
    return PageExport::write(figure, path, figure.look);
}

} // namespace headscope
