// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/matrix_plot.h"

#include "plots/matrix_cells.h"
#include "plots/matrix_marks.h"
#include "plots/painted_plot.h"
#include "plots/stacked_label.h"
#include "plots/token_labels.h"
#include "plots/token_ticker.h"
#include "type/fonts.h"
#include "type/label_place.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double bandGap = 2; ///< between labels and matrix
/// Beyond the viewport: frames, and labels that are higher than the last cell.
constexpr QMarginsF around(0, 0, 8, 7);

/// Geometry and viewport moved by `shift`.
MatrixPicture translated(MatrixPicture picture, QPointF shift) {
    picture.geometry.origin += shift;
    picture.viewport.translate(shift);
    return picture;
}

/// The labels as ticks of an axis; the asked one, and those that are no line of text, are left
/// to who marks them.
void setTicks(QCPAxis* axis, const std::vector<TokenLabel>& labels, double origin, double pitch) {
    QVector<double> places;
    QVector<QString> texts;
    for (const TokenLabel& label : labels) {
        if (!label.isTick())
            continue;
        const QPointF centre = label.rect.center();
        const bool across = axis->orientation() == Qt::Horizontal;
        places += ((across ? centre.x() : centre.y()) - origin) / pitch;
        texts += label.text;
    }
    axis->ticker().staticCast<TokenTicker>()->setLabels(places, texts);
}

} // namespace

MatrixPlot::MatrixPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new PaintedPlot(this))
    , m_cells(new MatrixCells(m_plot->xAxis2, m_plot->yAxis))
    , m_marks(new MatrixMarks(m_plot)) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    // Keys stand above the matrix and queries run down.
    m_plot->yAxis->setRangeReversed(true);
    for (QCPAxis* axis : {m_plot->xAxis2, m_plot->yAxis}) {
        axis->setVisible(true);
        axis->setTicker(QSharedPointer<TokenTicker>::create());
    }
}

void MatrixPlot::setPicture(const MatrixPicture& picture) {
    m_picture = picture;
    const QRectF& seen = picture.viewport;
    setGeometry(
        seen.adjusted(-picture.down.extent - bandGap, -picture.across.extent - bandGap, 0, 0)
            .marginsAdded(around)
            .toAlignedRect());
    placeAxes();
    m_plot->update();
}

void MatrixPlot::clear() {
    m_picture.panel.reset();
    m_cells->setPicture(m_picture);
    m_marks->setMarks(m_picture, {});
}

std::vector<TokenLabel> MatrixPlot::placed(const TokenAxis& words, Qt::Orientation side) const {
    const bool across = side == Qt::Horizontal;
    const MatrixGeometry& cells = m_picture.geometry;
    const QRectF& seen = m_picture.viewport;
    LabelledSide where;
    where.gap = across ? cells.gapX : cells.gapY;
    where.asked = words.asked;
    where.origin = across ? cells.origin.x() : cells.origin.y();
    where.pitch = across ? cells.pitchX : cells.pitchY;
    where.count = across ? cells.across() : cells.down();
    where.low = across ? seen.left() : seen.top();
    where.high = across ? seen.right() : seen.bottom();
    const QFontMetricsF metrics(textFont(words.pixels));
    const QFontMetricsF bold(textFont(words.pixels, QFont::DemiBold));
    std::vector<TokenLabel> labels;
    std::vector<double> lengths;
    double line = words.stacked ? 1.05 * words.pixels : 0.92 * metrics.height();
    const bool alone = words.positioned && !words.tokens; // positions without their tokens
    if (alone) {
        line = across ? words.positionExtent + 6 : 1.2 * words.positionPixels;
        where.fives = true;
    }
    for (const LabelRoom& room : roomsForLabels(where, line, words.inCells && !alone)) {
        TokenLabel label;
        label.index = room.index;
        label.asked = room.index == words.asked;
        const double shift = across ? cells.shiftAcross(room.index) : 0;
        label.inset = words.inset;
        label.upright = across && !words.inCells && !words.stacked && !alone;
        label.rect = across ? QRectF(room.low, seen.top() - bandGap - words.extent, room.length(),
                                     words.extent)
                            : QRectF(seen.left() - bandGap - words.extent, room.low, words.extent,
                                     room.length());
        label.rect.translate(shift, 0);
        label.text = words.labels.value(room.index);
        if (words.positioned)
            addPosition(label, words, across);
        const double length = words.positioned
                                  ? label.upright ? label.token.height() : label.token.width()
                              : words.inCells ? room.length()
                                              : words.extent;
        lengths.push_back(length - 2 * words.inset);
        addGloss(label, words);
        if (words.stacked) {
            label.stack = stackedLines(words.labels.value(room.index));
            const auto most = static_cast<qsizetype>((words.extent - 2 * words.inset) /
                                                     stackedPitch(words.pixels));
            label.stack = label.stack.first(std::min(most, label.stack.size()));
        }
        labels.push_back(std::move(label));
    }
    QStringList wholes;
    for (const TokenLabel& label : labels)
        wholes << label.text;
    const QStringList cut = elidedApart(wholes, [&](qsizetype place, const QString& text) {
        const auto at = static_cast<std::size_t>(place);
        return elidedLabel(labels[at].asked ? bold : metrics, text, lengths[at]);
    });
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i].text = cut[static_cast<qsizetype>(i)];
    return labels;
}

void MatrixPlot::addGloss(TokenLabel& label, const TokenAxis& words) const {
    const QString gloss = words.glosses.value(label.index);
    if (gloss.isEmpty() || words.positioned || words.stacked || label.upright ||
        label.rect.height() < glossLine * (1 + glossSize) * words.pixels)
        return;
    label.gloss = QFontMetricsF(textFont(glossSize * words.pixels))
                      .elidedText(gloss, Qt::ElideRight, label.rect.width() - 2);
}

void MatrixPlot::addPosition(TokenLabel& label, const TokenAxis& words, bool across) const {
    label.position = QString::number(label.index + 1);
    if (!words.tokens && !label.asked)
        label.text.clear();
    const QRectF band = label.rect;
    if (label.upright) { // position first, then the token, from the matrix upwards
        const double split = band.bottom() - words.positionExtent - 2 * words.inset;
        label.place = QRectF(QPointF(band.left(), split), band.bottomRight());
        label.token = QRectF(band.topLeft(), QPointF(band.right(), split));
    } else if (across) {
        const double high = 1.25 * words.positionPixels;
        label.place = QRectF(band.left(), band.bottom() - high - 2, band.width(), high);
        label.token = QRectF(band.topLeft(), QPointF(band.right(), label.place.top()));
        if (words.tokens)
            return;
        // The asked word may be wider than its cell: nothing else is written in its line.
        const QFontMetricsF metrics(textFont(words.pixels, QFont::DemiBold));
        const double wide = metrics.horizontalAdvance(label.text) + 2 * words.inset + 2;
        const double middle = band.center().x();
        const double widest = metrics.horizontalAdvance(u'x') * 12 + 2 * words.inset;
        label.token.setLeft(middle - std::min(wide, widest) / 2);
        label.token.setRight(middle + std::min(wide, widest) / 2);
    } else {
        const double split = band.left() + words.positionExtent + 2 * words.inset;
        // Alone it stands where it belongs to: beside its row.
        const bool beside = label.text.isEmpty();
        label.place = QRectF(band.left(), band.top(), (beside ? band.right() : split) - band.left(),
                             band.height());
        label.token = QRectF(split, band.top(), band.right() - split, band.height());
    }
}

void MatrixPlot::placeAxes() {
    m_acrossLabels = placed(m_picture.across, Qt::Horizontal);
    m_downLabels = placed(m_picture.down, Qt::Vertical);
    const Theme& colours = theme(m_picture.colours.theme);
    m_plot->setAttribute(Qt::WA_OpaquePaintEvent, !m_picture.cornerUsed);
    m_plot->setBackground(m_picture.cornerUsed ? QBrush(Qt::NoBrush) : QBrush(colours.base));

    const MatrixPicture here = translated(m_picture, -QPointF(pos()));
    const QRect seen = here.viewport.toRect();
    m_plot->axisRect()->setMargins(QMargins(seen.left(), seen.top(),
                                            width() - seen.left() - seen.width(),
                                            height() - seen.top() - seen.height()));
    const MatrixGeometry& cells = here.geometry;
    const double left = (seen.left() - cells.origin.x()) / cells.pitchX;
    const double top = (seen.top() - cells.origin.y()) / cells.pitchY;
    m_plot->xAxis2->setRange(left, left + seen.width() / cells.pitchX);
    m_plot->yAxis->setRange(top, top + seen.height() / cells.pitchY);
    setTicks(m_plot->xAxis2, m_acrossLabels, m_picture.geometry.origin.x(), cells.pitchX);
    setTicks(m_plot->yAxis, m_downLabels, m_picture.geometry.origin.y(), cells.pitchY);
    for (auto [axis, words] : {std::pair(m_plot->xAxis2, &m_picture.across),
                               std::pair(m_plot->yAxis, &m_picture.down)}) {
        const QFont font = textFont(words->pixels);
        axis->setTickLabelFont(font);
        axis->setTickLabelColor(colours.text);
        const bool upright = axis == m_plot->xAxis2 && !words->inCells;
        axis->setTickLabelRotation(upright ? -90 : 0);
        axis->setTickLabelPadding(
            qRound(bandGap + (words->inCells ? (words->extent - QFontMetricsF(font).height()) / 2
                                             : words->inset)));
    }

    m_cells->setPicture(here);
    std::vector<TokenLabel> marked;
    for (const auto* labels : {&m_acrossLabels, &m_downLabels}) {
        for (TokenLabel label : *labels) {
            label.rect.translate(-QPointF(pos()));
            label.token.translate(-QPointF(pos()));
            label.place.translate(-QPointF(pos()));
            if (!label.isTick())
                marked.push_back(std::move(label));
        }
    }
    m_marks->setMarks(here, marked);
}

void MatrixPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
}

} // namespace headscope
