// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace headscope {

/// Scrolls its content up and down, and takes no more height than that has.
class SnugScrollArea : public QScrollArea {
public:
    static constexpr int leastHeight = 96;

    SnugScrollArea(QWidget* content, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// A column of widgets that may all be as low as they can be: a scroll area around it scrolls only
/// where even that is too high, and not already where they are lower than they wish.
class YieldingColumn : public QWidget {
public:
    using QWidget::QWidget;

    bool hasHeightForWidth() const override { return false; }
};

} // namespace headscope
