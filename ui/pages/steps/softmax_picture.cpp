// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax_picture.h"

#include "painters/matrix_painter.h"
#include "scene/fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

std::vector<DrawnColumn> drawnColumns(const SoftmaxGeometry& g, const SoftmaxData& data) {
    std::vector<DrawnColumn> drawn;
    if (g.pitch >= 1) {
        for (Index i = 0; i < data.size(); ++i)
            drawn.push_back({i, g.column(g.labels, i).left(), g.pitch});
        return drawn;
    }
    for (Index i = 0; i < data.size(); ++i) {
        const double left = std::floor(g.column(g.labels, i).left());
        if (drawn.empty() || drawn.back().left != left)
            drawn.push_back({i, left, 1});
        else if (data[i].exponential > data[drawn.back().index].exponential)
            drawn.back().index = i;
    }
    return drawn;
}

/// The asked column and then the largest, for as many as could ever be written.
std::vector<Index> byImportance(const SoftmaxData& data) {
    constexpr std::size_t most = 256;
    std::vector<Index> order;
    for (Index i = 0; i < data.size(); ++i) {
        if (!data[i].isEmpty())
            order.push_back(i);
    }
    const std::size_t kept = std::min(most, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept),
                              [&](Index a, Index b) {
                                  return data[a].exponential != data[b].exponential
                                             ? data[a].exponential > data[b].exponential
                                             : a < b;
                              });
    order.resize(kept);
    if (data.asked)
        order.insert(order.begin(), *data.asked);
    return order;
}

/// In charts the whole slot is hatched, in lighter lines on the ground of the picture.
QBrush chartHatch(const Theme& theme) {
    constexpr int side = 8;
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hatchLight, 1));
    for (int shift = -side; shift <= side; shift += side)
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1));
    painter.end();
    return QBrush(tile);
}

} // namespace

SoftmaxPicture::SoftmaxPicture(QPainter& painter, const SoftmaxGeometry& geometry,
                               const SoftmaxData& data, double progress, const SoftmaxLook& look)
    : m_painter(painter)
    , m_g(geometry)
    , m_data(data)
    , m_progress(progress)
    , m_look(look)
    , m_theme(theme(look.theme))
    , m_s(geometry.textScale)
    , m_drawn(drawnColumns(geometry, data))
    , m_written(writtenColumns(geometry, byImportance(data)))
    , m_cellHatch(markBrush(CellMark::Masked, m_theme))
    , m_chartHatch(chartHatch(m_theme)) {}

void SoftmaxPicture::paint() {
    paintTitle();
    paintSwitch();
    paintWords();
    paintLabels();
    paintScores();
    paintSum(); // what flies there passes under the numbers
    paintExponentials();
    paintQuotients();
    paintWeights();
    paintCalculation();
    paintColourBar();
}

void SoftmaxPicture::writeNumber(const QRectF& place, const QString& text, bool bold,
                                 const QColor& colour) {
    m_painter.setFont(numberFont(m_g.digits, bold ? QFont::DemiBold : QFont::Normal));
    m_painter.setPen(colour);
    m_painter.drawText(place, Qt::AlignCenter, text);
}

void SoftmaxPicture::writeTotal(const QRectF& row, const QString& text) {
    m_painter.setFont(numberFont(13 * m_s, QFont::DemiBold));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(QRectF(m_g.totals.left(), row.top(), m_g.totals.width(), row.height()),
                       Qt::AlignRight | Qt::AlignVCenter, text);
}

void SoftmaxPicture::line(const QPointF& from, const QPointF& to, const QColor& colour) {
    m_painter.setPen(QPen(colour, 1));
    m_painter.drawLine(from, to);
}

void SoftmaxPicture::hatch(const QRectF& rect, bool chart) {
    if (m_g.pitch < 4) {
        m_painter.fillRect(rect, chart ? m_theme.hairline
                                       : QColor(markStyle(CellMark::Masked, m_theme).flat));
        return;
    }
    m_painter.setBrushOrigin(m_g.labels.topLeft());
    m_painter.fillRect(rect, chart ? m_chartHatch : m_cellHatch);
    m_painter.setBrushOrigin(0, 0);
}

QRectF SoftmaxPicture::slotOf(const DrawnColumn& drawn, const QRectF& row) const {
    return m_g.pitch < 1 ? QRectF(drawn.left, row.top(), 1, row.height())
                         : m_g.slot(row, drawn.index);
}

QRectF SoftmaxPicture::cellOf(const DrawnColumn& drawn, const QRectF& row) const {
    return {drawn.left, row.top(), drawn.width - (m_g.pitch > 4 ? 1 : 0), row.height()};
}

} // namespace headscope
