// SPDX-License-Identifier: GPL-3.0-or-later
#include "forms/fold_section.h"

#include "forms/controls.h"
#include "type/fonts.h"

#include <QPainter>

namespace headscope {

namespace {
constexpr int textLeft = 16;
} // namespace

FoldHeading::FoldHeading(QWidget* parent)
    : QAbstractButton(parent) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setFont(textFont(13, QFont::DemiBold));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldHeading::setSummary(const QString& summary) {
    if (summary == m_summary)
        return;
    m_summary = summary;
    setAccessibleDescription(summary);
    update();
}

void FoldHeading::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor quiet = palette().color(QPalette::PlaceholderText);
    const QPointF centre(5, height() / 2.0);
    const double s = 4;
    const QPolygonF arrow = isChecked() ? QPolygonF({{-s, -s / 2}, {s, -s / 2}, {0, s}})
                                        : QPolygonF({{-s / 2, -s}, {s, 0}, {-s / 2, s}});
    painter.setPen(Qt::NoPen);
    painter.setBrush(underMouse() ? palette().color(QPalette::WindowText) : quiet);
    painter.drawPolygon(arrow.translated(centre));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.setFont(font());
    const int wide = painter.fontMetrics().horizontalAdvance(text());
    painter.drawText(QRect(textLeft, 0, wide + 4, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     text());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 2.75, -0.75, -2.75), 3, 3);
    }
    if (isChecked() || m_summary.isEmpty())
        return;
    painter.setFont(textFont(12));
    painter.setPen(quiet);
    const QRect room(textLeft + wide + 8, 0, width() - textLeft - wide - 8, height());
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_summary, Qt::ElideRight, room.width()));
}

FoldSection::FoldSection(bool open, QWidget* parent)
    : QWidget(parent)
    , m_heading(new FoldHeading(this))
    , m_content(new QWidget(this))
    , m_rows(new QVBoxLayout(m_content)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_heading);
    m_rows->setContentsMargins(0, 2, 0, 6);
    m_rows->setSpacing(rowGap);
    column->addWidget(m_content);
    m_heading->setChecked(open);
    m_content->setVisible(open);
    connect(m_heading, &QAbstractButton::toggled, m_content, &QWidget::setVisible);
}

void FoldSection::setTexts(const QString& title, const QString& explanation) {
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
    m_heading->setToolTip(explanation);
}

} // namespace headscope
