// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/setup_panel.h"
#include "window/preferences.h"

#include <QObject>

#include <memory>

class QMainWindow;

namespace headscope {

class Actions;
class Appearance;
class CrossFade;
class ExperimentFile;
class LeftSide;
class LessonPanel;
class LessonSession;
class LessonSlide;
class Page;
class PageStack;
class Presentation;
class Projector;
class Sides;
class StatusLine;
class Workspace;
struct Lesson;

/// What the window does while a lesson is open: the menu of the lessons, the panel in the place of
/// the editors, the slide in the place of the page, and which controls would give answers away.
class LessonMode : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Preferences& preferences;
        Workspace& workspace;
        PageStack& pages;
        Actions& actions;
        ExperimentFile& file;
        StatusLine& status;
        Appearance& appearance;
        Sides& sides;
        LeftSide& leftSide;
        const Presentation& presentation;
        Projector& projector;
        LessonSession& session;
        LessonPanel& panel;
        LessonSlide& slide;
    };
    LessonMode(const Parts& parts, QMainWindow& window);

    bool isOn() const { return m_on; }
    /// Opens one of the program's lessons by its id, on the experiment as it stands where that
    /// suits and is no example, else on its own.
    bool open(const QString& id);
    void openFirst();
    /// A lesson that somebody wrote; false: the status line says what is wrong with it, or its
    /// reading was given up.
    bool openFile(const QString& path);
    /// A question of a lesson on the sentence that was typed for it.
    void askOwn();
    /// What cannot be changed until the open question is answered.
    SetupPanel::Locks locks() const;
    /// The same of switching heads of a trained model.
    bool locksHeads() const;
    /// In presentation mode a lesson stands in the place of the page.
    void showSlide();
    /// Titles, and which lesson is open or was played to its end.
    void showMenu();
    /// At once what fades.
    void finishFading();

Q_SIGNALS:
    /// What the person has makes room for a lesson …
    void aboutToOpen();
    /// … that could not be opened, so that it is not put aside.
    void notOpened();
    /// isOn() says something else now.
    void turned(bool on);
    /// The lesson says or locks something else.
    void changed();
    void progressCleared();

private:
    void connectSession();
    bool begin(const std::shared_ptr<const Lesson>& lesson);
    void showFirst();
    void show();
    void endOnPage();
    void nextOnProjector();

    Parts m_parts;
    QMainWindow& m_window;
    CrossFade* m_fade; ///< from the picture before an answer to the one behind it
    bool m_on = false;
    Page* m_page = nullptr; ///< that the lesson is about
    std::shared_ptr<const Lesson> m_shown;
};

} // namespace headscope
