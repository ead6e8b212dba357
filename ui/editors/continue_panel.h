// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/generate.h"
#include "checkpoint/model_source.h"
#include "forms/form.h"
#include "jobs/latest_runner.h"
#include "source/source.h"

#include <QWidget>

class QPushButton;

namespace headscope {

class ClickList;
class FoldSection;

/// How the text of a trained model goes on: draws tokens in a thread of its own, gives back the
/// model with each of them, and lists the texts that were left for others.
class ContinuePanel : public QWidget {
    Q_OBJECT

public:
    explicit ContinuePanel(QWidget* parent = nullptr);

    /// nullptr: there is none. Another one than it gave back ends what is drawn.
    void show(const ModelSourcePointer& source);
    using QWidget::show;
    /// How the next token is drawn.
    const DrawOptions& options() const { return m_draw; }
    /// Whether the model says how a text goes on.
    bool canContinue() const;
    /// Draws so many tokens; nothing: as many as the field says.
    void generate(std::optional<Index> count = {});
    /// False where nothing is drawn.
    bool stop();
    /// A token that somebody chose, behind the text.
    void take(Index id);
    /// Waits for what is drawn.
    void finish() { m_runner.finish(); }

Q_SIGNALS:
    /// Edits of one field follow each other.
    void edited(const QString& undoText, const headscope::ModelSourcePointer& next,
                const QString& field);
    void optionsChanged();

private:
    struct Request {
        ModelSourcePointer source;
        GenerateRequest wanted;
        quint64 task = 0;
    };
    struct Outcome {
        Result<Generated> generated;
        quint64 task = 0;
    };

    void declareSampling();
    void buildButtons();
    void buildBranches();
    void summarize();
    /// Goes on from a text, in the place of the one that is shown.
    void draw(const ModelSourcePointer& from, Index count);
    void append(quint64 task, Index word);
    void end(const Outcome& outcome);
    void say(const QString& sentence);
    void showButtons();
    /// A text that was drawn and is left for one that does not go on from it.
    void keepBranch(const ModelSourcePointer& left);
    void showBranches();
    ModelSourcePointer withTextOf(const ModelSource& other) const;

    ModelSourcePointer m_shown;
    ModelSourcePointer m_from;                  ///< where what was drawn last began
    ModelSourcePointer m_expected;              ///< that was given back last
    std::vector<ModelSourcePointer> m_made;     ///< drawn or taken, not typed
    std::vector<ModelSourcePointer> m_branches; ///< the newest first
    quint64 m_task = 0;
    Index m_wanted = 0; ///< of the running task; 0: none runs
    std::vector<Index> m_words;
    Form m_form;
    DrawOptions m_draw = {.temperature = 0.8, .seed = 1};
    Index m_count = 20;
    FoldSection* m_section;
    QPushButton* m_generate;
    QPushButton* m_another;
    QLabel* m_state;
    QLabel* m_branchTitle;
    ClickList* m_branchList;
    LatestRunner<Request, Outcome> m_runner; ///< last: what it delivers changes the above
};

} // namespace headscope
