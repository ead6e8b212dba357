// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_painter.h"

#include "pages/layers/share_bar.h"
#include "painters/head_badge.h"
#include "painters/matrix_painter.h"
#include "painters/off_mark.h"
#include "scene/compared.h"
#include "scene/fonts.h"
#include "words/error_text.h"
#include "words/joined.h"
#include "words/math_text.h"
#include "words/number_format.h"
#include "words/off_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

namespace {

/// The part of a picture that queries from `begin` on take.
QRectF paddingPart(const QRectF& cells, const QImage& image, Index begin, bool turned) {
    const double count = turned ? image.width() : image.height();
    const double share = std::min(1.0, static_cast<double>(begin) / count);
    return turned ? cells.adjusted(share * cells.width(), 0, 0, 0)
                  : cells.adjusted(0, share * cells.height(), 0, 0);
}

/// The largest rectangle of the image's proportions in the upper left of `square`.
QRectF fitted(const QImage& image, const QRectF& square) {
    const double longer = std::max(image.width(), image.height());
    const double wide = std::max(1.0, square.width() * image.width() / longer);
    const double tall = std::max(1.0, square.height() * image.height() / longer);
    return {square.left(), square.top(), wide, tall};
}

double widthOf(const QString& text, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace

void LayersPainter::write(const QRectF& room, const QString& text, const QFont& font,
                          const QColor& colour, Qt::Alignment across) const {
    m_painter.setFont(font);
    m_painter.setPen(colour);
    m_painter.drawText(room, across | Qt::AlignVCenter, text);
}

void LayersPainter::paint(const QRectF& exposed) const {
    m_painter.fillRect(exposed, m_colours.base);
    if (m_picture.isEmpty())
        return paintNothing();
    paintLegend();
    paintBarLegend();
    paintHeadLines();
    const LayersGeometry& geometry = m_picture.geometry();
    const std::vector<LayersPicture::Group>& groups = m_picture.groups();
    for (std::size_t group = 0; groups.size() > 1 && group < groups.size(); ++group)
        write(geometry.headings[group], groups[group].title,
              textFont(13 * m_scale, QFont::DemiBold), m_colours.text);
    for (int row = 0; row < std::ssize(m_picture.rows()); ++row) {
        const QRectF label = geometry.rowLabels[static_cast<std::size_t>(row)];
        if (label.bottom() + geometry.barHeight >= exposed.top() && label.top() <= exposed.bottom())
            paintRow(row);
    }
    if (m_shown)
        paintFrame(*m_shown, m_colours.accent);
    if (m_hovered && m_hovered != m_shown)
        paintFrame(*m_hovered, m_colours.text);
    else if (m_framed && m_cursor && m_cursor != m_shown)
        paintFrame(*m_cursor, m_colours.text);
}

void LayersPainter::paintNothing() const {
    if (!m_picture.isComparing())
        return;
    const std::shared_ptr<const Compared>& compared = m_picture.scene().compared;
    m_painter.setFont(textFont(14 * m_scale));
    m_painter.setPen(m_colours.secondary);
    m_painter.drawText(m_area.adjusted(40, 80, -40, -40),
                       Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                       compared && compared->error ? translated(*compared->error)
                                                   : CompareWords::tr("Computing both states …"));
}

void LayersPainter::paintLegend() const {
    const double s = m_scale;
    const QRectF line = m_picture.geometry().legend;
    const QFont font = textFont(13 * s);
    write(line, tr("head →"), font, m_colours.secondary);
    const QFont bold = textFont(13 * s, QFont::DemiBold);
    const double subjectLeft = line.left() + 72 * s;
    const double subjectWidth = widthOf(m_picture.subject(), bold);
    write(QRectF(subjectLeft, line.top(), subjectWidth + 2, line.height()), m_picture.subject(),
          bold, m_colours.text);
    const QRectF& scale = m_picture.geometry().scale;
    const bool below = scale.top() > line.top();
    const double left = paintRange(below ? scale.left() : subjectLeft + subjectWidth + 16 * s);
    const QRectF rest = paintOffName(
        paintMarkNames(m_painter, QRectF(left, scale.top(), scale.right() - left, scale.height()),
                       m_picture.marks(), m_colours, s));
    // In every square; the large one says it again.
    const QString axes = m_picture.axesText();
    const QString weights = m_picture.isComparing() ? QString() : m_picture.weightsSaid();
    QStringList said{joined({axes, weights})};
    if (!weights.isEmpty())
        said << weights << tr("dice");
    const auto fits = [&](const QString& words) { return widthOf(words, font) <= rest.width(); };
    if (const auto words = std::ranges::find_if(said, fits); words != said.end())
        write(rest, *words, font, m_colours.secondary);
}

QRectF LayersPainter::paintOffName(QRectF room) const {
    const HeadsOff* const heads = m_picture.off();
    if (!heads || !heads->any())
        return room;
    const double side = 14 * m_scale;
    const QRectF swatch(room.left(), room.center().y() - side / 2, side, side);
    paintOff(m_painter, swatch, m_colours, m_scale);
    const QFont font = textFont(13 * m_scale);
    room.setLeft(swatch.right() + 6 * m_scale);
    write(room, offMarkName(), font, m_colours.secondary);
    room.setLeft(room.left() + widthOf(offMarkName(), font) + 20 * m_scale);
    return room;
}

double LayersPainter::paintRange(double left) const {
    const double s = m_scale;
    const QRectF& line = m_picture.geometry().scale;
    const QFont font = textFont(13 * s);
    const std::optional<CellColours> common = m_picture.commonColours();
    if (!common) {
        const QString words = m_picture.rangeWords();
        write(QRectF(left, line.top(), 400 * s, line.height()), words, font, m_colours.secondary);
        return left + widthOf(words, font) + 24 * s;
    }
    const QFont numbers = numberFont(12 * s);
    const auto writeEnd = [&](double from, double value) {
        const QString text =
            (value > 0 && common->range.low < 0 ? QStringLiteral("+") : QString()) +
            rangeText(value);
        const double wide = std::max(widthOf(text, numbers) + 2, 12 * s);
        write(QRectF(from, line.top(), wide, line.height()), text, numbers, m_colours.secondary,
              Qt::AlignHCenter);
        return from + wide + 4 * s;
    };
    const double from = writeEnd(left, common->range.low);
    const QRectF bar(from, line.center().y() - 5 * s, 96 * s, 10 * s);
    paintEdge(m_painter, bar, common->map, m_colours.kind);
    paintRamp(m_painter, bar, common->map);
    const double behind = writeEnd(bar.right() + 4 * s, common->range.high);
    if (!common->range.squareRoot)
        return behind + 16 * s;
    const QString root = tr("square root");
    const double wide = widthOf(root, font);
    write(QRectF(behind + 8 * s, line.top(), wide + 2, line.height()), root, font,
          m_colours.secondary);
    return behind + wide + 28 * s;
}

void LayersPainter::paintBarLegend() const {
    const double s = m_scale;
    const std::vector<LayersPicture::Piece> pieces = m_picture.barLegend();
    const std::vector<QRectF>& rooms = m_picture.geometry().barPieces;
    for (std::size_t i = 0; i < std::min(pieces.size(), rooms.size()); ++i) {
        const QRectF room = rooms[i];
        const LayersPicture::Piece& piece = pieces[i];
        m_painter.setFont(piece.font);
        m_painter.setPen(i == 0 ? m_colours.text : m_colours.secondary);
        drawElidedText(m_painter, room.adjusted(piece.before, 0, 1, 0),
                       Qt::AlignLeft | Qt::AlignVCenter, piece.text);
        if (i == 0)
            paintShareBar(m_painter,
                          QRectF(room.left(), room.center().y() - 2.5 * s, 28 * s, 5 * s), 0.6,
                          m_picture.bars().even ? std::optional(0.35) : std::nullopt, m_colours, s);
        else if (piece.before > 0)
            m_painter.fillRect(QRectF(room.left(), room.center().y() - 6 * s, 2 * s, 12 * s),
                               m_colours.text);
    }
}

void LayersPainter::paintHeadLines() const {
    const double s = m_scale;
    const LayersGeometry& geometry = m_picture.geometry();
    const std::optional<Place> marked = markedPlace();
    const QString own = m_picture.ownOrderText();
    const QFont numbers = numberFont(12 * s);
    for (const QRectF& headLine : geometry.headLines) {
        if (!own.isEmpty()) {
            m_painter.setFont(textFont(13 * s));
            m_painter.setPen(m_colours.secondary);
            drawElidedText(m_painter, headLine, Qt::AlignLeft | Qt::AlignVCenter, own);
            continue;
        }
        for (int column = 0; column < m_picture.columns(); ++column) {
            const int head = m_picture.headAt({0, column});
            const QRectF label = geometry.headLabel(headLine, column);
            const double side = std::min(18 * s, label.width());
            const QRectF badge(label.left(), label.center().y() - side / 2, side, side);
            paintHeadBadge(m_painter, badge, head, m_colours.kind, 12 * s);
            if (marked && marked->column == column)
                m_painter.fillRect(QRectF(label.left(), label.bottom() - 1, geometry.cell, 2),
                                   m_colours.accent);
            const QString text = m_picture.meanOfColumn(column);
            const QRectF rest = label.adjusted(side + 4 * s, 0, 0, 0);
            if (widthOf(text, numbers) <= rest.width())
                write(rest, text, numbers, m_colours.secondary);
        }
    }
}

void LayersPainter::paintRow(int row) const {
    paintRowLabel(row);
    const LayersPicture::Row& drawn = m_picture.rows()[static_cast<std::size_t>(row)];
    if (!drawn.note.isEmpty()) {
        m_painter.setFont(textFont(13 * m_scale));
        m_painter.setPen(m_colours.secondary);
        const QRectF first = m_picture.thumbnail({row, 0});
        drawElidedText(
            m_painter,
            QRectF(first.left(), first.top(), m_area.width() - first.left() - 8, first.height()),
            Qt::AlignLeft | Qt::AlignVCenter, drawn.note);
    }
    for (int column = 0; column < m_picture.columns(); ++column) {
        const Place place{row, column};
        if (!m_picture.hasHead(place))
            continue;
        paintHead(place);
        paintBar(place);
    }
}

void LayersPainter::paintRowLabel(int row) const {
    const std::optional<Place> place = markedPlace();
    const bool marked = place && place->row == row;
    const LayersPicture::Row& drawn = m_picture.rows()[static_cast<std::size_t>(row)];
    const QString mean = m_picture.meanOfRow(drawn);
    const double line = 17 * m_scale;
    QRectF label = m_picture.geometry().rowLabels[static_cast<std::size_t>(row)];
    if (!mean.isEmpty())
        label = QRectF(label.left(), label.center().y() - line, label.width(), line);
    write(label, drawn.label, textFont(13 * m_scale, marked ? QFont::DemiBold : QFont::Normal),
          marked ? m_colours.text : m_colours.secondary, Qt::AlignRight);
    if (!mean.isEmpty())
        write(label.translated(0, line), mean, textFont(12 * m_scale), m_colours.secondary,
              Qt::AlignRight);
}

const QImage& LayersPainter::imageAt(const Place& place) const {
    return m_picture.rowAt(place).heads[static_cast<std::size_t>(m_picture.headAt(place))];
}

void LayersPainter::paintFrame(const Place& place, const QColor& colour) const {
    m_painter.setPen(QPen(colour, 2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(fitted(imageAt(place), m_picture.thumbnail(place)).adjusted(-2, -2, 2, 2));
}

void LayersPainter::paintHead(const Place& place) const {
    const LayersPicture::Row& drawn = m_picture.rowAt(place);
    const QImage& image = imageAt(place);
    const QRectF cells = fitted(image, m_picture.thumbnail(place));
    paintEdge(m_painter, cells, m_picture.coloursOf(drawn, 0).map, m_colours.kind);
    if (image.hasAlphaChannel()) { // hatched cells are transparent
        m_painter.fillRect(cells, markBrush(CellMark::Masked, m_colours));
        m_painter.fillRect(
            paddingPart(cells, image, drawn.paddingFrom, m_picture.scene().display.rowsAreKeys),
            markBrush(CellMark::Padding, m_colours));
    }
    m_painter.drawImage(cells, image);
    paintTypedNumberPins(place, cells);
    if (m_picture.isOff(place))
        paintOff(m_painter, cells, m_colours, m_scale);
}

void LayersPainter::paintTypedNumberPins(const Place& place, const QRectF& cells) const {
    const LayersPicture::Row& drawn = m_picture.rowAt(place);
    const auto head = static_cast<std::size_t>(m_picture.headAt(place));
    const MatrixPanel& panel = drawn.attention->heads[head].panel;
    if (panel.typedNumbers.empty())
        return;
    MatrixGeometry geometry;
    geometry.origin = cells.topLeft();
    geometry.rows = panel.matrix.size(0);
    geometry.columns = panel.matrix.size(1);
    geometry.pitchX = geometry.pitchY =
        std::max(cells.width(), cells.height()) /
        static_cast<double>(std::max(geometry.rows, geometry.columns));
    geometry.turned = m_picture.scene().display.rowsAreKeys;
    paintTypedMark(m_painter, geometry, panel, geometry.span(), m_picture.coloursOf(drawn, head));
}

void LayersPainter::paintBar(const Place& place) const {
    const LayersGeometry& geometry = m_picture.geometry();
    if (geometry.barHeight <= 0)
        return;
    const double s = m_scale;
    QRectF room = geometry.bar(place.row, place.column);
    if (m_picture.hasOwnOrder()) {
        write(room, QString::number(m_picture.headAt(place) + 1), textFont(12 * s, QFont::Bold),
              m_colours.text);
        room.setLeft(room.left() + 18 * s);
    }
    const std::optional<HeadBar>& bar = m_picture.barAt(place);
    if (!bar)
        return;
    if (geometry.barNumbers) {
        const QFont numbers = numberFont(12 * s);
        write(room, bar->text, numbers, m_colours.secondary, Qt::AlignRight);
        room.setRight(room.right() - widthOf(m_picture.widestNumber(), numbers) - 6 * s);
    }
    const double largest = m_picture.bars().largest > 0 ? m_picture.bars().largest : 1;
    paintShareBar(m_painter, QRectF(room.left(), room.center().y() - 2.5 * s, room.width(), 5 * s),
                  bar->value / largest,
                  bar->even ? std::optional(*bar->even / largest) : std::nullopt, m_colours, s);
}

} // namespace headscope
