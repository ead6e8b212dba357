// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>

#include <memory>

namespace headscope {

/// Whether Qt will find a screen. Qt itself aborts the process where it does not,
/// so this has to be known before a QApplication is made.
bool hasDisplay();

/// What is said where there is none.
inline constexpr const char* noDisplayText =
    "headscope: there is no display to open a window on; \"headscope export\" and "
    "\"headscope screenshot\" need none\n";

/// While it lives, a QApplication that finds no screen ends the program with that sentence and
/// exitUsage, not with abort(): hasDisplay() cannot know of a screen of a server (":0.7") or a
/// framebuffer that is not there, nor of a server that ends in between.
class EndsWithoutDisplay {
public:
    EndsWithoutDisplay();
    ~EndsWithoutDisplay();
    EndsWithoutDisplay(const EndsWithoutDisplay&) = delete;
    EndsWithoutDisplay& operator=(const EndsWithoutDisplay&) = delete;
};

/// For commands that draw without a screen, before a QGuiApplication is made:
/// chooses Qt's offscreen platform.
void useOffscreenPlatform();

/// Fonts need an application object, but no display and no widgets: one, unless there is one.
class FontsWithoutDisplay {
public:
    FontsWithoutDisplay();
    ~FontsWithoutDisplay();

private:
    // QGuiApplication keeps references to both.
    int m_count = 1;
    char m_name[10] = "headscope";
    char* m_values[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

} // namespace headscope
