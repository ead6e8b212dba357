// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "window/preferences.h"

#include <QObject>

class QAction;
class QWidget;

namespace headscope {

class Actions;
class Presentation;
class SidePanel;

/// When the left and the right of the window are folded, and how wide the left is: as the person
/// chose it, but for as long as the window is narrow, a page needs the width or a lesson is open.
class Sides : public QObject {
    Q_OBJECT

public:
    static constexpr int leftWidth = 256;
    static constexpr int rightWidth = 304;

    Sides(SidePanel& left, SidePanel& right, Preferences& preferences, const Actions& actions,
          const Presentation& presentation, QWidget& frame);

    /// As it is remembered.
    void apply();
    /// Whether the page needs the width of both.
    void setWide(bool wide);
    /// The left side belongs to a lesson, or to the editors again.
    void setLesson(bool open);
    /// The left side is called after what it shows.
    void nameLeft(bool lesson);
    /// Only when a border is crossed: who unfolds a panel in a narrow window keeps it.
    void foldWhereCrossed();
    /// The width of the lesson, by that of the window.
    void suitLesson();
    void retranslate();

Q_SIGNALS:
    /// The person folded or unfolded one.
    void chosen();

private:
    /// `remembered`: how the person left it; a page or a lesson that folds a side only borrows its
    /// room.
    void connectFold(SidePanel& side, QAction* action, bool& remembered);
    void foldByWidth();

    SidePanel& m_left;
    SidePanel& m_right;
    Preferences& m_preferences;
    const Presentation& m_presentation;
    QWidget& m_frame;
    bool m_inLesson = false;
    bool m_wide = false;
    bool m_leftFoldedByWidth = false;
    bool m_rightFoldedByWidth = false;
    int m_foldedAtWidth = -1; ///< the last width outside presentation mode
};

} // namespace headscope
