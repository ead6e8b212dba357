// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_page.h"

#include "controls/controls.h"
#include "controls/scroll_around.h"
#include "controls/segmented_control.h"
#include "pages/train/head_report.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_strip.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "scene/fonts.h"
#include "training/training_session.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QScrollArea>

#include <algorithm>

namespace headscope {

TrainPage::TrainPage(QWidget* parent)
    : Page(parent, {.staysForExample = false})
    , m_scroll(new QScrollArea(parent))
    , m_view(new TrainView)
    , m_setup(new TrainSetup(parent))
    , m_report(new HeadReport(parent))
    , m_strip(new TrainStrip(parent))
    , m_header(new QWidget(parent))
    , m_recipe(recipeOf(TaskKind::Translate))
    , m_runs(
          [](const LendRequest& asked, const CancellationToken&) {
              return watchedRun(*asked.learner, *asked.record->record);
          },
          [this](std::shared_ptr<const Run> run) { showEverywhere(std::move(run)); }) {
    scrollAround(*m_scroll, *m_view);
    m_scroll->viewport()->installEventFilter(this);
    m_scroll->installEventFilter(this);
    m_scroll->setFocusProxy(m_view);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_layers = new SegmentedControl(m_header);
    m_values = new QComboBox(m_header);
    m_values->setFont(textFont(13));
    m_follow = new QCheckBox(m_header);
    row->addWidget(m_layers);
    row->addWidget(m_values);
    row->addWidget(m_follow);
    m_header->hide();
    for (QWidget* part : std::initializer_list<QWidget*>{m_setup, m_report, m_strip})
        part->hide();
    m_setup->setRecipe(m_recipe);
    connectParts();
    retranslate();
}

TrainPage::~TrainPage() = default;

void TrainPage::connectParts() {
    connect(m_setup, &TrainSetup::recipeEdited, this, &TrainPage::setRecipe);
    connect(m_setup, &TrainSetup::startAsked, this, &TrainPage::start);
    connect(m_setup, &TrainSetup::pauseAsked, this, &TrainPage::pause);
    connect(m_setup, &TrainSetup::stepAsked, this, &TrainPage::takeStep);
    connect(m_setup, &TrainSetup::resetAsked, this, &TrainPage::reset);
    connect(m_setup, &TrainSetup::bringBackAsked, this, &TrainPage::bringBack);
    connect(m_view, &TrainView::laidOut, this, &TrainPage::showControls);
    connect(m_view, &TrainView::bringBackAsked, this, &TrainPage::bringBack);
    connect(m_setup, &TrainSetup::adoptAsked, this, &TrainPage::adopt);
    connect(m_setup, &TrainSetup::everywhereAsked, this, &TrainPage::setEverywhere);
    connect(m_setup, &TrainSetup::keyboardLeft, m_view, [this] { m_view->setFocus(); });
    connect(m_report, &HeadReport::headAsked, this, &TrainPage::setHead);
    connect(m_view, &TrainView::headAsked, this, &TrainPage::setHead);
    connect(m_view, &TrainView::playheadAsked, this, [this](std::size_t record) {
        setPlaying(false);
        seek(m_training.moment.records[record]->step());
    });
    connect(m_view, &TrainView::pinAsked, this, &TrainPage::setPinned);
    connect(m_strip, &TrainStrip::attentionAsked, this, &TrainPage::setAttention);
    connect(m_strip, &TrainStrip::stageAsked, this, &TrainPage::setStage);
    connect(m_strip, &TrainStrip::backAsked, this, [this] { step(-1); });
    connect(m_strip, &TrainStrip::forwardAsked, this, [this] { step(1); });
    connect(m_strip, &TrainStrip::playAsked, this, [this] { setPlaying(!m_training.playing); });
    connect(m_strip, &TrainStrip::paceAsked, this, &TrainPage::setPace);
    connect(m_follow, &QCheckBox::clicked, this, &TrainPage::setFollowing);
    connect(m_values, &QComboBox::activated, this,
            [this] { setAttention(m_training.scope, chosen<TrainValues>(m_values)); });
    connect(m_layers, &SegmentedControl::chosen, this, [this](int layer) {
        setAttention(m_layerScopes[static_cast<std::size_t>(layer)], m_training.values);
    });
    connect(&m_player, &QTimer::timeout, this, [this] {
        if (m_training.playhead + 1 >= m_training.moment.records.size())
            return setPlaying(false);
        seek(m_training.moment.records[m_training.playhead + 1]->step());
    });
}

TrainingSession& TrainPage::session() {
    if (!m_session) {
        m_session = std::make_unique<TrainingSession>();
        connect(m_session.get(), &TrainingSession::changed, this, &TrainPage::take);
    }
    return *m_session;
}

PageWords TrainPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Train");
    words.toolTip = tr("A small model learns, and its heads are seen being born");
    words.action = tr("T&rain view");
    words.explanation =
        tr("A small model learns in this window. Each column of the film is a recorded step, "
           "each row a head: what it looks at in the watched sentence, which is never learnt "
           "from. Drag the playhead, or use ← and →: every page shows the model at that step.");
    return words;
}

QWidget& TrainPage::view() {
    return *m_scroll;
}

QWidget& TrainPage::keyboard() {
    return *m_view;
}

PageControls TrainPage::controls() const {
    return m_controls;
}

PageParts TrainPage::parts() const {
    PageParts around;
    around.left = m_setup;
    around.right = m_report;
    around.strip = m_strip;
    around.header = m_header;
    around.playback = false;
    around.ownRun = true;
    around.keys = tr("S: start, pause · Enter: one step");
    return around;
}

void TrainPage::shownChanged(bool shown) {
    m_opening = shown;
    if (!shown) {
        setPlaying(false);
        return;
    }
    // What nobody looked at yet has not even read its data.
    if (session().moment().state == TrainingMoment::State::None && !session().isBusy())
        begin();
}

void TrainPage::show(const Scene& scene) {
    m_training.display = scene.display;
    // Opened, or come back to by undo: its history is scrubbed through here.
    if (scene.training && std::exchange(m_kept, scene.training) != scene.training) {
        m_asked.reset();
        session().open(scene.training);
    }
    if (std::exchange(m_opening, false) && scene.ofPage && !m_training.isEmpty()) {
        // One selection for all pages: what was looked at there is looked at here.
        if (m_training.at().find(scene.selection.scope))
            m_training.scope = scene.selection.scope;
        if (scene.selection.panel < m_training.heads())
            m_training.head = scene.selection.panel;
    }
    compose();
}

void TrainPage::givenBack() {
    m_training.everywhere = false;
    m_everywhereRecord.reset();
    m_runs.forget();
    spread();
}

void TrainPage::take() {
    compose();
}

void TrainPage::compose() {
    if (!m_session)
        return;
    // Who edited the experiment wants to see it.
    if (m_training.everywhere && scene().revision != m_everywhereRevision)
        m_training.everywhere = false;
    const TrainingMoment& moment = m_session->moment();
    const bool otherLearner = moment.learner != m_training.moment.learner;
    m_training.moment = moment;
    m_training.begun = m_training.begun || moment.stepsDone > 0;
    if (!moment.isEmpty()) {
        if (otherLearner)
            m_training.pinned.reset();
        // Of what was opened before somebody asked for this one, the settings are past.
        if (moment.recipe == m_asked)
            m_asked.reset();
        if (otherLearner && moment.shown && !m_asked) {
            m_recipe = moment.recipe;
            m_setup->setRecipe(m_recipe);
            m_step = *moment.shown;
            m_training.follow = m_step >= moment.records.back()->step();
        }
        m_training.playhead =
            m_training.follow ? moment.records.size() - 1 : moment.placeOf(m_step);
        const RecordedStep& at = m_training.at();
        if (otherLearner || !at.find(m_training.scope)) {
            // The attention that the task is about: the last one.
            m_training.scope = at.attentions.back().scope;
        }
        m_training.head = std::clamp(m_training.head, 0, m_training.heads() - 1);
    }
    spread();
    showEverywhere();
}

void TrainPage::spread() {
    if (!isShown())
        return;
    m_view->setScene(m_training);
    m_setup->setScene(m_training);
    m_report->setScene(m_training);
    m_strip->setScene(m_training);
    showHeader();
    showControls();
}

void TrainPage::showControls() {
    if (!isShown())
        return;
    PageControls now;
    now.status = statusOf(m_training);
    now.values = false;
    if (!m_training.isEmpty())
        now.colours = m_view->colourPlace();
    if (now == m_controls)
        return;
    m_controls = now;
    Q_EMIT changed();
}

void TrainPage::showEverywhere() {
    if (!m_training.everywhere || m_training.isEmpty())
        return;
    const auto& record = m_training.moment.records[m_training.playhead];
    if (std::exchange(m_everywhereRecord, record) == record)
        return;
    m_runs.request({m_training.moment.learner, record});
}

void TrainPage::showEverywhere(std::shared_ptr<const Run> run) {
    if (!m_training.everywhere || !run)
        return;
    const bool first = !scene().ofPage;
    Q_EMIT asked(
        want::ShowRun{std::move(run), tr("the training at step %1").arg(m_training.at().step())});
    // From there on people look where they want to, and the steps go by.
    if (first || isShown()) {
        Q_EMIT asked(want::Place{m_training.scope});
        Q_EMIT asked(want::Panel{m_training.head});
    }
}

void TrainPage::setEverywhere(bool on) {
    if (on == m_training.everywhere)
        return;
    m_training.everywhere = on;
    m_everywhereRecord.reset();
    m_everywhereRevision = scene().revision;
    if (!on) {
        m_runs.forget();
        Q_EMIT asked(want::ShowRun{});
    }
    compose();
}

} // namespace headscope
