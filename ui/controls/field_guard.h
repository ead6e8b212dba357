// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

namespace headscope {

/// Watches the fields of a panel: the wheel scrolls the panel and changes only what has the
/// focus, and who leaves a field is told so.
class FieldGuard : public QObject {
public:
    FieldGuard(std::function<void()> left, QObject* parent)
        : QObject(parent)
        , m_left(std::move(left)) {}

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<void()> m_left;
};

} // namespace headscope
