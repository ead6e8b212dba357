// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/begin_here.h"

#include "forms/controls.h"
#include "lessons/lesson_words.h"
#include "lessons/lessons.h"
#include "type/fonts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace headscope {

Door::Door(int number, QWidget* parent)
    : QAbstractButton(parent)
    , m_number(number) {
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMaximumHeight(whole);
    setAttribute(Qt::WA_Hover);
}

void Door::setTexts(const QString& title, const QStringList& details) {
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(details.join(QStringLiteral(", ")));
    setToolTip(title + u'\n' + details.join(QStringLiteral("\n")));
    m_details = details;
    update();
}

void Door::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool touched = underMouse() || isDown();
    painter.setPen(QPen(palette().color(hasFocus() ? QPalette::Highlight : QPalette::Dark),
                        hasFocus() ? 2 : 1));
    painter.setBrush(palette().color(touched ? QPalette::AlternateBase : QPalette::Button));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2, 2);

    constexpr double line = 17;
    constexpr double side = 24;
    const int lines = static_cast<int>(std::clamp<double>((height() - 12 - line) / line, 0.0,
                                                          static_cast<double>(m_details.size())));
    const double top = (height() - line * (1 + lines)) / 2;
    const QRectF badge(10, lines > 0 ? top : (height() - side) / 2.0, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().highlight());
    painter.drawEllipse(badge);
    painter.setPen(palette().color(QPalette::HighlightedText));
    painter.setFont(textFont(13, QFont::DemiBold));
    painter.drawText(badge, Qt::AlignCenter, QString::number(m_number));
    const auto write = [&](int row, const QString& words, const QFont& font,
                           QPalette::ColorRole role) {
        const QRectF room(badge.right() + 10, top + row * line, width() - badge.right() - 16, line);
        painter.setFont(font);
        painter.setPen(palette().color(role));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight,
                                                          static_cast<int>(room.width())));
    };
    write(0, text(), textFont(13, QFont::DemiBold), QPalette::WindowText);
    for (int row = 0; row < lines; ++row)
        write(row + 1, m_details[row], textFont(12), QPalette::PlaceholderText);
}

BeginHere::BeginHere(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_hide(new QPushButton(this))
    , m_back(new QLabel(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(panelPadding, 12, panelPadding, 12);
    rows->setSpacing(8);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_title);
    for (std::size_t i = 0; i < m_doors.size(); ++i) {
        m_doors[i] = new Door(static_cast<int>(i) + 1, this);
        rows->addWidget(m_doors[i]);
    }
    auto* foot = new QHBoxLayout;
    m_hide->setFlat(true);
    m_hide->setFont(textFont(12));
    m_back->setFont(textFont(12));
    m_back->setForegroundRole(QPalette::PlaceholderText);
    foot->addWidget(m_hide);
    foot->addStretch(1);
    foot->addWidget(m_back);
    rows->addLayout(foot);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    connect(m_doors[0], &Door::clicked, this, &BeginHere::lessonAsked);
    connect(m_doors[1], &Door::clicked, this, &BeginHere::stepsAsked);
    connect(m_doors[2], &Door::clicked, this, &BeginHere::ownAsked);
    connect(m_hide, &QPushButton::clicked, this, &BeginHere::hideAsked);
    retranslate();
}

void BeginHere::retranslate() {
    m_title->setText(tr("BEGIN HERE"));
    const Lesson& first = *lessons().front();
    m_doors[0]->setTexts(tr("Lesson: %1").arg(lessonTitle(first, true)),
                         {tr("a question, then the answer"),
                          tr("%n minute(s)", nullptr, static_cast<int>(first.minutes))});
    m_doors[1]->setTexts(tr("Watch it step by step"),
                         {tr("X to output, every product"), tr("Space goes on")});
    m_doors[2]->setTexts(tr("My own sentence"),
                         {tr("type it above, or drop files:"), tr("q.npy, w.safetensors …")});
    m_hide->setText(tr("Hide this"));
    m_back->setText(tr("back in Help"));
    setMaximumHeight(layout()->sizeHint().height() +
                     static_cast<int>(m_doors.size()) * (Door::whole - Door::least));
}

void BeginHere::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
