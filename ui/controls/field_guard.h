// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace headscope {

/// Watches the fields of a panel: the wheel scrolls the panel and changes only what has the
/// focus, and who leaves a field is told so. Undo and redo of texts are those of the window, unless
/// `refused` says that a field holds what never came that far: undo drops it there.
class FieldGuard : public QObject {
public:
    FieldGuard(std::function<void()> left, QObject* parent)
        : QObject(parent)
        , m_left(std::move(left)) {}

    struct Refused {
        std::function<bool(const QObject* field)> is;
        std::function<void(const QObject* field)> drop;
    };
    FieldGuard(std::function<void()> left, Refused refused, QObject* parent)
        : QObject(parent)
        , m_left(std::move(left))
        , m_refused(std::move(refused)) {}

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool undo(const QObject* field, QEvent* event) const;

    std::function<void()> m_left;
    Refused m_refused;
};

} // namespace headscope
