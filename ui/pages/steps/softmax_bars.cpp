// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax_picture.h"

#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

void SoftmaxPicture::paintScores() {
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF cell = cellOf(drawn, m_g.scores);
        if (column.isMasked())
            hatch(cell, false);
        else
            m_painter.fillRect(cell, QColor::fromRgb(colourOf(m_data.scoreMap, m_data.scoreScale,
                                                              column.score, m_data.scaleRow)));
    }
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        const QString text = cellText(column.score, m_g.characters - 1);
        if (m_g.narrow) {
            const bool largest = m_data.largest == i && done(SoftmaxPhase::Max) == 1;
            writeNumber(m_g.writing(m_g.belowScores, i), text, largest || isAsked(i), m_theme.text);
            continue;
        }
        const QRectF cell = m_g.cell(m_g.scores, i);
        if (column.isMasked()) {
            const double width = m_g.digits * 0.6 * 3;
            const double height = m_g.digits * 1.1;
            m_painter.fillRect(QRectF(cell.center().x() - width / 2, cell.center().y() - height / 2,
                                      width, height),
                               m_theme.window);
        }
        const QRgb ground =
            colourOf(m_data.scoreMap, m_data.scoreScale, column.score, m_data.scaleRow);
        writeNumber(cell, text, isAsked(i),
                    column.isMasked() ? m_theme.secondary : textColourOn(ground));
    }
    paintLargest();
}

/// One score after the other is compared with the largest before it.
void SoftmaxPicture::paintLargest() {
    const double part = done(SoftmaxPhase::Max);
    const auto compared =
        static_cast<Index>(std::ceil(part * static_cast<double>(m_data.size()) - 1e-9));
    if (compared == 0 || !m_data.largest)
        return;
    std::optional<Index> largest;
    for (Index i = 0; i < compared; ++i) {
        if (!m_data[i].isMasked() && (!largest || m_data[i].score > m_data[*largest].score))
            largest = i;
    }
    m_painter.setBrush(Qt::NoBrush);
    if (part < 1) {
        m_painter.setPen(QPen(m_theme.accent, 2));
        m_painter.drawRect(m_g.cell(m_g.scores, compared - 1).adjusted(1, 1, -1, -1));
    }
    if (!largest)
        return;
    const QString word = phaseName(SoftmaxPhase::Max);
    m_painter.setFont(textFont(13 * m_s, QFont::DemiBold));
    m_painter.setPen(m_theme.secondary);
    if (!m_g.narrow) {
        const QRectF column = m_g.column(m_g.belowScores, *largest);
        const double wide = std::max(column.width(), 60 * m_s);
        m_painter.drawText(
            QRectF(column.center().x() - wide / 2, column.top(), wide, column.height()),
            Qt::AlignHCenter | Qt::AlignBottom, word);
        return;
    }
    // A number that stands there is written under its column, so the word stands at the side.
    m_painter.drawText(
        QRectF(m_g.totals.left(), m_g.scores.top(), m_g.totals.width(), m_g.scores.height()),
        Qt::AlignRight | Qt::AlignVCenter, word);
    m_painter.setFont(numberFont(m_g.digits, QFont::DemiBold));
    m_painter.drawText(QRectF(m_g.totals.left(), m_g.belowScores.top(), m_g.totals.width(),
                              m_g.belowScores.height()),
                       Qt::AlignRight | Qt::AlignVCenter,
                       cellText(m_data[*largest].score, m_g.characters - 1));
}

void SoftmaxPicture::paintAxis(const QRectF& row, bool half) {
    const double right = row.left() - 8 * m_s;
    const auto mark = [&](double value, const QString& text) {
        const double y = row.bottom() - value * row.height();
        m_painter.setFont(numberFont(12 * m_s));
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(right - 40 * m_s, y - 9 * m_s, 40 * m_s, 18 * m_s),
                           Qt::AlignRight | Qt::AlignVCenter, text);
        line(QPointF(row.left(), std::round(y) - 0.5), QPointF(row.right(), std::round(y) - 0.5),
             value == 0 ? m_theme.text : m_theme.hairline);
    };
    mark(1, QStringLiteral("1"));
    if (half)
        mark(0.5, QStringLiteral(".5"));
    mark(0, QStringLiteral("0"));
}

void SoftmaxPicture::paintBars(const QRectF& row, SoftmaxPhase phase,
                               const std::function<double(const SoftmaxColumn&)>& valueOf,
                               const std::function<QColor(Index)>& fillOf) {
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF slot = slotOf(drawn, row);
        if (column.isEmpty()) {
            hatch(slot, true);
            continue;
        }
        const double value = valueOf(column);
        if (!std::isfinite(value))
            continue;
        const double height =
            std::clamp(value, 0.0, 1.0) * doneAt(phase, drawn.index) * slot.height();
        m_painter.fillRect(QRectF(slot.left(), slot.bottom() - height, slot.width(), height),
                           fillOf(drawn.index));
    }
}

void SoftmaxPicture::paintExponentials() {
    const QRectF& row = m_g.exponentials;
    paintAxis(row, false);
    paintBars(
        row, SoftmaxPhase::Exponential,
        [](const SoftmaxColumn& column) { return column.exponential; },
        [&](Index i) { return isAsked(i) ? m_theme.accent : m_theme.neutralBar; });
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        const QRectF place = m_g.writing(m_g.belowExponentials, i);
        if (column.isEmpty()) {
            const QString name = markName(CellMark::Masked);
            const QFont font = fittedFont(textFont(13 * m_s), name, place.width() - 4, 12 * m_s);
            m_painter.setFont(font);
            m_painter.setPen(m_theme.secondary);
            if (QFontMetricsF(font).horizontalAdvance(name) <= place.width() - 3)
                m_painter.drawText(place, Qt::AlignCenter, name);
        } else if (doneAt(SoftmaxPhase::Exponential, i) == 1) {
            writeNumber(place, cellText(static_cast<float>(column.exponential), m_g.characters),
                        isAsked(i), m_theme.text);
        }
    }
}

void SoftmaxPicture::paintQuotients() {
    const QRectF& row = m_g.quotients;
    paintAxis(row, true);
    paintBars(
        row, SoftmaxPhase::Quotient,
        [](const SoftmaxColumn& column) { return static_cast<double>(column.weight); },
        [&](Index i) {
            return QColor::fromRgb(
                colourOf(m_data.weightMap, m_data.weightScale, m_data[i].weight, m_data.scaleRow));
        });
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        if (column.isEmpty() || doneAt(SoftmaxPhase::Quotient, i) < 1)
            continue;
        const QRectF bar = m_g.bar(row, i, static_cast<double>(column.weight));
        const QRectF place =
            m_g.writing(QRectF(row.left(), bar.top() - 20 * m_s, row.width(), 19 * m_s), i);
        writeNumber(place, cellText(column.weight, m_g.characters), isAsked(i), m_theme.text);
    }
}

void SoftmaxPicture::paintWeights() {
    const QRectF& row = m_g.weights;
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF cell = cellOf(drawn, row);
        if (column.isEmpty()) {
            hatch(cell, false);
            continue;
        }
        if (doneAt(SoftmaxPhase::Quotient, drawn.index) < 1) {
            m_painter.setPen(QPen(m_theme.hairline, 1));
            m_painter.setBrush(Qt::NoBrush);
            if (m_g.pitch > 4)
                m_painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
            continue;
        }
        const QRgb fill =
            colourOf(m_data.weightMap, m_data.weightScale, column.weight, m_data.scaleRow);
        m_painter.fillRect(cell, QColor::fromRgb(fill));
        if (!m_g.narrow)
            writeNumber(cell, cellText(column.weight, m_g.characters), isAsked(drawn.index),
                        textColourOn(fill));
    }
    if (m_data.asked) {
        QRectF cell = m_g.cell(row, *m_data.asked);
        if (cell.width() < 5)
            cell = QRectF(cell.center().x() - 2.5, cell.top(), 5, cell.height());
        if (m_look.locked)
            paintLockFrame(m_painter, cell);
        else
            paintHoverFrame(m_painter, cell);
    }
    if (done(SoftmaxPhase::Quotient) < 1)
        return;
    writeTotal(row, std::isfinite(m_data.weightSum)
                        ? sumText(m_data.weightSum, m_data.columns.size())
                        : QStringLiteral("NaN"));
}

} // namespace headscope
