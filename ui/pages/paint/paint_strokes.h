// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/target.h"

#include <optional>
#include <vector>

namespace headscope {

/// What somebody painted, stroke by stroke: each is a step to undo, however many cells it touches.
class PaintStrokes {
public:
    void begin(const PaintTarget& before) { m_begun = before; }
    bool isOpen() const { return m_begun.has_value(); }
    /// Whether it changed anything; `after`: nullptr where there is nothing to paint on any more.
    bool end(const PaintTarget* after);
    /// One that came all at once.
    void add(const PaintTarget& before);

    bool canUndo() const { return !m_undo.empty(); }
    bool canRedo() const { return !m_redo.empty(); }
    /// What stood before the last one, or behind the next; there is one.
    PaintTarget undo(const PaintTarget& now);
    PaintTarget redo(const PaintTarget& now);

    /// What they painted has another size now, so that they cannot be undone any more.
    void resize();
    /// They were made on something else.
    void forget();
    /// Whether anything was painted, whatever of it can be undone.
    bool any() const { return !m_undo.empty() || m_resized; }
    /// How often it changed, undo and redo among it.
    std::size_t count() const { return m_count; }

private:
    std::size_t m_count = 0;
    std::vector<PaintTarget> m_undo;
    std::vector<PaintTarget> m_redo;
    std::optional<PaintTarget> m_begun;
    bool m_resized = false;
};

} // namespace headscope
