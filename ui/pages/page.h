// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "painters/matrix_geometry.h"
#include "run/prepared_view.h"
#include "scene/intent.h"
#include "support/result.h"

#include <QList>
#include <QObject>
#include <QStringList>

class QAction;
class QKeyEvent;
class QWidget;

namespace headscope {

class PageTime;
struct PageFigures;
struct PageRequest;
struct TrainingRecipe;

/// What is the same of a page, whatever it shows.
struct PageKind {
    /// The kind of block that its name speaks of, for who asks for it by name.
    std::optional<ScopeKind> subject{};
    bool needsPieces = false;    ///< it shows pieces, as operands are: it never gets words
    bool needsLayers = false;    ///< scene.layers is to be prepared while it is shown
    bool staysForExample = true; ///< when another example is opened that is about no other page
    /// What it shows is made on it, and a second page would make another: a projector shows this
    /// one.
    bool onlyOnce = false;
};

/// A page as people find it.
struct PageWords {
    QString name;    ///< on the tab
    QString toolTip; ///< of that
    QString action;  ///< in the menu: "&Heads view"
};

/// Keys and what they do there.
struct KeyWords {
    QStringList keys; ///< as on the keyboard: "Shift+X", "Page Up", "←"; "1–9" for nine of them
    QString does;     ///< a few words, lower case
    bool presented = false; ///< presentation mode says it at first: nothing on the screen does
};
/// "S: start, pause · Enter: one step"
QString keysText(const QList<KeyWords>& keys);

/// What the controls around a page are for at the moment. The window shows them.
struct PageControls {
    bool tensors = false;     ///< which of the stage's tensors, where there are several
    bool values = false;      ///< "values in cells" …
    bool valuesFit = false;   ///< … and whether there is room for them
    bool rowsAreKeys = false; ///< whether the picture can be turned
    ColourPlace colours;      ///< where the colours of the picture are chosen
    QString sentence;         ///< at the right of the tabs
    QString status;           ///< in the status line, in the place of what holds of the trace

    /// The rows and columns of the matrix that are in view; nothing: all.
    std::optional<CellSpan> seen;

    bool operator==(const PageControls&) const = default;
};

/// What stands around the picture while a page is shown. What is not set is the window's own.
struct PageParts {
    QWidget* left = nullptr;    ///< in the place of setup and tensors
    QWidget* right = nullptr;   ///< in the place of the inspector
    QWidget* strip = nullptr;   ///< in the place of blocks, stages and playback
    QWidget* header = nullptr;  ///< beside the tabs, for controls of its own
    bool inspector = true;      ///< whether there is a right side at all
    bool eachHead = false;      ///< whether the inspector opens with what each head looks at
    bool playback = true;       ///< whether the window's playback stands beside the stages
    bool ownRun = false;        ///< whether it is clear that the shown run is its own
    bool wide = false;          ///< it needs the width: the sides fold where there is not much
    bool stripPresented = true; ///< whether the strip stays in presentation mode
    QList<QAction*> actions{};  ///< in the menu of the page
};

/// A lesson on a page, which may hide what the lesson asks about.
enum class LessonStep : std::uint8_t {
    Begins,
    Answered, ///< all of its questions
    Ends
};

/// A page of the window: one way to look at a run. It receives a Scene and gives back intents;
/// it knows no experiment, no workspace and no other page.
///
/// How a page is added: a folder ui/pages/NAME with a class that derives from Page, and one line
/// in registry.cpp, which says how people come to it. Tab, menu, --view NAME and export follow
/// from that; the handbook's contributing.md names the rest. What computes for longer than a frame
/// does so in a LatestRunner (jobs/) of the page.
class Page : public QObject {
    Q_OBJECT

public:
    explicit Page(QObject* parent, const PageKind& kind = {});

    const PageKind& kind() const { return m_kind; }
    /// By what is shown; asked again when the language changes.
    virtual PageWords words(const Scene& scene) const = 0;
    /// "What am I looking at?", a paragraph of rich text.
    virtual QString explanation() const = 0;

    /// Whether it has something to show of the run; else its tab is hidden. The error says what
    /// would be needed. A page that stands in for another is shown wherever it is available.
    virtual Status available(const Scene&) const { return Done{}; }
    /// What is to be selected first, where the page does not show what is: who opens it goes
    /// there, and who selects such a thing leaves the page.
    virtual std::optional<Selection> entry(const Scene&) const { return std::nullopt; }

    /// The picture, which the window lays out; the widget that takes the keys.
    virtual QWidget& view() = 0;
    virtual QWidget& keyboard() { return view(); }
    virtual PageControls controls() const { return {}; }
    virtual PageParts parts() const { return {}; }

    /// All keys that it takes, or its widgets: the handbook has each.
    virtual QList<KeyWords> keys() const { return {}; }
    /// A key that nobody had a use for; before the window looks at it.
    virtual bool handleKey(const QKeyEvent&) { return false; }
    /// Its own, where its picture moves from stage to stage; nullptr: the stages are what goes on.
    virtual PageTime* time() { return nullptr; }
    /// Next (1) or previous (−1) by a time of its own; false: the stages of the scene are meant.
    virtual bool step(int by);

    /// What M allows or forbids: the pair that is asked about here; nothing where none is.
    virtual std::optional<want::TurnPair> askedPair() const;
    /// The matrix that is shown, for who takes it along; nothing where there is none.
    virtual std::optional<LabelledMatrix> matrix() const { return std::nullopt; }
    /// The pictures and the film that it draws of what it shows; PageEntry::draws says which kinds
    /// it has at all. What moves is stopped for it.
    virtual PageFigures figures() = 0;
    /// What somebody made here and no experiment has, a sentence: who closes the window is asked
    /// whether it may be lost. Empty: nothing.
    virtual QString unsaved() const { return {}; }
    /// An edit that was asked for here cannot be: the status line says why, and the page may mark
    /// the field that it came from.
    virtual void refused(const want::Edit& /*edit*/, const Error& /*error*/) {}
    /// A lesson that is about this page.
    virtual void lesson(LessonStep) {}
    /// What was switched on when the program was left; want::Switches says what is now.
    virtual void recall(const PageSwitches&) {}
    /// A training of that recipe, on the page that trains.
    virtual void learn(const TrainingRecipe&) {}
    /// A file, or an example, holds what the scene shows.
    virtual void settled() {}
    /// Waits for what it computes.
    virtual void finish() {}
    /// What of its own picture somebody would find again, beside what is selected.
    virtual void keepView(PreparedView& /*view*/) const {}
    /// Shows it so, as far as it has it; what is selected in the view is selected already. The
    /// Error says what it has not, as the command line calls it: "--zoom: the matrix has 3 rows …".
    virtual Status showView(const PageRequest& view);
    /// The language is another one, and every widget has its words: what else it said, or keeps
    /// in words, is said anew.
    virtual void retranslated() {}

    /// The newest scene. While the page is hidden it computes and paints nothing, and what it
    /// holds of another run goes.
    void setScene(const Scene& scene);
    void setShown(bool shown);
    bool isShown() const { return m_shown; }
    const Scene& scene() const { return m_scene; }

Q_SIGNALS:
    void asked(const headscope::Intent& intent);
    /// controls() or parts() say something else now.
    void changed();
    void failed(const headscope::Error& error);
    /// A sentence for the status line, until the next trace.
    void said(const QString& sentence);

protected:
    /// Shows the scene, or lets go of everything where it is empty.
    virtual void show(const Scene& scene) = 0;
    /// The run of a page is not shown any more: the experiment was edited, or asked for.
    virtual void givenBack() {}
    /// Before it is shown for the first time in a while, or after it was hidden.
    virtual void shownChanged(bool /*shown*/) {}

private:
    PageKind m_kind;
    Scene m_scene;
    bool m_shown = false;
    bool m_holds = false; ///< show() got a scene that is not empty
};

} // namespace headscope
