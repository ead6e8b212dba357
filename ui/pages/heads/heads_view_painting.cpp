// SPDX-License-Identifier: GPL-3.0-or-later
// The matrices of the Heads view, their sums, and the small ones at the side.
#include "pages/heads/heads_view.h"

#include "painters/off_mark.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

void HeadsView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme(m_scene.display.theme).base);
    if (m_panels.empty())
        return;
    painter.setRenderHint(QPainter::TextAntialiasing);
    if (isPresented())
        return paintPresented(painter);
    paintTitle(painter);
    paintAxes(painter);
    paintHeadBrackets(painter);
    paintSums(painter);
    paintColourBar(painter);
    paintMinimap(painter);
    paintThumbnails(painter);
    paintNote(painter);
}

void HeadsView::paintBadge(QPainter& painter, const QRectF& rect, const MatrixPanel& panel,
                           double pixels) const {
    if (panel.kind != MatrixPanel::Kind::Head)
        return;
    const QColor colour = headColour(panel.head, m_scene.display.theme);
    painter.fillRect(rect, colour);
    painter.setPen(textColourOn(colour.rgb()));
    painter.setFont(textFont(pixels, QFont::Bold));
    painter.drawText(rect, Qt::AlignCenter, QString::number(panel.head + 1));
}

void HeadsView::paintPicture(QPainter& painter, int panel, const MatrixGeometry& geometry,
                             const QRectF& viewport, Picture& picture) const {
    const auto place = static_cast<std::size_t>(panel);
    const PanelLevels::Level level = prepared(panel).levels.at(
        m_panels[place], geometry.smallerPitch() * painter.device()->devicePixelRatioF());
    const MatrixGeometry pooled = geometry.pooled(level.factor);
    const CellSpan part = pooled.spanIn(viewport);
    if (part.cells() <= 0)
        return;
    if (picture.factor != level.factor || picture.part != part)
        picture = {level.factor, part,
                   cellImage(level.panel, m_drawn.colours[place].pooled(level.factor),
                             m_scene.isTurned(), part)};
    painter.save();
    // The last cells may stand for fewer, or be seen in part.
    painter.setClipRect(viewport);
    paintMatrix(painter, pooled, level.panel, part, picture.image, m_drawn.colours[place], false,
                m_scene.display.textScale);
    painter.restore();
}

std::pair<QString, QFont> HeadsView::askedValueIn(const MatrixPanel& panel, double room,
                                                  bool chosen) const {
    constexpr double smallest = 10;
    const double scale = m_scene.display.textScale;
    const QString value = askedValue(panel);
    const QFont font = fittedFont(numberFont(13 * scale, chosen ? QFont::Bold : QFont::Normal),
                                  value, room, smallest * scale);
    const bool fits = QFontMetricsF(font).horizontalAdvance(value) <= room;
    return {fits ? value : QString(), font};
}

double HeadsView::jobWidth() const {
    const double scale = m_scene.display.textScale;
    const QFontMetricsF names(textFont(13 * scale, QFont::DemiBold));
    double widest = 0;
    for (const MatrixPanel& panel : m_panels) {
        if (const std::optional<HeadLearnt> found = finding(panel)) {
            for (const HeadLearnt::Job& job : found->jobs)
                widest = std::max(widest, names.horizontalAdvance(job.relation));
            widest = std::max(widest, 56 * scale); // "nothing above" in two lines
        }
    }
    return widest > 0 ? std::ceil(std::min(widest, 84 * scale)) + 8 : 0;
}

void HeadsView::paintJob(QPainter& painter, const QRectF& room, const MatrixPanel& panel) const {
    const std::optional<HeadLearnt> found = room.isEmpty() ? std::nullopt : finding(panel);
    if (!found)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    if (found->jobs.isEmpty()) {
        painter.setFont(textFont(12 * scale));
        painter.setPen(colours.secondary);
        // Lines of Chinese are broken anywhere else, but not within ".36".
        QString words = found->brief;
        words.replace(u'.', QStringLiteral(".\u2060"));
        painter.drawText(room, Qt::TextWordWrap, words);
        return;
    }
    const double line = 16 * scale;
    double top = room.top();
    for (const HeadLearnt::Job& job : found->jobs) {
        if (top + 2 * line > room.bottom())
            return; // the title says them all
        painter.setFont(textFont(13 * scale, QFont::DemiBold));
        painter.setPen(colours.text);
        drawElidedText(painter, QRectF(room.left(), top, room.width(), line),
                       Qt::AlignLeft | Qt::AlignVCenter, job.relation);
        painter.setFont(numberFont(12 * scale));
        painter.setPen(colours.secondary);
        painter.drawText(QRectF(room.left(), top + line, room.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, job.share);
        top += 2 * line + 4 * scale;
    }
}

void HeadsView::paintThumbnails(QPainter& painter) const {
    if (m_geometry.thumbnails.empty())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const Selection& selection = m_scene.selection;
    const std::optional<PanelCell> asked = selection.asked();

    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    QString heading = m_geometry.zoomed ? tr("All heads, same region") : tr("All heads");
    if (asked && isQueryKey()) {
        const QString pair = m_rowLabels.value(asked->row) + QStringLiteral(" → ") +
                             m_columnLabels.value(asked->column);
        heading = tr("All heads at %1").arg(pair);
        if (QFontMetricsF(painter.font()).horizontalAdvance(heading) >
            m_geometry.thumbnailTitle.width())
            heading = pair;
    }
    drawElidedText(painter, m_geometry.thumbnailTitle, Qt::AlignLeft | Qt::AlignVCenter, heading);

    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        const Thumbnail& thumbnail = m_geometry.thumbnails[i];
        const MatrixPanel& panel = m_panels[i];
        const bool chosen = static_cast<int>(i) == selection.panel;
        if (chosen) {
            painter.fillRect(thumbnail.frame, colours.accentTint);
            painter.fillRect(QRectF(thumbnail.frame.topLeft(), QSizeF(3, thumbnail.frame.height())),
                             colours.accent);
        } else if (m_preview && static_cast<std::size_t>(*m_preview) == i) {
            painter.fillRect(thumbnail.frame, colours.window);
        }
        QRectF title = thumbnail.title;
        if (panel.kind == MatrixPanel::Kind::Head) {
            const double side = 17 * scale;
            const QRectF badge(title.left(), title.center().y() - side / 2, side, side);
            paintBadge(painter, badge, panel, 11 * scale);
            title.setLeft(badge.right() + 8);
        }
        const bool summary = panel.kind != MatrixPanel::Kind::Head;
        QString name = panel.kind == MatrixPanel::Kind::MeanHead ? tr("mean")
                       : summary                                 ? tr("largest")
                                 : tr("head %1").arg(panel.head + 1);
        const QFont nameFont =
            textFont((summary ? 12 : 14) * scale, chosen ? QFont::DemiBold : QFont::Normal);
        const double nameWidth = QFontMetricsF(nameFont).horizontalAdvance(name);
        auto [value, number] = askedValueIn(panel, title.width(), chosen);
        // As wide as values become, so that all titles decide alike.
        const double valueWidth = QFontMetricsF(number).horizontalAdvance(
            m_drawn.colours[i].range.low < 0 ? QStringLiteral("−88.88") : QStringLiteral("0.888"));
        // Where both do not fit, a head keeps its value (its badge is its name),
        // a summary its name.
        if (asked && nameWidth + 6 + valueWidth > title.width())
            (summary ? value : name).clear();
        painter.setFont(number);
        painter.setPen(chosen ? colours.text : colours.secondary);
        painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, value);
        painter.setFont(nameFont);
        painter.setPen(colours.text);
        drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, name);
        paintPicture(painter, static_cast<int>(i), thumbnail.matrix, thumbnail.viewport,
                     m_drawn.thumbnails[i]);
        if (isOff(panel))
            paintOff(painter, thumbnail.matrix.bounds().intersected(thumbnail.viewport), colours,
                     scale);
        paintJob(painter, thumbnail.job, panel);
        if (!selection.locked)
            continue;
        const QRectF cell =
            thumbnail.matrix.cellRect(selection.locked->row, selection.locked->column);
        if (thumbnail.viewport.intersects(cell))
            paintLockFrame(painter, cell);
    }
}

} // namespace headscope
