// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds the enlarged matrix: title, axes, labels, colour bar, note.
#include "views/heads_view.h"

#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// "heads·d_{k}" of "heads*d_k".
QString axisMarkup(Axis axis) {
    const std::string_view name = axisName(axis);
    QString text = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
    text.replace(u'*', u'·');
    const qsizetype mark = text.indexOf(u'_');
    if (mark >= 0)
        text = text.left(mark) + QStringLiteral("_{") + text.mid(mark + 1) + u'}';
    return text;
}

} // namespace

void HeadsView::paintNote(QPainter& painter) const {
    const QString& sentence = m_note;
    if (sentence.isEmpty())
        return;
    painter.setFont(textFont(13 * m_scene.display.textScale));
    const QRectF needed =
        QFontMetricsF(painter.font())
            .boundingRect(QRectF(0, 0, m_layout.note.width(), 1000), Qt::TextWordWrap, sentence);
    // Half a sentence helps nobody; the chooser and F1 have all of it.
    if (needed.height() > m_layout.note.height())
        return;
    painter.setPen(theme(m_scene.display.theme).secondary);
    painter.drawText(m_layout.note, Qt::TextWordWrap, sentence);
}

void HeadsView::paintTitle(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    QRectF rest = m_layout.title;
    rest.setLeft(m_layout.matrix.origin.x());
    if (panel.kind == MatrixPanel::Kind::Head) {
        const double side = 24 * scale;
        const QRectF badge(rest.left(), rest.center().y() - side / 2, side, side);
        paintBadge(painter, badge, panel, 15 * scale);
        rest.setLeft(badge.right() + 12 * scale);
    }
    const QString title = panelTitle(panel);
    const QFont font = textFont(20 * scale, QFont::DemiBold);
    painter.setPen(colours.text);
    painter.setFont(font);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, title);
    rest.setLeft(rest.left() + QFontMetricsF(font).horizontalAdvance(title) + 16 * scale);
    const QFont small = textFont(14 * scale);
    painter.setPen(colours.secondary);
    for (const QString& words : subtitles()) {
        if (mathTextWidth(words, small) > rest.width())
            continue;
        drawMathText(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, words, small);
        return;
    }
}

void HeadsView::paintAxes(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const bool turned = m_scene.isTurned();
    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    QString rowName = isQueryKey() ? tr("query") : tr("row");
    QString columnName = isQueryKey() ? tr("key") : tr("column");
    if (!isQueryKey() && !m_panels.empty()) {
        const Axes& axes = (*m_scene.trace)[m_panels.front().step].result.axes();
        const auto name = [](Axis axis) {
            switch (axisFamily(axis)) {
            case AxisFamily::Sequence: return tr("token");
            default: return axisMarkup(axis);
            }
        };
        rowName = name(axes[m_panels.front().rowAxis]);
        columnName = name(axes[m_panels.front().columnAxis]);
    }
    const QString across = (turned ? rowName : columnName) + QStringLiteral(" →");
    const QFont font = textFont(13 * scale);
    drawMathText(painter, m_layout.columnAxis, Qt::AlignLeft | Qt::AlignVCenter, across, font);
    painter.setFont(font);
    const Index pooled = pooledCells();
    if (showsSums() || pooled > 1) {
        const QString direction = pooled > 1
                                      ? tr("%1 × %1 cells per pixel, the largest").arg(pooled)
                                  : turned ? tr("each column: softmax over the keys ↓")
                                           : tr("each row: softmax over the keys →");
        const double taken = QFontMetricsF(painter.font()).horizontalAdvance(across) + 16;
        drawElidedText(painter, m_layout.columnAxis.adjusted(taken, 0, 0, 0),
                       Qt::AlignRight | Qt::AlignVCenter, direction);
    }
    painter.save();
    painter.translate(m_layout.rowAxis.center());
    painter.rotate(-90);
    drawMathText(painter,
                 QRectF(-150, -m_layout.rowAxis.width() / 2, 300, m_layout.rowAxis.width()),
                 Qt::AlignCenter, (turned ? columnName : rowName) + QStringLiteral(" ←"), font);
    painter.restore();
}

void HeadsView::paintLabels(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const bool turned = m_scene.isTurned();
    const MatrixGeometry& matrix = m_layout.matrix;
    const QFont font = textFont(13 * scale);
    painter.setFont(font);
    const double height = QFontMetricsF(font).height();
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const bool isLocked = m_scene.selection.locked.has_value();

    double pixels = 13 * scale;
    const auto paintLabel = [&](const QRectF& rect, int alignment, const QString& text,
                                bool marked) {
        if (marked && isLocked) {
            painter.fillRect(rect, colours.accent);
            painter.setPen(colours.accentText);
        } else {
            painter.setPen(colours.text);
        }
        painter.setFont(textFont(pixels, marked ? QFont::DemiBold : QFont::Normal));
        drawElidedText(painter, rect.adjusted(3, 0, -3, 0), alignment | Qt::AlignVCenter, text);
    };

    const QStringList& down = turned ? m_columnLabels : m_rowLabels;
    const Index markedDown = asked ? (turned ? asked->column : asked->row) : -1;
    const Index stepDown = labelStep(matrix.pitchY, height * 0.9);
    for (Index i = 0; i < matrix.down(); ++i) {
        const bool marked = i == markedDown;
        const bool crowded = stepDown > 1 && markedDown >= 0 && !marked &&
                             std::abs(static_cast<double>(i - markedDown)) * matrix.pitchY < height;
        if ((i % stepDown != 0 && !marked) || crowded)
            continue;
        const double tall = std::max(height, matrix.pitchY - matrix.gap);
        const QRectF rect(m_layout.rowLabels.left(), matrix.centreDown(i) - tall / 2,
                          m_layout.rowLabels.width() + 6, tall);
        paintLabel(rect, Qt::AlignRight, down.value(i), marked);
    }

    if (!m_layout.columnLabelsUpright)
        pixels = std::floor(13 * scale * m_layout.columnLabelScale);
    const QStringList& along = turned ? m_rowLabels : m_columnLabels;
    const Index markedAlong = asked ? (turned ? asked->row : asked->column) : -1;
    const double needed = height * 0.95;
    const Index stepAlong = m_layout.columnLabelsUpright ? labelStep(matrix.pitchX, needed) : 1;
    for (Index i = 0; i < matrix.across(); ++i) {
        const bool marked = i == markedAlong;
        const bool crowded =
            stepAlong > 1 && markedAlong >= 0 && !marked &&
            std::abs(static_cast<double>(i - markedAlong)) * matrix.pitchX < needed;
        if ((i % stepAlong != 0 && !marked) || crowded)
            continue;
        const double wide =
            std::max(m_layout.columnLabelsUpright ? height : 0.0, matrix.pitchX - matrix.gap);
        const QRectF rect(matrix.centreAcross(i) - wide / 2, m_layout.columnLabels.top(), wide,
                          m_layout.columnLabels.height());
        if (!m_layout.columnLabelsUpright) {
            paintLabel(rect, Qt::AlignHCenter, along.value(i), marked);
            continue;
        }
        painter.save();
        painter.translate(rect.left(), rect.bottom());
        painter.rotate(-90);
        paintLabel(QRectF(0, 0, rect.height(), rect.width()), Qt::AlignLeft, along.value(i),
                   marked);
        painter.restore();
    }
}

void HeadsView::paintColourBar(QPainter& painter) const {
    const auto shown = static_cast<std::size_t>(shownPanel());
    const CellColours& cells = m_drawn.colours[shown];
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const QFont font = numberFont(13 * scale);
    const QFontMetricsF metrics(font);
    const auto [low, high] = rangeTexts();
    const QRectF area = m_layout.colourBar;
    const double lowWidth = metrics.horizontalAdvance(low);
    const std::vector<CellMark>& marks = prepared(shownPanel()).marks;
    // The bar leaves room for what stands beside it: no mark goes without its name.
    const double beside =
        lowWidth + metrics.horizontalAdvance(high) + 16 + 16 * scale + markNamesWidth(marks, scale);
    const double wide = std::clamp(area.width() - std::max(250 * scale, beside), 72.0, 256 * scale);
    const QRectF bar(area.left() + lowWidth + 8, area.top() + 8 * scale, wide, 12 * scale);

    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(QRectF(area.left(), bar.center().y() - 10 * scale, lowWidth + 2, 20 * scale),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(bar.right() + 8, bar.center().y() - 10 * scale, 80 * scale, 20 * scale),
                     Qt::AlignLeft | Qt::AlignVCenter, high);
    QImage ramp(256, 1, QImage::Format_RGB32);
    for (int i = 0; i < 256; ++i)
        ramp.setPixel(i, 0, colourAt(cells.map, i / 255.0));
    painter.drawImage(bar, ramp);
    for (int quarter = 0; quarter <= 4; ++quarter)
        painter.fillRect(QRectF(bar.left() + quarter * (bar.width() - 1) / 4, bar.bottom(), 1, 4),
                         colours.inactive);

    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const MatrixPanel& panel = m_panels[shown];
    if (asked && panel.markOf(asked->row, asked->column) == CellMark::None) {
        const double value = panel.matrix(asked->row, asked->column);
        const double t = (value - cells.range.low) / (cells.range.high - cells.range.low);
        if (std::isfinite(t)) {
            const double x = bar.left() + std::clamp(t, 0.0, 1.0) * bar.width();
            const double size = 5 * scale;
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colours.text);
            const QPointF triangle[] = {{x - size, bar.top() - size - 3},
                                        {x + size, bar.top() - size - 3},
                                        {x, bar.top() - 2}};
            painter.drawPolygon(triangle, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
    }

    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    QString words;
    if (m_panels.size() > 1)
        words = m_scene.display.range == RangeMode::PerHead ? tr("range of this head")
                                                            : tr("one range for all heads");
    const double taken = bar.right() + 8 + metrics.horizontalAdvance(high) + 16 * scale;
    const QRectF rest = paintMarkNames(
        painter, QRectF(taken, bar.center().y() - 10 * scale, area.right() - taken, 20 * scale),
        marks, colours, scale);
    if (QFontMetricsF(painter.font()).horizontalAdvance(words) <= rest.width())
        painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, words);
}

} // namespace headscope
