// SPDX-License-Identifier: GPL-3.0-or-later
// The foot of a slide: the keys that do something now, and what the colours stand for.
#include "lessons/slide/slide_matrix.h"
#include "lessons/slide/slide_question.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/stage_text.h"
#include "scene/value_range.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

void SlideQuestion::paintKeys(QPainter& painter, const QRectF& room) const {
    const double u = m_unit;
    const bool last = m_current + 1 >= m_state.lesson().questions.size();
    const bool open = m_state.isAsked(m_current);
    std::vector<std::pair<QString, QString>> keys;
    if (open)
        keys = {{tr("Space"), tr("show")}, {QStringLiteral("H"), tr("hint")}};
    else if (!last)
        keys = {{tr("Space"), tr("go on")}};
    if (!last && (!open || m_session.hidesAnswers()))
        keys.emplace_back(QStringLiteral("N"), tr("next question"));
    else if (m_state.isDone() && m_session.isAskingAgain())
        keys.emplace_back(QStringLiteral("N"), tr("the lesson"));
    else if (m_state.isDone() && !m_session.hidesAnswers() && m_session.following())
        keys.emplace_back(QStringLiteral("N"), tr("next lesson"));
    else if (last && m_state.isDone() && (m_session.leadsToOwn() || m_session.isAskingOwn()))
        keys.emplace_back(QStringLiteral("N"), tr("my sentence"));
    if (last || (open && !m_session.hidesAnswers()))
        keys.emplace_back(QStringLiteral("Esc"), tr("leave"));
    const QFont font = textFont(24 * u);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    double x = room.left();
    for (const auto& [key, what] : keys) {
        const QRectF cap(x, room.top(),
                         std::max(room.height(), metrics.horizontalAdvance(key) + 28 * u),
                         room.height());
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.controlBorder, std::max(1.0, 1.5 * u)));
        painter.setBrush(m_theme.window);
        painter.drawRoundedRect(cap, 3 * u, 3 * u);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(m_theme.text);
        painter.drawText(cap, Qt::AlignCenter, key);
        painter.setPen(m_theme.secondary);
        const QRectF words(cap.right() + 14 * u, cap.top(), 260 * u, cap.height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, what);
        x = words.left() + metrics.horizontalAdvance(what) + 40 * u;
    }
}

void SlideQuestion::paintLegend(QPainter& painter, const QRectF& line,
                                const SlideMatrix& matrix) const {
    const double u = m_unit;
    const MatrixPanel& shown = matrix.panel();
    const bool isHead = shown.kind == MatrixPanel::Kind::Head;
    double left = line.left();
    if (isHead) {
        const QColor colour = headColour(shown.head, m_theme.kind);
        const QRectF square(left, line.top(), line.height(), line.height());
        painter.fillRect(square, colour);
        painter.setPen(textColourOn(colour.rgb()));
        painter.setFont(textFont(28 * u, QFont::Bold));
        painter.drawText(square, Qt::AlignCenter, QString::number(shown.head + 1));
        left = square.right() + 16 * u;
    }
    // The bar of colours with its two ends.
    const CellColours look = matrix.colours();
    const QString low = rangeText(look.range.low);
    const QString high = rangeText(look.range.high);
    painter.setFont(numberFont(24 * u));
    const QFontMetricsF digits(painter.font());
    const double lowWidth = digits.horizontalAdvance(low) + 10 * u;
    const double highWidth = digits.horizontalAdvance(high) + 10 * u;
    const QFont named = textFont(28 * u);
    const QString stage = stageName(matrix.stage());
    const QString name = isHead ? tr("head %1, %2").arg(shown.head + 1).arg(stage) : stage;
    // The name before the length of the bar.
    const double rest = line.right() - highWidth - lowWidth - left - 24 * u -
                        QFontMetricsF(named).horizontalAdvance(name);
    const double wide = std::clamp(rest, 90 * u, 220 * u);
    const QRectF bar(line.right() - highWidth - wide, line.center().y() - 11 * u, wide, 22 * u);
    painter.setPen(m_theme.text);
    painter.drawText(QRectF(bar.left() - lowWidth, line.top(), lowWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(bar.right() + 10 * u, line.top(), highWidth, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    const std::vector<QRgb> ramp = colourRamp(look.map, std::max(2, static_cast<int>(bar.width())));
    const QImage colours(reinterpret_cast<const uchar*>(ramp.data()), static_cast<int>(ramp.size()),
                         1, QImage::Format_RGB32);
    paintEdge(painter, bar, look.map, m_theme.kind);
    painter.drawImage(bar, colours);
    painter.setFont(named);
    drawElidedText(painter,
                   QRectF(left, line.top(), bar.left() - lowWidth - left - 10 * u, line.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, name);
}

} // namespace headscope
