// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/side_panel.h"

#include "controls/icons.h"
#include "type/fonts.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace headscope {

namespace {
constexpr int foldedWidth = 24;
constexpr int gripWidth = 6;
} // namespace

SidePanel::SidePanel(Edge edge, int openWidth, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_edge(edge)
    , m_openWidth(openWidth)
    , m_content(content)
    , m_button(new QToolButton(this))
    , m_usualWidth(openWidth) {
    m_content->setParent(this);
    m_button->setFixedSize(15, 20);
    m_button->setAutoRaise(true);
    m_button->setFocusPolicy(Qt::StrongFocus);
    connect(m_button, &QToolButton::clicked, this, [this] {
        setFolded(!m_folded);
        Q_EMIT foldToggled(m_folded);
    });
    setFixedWidth(m_openWidth);
    update();
}

void SidePanel::setFolded(bool folded) {
    m_folded = folded;
    m_content->setVisible(!folded);
    if (m_grip)
        m_grip->setVisible(!folded);
    setFixedWidth(folded ? foldedWidth : m_openWidth);
    update();
    Q_EMIT foldedChanged(folded);
}

void SidePanel::setResizable(int smallest, int largest) {
    m_smallest = smallest;
    m_largest = largest;
    m_grip = new QWidget(this);
    m_grip->setCursor(Qt::SplitHCursor);
    m_grip->installEventFilter(this);
    m_grip->setVisible(!m_folded);
    update();
}

bool SidePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_grip)
        return QWidget::eventFilter(watched, event);
    const auto choose = [this](int width) {
        setOpenWidth(std::clamp(width, m_smallest, m_largest));
        Q_EMIT widthChosen(m_openWidth);
    };
    if (event->type() == QEvent::MouseButtonDblClick) {
        choose(m_usualWidth);
        return true;
    }
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const int at = mapFromGlobal(mouse->globalPosition().toPoint()).x();
        if (mouse->buttons() & Qt::LeftButton)
            choose(m_edge == Edge::Left ? at : width() - at);
        return true;
    }
    return event->type() == QEvent::MouseButtonPress;
}

void SidePanel::enterEvent(QEnterEvent* event) {
    QWidget::enterEvent(event);
    m_near = true;
    update();
}

void SidePanel::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    m_near = false;
    update();
}

void SidePanel::setOpenWidth(int width) {
    m_openWidth = width;
    if (!m_folded)
        setFixedWidth(width);
}

void SidePanel::setName(const QString& name) {
    m_name = name;
    update();
}

void SidePanel::update() {
    const bool pointsLeft = (m_edge == Edge::Right) == m_folded;
    m_button->setIcon(
        paletteIcon(pointsLeft ? QStringLiteral("fold") : QStringLiteral("unfold"), palette()));
    const QString text = m_folded ? tr("Unfold: %1").arg(m_name) : tr("Fold: %1").arg(m_name);
    m_button->setVisible(m_folded || m_near || m_button->hasFocus());
    m_button->setAccessibleName(text);
    m_button->setToolTip(text);
    if (m_grip)
        m_grip->setToolTip(
            tr("Drag to make the panel wider; a double click gives it its width back"));
    QWidget::update();
}

void SidePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int line = m_edge == Edge::Left ? 0 : 1;
    m_content->setGeometry(line, 0, width() - 1, height());
    // Open, the button lies in the panel's margin, where no content is.
    if (m_folded)
        m_button->move((width() - m_button->width()) / 2, 8);
    else
        m_button->move(m_edge == Edge::Left ? width() - m_button->width() - 1 : 1, 8);
    if (m_grip) {
        m_grip->setGeometry(m_edge == Edge::Left ? width() - gripWidth : 0, 0, gripWidth, height());
        m_grip->raise();
    }
    m_button->raise();
}

void SidePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().window());
    painter.fillRect(QRect(m_edge == Edge::Left ? width() - 1 : 0, 0, 1, height()),
                     palette().mid());
    if (!m_folded)
        return;
    painter.setFont(textFont(13));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.translate(width() / 2.0, 40);
    painter.rotate(90);
    painter.drawText(QRectF(0, -12, height(), 24), Qt::AlignLeft | Qt::AlignVCenter, m_name);
}

void SidePanel::mousePressEvent(QMouseEvent* event) {
    if (m_folded && event->button() == Qt::LeftButton)
        m_button->click();
    else
        QWidget::mousePressEvent(event);
}

void SidePanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::LanguageChange)
        update();
    QWidget::changeEvent(event);
}

} // namespace headscope
