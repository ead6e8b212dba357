// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// Whether Qt will find a screen. Qt itself aborts the process where it does not,
/// so this has to be known before a QApplication is made.
bool hasDisplay();

/// For commands that draw without a screen, before a QGuiApplication is made:
/// chooses Qt's offscreen platform.
void useOffscreenPlatform();

} // namespace headscope
