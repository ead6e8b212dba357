// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "pages/page.h"
#include "pages/train/adopted_trainings.h"
#include "pages/train/train_controller.h"
#include "pages/train/train_figure.h"

class QScrollArea;

namespace headscope {

class HeadReport;
class TrainHeader;
class TrainSetup;
class TrainStrip;
class TrainView;

/// A small model learns in the window. The playhead goes back through what was recorded, here
/// and, where it is wanted everywhere, on every other page.
class TrainPage : public Page {
    Q_OBJECT

public:
    explicit TrainPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override { return m_controls; }
    /// The enlarged head at the playhead.
    std::optional<LabelledMatrix> matrix() const override;
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    bool step(int by) override;
    PageFigures figures() override;
    Status showView(const PageRequest& view) override;
    QString unsaved() const override;
    void settled() override;
    std::optional<want::TurnPair> askedPair() const override { return std::nullopt; }
    void finish() override;
    void retranslated() override;

    TrainController& controller() { return m_controller; }
    TrainingSession& session() { return m_controller.session(); }
    TrainView& picture() { return *m_view; }
    TrainSetup& setup() { return *m_setup; }
    HeadReport& report() { return *m_report; }
    TrainStrip& strip() { return *m_strip; }
    const TrainScene& training() const { return m_controller.scene(); }

    // What counts the words that are being typed, or is told to other pages; all else is done on
    // the controller.
    /// Another recipe from its beginning: the training before is put aside.
    void learn(const TrainingRecipe& recipe) override;
    void start();
    void takeStep();
    void reset();
    void setHead(int head);
    void setAttention(const std::string& scope, TrainValues values);
    void setEverywhere(bool on);
    /// Takes the model at the playhead over as the experiment.
    void adopt();

protected:
    void show(const Scene& scene) override;
    void givenBack() override;
    void shownChanged(bool shown) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct RunRequest {
        std::shared_ptr<const Learner> learner;
        std::shared_ptr<const RecordedStep> record;
    };

    void connectParts();
    /// Trains it to its end, or takes the one that the experiment came with, and goes to the
    /// playhead. An Error where it could not be trained, or has no such attention or head.
    Status showTraining(const TrainingView& wanted);
    void spread();
    void showControls();
    void requestEverywhere();
    void showEverywhere(std::shared_ptr<const Run> run);
    /// The run of every page is not that of the playhead any more.
    void leaveEverywhere();
    /// Asks whether a training that was put aside may be gone.
    bool mayForget();

    QScrollArea* m_scroll;
    TrainView* m_view;
    TrainSetup* m_setup;
    HeadReport* m_report;
    TrainStrip* m_strip;
    TrainHeader* m_header;
    bool m_opening = false;
    bool m_startsEverywhere = true; ///< every page shows what starts; as somebody last chose
    PageControls m_controls;
    std::shared_ptr<const RecordedStep> m_everywhereRecord;
    std::uint64_t m_everywhereRevision = 0; ///< of the document when that began
    /// The training of the document that is shown here, or was taken from here.
    std::shared_ptr<const PackedTraining> m_kept;
    AdoptedTrainings m_adopted;
    LatestRunner<RunRequest, std::shared_ptr<const Run>> m_runs;
    TrainController m_controller;
};

} // namespace headscope
