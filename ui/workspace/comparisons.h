// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/difference.h"
#include "scene/intent.h"
#include "workspace/document.h"
#include "workspace/engine_run.h"

#include <QObject>

#include <map>

namespace headscope {

/// What a document is called where it is shown without its window: as its file, or the file that
/// its attention was opened from; else as its experiment (runTitle()).
QString documentTitle(const Document& document);

/// Which two states are compared, and their runs: what a Scene receives as `compared`. States
/// are run in a thread of its own, the newest question wins; then every edit that lies between
/// them is run alone, one after the other.
class Comparisons : public QObject {
    Q_OBJECT

public:
    explicit Comparisons(Document& document, QObject* parent = nullptr);

    /// nullptr while nobody compares.
    const std::shared_ptr<const Compared>& compared() const { return m_compared; }
    /// What is shown as "now"; `source`: that it is the run of, none where it is of a page.
    /// Without a run nothing is compared until there is one again.
    void setShown(std::shared_ptr<const Run> run, Source source);
    void setAvailableMemory(std::function<std::optional<Index>()> available);

    void carryOut(const want::Comparison& wanted);
    /// The same side with a state that the document keeps: one of the history, or of a file from
    /// elsewhere, is pinned under its name.
    ComparedSide kept(ComparedSide side);
    /// Another language: what states and edits are called is words.
    void retranslate();

    /// So many edits are run alone.
    static constexpr std::size_t mostAlone = 8;

    bool isBusy() const { return m_runs.isBusy() || m_alone.isBusy(); }
    /// Waits for all runs.
    void finish();

Q_SIGNALS:
    /// compared() is another one.
    void changed();

private:
    /// A state with its run, as far as they are known.
    struct State {
        Source source;
        std::string path; ///< of a file that is to be read, where there is no source
        std::shared_ptr<const Run> run;
        std::optional<Error> error;
    };
    /// Two states that are to be run, and what leads from one to the other.
    struct Question {
        ComparedSide sideA;
        ComparedSide sideB;
        State a;
        State b;
        std::vector<ExperimentChange> left;    ///< changes that B is to be shown without
        std::vector<ExperimentChange> changes; ///< all, as they were found
        State shownB;                          ///< B without those that are left out
        std::function<std::optional<Index>()> availableMemory;
    };
    struct AloneQuestion {
        Source a;
        ExperimentPointer b;
        ExperimentChange change;
        std::size_t place = 0;
        std::function<std::optional<Index>()> availableMemory;
    };
    struct AloneAnswer {
        std::size_t place = 0;
        std::shared_ptr<const Run> run;
    };

    void compare(bool on);
    /// Keeps the experiment as it stands as A.
    void pin();
    void renamePin(const std::string& state, const QString& name);
    void deletePin(const std::string& state);
    void choose(bool isB, const ComparedSide& side);
    void swap();
    void take(std::size_t edit, bool taken);
    static Question answer(const Question& asked, const CancellationToken& token);
    static AloneAnswer answerAlone(const AloneQuestion& asked, const CancellationToken& token);
    State stateOf(const std::string& key) const;
    std::vector<StateChoice> choices() const;
    void ask();
    /// A, where nobody chose it: what was pinned last, else how all began before it was edited.
    void suggest();
    /// Lets go of all runs.
    void forget();
    void takeAnswer(Question answered);
    void takeAlone(AloneAnswer answered);
    void askAlone();
    void compose();

    Document& m_document;
    std::shared_ptr<const Compared> m_compared;
    bool m_on = false;
    bool m_chosen = false; ///< somebody chose a side; else A is what suggests itself
    ComparedSide m_a;
    ComparedSide m_b;
    State m_now;
    std::map<std::string, State> m_files; ///< files and examples that were opened, by their keys
    std::vector<ExperimentChange> m_left; ///< edits that B is shown without
    Question m_answered;
    std::vector<std::shared_ptr<const Run>> m_aloneRuns; ///< of m_answered.changes
    std::vector<bool> m_aloneFailed;
    std::function<std::optional<Index>()> m_availableMemory;
    // Last: what they deliver changes all of the above.
    LatestRunner<Question, Question> m_runs;
    LatestRunner<AloneQuestion, AloneAnswer> m_alone;
};

} // namespace headscope
