// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/document_extras.h"
#include "workspace/edit_command.h"

#include <QObject>
#include <QUndoStack>

#include <vector>

namespace headscope {

/// Letters of a prepared view's title, as somebody may type it.
inline constexpr int longestTitle = 200;

/// The source as it stands, mostly an experiment, and how it came to be: the one door for edits.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(Source source, QObject* parent = nullptr);
    ~Document() override;

    const Source& source() const { return m_source; }
    /// The experiment that it is. Of another source it is one that nobody sees, so that whoever
    /// edits or compares experiments alone has something in hand; source() says which.
    const ExperimentPointer& experiment() const { return m_experiment; }
    /// Counts up with every change, undo and redo included.
    std::uint64_t revision() const { return m_revision; }
    QUndoStack& undoStack() { return m_stack; }

    /// Nothing happens where `next` equals what is there. Edits with one merge
    /// key that follow each other are undone together until endMerge().
    void edit(const QString& text, Source next, const QString& mergeKey = {});
    /// The same of the experiment that stands here: its training stays.
    void edit(const QString& text, Experiment next, const QString& mergeKey = {}) {
        edit(text, m_source.with(std::move(next)), mergeKey);
    }
    /// What stood here before the edits that another one with that key would join; nullptr: it
    /// would join none.
    ExperimentPointer beforeMerge(const QString& mergeKey) const;
    /// What follows is a step of its own, even with the same merge key.
    void endMerge() { ++m_mergeGroup; }
    /// A document without a name, such as an example, in which nothing is unsaved. Undo goes
    /// back to the one before and to its file. `opened`: where it was read from.
    void begin(const QString& text, Source source, OpenedFilesPointer opened = {});
    /// The files that it was opened from were read again; nothing is unsaved where that is what
    /// stands here.
    void setOpened(OpenedFilesPointer opened);
    /// Another document: what was there cannot be undone any more. `saved`: the file at
    /// `path` holds it; else it only belongs there. `extras` come in the place of what there is.
    void replace(Source source, const QString& path = {}, const FileStamp& stamp = {},
                 bool saved = true, DocumentExtras extras = {});

    /// What stands here now is put aside with its history: edits from here on play with it, and
    /// bringBack() leaves no trace of them. Meanwhile own(), place() and isSaved() speak of what is
    /// put aside, and so does what is saved. Another document in its place (replace()) ends that.
    void putAside();
    bool isAside() const { return m_aside != nullptr; }
    /// What is put aside, else what stands here.
    Source own() const;
    /// What was put aside is here again, and undo and redo lead where they led before. Views that
    /// were kept meanwhile stay, as a step.
    void bringBack();

    /// States that are kept to be compared with. Undo leaves them alone, and they stay when an
    /// example is opened; a file holds them.
    const std::vector<Pin>& pins() const { return m_extras.pins; }
    /// Keeps the source as it stands; gives the pin's number.
    std::uint64_t pin(std::string name) { return pin(std::move(name), m_source); }
    /// The same of another state.
    std::uint64_t pin(std::string name, Source source);
    void renamePin(std::uint64_t number, std::string name);
    void deletePin(std::uint64_t number);
    /// Which controls are offered; kept as pins are.
    const Profile& profile() const { return m_extras.profile; }
    void setProfile(const Profile& profile);
    /// What somebody prepared to look at, in that order; undo concerns it as the experiment.
    const PreparedViews& views() const { return m_extras.views; }
    /// A step to undo that computes nothing; nothing happens where `next` equals what is there.
    void setViews(const QString& text, PreparedViews next);
    const DocumentExtras& extras() const { return m_extras; }

    /// A state that undo leads back to, and the edit that followed it.
    struct PastState {
        std::uint64_t number = 0;
        QString edit;
    };
    /// From the newest to the oldest.
    std::vector<PastState> pastStates() const;
    /// The source of one of them; none where it was forgotten.
    Source pastSource(std::uint64_t number) const;

    /// Where own() belongs.
    const DocumentPlace& place() const { return *ownState()->place; }
    /// Whether the file holds what stands here; true of an example that nobody touched.
    bool isSaved() const {
        return ownState()->isSaved() && (m_extrasSaved || place().path.isEmpty());
    }
    /// `path` holds own(); it is the document's name from now on.
    void setSaved(const QString& path, const FileStamp& stamp);
    /// What stands here and is not saved may be lost.
    void abandon() { ownState()->place->abandoned = true; }
    /// A document that undo leads back to, left with changes that are not saved.
    const DocumentPlace* leftUnsaved() const;

    /// Memory that only the history holds.
    std::size_t undoBytes() const { return m_undoBytes; }
    /// The oldest steps go where the history holds more; the newest one always stays.
    void setUndoBudget(std::size_t bytes);

Q_SIGNALS:
    void changed();
    /// An edit takes typed numbers with it that have no place any more: a sentence, which is
    /// also in the name of the step. Before changed().
    void typedNumbersLost(const QString& sentence);
    /// Another file, or the same one with other content.
    void placeChanged();
    void pinsChanged();
    void profileChanged();
    void viewsChanged();

private:
    /// A step of the history, to be put back on the stack.
    struct UndoStep {
        QString text;
        StatePointer before;
        StatePointer after;
        QString mergeKey;
    };

    void extrasChanged();
    void changePins();
    void numberPins();
    StatePointer stateOf(const Source& source, std::shared_ptr<DocumentPlace> place);
    void setSource(Source source);
    QString fullKey(const QString& mergeKey) const;
    bool merges(const QString& mergeKey) const;
    /// What is said of the typed numbers that an edit costs; mostly nothing.
    QString lostText(const Source& next, const QString& mergeKey) const;
    StatePointer withViews(const DocumentState& state, std::shared_ptr<const PreparedViews> views);
    void push(const QString& text, StatePointer next, const QString& mergeKey);
    void apply(const StatePointer& state);
    const EditCommand& step(int index) const;
    const StatePointer& ownState() const { return m_aside ? m_asideNow : m_state; }
    void tidyHistory();
    void forgetOldest(int steps);
    std::vector<UndoStep> stepsFrom(int first) const;
    /// The history becomes these steps, those before `index` done; nothing is said of it.
    void putSteps(const std::vector<UndoStep>& steps, int index);

    QUndoStack m_stack;
    StatePointer m_state;
    StatePointer m_aside;               ///< nullptr: nothing is put aside
    StatePointer m_asideNow;            ///< the same with the views as they are now
    std::vector<UndoStep> m_asideSteps; ///< the history of m_aside
    int m_asideIndex = 0;               ///< how many of them were done
    Source m_source;                    ///< of m_state
    ExperimentPointer m_experiment;     ///< of m_source
    std::uint64_t m_revision = 0;
    std::uint64_t m_lastState = 0;
    std::size_t m_undoBytes = 0;
    std::size_t m_undoBudget;
    DocumentExtras m_extras;
    std::uint64_t m_lastPin = 0;
    bool m_extrasSaved = true;
    int m_mergeGroup = 0;
    bool m_rebuilding = false;
};

} // namespace headscope
