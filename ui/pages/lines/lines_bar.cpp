// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_bar.h"

#include "pages/lines/lines_sheet.h"
#include "painters/head_badge.h"
#include "type/fonts.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace headscope {

namespace {

constexpr int lineHeight = 32;
constexpr int controlHeight = 26;
constexpr int controlGap = 8;

QIcon badgeIcon(int head, int heads, const Theme& colours, double scale) {
    const QSizeF size(18 * scale, 18 * scale);
    QIcon icon;
    for (const double ratio : {1.0, 2.0}) {
        QPixmap pixmap((size * ratio).toSize());
        pixmap.setDevicePixelRatio(ratio);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintHeadNumber(painter, QRectF(QPointF(0, 0), size), static_cast<std::size_t>(head),
                        static_cast<std::size_t>(heads), colours, 11 * scale);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace

LinesBar::LinesBar(QWidget* parent)
    : QWidget(parent)
    , m_heads(new QLabel(this))
    , m_before(new QLabel(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_value(new QLabel(this))
    , m_after(new QLabel(this)) {
    m_slider->setRange(keptPercents.low, keptPercents.high);
    m_slider->setPageStep(5);
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_before->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_slider, &QSlider::valueChanged, this, &LinesBar::percentAsked);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
}

void LinesBar::makeChips(int heads) {
    while (std::ssize(m_chips) > heads) {
        delete m_chips.back();
        m_chips.pop_back();
    }
    while (std::ssize(m_chips) < heads) {
        const int head = static_cast<int>(m_chips.size());
        auto* chip = new QToolButton(this);
        chip->setCheckable(true);
        chip->setFocusPolicy(Qt::StrongFocus);
        chip->setProperty("framed", true);
        chip->installEventFilter(this);
        connect(chip, &QToolButton::clicked, this, [this, head] { Q_EMIT headToggled(head); });
        chip->show();
        m_chips.push_back(chip);
    }
}

void LinesBar::setPicture(const LinesPicture& picture, const std::vector<int>& order, int percent,
                          const DisplayOptions& display) {
    const int heads = static_cast<int>(order.size());
    const bool other = std::ssize(m_chips) != heads || m_order != order ||
                       m_theme != display.theme || m_scale != display.textScale;
    m_order = order;
    m_theme = display.theme;
    m_scale = display.textScale;
    makeChips(heads);
    if (other) {
        for (QLabel* label : {m_heads, m_before, m_after})
            label->setFont(textFont(13 * m_scale));
        m_value->setFont(numberFont(13 * m_scale, QFont::Bold));
        for (int head = 0; head < heads; ++head) {
            QToolButton* one = chip(head);
            one->setIcon(badgeIcon(head, heads, theme(m_theme), m_scale));
            one->setIconSize((QSizeF(18, 18) * m_scale).toSize());
        }
        retranslate();
    }
    for (int head = 0; head < heads; ++head) {
        const bool one = picture.heads == LinesHeads::One;
        chip(head)->setEnabled(picture.heads != LinesHeads::Mean);
        chip(head)->setChecked(
            picture.heads == LinesHeads::Mean ||
            (one ? picture.tracks.front().head == head : !picture.choice.off.contains(head)));
    }
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(picture.choice.percent);
    m_value->setText(tr("%1 %").arg(percent));
    arrange(width(), true);
}

void LinesBar::retranslate() {
    m_heads->setText(tr("Heads"));
    m_before->setText(tr("smallest set of keys that holds"));
    m_after->setText(tr("of a row"));
    m_slider->setAccessibleName(tr("Percent of a row that the lines hold"));
    m_slider->setToolTip(tr("The fewest keys whose weights reach that part of a row have lines; of "
                            "equal ones the earlier. At 100 % every weight above 0 has one."));
    for (std::size_t head = 0; head < m_chips.size(); ++head) {
        const QString name = tr("head %1").arg(head + 1);
        m_chips[head]->setAccessibleName(name);
        m_chips[head]->setToolTip(tr("The lines of %1. Double click: of it alone.").arg(name));
    }
}

QSize LinesBar::chipSize() const {
    const bool small = m_chips.size() > mostColouredHeads;
    return {qRound((small ? 30 : 44) * m_scale), qRound(controlHeight * m_scale)};
}

int LinesBar::arrange(int width, bool apply) const {
    const int height = qRound(lineHeight * m_scale);
    const int controls = qRound(controlHeight * m_scale);
    const auto place = [&](QWidget* widget, int x, int line, int wide) {
        if (apply)
            widget->setGeometry(x, line * height + (height - controls) / 2, wide, controls);
    };
    const QSize one = chipSize();
    const int label = m_heads->sizeHint().width();
    place(m_heads, 0, 0, label);
    int x = label + controlGap;
    int line = 0;
    for (const int head : m_order) {
        if (x + one.width() > width && x > label + controlGap) {
            ++line;
            x = label + controlGap;
        }
        place(chip(head), x, line, one.width());
        x += one.width() + controlGap / 2;
    }
    // The slider at the right, in a line of its own where the chips leave no room.
    const int before = m_before->sizeHint().width();
    const int value = m_value->fontMetrics().horizontalAdvance(QStringLiteral("100 %")) + 4;
    const int after = m_after->sizeHint().width();
    const int words = before + value + after + 3 * controlGap;
    constexpr int narrowest = 90;
    if (x + 2 * controlGap + words + narrowest > width)
        ++line;
    const bool alone = x + 2 * controlGap + words + narrowest > width;
    const int room = std::max(width - (alone ? 0 : x + 2 * controlGap) - words, 20);
    const int slider = std::min(room, qRound(125 * m_scale));
    int left = alone ? 0 : width - words - slider;
    const bool spoken = words + 20 <= width; // else the slider's tip says it
    if (apply)
        m_before->setVisible(spoken);
    if (spoken) {
        place(m_before, left, line, before);
        left += before + controlGap;
    }
    place(m_slider, left, line, slider);
    left += slider + controlGap;
    place(m_value, left, line, value);
    left += value + controlGap;
    place(m_after, left, line, after);
    return (line + 1) * height;
}

int LinesBar::heightForWidth(int width) const {
    return arrange(width, false);
}

void LinesBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange(width(), true);
}

void LinesBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool LinesBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonDblClick) {
        const auto found = std::ranges::find(m_chips, watched);
        if (found != m_chips.end()) {
            Q_EMIT soloAsked(static_cast<int>(found - m_chips.begin()));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headscope
