// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

/// What keys do that the focused widget has no use for, in the window and on the projector.
class WindowKeys {
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
