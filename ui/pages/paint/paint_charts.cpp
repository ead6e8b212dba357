// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_charts.h"

#include "pages/paint/paint_words.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double barPitch = 22;
constexpr double rowPitch = 20;
constexpr double chartNumberWidth = 44;
constexpr double leastScale = 4; ///< bits that a whole bar stands for, at least

double scaleOf(const PaintScene& scene) {
    return scene.display.textScale;
}

void drawBar(QPainter& painter, const QRectF& room, double share, const QColor& colour,
             const Theme& colours) {
    painter.fillRect(room, colours.control);
    painter.fillRect(
        QRectF(room.left(), room.top(), room.width() * std::clamp(share, 0.0, 1.0), room.height()),
        colour);
}

} // namespace

PaintBars::PaintBars(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

void PaintBars::setPaint(const PaintScene& scene) {
    m_scene = scene;
    m_bits.clear();
    if (!scene.isEmpty() && scene.fit) {
        m_limit = scene.fit->limits.optimum.bits;
        const Index widest = std::max(scene.problem->queryWidth(), scene.problem->keyWidth());
        std::map<Index, double> bits;
        for (Index keyDim = 1; keyDim <= std::min<Index>(4, widest); ++keyDim)
            bits[keyDim] = -1;
        for (const auto& [keyDim, fit] : scene.byKeyDim)
            bits[keyDim] = fit->head.bits;
        if (!scene.fit->isWalk) // which has found nothing
            bits[scene.fit->options.keyDim] = scene.fit->head.bits;
        m_bits.assign(bits.begin(), bits.end());
    }
    updateGeometry();
    update();
}

QSize PaintBars::sizeHint() const {
    return {240, static_cast<int>((static_cast<double>(m_bits.size()) * barPitch + 20) *
                                  scaleOf(m_scene))};
}

void PaintBars::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = scaleOf(m_scene);
    QPainter painter(this);
    double longest = std::max(0.5, m_limit);
    for (const auto& [keyDim, bits] : m_bits)
        longest = std::max(longest, bits);
    const double left = 56 * scale;
    const double right = width() - chartNumberWidth * scale;
    for (std::size_t i = 0; i < m_bits.size(); ++i) {
        const auto& [keyDim, bits] = m_bits[i];
        const QRectF row(0, static_cast<double>(i) * barPitch * scale, width(), barPitch * scale);
        const bool isShown = keyDim == m_scene.fit->options.keyDim;
        if (isShown)
            painter.fillRect(row, colours.accentTint);
        const QFont::Weight weight = isShown ? QFont::DemiBold : QFont::Normal;
        painter.setPen(colours.text);
        drawMathText(painter, row.adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     keyDimText(keyDim), textFont(13 * scale, weight));
        const QRectF room(left, row.center().y() - 5 * scale, right - left, 10 * scale);
        drawBar(painter, room, std::max(0.0, bits) / longest,
                isShown ? colours.accent : colours.neutralBar, colours);
        painter.setPen(colours.text);
        painter.setFont(numberFont(13 * scale, weight));
        painter.drawText(row.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter,
                         bits < 0 ? QStringLiteral("…") : fixedText(bits, 2));
    }
    const double x = left + (right - left) * m_limit / longest;
    const double bottom = static_cast<double>(m_bits.size()) * barPitch * scale;
    painter.setPen(QPen(colours.text, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
    painter.setPen(colours.secondary);
    painter.setFont(textFont(12 * scale));
    const QString limit = tr("limit %1 bits").arg(fixedText(m_limit, 2));
    const double wide = painter.fontMetrics().horizontalAdvance(limit) + 4;
    painter.drawText(
        QRectF(std::clamp(x - wide / 2, 0.0, width() - wide), bottom, wide, 20 * scale),
        Qt::AlignCenter, limit);
}

void PaintBars::mousePressEvent(QMouseEvent* event) {
    const auto row = static_cast<std::size_t>(
        std::max(0.0, event->position().y() / barPitch / scaleOf(m_scene)));
    if (row < m_bits.size())
        Q_EMIT keyDimAsked(static_cast<int>(m_bits[row].first));
}

PaintPlane::PaintPlane(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PaintPlane::setPaint(const PaintScene& scene) {
    m_scene = scene;
    updateGeometry();
    update();
}

QSize PaintPlane::sizeHint() const {
    const bool isLine = m_scene.plane && m_scene.weights.keyDim() == 1;
    return {240, static_cast<int>((isLine ? 64 : 104) * scaleOf(m_scene))};
}

void PaintPlane::paintEvent(QPaintEvent*) {
    if (!m_scene.plane)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = scaleOf(m_scene);
    const KeyPlane& plane = *m_scene.plane;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF area = QRectF(rect()).adjusted(22, 18, -34, -18);
    double low[2] = {plane.keys[0].x, plane.keys[0].y};
    double high[2] = {plane.keys[0].x, plane.keys[0].y};
    for (const KeyPlane::Point& key : plane.keys) {
        low[0] = std::min(low[0], key.x);
        high[0] = std::max(high[0], key.x);
        low[1] = std::min(low[1], key.y);
        high[1] = std::max(high[1], key.y);
    }
    // One scale for both axes: directions are what counts here.
    const double unit = std::min(area.width() / std::max(1e-9, high[0] - low[0]),
                                 area.height() / std::max(1e-9, high[1] - low[1]));
    const auto at = [&](const KeyPlane::Point& point) {
        return QPointF(area.center().x() + (point.x - (low[0] + high[0]) / 2) * unit,
                       area.center().y() - (point.y - (low[1] + high[1]) / 2) * unit);
    };
    QPolygonF hull;
    for (const Index key : plane.hull)
        hull << at(plane.keys[static_cast<std::size_t>(key)]);
    painter.setPen(QPen(colours.neutralBar, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(hull);
    std::vector<QRectF> taken; // by labels
    if (m_scene.asked) {
        const auto asked = static_cast<std::size_t>(m_scene.asked->query);
        const KeyPlane::Point& query = plane.queries[asked];
        const double length = std::hypot(query.x, query.y);
        if (length > 0) {
            const double reach = std::min(area.width(), area.height()) * 0.42 + 6;
            const QPointF from = area.center();
            const QPointF way(query.x / length * reach, -query.y / length * reach);
            const QPointF side(-way.y() / reach * 4, way.x() / reach * 4);
            painter.setPen(QPen(colours.accent, 2));
            painter.drawLine(from, from + way * 0.94);
            QPainterPath head(from + way);
            head.lineTo(from + way * 0.86 + side);
            head.lineTo(from + way * 0.86 - side);
            painter.fillPath(head, colours.accent);
            painter.setFont(textFont(12 * scale, QFont::DemiBold));
            const QString name =
                QStringLiteral("q ") + m_scene.queryLabels.value(m_scene.asked->query);
            const double wide = painter.fontMetrics().horizontalAdvance(name);
            const QPointF tip = from + way * 1.12;
            taken.emplace_back(std::clamp(tip.x() - wide / 2, 0.0, width() - wide),
                               std::clamp(tip.y() - 9 * scale, 0.0, height() - 18 * scale),
                               wide + 1, 18 * scale);
            painter.drawText(taken.back(), Qt::AlignCenter, name);
        }
    }
    // Inner keys first, so that corners stand on top where marks touch; labels that would cover
    // one that is there already are left out, inner ones first.
    for (const bool corner : {true, false}) {
        for (std::size_t key = 0; key < plane.keys.size(); ++key) {
            if (plane.isCorner[key] != corner)
                continue;
            const QPointF point = at(plane.keys[key]);
            painter.setFont(textFont(12 * scale));
            painter.setPen(corner ? colours.text : colours.secondary);
            const QString name = m_scene.keyLabels.value(static_cast<int>(key));
            const double wide = painter.fontMetrics().horizontalAdvance(name) + 2;
            const double high4 = 16 * scale;
            const double y = point.y() < area.center().y() ? point.y() - high4 - 4 : point.y() + 4;
            const QRectF label(std::clamp(point.x() - wide / 2, 0.0, width() - wide), y, wide,
                               high4);
            const bool isFree = std::ranges::none_of(
                taken, [&](const QRectF& other) { return other.intersects(label); });
            if (isFree) {
                painter.drawText(label, Qt::AlignCenter, name);
                taken.push_back(label);
            }
        }
    }
    for (const bool corner : {false, true}) {
        for (std::size_t key = 0; key < plane.keys.size(); ++key) {
            if (plane.isCorner[key] != corner)
                continue;
            painter.setPen(QPen(colours.text, 1.4));
            painter.setBrush(corner ? QBrush(colours.text) : QBrush(colours.window));
            painter.drawEllipse(at(plane.keys[key]), 3.4, 3.4);
        }
    }
}

PaintRows::PaintRows(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

std::vector<Index> PaintRows::shownRows() const {
    std::vector<Index> rows;
    if (m_scene.isEmpty() || m_scene.now.rowBits.empty())
        return rows;
    for (Index query = 0; query < m_scene.problem->target.queries; ++query) {
        if (m_scene.problem->target.isPainted(query))
            rows.push_back(query);
    }
    return rows;
}

void PaintRows::setPaint(const PaintScene& scene) {
    m_scene = scene;
    updateGeometry();
    update();
}

QSize PaintRows::sizeHint() const {
    return {240, static_cast<int>(static_cast<double>(shownRows().size()) * rowPitch *
                                  scaleOf(m_scene)) +
                     2};
}

void PaintRows::paintEvent(QPaintEvent*) {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = scaleOf(m_scene);
    QPainter painter(this);
    const std::vector<Index> rows = shownRows();
    double longest = leastScale;
    for (const Index query : rows)
        longest = std::max(longest, m_scene.now.rowBits[static_cast<std::size_t>(query)]);
    const double left = std::round(width() * 0.44);
    const double right = width() - chartNumberWidth * scale;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto query = static_cast<std::size_t>(rows[i]);
        const QRectF row(0, static_cast<double>(i) * rowPitch * scale, width(), rowPitch * scale);
        const bool isAsked = m_scene.asked && m_scene.asked->query == rows[i];
        if (isAsked)
            painter.fillRect(row, colours.accentTint);
        painter.setPen(colours.text);
        painter.setFont(textFont(13 * scale, isAsked ? QFont::DemiBold : QFont::Normal));
        drawElidedText(painter, QRectF(4, row.top(), left - 8, row.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, rowTitle(m_scene, rows[i]));
        const QRectF room(left, row.center().y() - 4 * scale, right - left, 8 * scale);
        const double bits = m_scene.now.rowBits[query];
        drawBar(painter, room, bits / longest, isAsked ? colours.accent : colours.neutralBar,
                colours);
        const double twins = m_scene.fit ? m_scene.fit->limits.twins.rowBits[query] : 0;
        if (twins > 0) {
            const double x = std::round(room.left() + room.width() * twins / longest);
            painter.fillRect(QRectF(x - 1, room.top() - 3, 2, room.height() + 6), colours.text);
        }
        painter.setPen(m_scene.now.rowIsRight[query] ? colours.text : colours.secondary);
        painter.setFont(numberFont(13 * scale, isAsked ? QFont::DemiBold : QFont::Normal));
        painter.drawText(row.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter,
                         fixedText(bits, 2));
    }
}

void PaintRows::mousePressEvent(QMouseEvent* event) {
    const std::vector<Index> rows = shownRows();
    const auto row = static_cast<std::size_t>(
        std::max(0.0, event->position().y() / rowPitch / scaleOf(m_scene)));
    if (row < rows.size())
        Q_EMIT rowAsked(static_cast<int>(rows[row]));
}

} // namespace headscope
