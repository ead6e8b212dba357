// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QLabel;
class QTimer;
class QWidget;

namespace headscope {

/// Presentation mode of a window: the whole screen, a word about how to leave, and
/// back to just how the window was.
class Presentation : public QObject {
    Q_OBJECT

public:
    explicit Presentation(QWidget& window);

    bool isOn() const { return m_on; }
    /// A window that is not shown yet keeps its size: it is painted, not looked at.
    void set(bool on);
    /// saveGeometry() of the window as it is outside the mode.
    QByteArray geometry() const;
    /// Says how to leave; gone after a while.
    QLabel& hint() { return *m_hint; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showHint();
    void placeHint();

    QWidget& m_window;
    QLabel* m_hint;
    QTimer* m_hintTime;
    bool m_on = false;
    QByteArray m_geometry; ///< from before the mode
    Qt::WindowStates m_states;
};

} // namespace headscope
