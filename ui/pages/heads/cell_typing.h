// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"

#include <QObject>

class QMenu;

namespace headscope {

class HeadsPicture;
class NumberEditor;

/// Numbers that are typed into cells of the enlarged matrix, in the place of the computed ones.
class CellTyping : public QObject {
    Q_OBJECT

public:
    /// Both are to outlive it.
    CellTyping(const HeadsPicture& picture, QWidget& view);

    /// Where a number is typed now; nullptr: nowhere.
    NumberEditor* editor() const;
    /// Opens the editor in a cell that may hold a number.
    void open(const PanelCell& cell);
    /// The computed number is to be there again.
    void restore(const PanelCell& cell);
    /// "Type another number…" and "Restore", where a number can be typed.
    void addActions(QMenu& menu, const std::optional<PanelCell>& cell);
    /// The editor follows its cell, and goes where there is none any more.
    void follow();
    /// Another stage is shown: nothing is typed any more.
    void forget() { m_cell.reset(); }

Q_SIGNALS:
    /// Before the editor opens: that cell is to be in view, and asked about.
    void opening(const headscope::PanelCell& cell);
    void asked(const headscope::Intent& intent);

private:
    void typeNext(int by);

    const HeadsPicture& m_picture;
    QWidget& m_view;
    NumberEditor* m_editor = nullptr; ///< made with the first number that is typed
    std::optional<PanelCell> m_cell;
};

} // namespace headscope
