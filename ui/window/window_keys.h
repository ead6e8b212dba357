// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QList>

class QKeyEvent;

namespace headscope {

class Actions;
class BlackScreen;
class ContinuePanel;
class Exporter;
class FileReading;
class LessonPanel;
class LessonSession;
class LessonSlide;
class PageStack;
class PreparedWalk;
class Presentation;
class Projector;
class StageBar;
class Workspace;
struct KeyWords;

/// What keys do that the focused widget has no use for, in the window and on the projector.
class WindowKeys {
    Q_DECLARE_TR_FUNCTIONS(WindowKeys)

public:
    struct Parts {
        Workspace& workspace;
        PageStack& pages;
        const Actions& actions;
        FileReading& reading;
        const Presentation& presentation;
        BlackScreen& black;
        StageBar& stages;
        ContinuePanel& continuation;
        LessonSession& lessons;
        LessonPanel& lessonPanel;
        LessonSlide& slide;
        Exporter& exporter;
        Projector& projector;
        PreparedWalk& walk;
    };
    explicit WindowKeys(const Parts& parts)
        : m_parts(parts) {}

    /// All keys that it takes, on every page that has no other use for them; those of the menus
    /// that people need most among them.
    static QList<KeyWords> words();

    /// False: it is for nobody here.
    bool handle(const QKeyEvent& event);
    void handleOnProjector(const QKeyEvent& event);

private:
    /// The innermost of what Esc ends.
    void leave();
    void showHeadAlone(int head);

    Parts m_parts;
};

} // namespace headscope
