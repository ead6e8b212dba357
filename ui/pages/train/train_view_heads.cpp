// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the heads, and one of them enlarged twice.
#include "pages/train/train_numbers.h"
#include "pages/train/train_paint.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "painters/matrix_painter.h"
#include "plots/stacked_label.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_paint;

namespace {

/// Characters of Chinese below each other, which end above `bottom`.
void paintStack(QPainter& painter, double x, double bottom, const QString& label, double pixels,
                const QColor& colour) {
    const QStringList lines = stackedLines(label);
    const double pitch = stackedPitch(pixels);
    double y = bottom - pitch * static_cast<double>(lines.size()) + pitch / 2;
    for (const QString& line : lines) {
        write(painter, band(x - 3 * pixels, y, x + 3 * pixels, pitch + 4), Qt::AlignCenter, line,
              textFont(pixels), colour);
        y += pitch;
    }
}

} // namespace

QRgb TrainView::colour(float value) const {
    return colourOf(m_map, m_range, value, 0);
}

bool TrainView::isMasked(const RecordedStep& step, int head, Index row, Index column) const {
    return std::isinf(step.find(m_scene.scope)->scores(0, head, row, column));
}

QImage TrainView::picture(const RecordedStep& step, int head) {
    const auto found = m_pictures.find({&step, head});
    if (found != m_pictures.end())
        return found->second;
    const double ratio = devicePixelRatioF();
    const QSizeF size = m_geometry.picture;
    QImage image((size * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    const Theme& colours = theme(m_scene.display.theme);
    image.fill(colours.base);
    const Tensor& tensor = m_scene.tensor(step);
    const double w = size.width() / static_cast<double>(tensor.size(3));
    const double h = size.height() / static_cast<double>(tensor.size(2));
    const double gap = w >= 6 && h >= 6 ? 1 : 0;
    QPainter painter(&image);
    for (Index row = 0; row < tensor.size(2); ++row) {
        for (Index column = 0; column < tensor.size(3); ++column) {
            const double x = std::round(static_cast<double>(column) * w);
            const double y = std::round(static_cast<double>(row) * h);
            const QRectF cell(x, y, std::round(static_cast<double>(column + 1) * w) - x - gap,
                              std::round(static_cast<double>(row + 1) * h) - y - gap);
            if (isMasked(step, head, row, column))
                painter.fillRect(cell, colours.hairline);
            else
                painter.fillRect(cell, QColor::fromRgb(colour(tensor(0, head, row, column))));
        }
    }
    painter.end();
    // A long training at a large size: what is not drawn any more goes.
    if (m_pictures.size() > 4096)
        m_pictures.clear();
    m_pictures.emplace(std::pair(&step, head), image);
    return image;
}

void TrainView::paintMatrix(QPainter& painter, const RecordedStep& step, const QRectF& rect,
                            const RecordedStep* from) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const Tensor& tensor = m_scene.tensor(step);
    const int head = m_scene.head;
    const QBrush hatch = markBrush(CellMark::Masked, colours);
    const double gap = g.cell.width() >= 8 && g.cell.height() >= 8 ? 1 : 0;
    const bool digits =
        m_scene.display.valuesInCells && g.cell.width() >= px(33) && g.cell.height() >= px(15);
    const double largest = g.isPresented() ? std::clamp(0.36 * g.cell.height(), px(11), px(22))
                                           : std::min(px(13), g.cell.height() - px(4));
    painter.setFont(numberFont(largest));
    std::vector<std::vector<bool>> meant(
        static_cast<std::size_t>(tensor.size(2)),
        std::vector<bool>(static_cast<std::size_t>(tensor.size(3))));
    const HeadFinding finding = findingOf(m_scene, head);
    for (const Reference& reference : m_scene.moment.data().watched.references) {
        if (reference.relation != finding.relation ||
            reference.query >= static_cast<int>(meant.size()))
            continue;
        for (const int key : reference.keys)
            meant[static_cast<std::size_t>(reference.query)][static_cast<std::size_t>(key)] = true;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int row = 0; row < tensor.size(2); ++row) {
        for (int column = 0; column < tensor.size(3); ++column) {
            const QRectF cell = g.cellAt(rect, row, column).adjusted(0, 0, -gap, -gap);
            if (isMasked(step, head, row, column)) {
                painter.fillRect(cell, colours.window);
                painter.fillRect(cell, hatch);
                continue;
            }
            const float value = tensor(0, head, row, column);
            QColor fill = QColor::fromRgb(colour(value));
            if (from && m_crossed < 1)
                fill = blended(QColor::fromRgb(colour(m_scene.tensor(*from)(0, head, row, column))),
                               fill, m_crossed);
            painter.fillRect(cell, fill);
            const QColor ink = textColourOn(fill.rgb());
            painter.setPen(ink);
            if (digits)
                painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            if (meant[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]) {
                const double size = std::min({px(9), cell.height() / 2, cell.width() / 4});
                const QPointF corner[] = {cell.topRight() - QPointF(size, 0), cell.topRight(),
                                          cell.topRight() + QPointF(0, size)};
                painter.setPen(Qt::NoPen);
                painter.setBrush(ink);
                painter.setRenderHint(QPainter::Antialiasing);
                painter.drawPolygon(corner, 3);
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

void TrainView::paintHeads(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const double x0 = g.headsLeft;
    drawHeadMark(painter, band(x0 + px(24), g.titleY, x0 + px(42), px(18)), m_scene.head,
                 m_scene.display.theme);
    write(painter, band(x0 + px(48), g.titleY, g.left.left() - px(2), px(20)), left,
          tr("head %1").arg(m_scene.head + 1), textFont(px(14), QFont::DemiBold), colours.text);
    const auto titled = [&](const QRectF& rect, const QString& step, const QString& name,
                            bool accent) {
        const QFont font = textFont(px(13), QFont::DemiBold);
        const double wide =
            std::min(QFontMetricsF(font).horizontalAdvance(step) + px(16), rect.width());
        const QRectF label(rect.left(), g.titleY - px(11), wide, px(22));
        if (accent) {
            painter.fillRect(label, colours.accent);
        } else {
            painter.setPen(QPen(colours.controlBorder, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(label.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        write(painter, label, Qt::AlignCenter, step, font,
              accent ? colours.accentText : colours.text);
        if (rect.width() - wide > px(50))
            write(painter, band(label.right() + px(6), g.titleY, rect.right(), px(18)), right, name,
                  textFont(px(12)), colours.secondary);
    };
    titled(g.left, tr("step %1").arg(m_scene.at().step()), tr("playhead"), true);
    if (!g.isPresented())
        titled(g.right, tr("step %1").arg(m_scene.beside().step()),
               m_scene.pinned ? tr("pinned") : tr("newest"), false);

    if (g.isPresented()) {
        painter.setPen(colours.text);
        drawFitted(painter, g.sentence, textFont(px(14)), learntSentence(m_scene), px(11));
    }
    write(painter, band(x0 + px(24), g.keysY, g.left.left() - px(6), px(16)), right, tr("key →"),
          textFont(px(12)), colours.secondary);
    painter.save();
    painter.translate(x0 + px(30), g.left.center().y());
    painter.rotate(-90);
    painter.setFont(textFont(px(12)));
    painter.setPen(colours.secondary);
    // Rows run down: so does the arrow, when the words are read upwards.
    painter.drawText(QRectF(-px(60), -px(9), px(120), px(18)), Qt::AlignCenter,
                     QStringLiteral("← ") + rowWord(m_scene));
    painter.restore();
    const QStringList queries = queryWords(m_scene);
    const QStringList keys = keyWords(m_scene);
    const QFont font = textFont(px(13));
    const double lineHeight = QFontMetricsF(font).height();
    const int everyRow = std::max(1, qCeil(lineHeight * 0.75 / g.cell.height()));
    for (int row = 0; row < queries.size(); row += everyRow) {
        const double y = g.left.top() + (row + 0.5) * g.cell.height();
        write(painter, band(x0 + px(40), y, g.left.left() - px(6), px(18)), right, queries[row],
              font, colours.text);
    }
    const bool upright = g.cell.width() < px(g.isPresented() ? 40 : 26);
    const bool stacked = upright && g.isPresented() && canStack(keys);
    for (const QRectF& rect : {g.left, g.right}) {
        if (rect.isEmpty())
            continue;
        for (int column = 0; column < keys.size(); ++column) {
            const double x = rect.left() + (column + 0.5) * g.cell.width();
            if (!upright) {
                write(painter,
                      band(x - g.cell.width() / 2, g.keysY, x + g.cell.width() / 2, px(20)),
                      Qt::AlignCenter, keys[column], font, colours.text);
                continue;
            }
            const int every = std::max(1, qCeil(px(12) / g.cell.width()));
            if (column % every != 0)
                continue;
            if (stacked) {
                paintStack(painter, x, rect.top() - px(3), keys[column], px(12), colours.text);
                continue;
            }
            painter.save();
            painter.translate(x, rect.top() - px(3));
            painter.rotate(-90);
            const double least = g.isPresented() ? 11 : 9;
            const double size = std::min(px(12), std::max(px(least), g.cell.width()));
            write(painter, QRectF(0, -px(9), px(30), px(18)), left, keys[column], textFont(size),
                  colours.text);
            painter.restore();
        }
    }
    paintMatrix(painter, m_scene.at(), g.left, m_from.get());
    if (!g.right.isEmpty())
        paintMatrix(painter, m_scene.beside(), g.right, nullptr);
}

} // namespace headscope
