// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>

#include <memory>

namespace headscope {

/// Whether Qt will find a screen. Qt itself aborts the process where it does not,
/// so this has to be known before a QApplication is made.
bool hasDisplay();

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
