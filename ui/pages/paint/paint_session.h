// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/walk.h"
#include "jobs/latest_runner.h"
#include "pages/paint/paint_scene.h"
#include "pages/paint/paint_strokes.h"

#include <QObject>
#include <QTimer>

namespace headscope {

/// What the Paint page does without a picture: holds the painting and its strokes, lets weights be
/// looked for in a thread of its own, keeps the playhead, and composes the PaintScene.
class PaintSession : public QObject {
    Q_OBJECT

public:
    explicit PaintSession(QObject* parent = nullptr);
    ~PaintSession() override;

    /// Another run, sequence or head; the painting stays as far as it fits.
    void setScene(const Scene& scene);
    const PaintScene& scene() const { return m_scene; }
    /// What somebody painted, also while another page is shown; nothing where nobody did.
    std::optional<PaintTarget> painted() const;
    /// How often somebody changed it, undo and redo among it.
    std::size_t strokes() const { return m_strokes.count(); }
    /// Why nothing can be painted, if so.
    const std::optional<Error>& refusal() const { return m_refusal; }

    void setTools(const PaintTools& tools);
    /// Another d_k, rate … : what was found stays until a search begins, but for d_k, which
    /// shows what is known for that one.
    void setOptions(const FitOptions& options);
    void setPositions(bool positions);
    void setAsked(std::optional<PaintCell> cell);

    /// A stroke is one step to undo, however many cells it touches.
    void beginStroke();
    void paintCell(const PaintCell& cell, PaintBrush brush);
    void endStroke();
    void setTarget(const PaintTarget& target);
    void undo();
    void redo();
    /// Takes the weight of a cell for the brush.
    void pickWeight(const PaintCell& cell);

    /// All starts, from fresh weights.
    void start();
    void cancel();
    /// One step of Adam from where the playhead is; what was recorded behind it goes.
    void walk();
    /// Back to step 0, with the fresh weights of the first start.
    void reset();
    /// What was found for the chosen d_k, after a walk.
    void showFound();
    void setRecord(std::size_t record);
    void setStop(PaintStop stop);
    /// Moves the playhead over what was recorded, from its beginning where it is at the end.
    void setPlaying(bool on);
    /// Waits until all that is on its way is there.
    void finish();
    /// Searches stop while the page is hidden.
    void setShown(bool shown);

Q_SIGNALS:
    void sceneChanged();

private:
    struct Request {
        /// Go on with this one instead of searching; no steps: from its beginning.
        std::shared_ptr<const HeadFit> walked;
        std::size_t record = 0;
        Index walkSteps = 0;
        bool walks = false;
        FitProblem problem;
        FitOptions options;
        std::shared_ptr<FitProgress> progress;
        std::optional<FitProblem> otherInputs; ///< with positions, or without
    };
    struct Outcome {
        Result<HeadFit> fit;
        std::optional<double> otherLimit;
    };
    static Outcome search(const Request& request, const CancellationToken& token);
    struct UpdateRequest {
        std::shared_ptr<const HeadFit> fit;
        std::size_t record = 0;
    };
    void requestWalk();
    void takeWalk(Result<HeadFit> walked);
    void showStop();
    void readProblem();
    /// Lets go of the problem, which may be large, and keeps what was painted on it.
    void putAside();
    void replaceTarget(const PaintTarget& target);
    /// Goes on from the weights at the playhead with one start.
    void follow(Index steps);
    void request(const FitOptions& options);
    void take(Outcome&& outcome);
    /// The next d_k that nobody looked at yet, while there is nothing else to do.
    void searchOthers();
    void showFit(std::shared_ptr<const HeadFit> fit);
    void showRecord();
    /// The first question: the row that misses most.
    void askWorstRow();
    bool isQuick() const;
    /// Whether a search begins by itself: once one was asked for, every stroke is followed; before
    /// a class, where there is no Start, from the first one on.
    bool follows() const;
    /// Nobody waits any more for what is on its way.
    void stop();
    void announce();

    Scene m_shown;
    PaintScene m_scene;
    std::optional<Error> m_refusal;
    std::string m_example; ///< that was painted for
    PaintStrokes m_strokes;
    std::optional<PaintTarget> m_aside; ///< what was painted while there is no problem
    /// The inputs with positions where the problem has none, and the other way round.
    std::optional<FitProblem> m_otherInputs;
    bool m_active = false;
    bool m_follows = false;        ///< a search of this problem was asked for
    bool m_searchesOthers = false; ///< what is on its way is for another d_k
    bool m_walks = false;          ///< what is on its way is a walk
    bool m_begins = false;         ///< at its beginning
    Index m_walkSteps = 0;         ///< that are wanted and not there yet
    std::shared_ptr<FitProgress> m_progress;
    QTimer m_poll;
    QTimer m_player;
    // Last: they call take…().
    LatestRunner<UpdateRequest, std::optional<HeadWeights>> m_updates;
    LatestRunner<Request, Outcome> m_runner;
};

} // namespace headscope
