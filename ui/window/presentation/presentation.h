// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSizeF>

class QLabel;
class QTimer;
class QWidget;

namespace headscope {

/// How large type is for a screen of that size: everybody in the room has the same picture in
/// front of them, however many pixels it is made of. In logical pixels.
double presentedScale(QSizeF screen);

/// Presentation mode of a window: the whole screen, a word about how to leave, a pointer that
/// goes when nobody moves it, and back to just how the window was.
class Presentation : public QObject {
    Q_OBJECT

public:
    explicit Presentation(QWidget& window);
    ~Presentation() override;

    bool isOn() const { return m_on; }
    /// A window that is not shown yet keeps its size: it is painted, not looked at. `lesson`: it
    /// shows the slide of one, which says its keys itself.
    void set(bool on, bool lesson = false);
    /// saveGeometry() of the window as it is outside the mode.
    QByteArray geometry() const;
    /// What stands under the picture as long as the mode lasts; empty: nothing.
    void setCaption(const QString& caption);
    /// What keys the page has that nothing else shows.
    void setKeys(const QString& keys);
    /// That, and at first how to leave: a line that the window has room for under its picture.
    QLabel& hint() { return *m_hint; }
    bool isPointerHidden() const { return m_pointerHidden; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showHint();
    void showPointer();
    void hidePointer();

    QWidget& m_window;
    QLabel* m_hint;
    QString m_caption;
    QString m_keys;
    QTimer* m_hintTime;
    QTimer* m_pointerTime;
    bool m_pointerHidden = false;
    bool m_on = false;
    QByteArray m_geometry; ///< from before the mode
    Qt::WindowStates m_states;
};

} // namespace headscope
