// SPDX-License-Identifier: GPL-3.0-or-later
// How the overview looks; what it does is in layers_view.cpp.
#include "pages/layers/layers_view.h"
#include "pages/layers/share_bar.h"
#include "painters/matrix_painter.h"
#include "painters/off_mark.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/held_mark.h"
#include "scene/joined.h"
#include "scene/math_text.h"
#include "scene/measure_text.h"
#include "scene/number_format.h"
#include "scene/off_text.h"

#include <QFontMetricsF>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// The part of a picture that queries from `begin` on take.
QRectF paddingPart(const QRectF& cells, const QImage& image, Index begin, bool turned) {
    const double count = turned ? image.width() : image.height();
    const double share = std::min(1.0, static_cast<double>(begin) / count);
    return turned ? cells.adjusted(share * cells.width(), 0, 0, 0)
                  : cells.adjusted(0, share * cells.height(), 0, 0);
}

/// The largest rectangle of the image's proportions in the middle of `square`.
QRectF fitted(const QImage& image, const QRectF& square) {
    const double longer = std::max(image.width(), image.height());
    const double wide = std::max(1.0, square.width() * image.width() / longer);
    const double tall = std::max(1.0, square.height() * image.height() / longer);
    return {square.left(), square.top(), wide, tall};
}

} // namespace

void LayersView::paintLegend(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const QRectF line = m_geometry.legend;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tr("head →"));
    painter.setFont(textFont(13 * s, QFont::DemiBold));
    painter.setPen(colours.text);
    const double subjectLeft = line.left() + 72 * s;
    const double subjectWidth = QFontMetricsF(painter.font()).horizontalAdvance(subject());
    painter.drawText(QRectF(subjectLeft, line.top(), subjectWidth + 2, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, subject());
    const QRectF& scale = m_geometry.scale;
    const bool below = scale.top() > line.top();
    const double left =
        paintRange(painter, below ? scale.left() : subjectLeft + subjectWidth + 16 * s);
    const QRectF rest = paintOffName(
        painter,
        paintMarkNames(painter, QRectF(left, scale.top(), scale.right() - left, scale.height()),
                       allMarks(), colours, s));
    // In every square; the large one says it again.
    const QString axes =
        m_scene.display.rowsAreKeys ? tr("in each: key ↓, query →") : tr("in each: query ↓, key →");
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    const QString weights = m_comparing ? QString() : weightsSaid();
    QStringList said{joined({axes, weights})};
    if (!weights.isEmpty())
        said << weights << tr("dice");
    for (const QString& words : said) {
        if (QFontMetricsF(painter.font()).horizontalAdvance(words) > rest.width())
            continue;
        painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, words);
        break;
    }
}

QRectF LayersView::paintOffName(QPainter& painter, QRectF room) const {
    const HeadsOff* const heads = off();
    if (!heads || !heads->any())
        return room;
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const double side = 14 * s;
    const QRectF swatch(room.left(), room.center().y() - side / 2, side, side);
    paintOff(painter, swatch, colours, s);
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    room.setLeft(swatch.right() + 6 * s);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, offMarkName());
    room.setLeft(room.left() + QFontMetricsF(painter.font()).horizontalAdvance(offMarkName()) +
                 20 * s);
    return room;
}

std::optional<CellColours> LayersView::commonColours() const {
    if (m_comparing)
        return m_comparison ? std::optional(m_comparison->differenceColours(m_scene.display))
                            : std::nullopt;
    // Only weights have a range that is the same for all layers.
    if (m_scene.display.range.mode != RangeMode::Fixed || m_shown != TensorName::AttentionWeights ||
        m_rows.empty() || m_rows.front().heads.empty())
        return std::nullopt;
    return coloursOf(m_rows.front(), 0);
}

QString LayersView::rangeWords() const {
    const QString whole =
        m_scene.display.range == RangeMode::PerHead  ? tr("every head in its own range")
        : m_scene.display.range == RangeMode::PerRow ? tr("every row in its own range")
                                                     : tr("every layer in its own range");
    return m_scene.display.range.squareRoot ? tr("%1, square root").arg(whole) : whole;
}

QString LayersView::axesText() const {
    return m_scene.display.rowsAreKeys ? tr("in each: key ↓, query →")
                                       : tr("in each: query ↓, key →");
}

double LayersView::paintRange(QPainter& painter, double left) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const QRectF& line = m_geometry.scale;
    painter.setPen(colours.secondary);
    const std::optional<CellColours> common = commonColours();
    if (!common) {
        const QString words = rangeWords();
        painter.setFont(textFont(13 * s));
        painter.drawText(QRectF(left, line.top(), 400 * s, line.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, words);
        return left + QFontMetricsF(painter.font()).horizontalAdvance(words) + 24 * s;
    }
    painter.setFont(numberFont(12 * s));
    const QFontMetricsF metrics(painter.font());
    const auto write = [&](double from, double value) {
        const QString text =
            (value > 0 && common->range.low < 0 ? QStringLiteral("+") : QString()) +
            rangeText(value);
        const double wide = std::max(metrics.horizontalAdvance(text) + 2, 12 * s);
        painter.drawText(QRectF(from, line.top(), wide, line.height()), Qt::AlignCenter, text);
        return from + wide + 4 * s;
    };
    const double from = write(left, common->range.low);
    const QRectF bar(from, line.center().y() - 5 * s, 96 * s, 10 * s);
    paintEdge(painter, bar, common->map, m_scene.display.theme);
    paintRamp(painter, bar, common->map);
    const double behind = write(bar.right() + 4 * s, common->range.high);
    if (!common->range.squareRoot)
        return behind + 16 * s;
    painter.setFont(textFont(13 * s));
    const QString root = tr("square root");
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(root);
    painter.drawText(QRectF(behind + 8 * s, line.top(), wide + 2, line.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, root);
    return behind + wide + 28 * s;
}

std::vector<LayersView::Piece> LayersView::barLegend() const {
    std::vector<Piece> pieces;
    if (!hasBars() || m_rows.empty())
        return pieces;
    const double s = m_scene.display.textScale;
    const auto add = [&](const QString& text, QFont::Weight weight, double before) {
        const QFont font = textFont(13 * s, weight);
        if (!text.isEmpty())
            pieces.push_back({text, font, before * s,
                              before * s + std::ceil(QFontMetricsF(font).horizontalAdvance(text))});
    };
    add(m_bars.question, QFont::DemiBold, 36);
    add(m_bars.scale, QFont::Normal, 0);
    if (m_bars.even)
        add(evenSpreadText(), QFont::Normal, 8);
    add(orderText(), QFont::Normal, 0);
    return pieces;
}

void LayersView::paintBarLegend(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const std::vector<Piece> pieces = barLegend();
    for (std::size_t i = 0; i < std::min(pieces.size(), m_geometry.barPieces.size()); ++i) {
        const QRectF room = m_geometry.barPieces[i];
        const Piece& piece = pieces[i];
        painter.setFont(piece.font);
        painter.setPen(i == 0 ? colours.text : colours.secondary);
        drawElidedText(painter, room.adjusted(piece.before, 0, 1, 0),
                       Qt::AlignLeft | Qt::AlignVCenter, piece.text);
        if (i == 0)
            paintShareBar(painter, QRectF(room.left(), room.center().y() - 2.5 * s, 28 * s, 5 * s),
                          0.6, m_bars.even ? std::optional(0.35) : std::nullopt, colours, s);
        else if (piece.before > 0)
            painter.fillRect(QRectF(room.left(), room.center().y() - 6 * s, 2 * s, 12 * s),
                             colours.text);
    }
}

QString LayersView::ownOrderText() const {
    return tr("in every layer: largest → smallest");
}

QString LayersView::orderText() const {
    switch (m_scene.display.layers.order) {
    case LayersOrder::Number:
    case LayersOrder::Within: break; // the line of the heads says it
    case LayersOrder::Layers: return tr("layers: largest mean first");
    case LayersOrder::Heads: return tr("heads: largest mean over all layers first");
    case LayersOrder::LayersAndHeads: return tr("layers and heads: largest mean first");
    }
    return {};
}

QString LayersView::columnMean(int column) const {
    const LayersOrder order = m_scene.display.layers.order;
    if (order != LayersOrder::Heads && order != LayersOrder::LayersAndHeads)
        return {};
    const auto mean = meanOfHead(m_bars, static_cast<std::size_t>(headAt({0, column})));
    return mean ? numberText(*mean) : QString();
}

void LayersView::paintHeadLines(QPainter& painter, const std::optional<Place>& pointed,
                                const std::optional<Place>& shown) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    const bool own = m_scene.display.layers.order == LayersOrder::Within && hasBars();
    for (const QRectF& headLine : m_geometry.headLines) {
        if (own) {
            painter.setFont(textFont(13 * s));
            painter.setPen(colours.secondary);
            drawElidedText(painter, headLine, Qt::AlignLeft | Qt::AlignVCenter, ownOrderText());
            continue;
        }
        for (int column = 0; column < m_heads; ++column) {
            const int head = headAt({0, column});
            const bool marked =
                pointed ? pointed->column == column : shown && shown->column == column;
            const QRectF label = m_geometry.headLabel(headLine, column);
            const double side = std::min(18 * s, label.width());
            const QRectF badge(label.left(), label.center().y() - side / 2, side, side);
            const QColor colour = headColour(head, m_scene.display.theme);
            painter.fillRect(badge, colour);
            painter.setPen(textColourOn(colour.rgb()));
            painter.setFont(textFont(12 * s, QFont::Bold));
            painter.drawText(badge, Qt::AlignCenter, QString::number(head + 1));
            if (marked)
                painter.fillRect(QRectF(label.left(), label.bottom() - 1, m_geometry.cell, 2),
                                 colours.accent);
            painter.setFont(numberFont(12 * s));
            painter.setPen(colours.secondary);
            const QString text = columnMean(column);
            const QRectF beside = label.adjusted(side + 4 * s, 0, 0, 0);
            if (QFontMetricsF(painter.font()).horizontalAdvance(text) <= beside.width())
                painter.drawText(beside, Qt::AlignLeft | Qt::AlignVCenter, text);
        }
    }
}

void LayersView::paintRowLabel(QPainter& painter, int row, bool marked) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    QRectF label = m_geometry.rowLabels[static_cast<std::size_t>(row)];
    const Row& drawn = m_rows[static_cast<std::size_t>(row)];
    const std::optional<double> mean =
        drawn.bars.size() > 1 ? meanOf(drawn.bars) : std::optional<double>();
    const double line = 17 * s;
    if (mean)
        label = QRectF(label.left(), label.center().y() - line, label.width(), line);
    painter.setFont(textFont(13 * s, marked ? QFont::DemiBold : QFont::Normal));
    painter.setPen(marked ? colours.text : colours.secondary);
    painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, drawn.label);
    if (!mean)
        return;
    painter.setFont(textFont(12 * s));
    painter.setPen(colours.secondary);
    painter.drawText(label.translated(0, line), Qt::AlignRight | Qt::AlignVCenter, meanText(*mean));
}

void LayersView::paintHead(QPainter& painter, const Place& place) const {
    const Theme& colours = theme(m_scene.display.theme);
    const Row& drawn = rowAt(place);
    const QImage& image = drawn.heads[static_cast<std::size_t>(headAt(place))];
    const QRectF cells = fitted(image, m_geometry.thumbnail(place.row, place.column));
    paintEdge(painter, cells, coloursOf(drawn, 0).map, m_scene.display.theme);
    if (image.hasAlphaChannel()) { // hatched cells are transparent
        painter.fillRect(cells, markBrush(CellMark::Masked, colours));
        painter.fillRect(paddingPart(cells, image, drawn.paddingFrom, m_scene.display.rowsAreKeys),
                         markBrush(CellMark::Padding, colours));
    }
    painter.drawImage(cells, image);
    paintHeldPins(painter, place, cells);
    if (isOff(place))
        paintOff(painter, cells, colours, m_scene.display.textScale);
}

void LayersView::paintHeldPins(QPainter& painter, const Place& place, const QRectF& cells) const {
    const Row& drawn = rowAt(place);
    const auto head = static_cast<std::size_t>(headAt(place));
    const MatrixPanel& panel = drawn.attention->heads[head].panel;
    if (panel.held.empty())
        return;
    MatrixGeometry geometry;
    geometry.origin = cells.topLeft();
    geometry.rows = panel.matrix.size(0);
    geometry.columns = panel.matrix.size(1);
    geometry.pitchX = geometry.pitchY =
        std::max(cells.width(), cells.height()) /
        static_cast<double>(std::max(geometry.rows, geometry.columns));
    geometry.turned = m_scene.display.rowsAreKeys;
    paintHeld(painter, geometry, panel, geometry.span(), coloursOf(drawn, head));
}

void LayersView::paintBar(QPainter& painter, const Place& place) const {
    if (m_geometry.barHeight <= 0)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    QRectF room = m_geometry.bar(place.row, place.column);
    if (m_scene.display.layers.order == LayersOrder::Within) {
        painter.setFont(textFont(12 * s, QFont::Bold));
        painter.setPen(colours.text);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         QString::number(headAt(place) + 1));
        room.setLeft(room.left() + 18 * s);
    }
    const std::optional<HeadBar>& bar = barAt(place);
    if (!bar)
        return;
    if (m_geometry.barNumbers) {
        painter.setFont(numberFont(12 * s));
        painter.setPen(colours.secondary);
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, bar->text);
        room.setRight(room.right() -
                      QFontMetricsF(painter.font()).horizontalAdvance(widestNumber()) - 6 * s);
    }
    const double largest = m_bars.largest > 0 ? m_bars.largest : 1;
    paintShareBar(painter, QRectF(room.left(), room.center().y() - 2.5 * s, room.width(), 5 * s),
                  bar->value / largest,
                  bar->even ? std::optional(*bar->even / largest) : std::nullopt, colours, s);
}

void LayersView::paintEvent(QPaintEvent* event) {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = m_scene.display.textScale;
    QPainter painter(this);
    painter.fillRect(event->rect(), colours.base);
    if (m_rows.empty())
        return paintNothing(painter);
    paintLegend(painter);
    paintBarLegend(painter);
    const std::optional<Place> shown = shownPlace();
    const std::optional<Place> at = cursor();
    const std::optional<Place> pointed = m_hovered ? m_hovered : at;
    paintHeadLines(painter, pointed, shown);
    for (std::size_t group = 0; m_groups.size() > 1 && group < m_groups.size(); ++group) {
        painter.setFont(textFont(13 * s, QFont::DemiBold));
        painter.setPen(colours.text);
        painter.drawText(m_geometry.headings[group], Qt::AlignLeft | Qt::AlignVCenter,
                         m_groups[group].title);
    }
    const auto frame = [&](const Place& place, const QColor& colour) {
        const QImage& image = rowAt(place).heads[static_cast<std::size_t>(headAt(place))];
        painter.setPen(QPen(colour, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            fitted(image, m_geometry.thumbnail(place.row, place.column)).adjusted(-2, -2, 2, 2));
    };
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        const QRectF label = m_geometry.rowLabels[static_cast<std::size_t>(row)];
        if (label.bottom() + m_geometry.barHeight < event->rect().top() ||
            label.top() > event->rect().bottom())
            continue;
        paintRowLabel(painter, row, pointed ? pointed->row == row : shown && shown->row == row);
        const Row& drawn = m_rows[static_cast<std::size_t>(row)];
        if (!drawn.note.isEmpty()) {
            painter.setFont(textFont(13 * s));
            painter.setPen(colours.secondary);
            const QRectF first = m_geometry.thumbnail(row, 0);
            drawElidedText(
                painter,
                QRectF(first.left(), first.top(), width() - first.left() - 8, first.height()),
                Qt::AlignLeft | Qt::AlignVCenter, drawn.note);
        }
        for (int column = 0; column < m_heads; ++column) {
            const Place place{row, column};
            if (headAt(place) >= static_cast<int>(drawn.heads.size()))
                continue;
            paintHead(painter, place);
            paintBar(painter, place);
        }
    }
    if (shown)
        frame(*shown, colours.accent);
    if (m_hovered && m_hovered != shown)
        frame(*m_hovered, colours.text);
    else if (hasFocus() && at && at != shown)
        frame(*at, colours.text);
}

void LayersView::paintNothing(QPainter& painter) const {
    if (!m_comparing)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    painter.setFont(textFont(14 * m_scene.display.textScale));
    painter.setPen(colours.secondary);
    const bool failed = m_scene.compared && m_scene.compared->error;
    painter.drawText(QRectF(rect()).adjusted(40, 80, -40, -40),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                     failed ? translated(*m_scene.compared->error)
                            : CompareWords::tr("Computing both states …"));
}

} // namespace headscope
