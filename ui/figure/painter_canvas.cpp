// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/painter_canvas.h"

#include "painters/matrix_painter.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
/// Viewers of vector files smooth the edge that two rectangles share; the later
/// one lies this much over the earlier one instead.
constexpr double overlap = 0.3;
} // namespace

PainterCanvas::PainterCanvas(QPainter& painter, Device device, double deviceScale)
    : m_painter(painter)
    , m_device(device)
    , m_scale(deviceScale) {
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setRenderHint(QPainter::TextAntialiasing, true);
    m_painter.setRenderHint(QPainter::LosslessImageRendering, true);
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
}

QRectF PainterCanvas::snapped(const QRectF& rect) const {
    if (m_device == Device::Vector)
        return rect;
    const auto edge = [this](double at) { return std::round(at * m_scale) / m_scale; };
    const double left = edge(rect.left());
    const double top = edge(rect.top());
    return {left, top, edge(rect.right()) - left, edge(rect.bottom()) - top};
}

void PainterCanvas::fill(const QRectF& rect, QRgb colour) {
    m_painter.fillRect(snapped(rect), QColor::fromRgba(colour));
}

void PainterCanvas::cells(const MatrixGeometry& matrix, const std::vector<QRgb>& colours) {
    const double over =
        m_device == Device::Vector && matrix.gapX == 0 && matrix.gapY == 0 ? overlap : 0;
    const QRectF bounds = matrix.bounds();
    std::size_t place = 0;
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            const QRgb colour = colours[place++];
            if (qAlpha(colour) == 0)
                continue;
            QRectF cell = matrix.cellRect(row, column);
            if (over > 0)
                cell = cell.adjusted(0, 0, over, over).intersected(bounds);
            fill(cell, colour);
        }
    }
}

void PainterCanvas::cellImage(const MatrixGeometry& matrix, const QImage& image) {
    const QRectF target = snapped(matrix.bounds());
    if (m_device == Device::Screen)
        return m_painter.drawImage(target, image);
    if (m_device == Device::Vector) {
        // Viewers smooth small images that they enlarge: each cell gets some pixels.
        const int factor = std::clamp(512 / std::max(image.width(), image.height()), 1, 8);
        m_painter.drawImage(target, enlarged(image, factor));
        return;
    }
    const QSize size(std::max(1, static_cast<int>(std::lround(target.width() * m_scale))),
                     std::max(1, static_cast<int>(std::lround(target.height() * m_scale))));
    // Where cells are no whole number of pixels, the pixels that two of them share
    // are mixed; otherwise some cells would be wider than others, or vanish.
    const int factor = std::clamp(2 * size.width() / image.width(), 1, 8);
    m_painter.drawImage(
        target,
        enlarged(image, factor).scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
}

void PainterCanvas::hatch(const std::vector<QRectF>& region, QRgb ground, QRgb lines, double step,
                          double lineWidth) {
    if (region.empty())
        return;
    if (m_device == Device::Screen) {
        const QBrush brush = hatchBrush({ground, lines, step});
        for (const QRectF& rect : region)
            m_painter.fillRect(snapped(rect), brush);
        return;
    }
    QPainterPath path;
    path.setFillRule(Qt::WindingFill);
    QRectF bounds;
    for (const QRectF& rect : region) {
        const QRectF part = snapped(rect);
        path.addRect(part);
        bounds |= part;
    }
    m_painter.save();
    m_painter.fillPath(path, QColor::fromRgb(ground));
    // The painter may be clipped already. To a rectangle it is in a tenth of the time.
    if (region.size() == 1)
        m_painter.setClipRect(bounds, Qt::IntersectClip);
    else
        m_painter.setClipPath(path, Qt::IntersectClip);
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(QColor::fromRgb(lines), lineWidth, Qt::SolidLine, Qt::FlatCap));
    const std::vector<QLineF> all = hatchLines(bounds, step);
    m_painter.drawLines(all.data(), static_cast<int>(all.size()));
    m_painter.restore();
}

void PainterCanvas::gradient(const QRectF& rect, const std::vector<QRgb>& colours) {
    const double over = m_device == Device::Vector ? overlap : 0;
    const double part = rect.width() / static_cast<double>(colours.size());
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const QRectF piece(rect.left() + part * static_cast<double>(i), rect.top(), part + over,
                           rect.height());
        fill(piece.intersected(rect), colours[i]);
    }
}

void PainterCanvas::line(const std::vector<QPointF>& points, QRgb colour, double width,
                         const std::vector<double>& dash) {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(QColor::fromRgb(colour), width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (!dash.empty())
        pen.setDashPattern(QList<qreal>(dash.begin(), dash.end()));
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    m_painter.restore();
}

void PainterCanvas::polygon(const std::vector<QPointF>& corners, QRgb colour) {
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(QColor::fromRgb(colour));
    m_painter.drawPolygon(corners.data(), static_cast<int>(corners.size()));
    m_painter.restore();
}

const PainterCanvas::Face& PainterCanvas::faceOf(const FontRun& run, FigureFont font, int pixels,
                                                 bool bold) {
    const auto known = m_faces.find({run.keycap, font, pixels, bold});
    if (known != m_faces.end())
        return known->second;
    const QFont face = figureFont(run, font, pixels, bold);
    return m_faces
        .emplace(std::tuple(run.keycap, font, pixels, bold), Face{face, QFontMetricsF(face)})
        .first->second;
}

void PainterCanvas::text(const FigureText& text, QRgb colour) {
    struct TextPiece {
        QString text;
        const Face& face;
        double lift = 0;
        double width = 0;
    };
    std::vector<TextPiece> pieces;
    double width = 0;
    const auto runs = text.math ? mathRuns(text.text) : std::vector<MathRun>{{text.text, 0}};
    for (const MathRun& run : runs) {
        const int pixels =
            std::max(1, static_cast<int>(std::lround(text.pixels * mathRunSize(run.level))));
        for (const FontRun& part : fontRuns(run.text)) {
            const Face& face = faceOf(part, text.font, pixels, text.bold);
            pieces.push_back({part.text, face, mathRunLift(run.level) * text.pixels});
        }
    }
    // To measure takes as long as to draw.
    if (text.anchor != FigureAnchor::Start || pieces.size() > 1) {
        for (TextPiece& piece : pieces)
            width += piece.width = piece.face.metrics.horizontalAdvance(piece.text);
    }
    double x = text.anchor == FigureAnchor::Start    ? 0
               : text.anchor == FigureAnchor::Middle ? -width / 2
                                                     : -width;
    m_painter.save();
    m_painter.translate(text.origin);
    if (text.upright)
        m_painter.rotate(-90);
    m_painter.setPen(QColor::fromRgb(colour));
    for (const TextPiece& piece : pieces) {
        m_painter.setFont(piece.face.font);
        m_painter.drawText(QPointF(x, -piece.lift), piece.text);
        x += piece.width;
    }
    m_painter.restore();
}

} // namespace headscope
