// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/train_scene.h"

#include <QObject>
#include <QTimer>

namespace headscope {

class TrainingSession;

/// What is done on the Train page, and what came of it: the training that is asked for, and which
/// of its steps, heads and attentions is shown. It knows no widget and no document.
class TrainController : public QObject {
    Q_OBJECT

public:
    explicit TrainController(QObject* parent = nullptr);
    ~TrainController() override;

    /// Made when somebody first asks for it.
    TrainingSession& session();
    /// The newest moment of the session; nullptr before there is one.
    const TrainingMoment* moment() const;
    /// All that is shown.
    const TrainScene& scene() const { return m_scene; }
    /// As edited.
    const TrainingRecipe& recipe() const { return m_recipe; }
    const TrainPace& pace() const { return m_pace; }

    /// What is trained after Reset.
    void setNext(const TrainingRecipe& recipe);
    /// The same, and at once what may change while it learns; all where nothing was learnt yet.
    void setRecipe(const TrainingRecipe& recipe);
    /// The recipe from its beginning; the training before is put aside.
    void begin();
    void open(std::shared_ptr<const PackedTraining> kept);
    void start();
    void pause();
    /// One step, recorded and shown.
    void takeStep();
    void reset();
    /// Whether a training that was put aside would be gone after Reset.
    bool resetForgets();
    /// The training that Reset put aside; this one is put aside then.
    void bringBack();
    void setPace(const TrainPace& pace);

    /// Goes to the last record that is not behind that step.
    void seek(Index step);
    /// So many records on, or back.
    void step(int by);
    void setFollowing(bool on);
    /// The recording, from its beginning where it is at its end.
    void setPlaying(bool on);
    /// False where there is no such head, or attention.
    bool setHead(int head);
    bool setAttention(const std::string& scope, TrainValues values);
    /// Opens what else a step has: logits, loss, optimiser, data.
    void setStop(StepStop::Kind stop);
    void setPinned(std::optional<Index> step);
    /// The step of the playhead, or the newest again where that is pinned.
    void togglePin();

    // What is shown by them is said by refresh().
    void setDisplay(const DisplayOptions& display) { m_scene.display = display; }
    void setEverywhere(bool on) { m_scene.everywhere = on; }
    /// What was looked at elsewhere, as far as it is there.
    void lookAt(const std::string& scope, Index head);
    /// Takes the newest moment of the training, if there is one.
    void refresh();

Q_SIGNALS:
    /// The recipe is another one; before what came of that.
    void recipeSet(const headscope::TrainingRecipe& recipe);
    void paceSet(const headscope::TrainPace& pace);
    /// The scene is another one.
    void changed();

private:
    /// Without saying that the scene is another one.
    void stopPlaying();

    std::unique_ptr<TrainingSession> m_session;
    TrainScene m_scene;
    TrainingRecipe m_recipe;
    std::optional<TrainingRecipe> m_asked; ///< of the training that is on its way
    Index m_step = 0;                      ///< where the playhead was put
    TrainPace m_pace;
    QTimer m_player;
};

} // namespace headscope
