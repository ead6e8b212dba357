// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_page.h"

#include "controls/scroll_around.h"
#include "pages/page_request.h"
#include "pages/train/head_report.h"
#include "pages/train/train_header.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_strip.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "training/saved_moment.h"
#include "training/training_session.h"

#include <QKeyEvent>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>

namespace headscope {

TrainPage::TrainPage(QWidget* parent)
    : Page(parent, {.staysForExample = false, .onlyOnce = true})
    , m_scroll(new QScrollArea(parent))
    , m_view(new TrainView)
    , m_setup(new TrainSetup(parent))
    , m_report(new HeadReport(parent))
    , m_strip(new TrainStrip(parent))
    , m_header(new TrainHeader(parent))
    , m_runs(
          [](const RunRequest& asked, const CancellationToken&) {
              return watchedRun(*asked.learner, *asked.record->record);
          },
          [this](std::shared_ptr<const Run> run) { showEverywhere(std::move(run)); }) {
    scrollAround(*m_scroll, *m_view);
    m_scroll->viewport()->installEventFilter(this);
    m_scroll->installEventFilter(this);
    m_scroll->setFocusProxy(m_view);
    for (QWidget* part : std::initializer_list<QWidget*>{m_setup, m_report, m_strip, m_header})
        part->hide();
    m_setup->setRecipe(m_controller.recipe());
    connectParts();
}

void TrainPage::connectParts() {
    TrainController* const controller = &m_controller;
    connect(controller, &TrainController::recipeSet, m_setup, &TrainSetup::setRecipe);
    connect(controller, &TrainController::paceSet, m_strip, &TrainStrip::setPace);
    connect(controller, &TrainController::changed, this, &TrainPage::spread);

    connect(m_setup, &TrainSetup::recipeEdited, controller, &TrainController::setRecipe);
    connect(m_setup, &TrainSetup::startAsked, this, &TrainPage::start);
    connect(m_setup, &TrainSetup::pauseAsked, controller, &TrainController::pause);
    connect(m_setup, &TrainSetup::stepAsked, this, &TrainPage::takeStep);
    connect(m_setup, &TrainSetup::resetAsked, this, &TrainPage::reset);
    connect(m_setup, &TrainSetup::bringBackAsked, controller, &TrainController::bringBack);
    connect(m_setup, &TrainSetup::adoptAsked, this, &TrainPage::adopt);
    connect(m_setup, &TrainSetup::everywhereAsked, this, &TrainPage::setEverywhere);
    connect(m_setup, &TrainSetup::keyboardLeft, m_view, [this] { m_view->setFocus(); });

    connect(m_view, &TrainView::laidOut, this, &TrainPage::showControls);
    connect(m_view, &TrainView::bringBackAsked, controller, &TrainController::bringBack);
    connect(m_view, &TrainView::headAsked, this, &TrainPage::setHead);
    connect(m_view, &TrainView::playheadAsked, this, [this](std::size_t record) {
        m_controller.setPlaying(false);
        m_controller.seek(training().moment.records[record]->step());
    });
    connect(m_view, &TrainView::pinAsked, controller, &TrainController::setPinned);

    connect(m_report, &HeadReport::headAsked, this, &TrainPage::setHead);
    connect(m_header, &TrainHeader::attentionAsked, this, &TrainPage::setAttention);
    connect(m_header, &TrainHeader::followAsked, controller, &TrainController::setFollowing);
    connect(m_strip, &TrainStrip::attentionAsked, this, &TrainPage::setAttention);
    connect(m_strip, &TrainStrip::stopAsked, controller, &TrainController::setStop);
    connect(m_strip, &TrainStrip::backAsked, controller, [controller] { controller->step(-1); });
    connect(m_strip, &TrainStrip::forwardAsked, controller, [controller] { controller->step(1); });
    connect(m_strip, &TrainStrip::playAsked, controller,
            [controller] { controller->setPlaying(!controller->scene().playing); });
    connect(m_strip, &TrainStrip::paceAsked, controller, &TrainController::setPace);
}

PageWords TrainPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Train");
    words.toolTip = tr("A small model learns, and its heads are seen being born");
    words.action = tr("T&rain view");
    return words;
}

QString TrainPage::explanation() const {
    return tr("A small model learns in this window. Each column of the film is a recorded step, "
              "each row a head: what it looks at in the watched sentence, which is never learnt "
              "from. Drag the playhead, or use ← and →: every page shows the model at that step.");
}

QList<KeyWords> TrainPage::keys() const {
    return {{{QStringLiteral("Space")}, tr("plays")},
            {{QStringLiteral("←"), QStringLiteral("→")}, tr("one recorded step on")},
            {{QStringLiteral("Home"), QStringLiteral("End")}, tr("first, newest step")},
            {{QStringLiteral("P")}, tr("keep the step at the right")},
            {{QStringLiteral("S")}, tr("start, pause"), true},
            {{QStringLiteral("Enter")}, tr("one step"), true}};
}

QWidget& TrainPage::view() {
    return *m_scroll;
}

QWidget& TrainPage::keyboard() {
    return *m_view;
}

PageParts TrainPage::parts() const {
    PageParts around;
    around.left = m_setup;
    around.right = m_report;
    around.strip = m_strip;
    around.header = m_header;
    around.playback = false;
    around.ownRun = true;
    return around;
}

std::optional<LabelledMatrix> TrainPage::matrix() const {
    return trainMatrix(training());
}

PageFigures TrainPage::figures() {
    return trainFigures(training());
}

Status TrainPage::showView(const PageRequest& view) {
    return view.training ? showTraining(*view.training) : Status(Done{});
}

Status TrainPage::showTraining(const TrainingView& wanted) {
    if (wanted.kept) {
        session().open(wanted.kept, true); // a picture is of what was recorded
    } else if (wanted.ownTask || !scene().training) {
        m_controller.setRecipe(wanted.recipe);
        start();
    }
    finish();
    const TrainingMoment& moment = session().moment();
    if (moment.error)
        return *moment.error;
    if (!wanted.scope.empty() && !training().at().find(wanted.scope)) {
        std::string scopes;
        for (const WatchedAttention& attention : training().at().attentions)
            scopes.append(scopes.empty() ? "" : ", ").append(attention.scope);
        return makeError("--scope %1: the model has no such attention; it has %2", wanted.scope,
                         scopes);
    }
    setAttention(wanted.scope.empty() ? training().scope : wanted.scope, wanted.values);
    if (wanted.head && *wanted.head >= training().heads())
        return makeError("--head %1: the model has %2 heads", *wanted.head + 1, training().heads());
    if (wanted.head)
        setHead(*wanted.head);
    if (wanted.playhead && *wanted.playhead > moment.stepsDone)
        return makeError("--playhead %1: the training has %2 steps", *wanted.playhead,
                         moment.stepsDone);
    if (wanted.playhead)
        m_controller.seek(*wanted.playhead);
    if (wanted.stop)
        m_controller.setStop(*wanted.stop);
    finish();
    return Done{};
}

void TrainPage::shownChanged(bool shown) {
    m_opening = shown;
    if (!shown) {
        m_controller.setPlaying(false);
        return;
    }
    // What nobody looked at yet has not even read its data.
    if (session().moment().state == TrainingMoment::State::None && !session().isBusy())
        m_controller.begin();
}

void TrainPage::show(const Scene& scene) {
    m_controller.setDisplay(scene.display);
    // Opened, or come back to by undo: its history is scrubbed through here.
    if (scene.training && std::exchange(m_kept, scene.training) != scene.training)
        m_controller.open(scene.training);
    // One selection for all pages: what was looked at there is looked at here.
    if (std::exchange(m_opening, false) && scene.ofPage)
        m_controller.lookAt(scene.selection.scope, scene.selection.panel);
    m_controller.refresh();
}

void TrainPage::givenBack() {
    leaveEverywhere();
    spread();
}

void TrainPage::retranslated() {
    m_controller.refresh();
}

void TrainPage::spread() {
    requestEverywhere();
    if (!isShown())
        return;
    m_view->setScene(training());
    m_setup->setScene(training());
    m_report->setScene(training());
    m_strip->setScene(training());
    if (!training().isEmpty())
        m_header->setScene(training());
    showControls();
}

void TrainPage::showControls() {
    if (!isShown())
        return;
    PageControls now;
    now.status = statusOf(training());
    now.values = false;
    if (!training().isEmpty())
        now.colours = m_view->colourPlace();
    if (now == m_controls)
        return;
    m_controls = now;
    Q_EMIT changed();
}

void TrainPage::requestEverywhere() {
    // Who edited the experiment wants to see it.
    if (training().everywhere && scene().revision != m_everywhereRevision)
        m_controller.setEverywhere(false);
    if (!training().everywhere || training().isEmpty())
        return;
    const auto& record = training().moment.records[training().playhead];
    if (std::exchange(m_everywhereRecord, record) != record)
        m_runs.request({training().moment.learner, record});
}

void TrainPage::showEverywhere(std::shared_ptr<const Run> run) {
    if (!training().everywhere || !run)
        return;
    const bool first = !scene().ofPage;
    Q_EMIT asked(
        want::ShowRun{std::move(run), tr("the training at step %1").arg(training().at().step())});
    // From there on people look where they want to, and the steps go by.
    if (first || isShown()) {
        Q_EMIT asked(want::Place{training().scope});
        Q_EMIT asked(want::Panel{training().head});
    }
}

void TrainPage::leaveEverywhere() {
    m_controller.setEverywhere(false);
    m_everywhereRecord.reset();
    m_runs.forget();
}

void TrainPage::setEverywhere(bool on) {
    m_startsEverywhere = on;
    if (on == training().everywhere)
        return;
    if (on) {
        m_controller.setEverywhere(true);
        m_everywhereRecord.reset();
        m_everywhereRevision = scene().revision;
    } else {
        leaveEverywhere();
        Q_EMIT asked(want::ShowRun{});
    }
    m_controller.refresh();
}

void TrainPage::learn(const TrainingRecipe& recipe) {
    m_setup->takeTyped();
    m_controller.setNext(recipe);
    reset();
}

void TrainPage::start() {
    m_setup->takeTyped();
    if (m_startsEverywhere) {
        m_everywhereRevision = scene().revision;
        m_controller.setEverywhere(true);
    }
    m_controller.start();
}

void TrainPage::takeStep() {
    m_setup->takeTyped();
    m_controller.takeStep();
}

void TrainPage::reset() {
    m_setup->takeTyped();
    // The training before comes back by undo (statusOf() says so), and nothing is asked. Two are
    // kept, this one and a new one: one more that was put aside before would be gone.
    if (m_controller.resetForgets() && !mayForget())
        return;
    m_controller.reset();
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

void TrainPage::setHead(int head) {
    if (m_controller.setHead(head) && training().everywhere)
        Q_EMIT asked(want::Panel{head});
}

void TrainPage::setAttention(const std::string& scope, TrainValues values) {
    if (m_controller.setAttention(scope, values) && training().everywhere)
        Q_EMIT asked(want::Place{scope});
}

bool TrainPage::step(int by) {
    m_controller.step(by);
    return true;
}

bool TrainPage::handleKey(const QKeyEvent& event) {
    if (training().isEmpty())
        return false;
    switch (event.key()) {
    case Qt::Key_Left: return step(-1);
    case Qt::Key_Right: return step(1);
    case Qt::Key_Home: m_controller.seek(training().moment.records.front()->step()); return true;
    case Qt::Key_End: m_controller.setFollowing(true); return true;
    case Qt::Key_Space:
        if (m_controller.pace().byHand)
            takeStep(); // the first one begins it
        else if (!training().begun)
            start();
        else
            m_controller.setPlaying(!training().playing);
        return true;
    case Qt::Key_P: m_controller.togglePin(); return true;
    case Qt::Key_S: // in front of a class there is no panel with buttons
        training().moment.state == TrainingMoment::State::Running ? m_controller.pause() : start();
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

bool TrainPage::eventFilter(QObject* watched, QEvent* event) {
    // By the event first: what is watched may be on its way out, and then has no viewport.
    if (event->type() == QEvent::Resize && watched == m_scroll->viewport()) {
        m_view->setRoom(m_scroll->viewport()->size());
        m_header->setPageWidth(m_scroll->width()); // beside the tabs there is less room, or more
    }
    if (watched == m_scroll && event->type() == QEvent::KeyPress) {
        // The scroll area would take the arrows, which are the playhead's.
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_PageUp &&
            key != Qt::Key_PageDown) {
            event->ignore();
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void TrainPage::adopt() {
    if (training().isEmpty())
        return;
    leaveEverywhere(); // from here on it is the experiment itself
    want::Adopt wanted;
    wanted.text = tr("use the model of step %1").arg(training().at().step());
    const SavedMoment taken = savedMoment(training().moment, training().at());
    if (taken.training) {
        m_kept = taken.training;
        m_adopted.add(training().moment.learner, training().moment.stepsDone, taken.training);
    }
    wanted.experiment = taken.experiment;
    wanted.training = taken.training;
    Q_EMIT asked(want::ShowRun{});
    Q_EMIT asked(wanted);
    QString done =
        tr("The model of step %1 is the experiment now; Ctrl+Z brings the one before back.")
            .arg(training().at().step());
    if (!taken.training)
        done += u' ' + tr("It goes without its history, because the training still runs.");
    Q_EMIT said(done);
    m_controller.refresh();
}

QString TrainPage::unsaved() const {
    const TrainingMoment* const moment = m_controller.moment();
    return moment ? m_adopted.lost(scene().training, *moment, m_setup->text()) : QString();
}

void TrainPage::settled() {
    if (const TrainingMoment* const moment = m_controller.moment())
        m_adopted.settle(scene().training, *moment);
}

void TrainPage::finish() {
    if (m_controller.moment())
        session().finish();
    m_runs.finish();
}

} // namespace headscope
