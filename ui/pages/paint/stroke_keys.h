// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"

#include <QKeyEvent>

namespace headscope {

// Strokes are undone before edits of the experiment are: they are newer. Where there is none, the
// key is the window's.

inline bool isStrokeUndo(const QKeyEvent& event, const PaintScene& scene) {
    return event.matches(QKeySequence::Undo) && scene.canUndo;
}

inline bool isStrokeRedo(const QKeyEvent& event, const PaintScene& scene) {
    return event.matches(QKeySequence::Redo) && scene.canRedo;
}

/// Whether a widget with the keyboard takes it from the window's shortcuts; it is accepted then.
inline bool isTakenStrokeKey(QEvent& event, const PaintScene& scene) {
    if (event.type() != QEvent::ShortcutOverride)
        return false;
    const auto& key = static_cast<const QKeyEvent&>(event);
    if (!isStrokeUndo(key, scene) && !isStrokeRedo(key, scene))
        return false;
    event.accept();
    return true;
}

} // namespace headscope
