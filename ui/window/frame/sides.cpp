// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/sides.h"

#include "lessons/lesson_room.h"
#include "window/actions.h"
#include "window/frame/side_panel.h"
#include "window/presentation/presentation.h"

#include <QAction>

#include <algorithm>
#include <utility>

namespace headscope {

namespace {
constexpr int widestLeft = 480;
constexpr int narrowWindow = 1180;    ///< below, the inspector folds itself
constexpr int veryNarrowWindow = 800; ///< below, the setup too
constexpr int wideWindow = 2200;      ///< below, both do for a page that needs the width
} // namespace

Sides::Sides(SidePanel& left, SidePanel& right, Preferences& preferences, const Actions& actions,
             const Presentation& presentation, QWidget& frame)
    : QObject(&frame)
    , m_left(left)
    , m_right(right)
    , m_preferences(preferences)
    , m_presentation(presentation)
    , m_frame(frame) {
    left.setResizable(leftWidth, widestLeft);
    connect(&left, &SidePanel::widthChosen, this, [this](int width) {
        if (!m_inLesson)
            m_preferences.setupWidth = width;
    });
    connectFold(left, actions.foldSetup, preferences.setupFolded);
    connectFold(right, actions.foldInspector, preferences.inspectorFolded);
}

void Sides::connectFold(SidePanel& side, QAction* action, bool& remembered) {
    const auto choose = [this, &remembered](bool folded) {
        remembered = folded;
        Q_EMIT chosen();
    };
    connect(action, &QAction::triggered, &side, [&side, choose](bool open) {
        side.setFolded(!open);
        choose(!open);
    });
    connect(&side, &SidePanel::foldToggled, this, choose);
    connect(&side, &SidePanel::foldedChanged, action,
            [action](bool folded) { action->setChecked(!folded); });
}

void Sides::apply() {
    if (m_preferences.setupWidth > 0)
        m_left.setOpenWidth(std::clamp(m_preferences.setupWidth, leftWidth, widestLeft));
    m_left.setFolded(m_preferences.setupFolded);
    m_right.setFolded(m_preferences.inspectorFolded);
}

void Sides::setWide(bool wide) {
    if (std::exchange(m_wide, wide) != wide && !m_presentation.isOn())
        foldByWidth();
}

void Sides::setLesson(bool open) {
    m_inLesson = open;
    nameLeft(open);
    if (open) {
        m_left.setFolded(false);
        suitLesson();
        m_right.setFolded(true);
        return;
    }
    m_left.setOpenWidth(std::max(leftWidth, m_preferences.setupWidth));
    m_left.setFolded(m_preferences.setupFolded);
    m_right.setFolded(m_preferences.inspectorFolded);
    foldByWidth();
}

void Sides::nameLeft(bool lesson) {
    m_left.setName(lesson ? tr("Lesson") : tr("Setup"));
}

void Sides::retranslate() {
    nameLeft(m_inLesson);
    m_right.setName(tr("Inspector"));
}

void Sides::suitLesson() {
    if (m_inLesson)
        m_left.setOpenWidth(isInNarrowWindow(m_frame) ? narrowLessonWidth : lessonWidth);
}

void Sides::foldByWidth() {
    const auto fold = [](SidePanel& panel, bool narrow, bool& byWidth, bool chosen) {
        if (narrow && !panel.isFolded()) {
            panel.setFolded(true);
            byWidth = true;
        } else if (!narrow && byWidth) {
            byWidth = false;
            panel.setFolded(chosen);
        }
    };
    const int width = m_frame.window()->width();
    fold(m_right, width < (m_wide ? wideWindow : narrowWindow), m_rightFoldedByWidth,
         m_preferences.inspectorFolded);
    fold(m_left, width < (m_wide ? wideWindow : veryNarrowWindow), m_leftFoldedByWidth,
         m_preferences.setupFolded);
}

void Sides::foldWhereCrossed() {
    if (m_presentation.isOn()) // no panels, and a width that comes and goes with the mode
        return;
    const auto side = [this](int width) {
        return (width >= narrowWindow) + (width >= veryNarrowWindow) +
               (m_wide && width >= wideWindow);
    };
    const int width = m_frame.window()->width();
    const int before = std::exchange(m_foldedAtWidth, width);
    if (before < 0 || side(before) != side(width))
        foldByWidth();
}

} // namespace headscope
