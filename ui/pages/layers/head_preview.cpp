// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/head_preview.h"

#include "comparison/compare_text.h"
#include "figure/painter_canvas.h"
#include "painters/head_badge.h"
#include "plots/stacked_label.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"
#include "words/statements.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

constexpr double framePadding = 16;
constexpr double widestWord = 110;
constexpr double titlePixels = 16;
constexpr double linePitch = 21;
constexpr double spaceAboveLines = 20;
constexpr double mostGiven = 0.15; ///< of its height, by the matrix to the lines

double widestOf(const QStringList& labels, const QFont& font, double limit) {
    const QFontMetricsF metrics(font);
    double widest = 0;
    for (const QString& label : labels) {
        widest = std::max(widest, metrics.horizontalAdvance(label));
        if (widest >= limit)
            return limit;
    }
    return widest;
}

} // namespace

HeadPreview::HeadPreview(QWidget* parent)
    : QWidget(parent)
    , m_plot(new MatrixPlot(this))
    , m_overlay(new QWidget(this)) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_overlay->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_overlay->installEventFilter(this);
    m_plot->hide();
}

void HeadPreview::setHead(const Scene& scene, const std::optional<Head>& head) {
    m_scene = scene;
    m_head = head;
    place();
    placeCorners();
    m_overlay->update();
    update();
}

QRectF HeadPreview::titleRect() const {
    const double s = scale();
    return {framePadding, 8 * s, width() - 2 * framePadding, 28 * s};
}

QRectF HeadPreview::saidRect() const {
    return titleRect().translated(0, titleRect().height()).adjusted(0, 0, 0, -6 * scale());
}

void HeadPreview::place() {
    m_plot->setVisible(m_head.has_value());
    m_lines = {};
    if (!m_head)
        return m_plot->clear();
    const double s = scale();
    const bool turned = m_scene.display.rowsAreKeys;
    const MatrixPanel& panel = m_head->panel->panel;
    const QStringList& down = turned ? m_head->columns : m_head->rows;
    const QStringList& across = turned ? m_head->rows : m_head->columns;
    const double pixels = std::floor(13 * s);
    const QFont font = textFont(pixels, QFont::DemiBold);
    const QFontMetricsF words(textFont(13 * s));
    const double corner =
        std::max(words.horizontalAdvance(axisWord(Axis::Query) + QStringLiteral(" ↓")),
                 words.horizontalAdvance(axisWord(Axis::Key) + QStringLiteral(" →"))) +
        10 * s;
    const double left =
        std::round(framePadding + std::max(corner, widestOf(down, font, widestWord * s) + 12 * s));
    const double widest = widestOf(across, font, widestWord * s);

    // What stands below it.
    const double needed = static_cast<double>(m_head->lines.size()) * linePitch * s +
                          (m_head->kind.isEmpty() ? 0 : 2 * linePitch * s);
    MatrixPicture picture;
    double labels = 26 * s;
    double below = 0; // of the matrix, and left to the lines
    const auto fit = [&] {
        const double top = std::round(saidRect().bottom() + std::max(48 * s, labels + 8 * s));
        const QRectF room(left, top, std::max(8.0, width() - left - framePadding),
                          std::max(8.0, height() - top - framePadding - below));
        picture.geometry = MatrixGeometry::fitted(room, panel.matrix.size(0), panel.matrix.size(1),
                                                  std::numeric_limits<double>::infinity(), turned);
    };
    fit();
    picture.across.inCells = widest + 8 <= picture.geometry.pitchX;
    if (!picture.across.inCells) {
        picture.across.stacked = canStack(across);
        labels =
            std::min((picture.across.stacked ? stackedHeight(across, pixels) : widest) + 12 * s,
                     0.3 * height());
        fit();
    }
    // Lines that miss a little room get it from the matrix.
    const QRectF whole = picture.geometry.bounds();
    const double lack = whole.bottom() + spaceAboveLines * s + needed + framePadding - height();
    const double narrower = picture.geometry.pitchX * (1 - lack / whole.height());
    if (!m_head->lines.empty() && lack > 0 && lack <= mostGiven * whole.height() &&
        (!picture.across.inCells || widest + 8 <= narrower)) {
        below = height() - framePadding - whole.bottom() + lack + 1; // to whole pixels
        fit();
    }
    picture.panel = m_head->panel;
    picture.colours = m_head->colours;
    picture.viewport = picture.geometry.bounds().toAlignedRect();
    picture.values = m_scene.display.valuesInCells;
    picture.digits =
        m_scene.display.presentation
            ? DigitSizes(std::clamp(0.3 * picture.geometry.pitchX,
                                    24 * m_scene.display.presentedUnit(),
                                    44 * m_scene.display.presentedUnit()),
                         20 * m_scene.display.presentedUnit())
            : DigitSizes(std::clamp(0.24 * picture.geometry.pitchX, 13 * s, 24 * s), 9.5);
    picture.cornerUsed = true;
    picture.across.labels = across;
    picture.across.extent = labels;
    picture.across.pixels = pixels;
    picture.down.labels = down;
    picture.down.extent = left - framePadding;
    picture.down.pixels = pixels;
    m_corner =
        QRectF(framePadding, picture.viewport.top() - 44 * s, left - framePadding - 8 * s, 40 * s);
    m_plot->setPicture(picture);
    const double top = picture.viewport.bottom() + spaceAboveLines * s;
    if (!m_head->lines.empty() && top + needed + framePadding <= height())
        m_lines = QRectF(framePadding, top, width() - 2 * framePadding, needed);
}

QPolygonF HeadPreview::cornerAt(QPointF topRight, double side) {
    return {{topRight - QPointF(side, 0), topRight, topRight + QPointF(0, side)}};
}

void HeadPreview::placeCorners() {
    m_corners.clear();
    m_overlay->setGeometry(rect());
    if (!m_head || !m_head->a || !m_head->b)
        return;
    const MatrixPanel& a = m_head->a->panel;
    const MatrixPanel& b = m_head->b->panel;
    const MatrixGeometry& cells = m_plot->picture().geometry;
    const double side = std::min(10 * scale(), 0.3 * cells.smallerPitch());
    // Nobody sees the corner of a smaller cell.
    if (cells.smallerPitch() < 8 || (!a.mask && !b.mask))
        return;
    for (Index row = 0; row < cells.rows; ++row) {
        for (Index column = 0; column < cells.columns; ++column) {
            if (a.isForbidden(row, column) == b.isForbidden(row, column))
                continue;
            m_corners.push_back(cornerAt(cells.cellRect(row, column).topRight(), side));
        }
    }
}

bool HeadPreview::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_overlay && event->type() == QEvent::Paint && !m_corners.empty()) {
        QPainter painter(m_overlay);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme(m_scene.display.theme).secondary);
        for (const QPolygonF& corner : m_corners)
            painter.drawPolygon(corner);
    }
    return QWidget::eventFilter(watched, event);
}

void HeadPreview::paintHeading(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = scale();
    QRectF title = titleRect();
    const double side = std::round(22 * s);
    const QRectF badge(title.left(), std::round(title.center().y() - side / 2), side, side);
    paintHeadBadge(painter, badge, m_head->number, colours.kind, 13 * s);
    title.setLeft(badge.right() + 10 * s);
    painter.setPen(colours.text);
    painter.setFont(fittedFont(textFont(titlePixels * s, QFont::DemiBold), m_head->name,
                               title.width(), 13 * s));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, m_head->name);
}

void HeadPreview::paintScale(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = scale();
    QRectF line = saidRect();
    const ValueScale& range = m_head->colours.range;
    ColourKey key{scaleEnds(range), {60 * s, 8 * s}, 4 * s + 2};
    if (range.low < 0 && !range.isPerRow())
        key.ends.second.prepend(u'+');
    if (range.squareRoot)
        key.ends.second += QStringLiteral(" √");
    painter.setFont(numberFont(12 * s));
    painter.setPen(colours.secondary);
    const double width = key.width(painter.font());
    paintColourKey(painter, line.adjusted(line.width() - width, 0, 0, 0), key, m_head->colours.map,
                   m_head->colours.theme);
    line.setRight(line.right() - width - 8 * s);
    painter.setFont(textFont(13 * s));
    drawElidedText(painter, line, Qt::AlignLeft | Qt::AlignVCenter, m_head->said);
    if (m_corners.empty())
        return;
    const QFontMetricsF words(painter.font());
    const QString one = CompareWords::tr("masked in one");
    line.setLeft(line.left() + words.horizontalAdvance(m_head->said) + 34 * s);
    if (words.horizontalAdvance(one) > line.width())
        return;
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, one);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.secondary);
    painter.drawPolygon(cornerAt({line.left() - 6 * s, line.center().y() - 5 * s}, 10 * s));
}

void HeadPreview::paintLines(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double s = scale();
    QRectF row(m_lines.left(), m_lines.top(), m_lines.width(), linePitch * s);
    double words = 0;
    double numbers = 0;
    for (const Line& line : m_head->lines) {
        words = std::max(
            words,
            QFontMetricsF(textFont(13 * s, QFont::DemiBold)).horizontalAdvance(line.question));
        numbers = std::max(
            numbers, QFontMetricsF(numberFont(13 * s, QFont::Bold)).horizontalAdvance(line.text));
    }
    words = std::min(words, 0.5 * row.width());
    PainterCanvas canvas(painter, PainterCanvas::Device::Screen, devicePixelRatioF());
    for (const Line& line : m_head->lines) {
        painter.setFont(textFont(13 * s, line.chosen ? QFont::DemiBold : QFont::Normal));
        painter.setPen(line.chosen ? colours.text : colours.secondary);
        drawElidedText(painter, QRectF(row.left(), row.top(), words, row.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, line.question);
        painter.setFont(numberFont(13 * s, line.chosen ? QFont::Bold : QFont::Normal));
        painter.setPen(colours.text);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, line.text);
        const QRectF bar(row.left() + words + 12 * s, row.center().y() - 4 * s,
                         std::max(10.0, row.width() - words - numbers - 24 * s), 8 * s);
        paintShareBar(canvas, bar, line.share, line.even, colours, s);
        row.translate(0, linePitch * s);
    }
    if (m_head->kind.isEmpty())
        return;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.text);
    row.setHeight(2 * linePitch * s);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_head->kind);
}

void HeadPreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    painter.fillRect(QRectF(0, 0, 1, height()), colours.hairline);
    if (!m_head)
        return;
    paintHeading(painter);
    paintScale(painter);
    const double s = scale();
    const bool turned = m_scene.display.rowsAreKeys;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    const QString across = axisWord(turned ? Axis::Query : Axis::Key) + QStringLiteral(" →");
    const QString down = axisWord(turned ? Axis::Key : Axis::Query) + QStringLiteral(" ↓");
    painter.drawText(m_corner, Qt::AlignRight | Qt::AlignTop, across);
    painter.drawText(m_corner, Qt::AlignRight | Qt::AlignBottom, down);
    if (!m_lines.isEmpty())
        paintLines(painter);
}

void HeadPreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_head)
        place();
    placeCorners();
}

} // namespace headscope
