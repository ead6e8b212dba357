// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "pages/page.h"
#include "pages/train/train_figure.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QScrollArea;

namespace headscope {

class HeadReport;
class SegmentedControl;
class TrainSetup;
class TrainStrip;
class TrainView;
class TrainingSession;

/// A small model learns in the window. The playhead goes back through what was recorded, here
/// and, where it is wanted everywhere, on every other page.
class TrainPage : public Page {
    Q_OBJECT

public:
    explicit TrainPage(QWidget* parent);
    ~TrainPage() override;

    PageWords words(const Scene& scene) const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override;
    /// The enlarged head at the playhead.
    std::optional<LabelledMatrix> matrix() const override;
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    bool step(int by) override;
    PageFigures figures() override;
    QString unsaved() const override;
    void settled() override;
    std::optional<want::TurnPair> askedPair() const override { return std::nullopt; }
    void finish() override;
    void retranslated() override;
    /// What the ending of the name says: a picture of that part, or the numbers of the curves.
    Status writeFigure(const QString& path, TrainPart part);

    TrainingSession& session();
    TrainView& picture() { return *m_view; }
    TrainSetup& setup() { return *m_setup; }
    HeadReport& report() { return *m_report; }
    TrainStrip& strip() { return *m_strip; }
    const TrainScene& training() const { return m_training; }

    /// What would be trained after Reset; at once where nothing was learnt yet.
    void setRecipe(const TrainingRecipe& recipe);
    /// The same, at its beginning: the training before is put aside.
    void learn(const TrainingRecipe& recipe) override;
    void start();
    void pause();
    /// One step, recorded and shown.
    void takeStep();
    void begin();
    void reset();
    /// The training that Reset put aside; this one is put aside then.
    void bringBack();
    /// Goes to the last record that is not behind that step.
    void seek(Index step);
    void setFollowing(bool on);
    void setHead(int head);
    void setAttention(const std::string& scope, TrainValues values);
    /// Opens what else a step has: logits, loss, optimiser, data.
    void setStage(StepStop::Kind stage);
    void setPace(const TrainPace& pace);
    void setPinned(std::optional<Index> step);
    void setEverywhere(bool on);
    /// Takes the model at the playhead over as the experiment.
    void adopt();

protected:
    void show(const Scene& scene) override;
    void givenBack() override;
    void shownChanged(bool shown) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct LendRequest {
        std::shared_ptr<const Learner> learner;
        std::shared_ptr<const RecordedStep> record;
    };

    void connectParts();
    void take();
    /// Puts the newest moment and what is chosen together.
    void compose();
    void spread();
    void showControls();
    void showEverywhere();
    void showEverywhere(std::shared_ptr<const Run> run);
    void setPlaying(bool on);
    /// Asks whether a training that was put aside may be gone.
    bool mayForget();
    void showHeader();
    void showFollow();
    void retranslate();

    QScrollArea* m_scroll;
    TrainView* m_view;
    TrainSetup* m_setup;
    HeadReport* m_report;
    TrainStrip* m_strip;
    QWidget* m_header;
    SegmentedControl* m_layers; ///< of the shown kind of attention, where there are several
    std::vector<std::string> m_layerScopes;
    QComboBox* m_values;
    QCheckBox* m_follow;
    QTimer m_player;
    TrainScene m_training;
    TrainingRecipe m_recipe; ///< as edited
    std::optional<TrainingRecipe> m_asked; ///< of the training that is on its way
    Index m_step = 0;        ///< where the playhead was put
    TrainPace m_pace;
    bool m_opening = false;
    PageControls m_controls;
    std::shared_ptr<const RecordedStep> m_everywhereRecord;
    std::uint64_t m_everywhereRevision = 0; ///< of the document when that began
    /// The training of the document that is shown here, or was taken from here.
    std::shared_ptr<const KeptTraining> m_kept;
    /// What was taken over last with its history: of which training, how many steps, and as what
    /// the document holds it.
    struct Adopted {
        std::shared_ptr<const Learner> learner;
        Index steps = 0;
        std::shared_ptr<const KeptTraining> kept;
    };
    Adopted m_adopted;
    std::vector<Adopted> m_settled; ///< what nobody has to be asked about any more
    bool isInDocument(const Adopted& adopted) const;
    /// So many steps of a training nobody has to be asked about; none where it was not taken over.
    std::optional<Index> stepsKept(const std::shared_ptr<const Learner>& learner) const;
    LatestRunner<LendRequest, std::shared_ptr<const Run>> m_runs;
    std::unique_ptr<TrainingSession> m_session; ///< made when the page is first shown
};

} // namespace headscope
