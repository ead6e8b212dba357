// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace headscope {

/// Watches the fields of a panel: the wheel scrolls the panel and changes only what has the
/// focus, and who leaves a field is told so. Undo and redo of texts are those of the window; but
/// what was refused never came that far: undo drops it there, and so does Esc.
class FieldGuard : public QObject {
public:
    struct Panel {
        std::function<void(const QObject* field)> left;
        std::function<bool(const QObject* field)> isRefused;
        std::function<void(const QObject* field)> drop;
    };
    FieldGuard(Panel panel, QObject* parent)
        : QObject(parent)
        , m_panel(std::move(panel)) {}

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool undo(const QObject* field, QEvent* event) const;

    Panel m_panel;
};

} // namespace headscope
