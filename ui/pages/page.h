// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/colour_place.h"
#include "painters/matrix_geometry.h"
#include "run/prepared_view.h"
#include "scene/intent.h"
#include "scene/slide_picture.h"
#include "scene/strip_place.h"
#include "support/result.h"

#include <QList>
#include <QObject>

class QAction;
class QKeyEvent;
class QWidget;

namespace headscope {

class Animation;
struct PageFigures;

/// What the controls around a page are for at the moment. The window shows them.
struct PageControls {
    bool tensors = false;            ///< which of the stage's tensors, where there are several
    bool values = false;             ///< "values in cells" …
    bool valuesFit = false;          ///< … and whether there is room for them
    bool rowsAreKeys = false;        ///< whether the picture can be turned
    ColourPlace colours;      ///< where the colours of the picture are chosen
    QString sentence;         ///< at the right of the tabs
    QString status;           ///< in the status line, in the place of what holds of the trace

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
    QString keys{};             ///< of its own that presentation mode says at first
    bool stripPresented = true; ///< whether the strip stays in presentation mode
};

/// A page of the window: one way to look at a run. It receives a Scene and gives back intents;
/// it knows no experiment, no workspace and no other page.
///
/// How a page is added: a folder ui/pages/NAME with a class that derives from Page, and one line
/// in registry.cpp, which says how people come to it. Tab, menu, key, --view NAME, help and export follow from that. What computes
/// for longer than a frame does so in a LatestRunner (jobs/) of the page.
class Page : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// On the tab, by what is shown; asked again when the language changes, as all words.
    virtual QString name(const Scene& scene) const = 0;
    virtual QString toolTip() const { return {}; }
    /// In the menu: "&Heads view".
    virtual QString action() const = 0;
    /// "What am I looking at?", a paragraph of rich text.
    virtual QString explanation() const = 0;

    /// Whether it has something to show of the run; else its tab is hidden. The error says what
    /// would be needed. A page that stands in for another is shown wherever it is available.
    virtual Status available(const Scene&) const { return Done{}; }
    /// Of the ways to look at one thing: whether it is the one that opens by itself.
    virtual bool comesFirst(const Scene&) const { return false; }
    /// What kind of block its name speaks of, for who asks for it by name.
    virtual std::optional<ScopeKind> subject() const { return std::nullopt; }
    /// Whether it shows what is selected. Who selects something else leaves the page; who opens
    /// it then goes to what entry() names.
    virtual bool shows(const Scene& scene) const { return available(scene).ok(); }
    virtual Selection entry(const Scene& scene) const { return scene.selection; }
    /// Whether it stays when another example is opened that is not about another page.
    virtual bool staysForExample() const { return true; }
    /// Whether it shows what is made of pieces, as operands are, so that it never gets words.
    virtual bool needsPieces() const { return false; }
    /// Whether scene.layers is to be prepared while it is shown.
    virtual bool needsLayers() const { return false; }

    /// The picture, which the window lays out; the widget that takes the keys.
    virtual QWidget& view() = 0;
    virtual QWidget& keyboard() { return view(); }
    virtual PageControls controls() const { return {}; }
    virtual PageParts parts() const { return {}; }
    /// In the menu of the page, while it is shown.
    virtual QList<QAction*> actions() const { return {}; }

    /// A key that nobody had a use for; before the window looks at it.
    virtual bool handleKey(const QKeyEvent&) { return false; }
    /// The clock of what moves here, which the window drives; nullptr: the stages are what goes on.
    virtual Animation* animation() { return nullptr; }
    /// Where its time stands in the strip, and how to go elsewhere in that; nothing: at the stage.
    virtual std::optional<StripPlace> stripPlace() const { return std::nullopt; }
    virtual void seekPlace(const StripPlace&) {}
    /// Next (1) or previous (−1) by a time of its own; false: the stages of the scene are meant.
    virtual bool step(int) { return false; }
    /// A stop of the strip was chosen: whether the page shows it. Else that of the heads opens.
    virtual bool showsStage(Stage) const { return true; }
    /// Goes there by itself, in its own time; false: the selection goes there.
    virtual bool seekStage(Stage) { return false; }

    /// What M allows or forbids: the pair that is asked about here; nothing where none is.
    virtual std::optional<want::TurnPair> askedPair() const;
    /// The rows and columns that are in view of the matrix that is shown; nothing: all.
    virtual std::optional<CellSpan> seenCells() const { return std::nullopt; }
    /// The matrix that is shown, for who takes it along; nothing where there is none.
    virtual std::optional<LabelledMatrix> matrix() const { return std::nullopt; }
    /// The pictures and the film that it draws of what it shows; PageEntry::draws says which kinds
    /// it has at all. What moves is stopped for it.
    virtual PageFigures figures();
    /// For the slide of a lesson that begins here, before and once the answer is shown. Empty: the
    /// matrix stands there.
    virtual SlidePicture slidePicture(const Scene&, bool /*answered*/) const { return {}; }
    /// What somebody made here and no experiment has, a sentence: who closes the window is asked
    /// whether it may be lost. Empty: nothing.
    virtual QString unsaved() const { return {}; }
    /// An edit that was asked for here cannot be: the status line says why, and the page may mark
    /// the field that it came from.
    virtual void refused(const Intent& /*intent*/, const Error& /*error*/) {}
    /// A file, or an example, holds what the scene shows.
    virtual void settled() {}
    /// Waits for what it computes.
    virtual void finish() {}
    /// What of its own picture somebody would find again, beside what is selected.
    virtual void keepView(PreparedView& /*view*/) const {}
    /// Shows it so; what is selected in the view is selected already.
    virtual void showView(const PreparedView& /*view*/) {}
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
    /// controls(), parts() or actions() say something else now.
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
    Scene m_scene;
    bool m_shown = false;
    bool m_holds = false; ///< show() got a scene that is not empty
};

} // namespace headscope
