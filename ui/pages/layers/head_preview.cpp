// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/head_preview.h"

#include "plots/stacked_label.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/statements.h"

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
    , m_plot(new MatrixPlot(this)) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_plot->hide();
}

void HeadPreview::setHead(const Scene& scene, const std::optional<Head>& head) {
    m_scene = scene;
    m_head = head;
    place();
    update();
}

QRectF HeadPreview::titleRect() const {
    const double s = scale();
    return {framePadding, 8 * s, width() - 2 * framePadding, 28 * s};
}

void HeadPreview::place() {
    m_plot->setVisible(m_head.has_value());
    if (!m_head)
        return m_plot->clear();
    const double s = scale();
    const bool turned = m_scene.display.rowsAreKeys;
    const MatrixPanel& panel = m_head->panel->panel;
    const AxisTokens tokens = m_scene.run->tokens(m_head->scope);
    const QStringList rows = rowLabels(tokens, panel, m_scene.selection.sequence);
    const QStringList columns = columnLabels(tokens, panel, m_scene.selection.sequence);
    const QStringList& down = turned ? columns : rows;
    const QStringList& across = turned ? rows : columns;
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

    MatrixPicture picture;
    double labels = 26 * s;
    const auto fit = [&] {
        const double top = std::round(titleRect().bottom() + std::max(48 * s, labels + 8 * s));
        const QRectF room(left, top, std::max(8.0, width() - left - framePadding),
                          std::max(8.0, height() - top - framePadding));
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
}

void HeadPreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& colours = theme(m_scene.display.theme);
    painter.fillRect(rect(), colours.base);
    painter.fillRect(QRectF(0, 0, 1, height()), colours.hairline);
    if (!m_head)
        return;
    const double s = scale();
    QRectF title = titleRect();
    const int head = m_head->panel->panel.head;
    const double side = std::round(22 * s);
    const QRectF badge(title.left(), std::round(title.center().y() - side / 2), side, side);
    const QColor colour = headColour(head, colours.kind);
    painter.fillRect(badge, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(textFont(13 * s, QFont::Bold));
    painter.drawText(badge, Qt::AlignCenter, QString::number(head + 1));
    title.setLeft(badge.right() + 10 * s);
    painter.setPen(colours.text);
    painter.setFont(fittedFont(textFont(titlePixels * s, QFont::DemiBold), m_head->name,
                               title.width(), 13 * s));
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, m_head->name);
    const bool turned = m_scene.display.rowsAreKeys;
    painter.setFont(textFont(13 * s));
    painter.setPen(colours.secondary);
    const QString across = axisWord(turned ? Axis::Query : Axis::Key) + QStringLiteral(" →");
    const QString down = axisWord(turned ? Axis::Key : Axis::Query) + QStringLiteral(" ↓");
    painter.drawText(m_corner, Qt::AlignRight | Qt::AlignTop, across);
    painter.drawText(m_corner, Qt::AlignRight | Qt::AlignBottom, down);
}

void HeadPreview::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_head)
        place();
}

} // namespace headscope
