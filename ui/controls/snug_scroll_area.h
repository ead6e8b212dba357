// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

class QVBoxLayout;

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

/// Fields that scroll where they have not enough room, over buttons that stay in sight.
class FieldsAndButtons : public YieldingColumn {
public:
    explicit FieldsAndButtons(QWidget* parent);

protected:
    QVBoxLayout& fields() { return *m_fields; }
    QVBoxLayout& buttons() { return *m_buttons; }

private:
    QVBoxLayout* m_fields;
    QVBoxLayout* m_buttons;
};

} // namespace headscope
