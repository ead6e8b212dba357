// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace headscope {

/// A panel at the left or right of the window that folds to a strip of 24
/// pixels with its name written along it.
class SidePanel : public QWidget {
    Q_OBJECT

public:
    enum class Edge : std::uint8_t { Left, Right };

    SidePanel(Edge edge, int openWidth, QWidget* content, QWidget* parent = nullptr);

    bool isFolded() const { return m_folded; }
    void setFolded(bool folded);
    void setName(const QString& name);
    int openWidth() const { return m_openWidth; }
    void setOpenWidth(int width);
    /// Its inner edge can be dragged between these widths; a double click gives the first one back.
    void setResizable(int smallest, int largest);

Q_SIGNALS:
    /// By the person, not by setFolded().
    void foldToggled(bool folded);
    /// By whomever.
    void foldedChanged(bool folded);
    /// The same: dragged.
    void widthChosen(int width);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();

    Edge m_edge;
    int m_openWidth;
    QWidget* m_content;
    QToolButton* m_button;
    QString m_name;
    bool m_near = false; ///< the pointer is over it: open, it shows its button to who may want it
    bool m_folded = false;
    QWidget* m_grip = nullptr; ///< over the inner edge; nullptr: its width is fixed
    int m_usualWidth;
    int m_smallest = 0;
    int m_largest = 0;
};

} // namespace headscope
