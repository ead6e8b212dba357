// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax_picture.h"

#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace headscope {

void SoftmaxPicture::paintSumAxes() {
    const QRectF& bar = m_g.sum;
    const auto axis = [&](bool above, const QColor& colour, const std::array<QString, 3>& texts) {
        const QRectF& room = above ? m_g.aboveSum : m_g.belowSum;
        for (int i = 0; i < 3; ++i) {
            const double x = bar.left() + i * bar.width() / 2;
            const double edge = above ? bar.top() - 1 : bar.bottom() + 1;
            const double inside = std::clamp(x, bar.left() + 0.5, bar.right() - 0.5);
            line(QPointF(inside, edge), QPointF(inside, edge + (above ? -5 : 5) * m_s), colour);
            const Qt::Alignment side = i == 0   ? Qt::AlignLeft
                                       : i == 1 ? Qt::AlignHCenter
                                                : Qt::AlignRight;
            const QRectF place(i == 0   ? bar.left()
                               : i == 1 ? x - 50 * m_s
                                        : bar.right() - 100 * m_s,
                               above ? room.top() : room.top() + 5 * m_s, 100 * m_s,
                               room.height() - 6 * m_s);
            m_painter.setFont(numberFont(12 * m_s, above ? QFont::Normal : QFont::DemiBold));
            m_painter.setPen(colour);
            m_painter.drawText(place, side | Qt::AlignVCenter, texts[static_cast<std::size_t>(i)]);
        }
    };
    if (done(SoftmaxPhase::Sum) == 1)
        axis(true, m_theme.secondary,
             {QStringLiteral("0"), numberText(m_data.sum / 2), numberText(m_data.sum)});
    if (done(SoftmaxPhase::Quotient) > 0)
        axis(false, m_theme.accent,
             {QStringLiteral("0"), QStringLiteral(".5"), QStringLiteral("1")});
}

void SoftmaxPicture::paintSum() {
    m_painter.setPen(QPen(m_theme.hairline, 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(m_g.sum.adjusted(0.5, 0.5, -0.5, -0.5));
    const double part = done(SoftmaxPhase::Sum);
    if (!m_data.largest || part == 0)
        return;
    double soFar = 0;
    double before = 0;
    double covered = m_g.sum.left();
    m_painter.setFont(textFont(13 * m_s));
    const QFontMetricsF metrics(m_painter.font());
    for (Index i = 0; i < m_data.size(); ++i) {
        const SoftmaxColumn& column = m_data[i];
        const double from = before;
        before = column.sumSoFar;
        const double own = staggered(part, i, m_data.size());
        if (own == 0)
            break;
        if (own == 1)
            soFar = column.sumSoFar;
        QRectF segment = m_g.segment(from, column.sumSoFar, m_data.sum);
        // Of those that are thinner than a pixel, the one that reaches the next pixel is drawn.
        if (column.exponential == 0 ||
            (segment.right() < covered + 1 && !isAsked(i) && i + 1 < m_data.size()))
            continue;
        segment.setLeft(std::min(segment.left(), covered));
        covered = segment.right();
        const bool parted = segment.width() > 4 && covered < m_g.sum.right() - 1;
        const QRectF start = m_g.bar(m_g.exponentials, i, column.exponential);
        const double way = eased(Easing::Smooth, own);
        const auto between = [way](double a, double b) { return a + (b - a) * way; };
        const QRectF now(between(start.left(), segment.left()), between(start.top(), segment.top()),
                         between(start.width(), segment.width() - (parted ? 1 : 0)),
                         between(start.height(), segment.height()));
        const QColor fill = isAsked(i) ? m_theme.accent : m_theme.neutralBar;
        m_painter.fillRect(now, fill);
        if (own < 1 || metrics.horizontalAdvance(column.label) > segment.width() - 4)
            continue;
        m_painter.setFont(textFont(13 * m_s, isAsked(i) ? QFont::DemiBold : QFont::Normal));
        m_painter.setPen(textColourOn(fill.rgb()));
        m_painter.drawText(segment, Qt::AlignCenter, column.label);
    }
    writeTotal(m_g.sum, numberText(part == 1 ? m_data.sum : soFar));
    if (part == 1)
        writeTotal(m_g.belowExponentials, numberText(m_data.sum));
    paintSumAxes();
}

} // namespace headscope
