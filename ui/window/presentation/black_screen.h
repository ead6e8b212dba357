// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QWidget>

namespace headscope {

/// Lies black over all of its parent, so that the class looks elsewhere; any key and any click
/// takes it away and does nothing else.
class BlackScreen : public QWidget {
    Q_OBJECT

public:
    explicit BlackScreen(QWidget* window);

    void cover();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void uncover();

    QPointer<QWidget> m_focus; ///< that had the keys before
};

} // namespace headscope
