// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace headscope {

class Actions;
class HandbookWindow;
class LessonSession;
class PageStack;
class Workspace;
struct Preferences;

/// What the help menu says: what is shown, the handbook, and which program it is.
class Help : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Preferences& preferences;
        Workspace& workspace;
        const PageStack& pages;
        const LessonSession& lessons;
        QWidget& window;
    };
    Help(const Parts& parts, const Actions& actions);

    /// Where the window of the handbook stands.
    void remember() const;

private:
    void explainView();
    /// The handbook, at the chapter about what is shown.
    void openHandbook();
    void showAbout();

    Parts m_parts;
    HandbookWindow* m_handbook = nullptr; ///< made when it is asked for
};

} // namespace headscope
