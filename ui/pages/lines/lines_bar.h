// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/lines/lines_picture.h"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace headscope {

/// The controls over the lines: a chip for each head, which switches its lines, and how much of a
/// row they hold. They take as many lines as they need.
class LinesBar : public QWidget {
    Q_OBJECT

public:
    explicit LinesBar(QWidget* parent = nullptr);

    /// `order`: the heads from left to right. `percent`: that are drawn, which may be less.
    void setPicture(const LinesPicture& picture, const std::vector<int>& order, int percent,
                    const DisplayOptions& display);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSlider* slider() const { return m_slider; }
    QToolButton* chip(int head) const { return m_chips[static_cast<std::size_t>(head)]; }

Q_SIGNALS:
    void percentAsked(int percent);
    void headToggled(int head);
    void soloAsked(int head);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void makeChips(int heads);
    /// Places everything in `width`, or only finds out how high that is.
    int arrange(int width, bool apply) const;
    QSize chipSize() const;

    QLabel* m_heads;
    std::vector<QToolButton*> m_chips; ///< by head
    std::vector<int> m_order;
    QLabel* m_before;
    QSlider* m_slider;
    QLabel* m_value;
    QLabel* m_after;
    double m_scale = 1;
    ThemeKind m_theme = ThemeKind::Light;
};

} // namespace headscope
