// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"

#include <QCoreApplication>

namespace headscope {

class Actions;
class LessonMode;
class PageStack;
class SetupPanel;
class ToolBar;
class Workspace;

/// Which controls the window offers: those that the profile of the document has, and of these those
/// that the document can use and that give no answer of a lesson away.
class Offers {
    Q_DECLARE_TR_FUNCTIONS(Offers)

public:
    struct Parts {
        Workspace& workspace;
        PageStack& pages;
        Actions& actions;
        ToolBar& toolBar;
        SetupPanel& setup;
        const LessonMode& lesson;
    };
    explicit Offers(const Parts& parts);

    /// The profile is another one.
    void showProfile();
    /// What is locked by the lesson is another thing.
    void showLocks();
    /// What is selected, or the document, is another one.
    void allowActions();
    /// Why what an edit asks for is not offered, a sentence; empty: it is.
    QString refusal(const want::Edit& edit) const;
    /// Whether there is anything for the left side, where no page has its own there.
    bool hasEditors() const;

private:
    Parts m_parts;
};

} // namespace headscope
