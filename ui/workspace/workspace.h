// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/prepared_view.h"
#include "workspace/comparisons.h"
#include "workspace/intent_edits.h"
#include "workspace/run_blocks.h"
#include "workspace/shown_scene.h"

#include <QObject>

namespace headscope {

/// Brings document, engine, selection and display options together and composes
/// the Scene that every view shows, at most once per turn of the event loop.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(Source source, QObject* parent = nullptr);

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    const Experiment& experiment() const { return *m_document.experiment(); }
    /// What is shown: the newest trace and selection whose pictures are made.
    const Scene& scene() const { return m_shown.scene(); }
    const Selection& selection() const { return m_scene.selection; }
    const DisplayOptions& display() const { return m_scene.display; }
    /// Why the experiment as it stands cannot be computed; the last good trace stays shown.
    const std::optional<Error>& error() const { return m_error; }
    /// Whether the scene is older than the experiment.
    bool isComputing() const { return m_computing || m_shown.isPreparing(); }
    /// Whether a scene is made and on its way to who shows it.
    bool isAnnouncing() const { return m_shown.isAnnouncing(); }

    /// A step to undo; an Error where the experiment cannot become that.
    Status edit(const want::Edit& wanted) { return m_edits.carryOut(wanted, selection()); }
    void look(const want::Look& wanted);
    /// Asks about a cell of a tensor, where the shown stage draws it and nothing is locked.
    void hoverTensorCell(TensorName name, const Cell& cell);
    /// Another run in the place of the document's, until that is edited; nullptr: give it back.
    void showRun(std::shared_ptr<const Run> run, const QString& name = {});

    /// Whether the overview of the layers is shown; else nothing is prepared for it.
    void setLayersShown(bool shown) { m_shown.setLayersShown(shown); }
    /// Whether what is shown is made of pieces, so that they are not merged to words.
    void setPiecesNeeded(bool needed);
    /// Which states are compared.
    Comparisons& comparisons() { return m_comparisons; }
    /// Computes the experiment as it stands, although it needs more memory than is free;
    /// what is shown goes first, where that is much.
    void computeAnyway();
    /// Where the amount of free memory comes from; asked in another thread.
    void setAvailableMemory(std::function<std::optional<Index>()> available);

    void setSelection(Selection selection);
    /// What of a view is selected: at once, or with the run of the experiment as it stands. A cell
    /// that the matrix does not have is not locked.
    void look(const PreparedView& view);
    /// The view that is selected; pages know more of it.
    PreparedView view() const;
    void setDisplay(const DisplayOptions& display);

    /// Goes to a block, at the stage where the present one also has it, else at its main
    /// one; nothing happens where the trace has no such block.
    void showScope(const std::string& scope);
    /// Goes to a cell of the whole trace, in the block that computed it, and locks it.
    void showOrigin(std::size_t step, const Cell& cell);
    /// The next (1) or the previous (−1) block.
    void stepScope(int by);
    /// The next or the previous stage of the block, then of the blocks beside it.
    void stepStage(int by);
    /// The first stage of the first block.
    void showStart();
    /// Whether stepStage(by) would lead anywhere.
    bool hasStage(int by) const;
    /// Goes to a stage; the asked cell stays where the new stage has it.
    void showStage(Stage stage, std::size_t tensor = 0);
    void showPanel(int panel);
    void showSequence(Index sequence);
    /// What words beside the picture point at now.
    void point(std::vector<PointedAt> pointed);
    void hover(std::optional<PanelCell> cell);
    void lock(std::optional<PanelCell> cell);
    void setSolo(bool solo);

    /// Whether the scene says how long the engine took: no picture that shows it is
    /// the same twice.
    void setTimed(bool timed) { m_timed = timed; }

    /// Another language: some of what the scene carries is words.
    void retranslate();

    /// Waits until the scene is that of the experiment as it stands.
    void finish();
    /// The same, but for no longer than nobody notices; then what is shown may be older.
    void finishSoon();

Q_SIGNALS:
    void sceneChanged(const headscope::Scene& scene);
    /// A revision failed (error() says why) or succeeded again.
    void errorChanged();
    /// The experiment was not computed, because it needs more memory than is free.
    void memoryShort(const headscope::MemoryShortage& shortage);
    /// Nothing is shown for now: the memory is not enough for what was and what is computed.
    void letGo();

private:
    void select(const std::function<void(Selection&)>& change);
    /// That head of any block, enlarged.
    void showHead(const std::string& scope, int head);
    void requestRun();
    /// With the run that is there, where it reads the same.
    RunRequest withKnown(RunRequest request) const;
    /// The run that the scene shows from now on.
    void showComputed(std::shared_ptr<const Run> run);
    /// That run, in words where they are wanted.
    void showGiven();
    bool wordsAreShown() const;
    /// The comparison, in words where those are shown.
    void takeCompared();
    void take(RunOutcome outcome);
    /// Of the traces that are shown or about to be, and of their pictures.
    Index heldBytes() const;
    /// Lets everybody drop the old trace before another one is computed.
    void makeRoom();
    /// Cuts the selected block out of the whole trace, or another one where that is gone.
    void showBlock();
    /// Goes to what a freshly opened example is about.
    void showFocus();
    void showView(const PreparedView& view);

    Document m_document;
    IntentEdits m_edits;
    Scene m_scene; ///< what is to be shown
    ShownScene m_shown;
    std::shared_ptr<const Run> m_given;  ///< what is shown, as it was computed
    std::shared_ptr<const Run> m_ownRun; ///< the document's, while another one is shown
    RunBlocks m_blocks;                  ///< of the run that is shown
    Source m_computed;                   ///< that m_ownRun or the shown run is of
    std::optional<Error> m_error;
    std::optional<PreparedView> m_wanted; ///< for the run that is computed
    std::function<std::optional<Index>()> m_availableMemory;
    bool m_computing = false;
    bool m_timed = true;
    bool m_piecesNeeded = false;
    Comparisons m_comparisons;
    // Last: what it delivers changes all of the above.
    EngineRunner m_runner;
};

} // namespace headscope
