// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/preferences.h"

#include <QObject>

#include <functional>

namespace headscope {

class Actions;
class Workspace;

/// How the program looks: theme, language and display options, as the menus choose them and as they
/// are remembered.
class Appearance : public QObject {
    Q_OBJECT

public:
    Appearance(Preferences& preferences, Workspace& workspace, Actions& actions, QObject* parent);

    /// All that is remembered.
    void apply();
    void setTheme(ThemeChoice choice);
    void setLanguage(Language language);
    /// Whether the system asks for less motion; what the person chose goes before.
    void setSystemMotion(bool reduced);
    void carryOut(const want::Display& wanted);
    /// A lesson has its own way to look at things for as long as it lasts.
    void setLesson(bool open);
    /// Whether rows and columns can be exchanged.
    bool mayTurn() const { return !m_inLesson; }
    void change(const std::function<void(DisplayOptions&)>& change);

private:
    void applyTheme();
    void markLanguage(Language language);

    Preferences& m_preferences;
    Workspace& m_workspace;
    Actions& m_actions;
    bool m_inLesson = false;
};

} // namespace headscope
