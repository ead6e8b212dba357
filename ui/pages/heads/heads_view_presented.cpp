// SPDX-License-Identifier: GPL-3.0-or-later
// The Heads view in presentation mode: what stands around the enlarged matrix there.
#include "pages/heads/heads_presented.h"
#include "pages/heads/heads_view.h"

#include "painters/fitted_text.h"
#include "painters/off_mark.h"
#include "plots/matrix_plot.h"
#include "plots/stacked_label.h"
#include "scene/fonts.h"
#include "scene/joined.h"
#include "scene/math_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

AskedWords HeadsView::askedWords() const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    if (!asked || m_panels.empty())
        return {};
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    if (asked->row >= panel.matrix.size(0) || asked->column >= panel.matrix.size(1))
        return {};
    return headscope::askedWords(m_scene, panel, asked->row, asked->column);
}

void HeadsView::measurePresented(HeadsGeometryInput& in) {
    const double u = m_scene.display.presentedUnit();
    in.presented = true;
    in.unit = u;
    in.area = QRectF(rect()).adjusted(40 * u, 0, -56 * u, -26 * u);
    const QFont font = textFont(presented::row * u, QFont::DemiBold);
    measureLabels(font);
    const bool turned = in.turned;
    in.rowLabelWidth = turned ? m_columnLabelWidth : m_rowLabelWidth;
    in.columnLabelWidth =
        (turned ? m_rowLabelWidth : m_columnLabelWidth) * presented::column / presented::row;
    const QStringList& above = turned ? m_rowLabels : m_columnLabels;
    in.stackedHeight = canStack(above) ? stackedHeight(above, std::round(presented::small * u)) : 0;
    const auto [rowName, columnName] = axisWords();
    const QFont words = textFont(presented::formula * u);
    in.cornerWidth = std::max(mathTextWidth(rowName + QStringLiteral(" ↓"), words),
                              mathTextWidth(columnName + QStringLiteral(" →"), words));
}

void HeadsView::presentPicture(MatrixPicture& picture) const {
    const double u = m_scene.display.presentedUnit();
    const MatrixGeometry& cells = m_geometry.matrix;
    // As large as a few words beside it, where cells have room for that.
    const double most = std::clamp(0.3 * cells.pitchY, presented::digits * u, 48 * u);
    picture.digits = DigitSizes(most, presented::least * u);
    const bool lying = !m_geometry.columnLabelsUpright && !m_geometry.columnLabelsStacked;
    picture.across.inCells = lying;
    picture.across.stacked = m_geometry.columnLabelsStacked;
    picture.across.pixels =
        lying ? std::max(presented::least * u,
                         std::floor(presented::column * u * m_geometry.columnLabelScale))
              : std::round(presented::small * u);
    picture.down.pixels = std::round(presented::row * u);
    picture.down.inset = 10 * u;
    picture.cornerUsed = true; // by the names of the axes
    if (cells.pitchY < 1.3 * picture.down.pixels)
        picture.down.pixels = std::max(presented::least * u, std::floor(cells.pitchY / 1.3));
}

void HeadsView::paintPresented(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double u = m_scene.display.presentedUnit();
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];

    QRectF title = m_geometry.title;
    if (panel.kind == MatrixPanel::Kind::Head) {
        const double side = std::round(48 * u);
        paintBadge(painter,
                   QRectF(title.left(), std::round(title.center().y() - side / 2), side, side),
                   panel, 30 * u);
        title.setLeft(title.left() + side + 18 * u);
    }
    painter.setFont(textFont(presented::title * u, QFont::DemiBold));
    painter.setPen(colours.text);
    drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, panelTitle(panel));
    painter.setPen(colours.secondary);
    title.setLeft(title.left() +
                  QFontMetricsF(painter.font()).horizontalAdvance(panelTitle(panel) + u' '));
    const auto fits = [&](const QString& words, double size) {
        painter.setFont(textFont(size * u));
        return QFontMetricsF(painter.font()).horizontalAdvance(words) <= title.width();
    };
    const std::optional<HeadLearnt> found = finding(panel);
    QString learnt = found ? found->brief : weightsNote(m_scene.run->origin(), m_scene.selection.scope);
    if (found && claimedBy(panel) && fits(found->evidence, presented::formula))
        learnt = found->evidence;
    const bool besideTitle = fits(learnt, presented::formula) || fits(learnt, presented::least);
    if (besideTitle)
        painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, learnt);
    else
        drawFitted(painter, m_geometry.subtitle, textFont(presented::formula * u), learnt,
                   presented::least * u);
    const QFont formula = textFont(presented::formula * u);
    for (const QString& words : subtitles()) {
        // The stage stands in the strip, too.
        if (!besideTitle || words.isEmpty() ||
            mathTextWidth(words, formula) > m_geometry.subtitle.width())
            continue;
        drawMathText(painter, m_geometry.subtitle, Qt::AlignLeft | Qt::AlignVCenter, words,
                     formula);
        break;
    }

    const auto [rowName, columnName] = axisWords();
    const bool turned = m_scene.isTurned();
    painter.setPen(colours.secondary);
    const QString& across = turned ? rowName : columnName;
    const QString& down = turned ? columnName : rowName;
    for (const auto& [rect, word, arrow] :
         {std::tuple(m_geometry.columnAxis, across, QStringLiteral(" →")),
          std::tuple(m_geometry.rowAxis, down, QStringLiteral(" ↓"))}) {
        if (!word.isEmpty())
            drawMathText(painter, rect, Qt::AlignRight | Qt::AlignVCenter, word + arrow, formula);
    }
    paintHeadBrackets(painter);
    paintSums(painter);
    paintSentence(painter);
    paintColourBar(painter);
    paintMinimap(painter);
    paintPresentedHeads(painter);
}

void HeadsView::paintSentence(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double u = m_scene.display.presentedUnit();
    const QRectF room = m_geometry.sentence;
    const AskedWords words = askedWords();
    const QString seen = seenText();
    const QString marked = unlearntSentence(m_scene.run->origin(), m_scene.run->labels());
    if (words.sentence.isEmpty()) {
        painter.setPen(colours.secondary);
        drawFitted(painter, room, textFont(presented::formula * u),
                   joined({seen.isEmpty() ? note() : seen, marked}), presented::least * u);
        return;
    }
    const double small = 34 * u; // a line of what stands below
    const double below = !seen.isEmpty() ? small : marked.isEmpty() ? 0 : 2 * small;
    QRectF rest = room.adjusted(0, 0, 0, -below);
    painter.setPen(colours.text);
    rest.setTop(rest.top() + 8 * u +
                drawFitted(painter,
                           rest.adjusted(0, 0, 0, words.calculation.isEmpty() ? 0 : -2 * small),
                           textFont(presented::sentence * u, QFont::DemiBold), words.sentence,
                           presented::small * u));
    painter.setPen(colours.secondary);
    if (!words.calculation.isEmpty())
        drawFitted(painter, rest, numberFont(presented::formula * u), words.calculation,
                   presented::least * u);
    const QRectF last(room.left(), room.bottom() - below, room.width(), below);
    const QFont font = textFont(presented::small * u);
    if (seen.isEmpty()) {
        drawFitted(painter, last, font, marked, presented::least * u);
    } else {
        painter.setFont(font);
        drawElidedText(painter, last, Qt::AlignLeft | Qt::AlignVCenter, seen);
    }
}

void HeadsView::paintPresentedHeads(QPainter& painter) const {
    if (m_geometry.thumbnails.empty())
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const double u = m_scene.display.presentedUnit();
    const Selection& selection = m_scene.selection;
    const std::optional<PanelCell> asked = selection.asked();
    painter.setFont(textFont(presented::small * u));
    painter.setPen(colours.secondary);
    const QString invitation = tr("All heads: click one, or press its number");
    const bool fits = QFontMetricsF(painter.font()).horizontalAdvance(invitation) <=
                      m_geometry.thumbnailTitle.width();
    drawElidedText(painter, m_geometry.thumbnailTitle, Qt::AlignLeft | Qt::AlignVCenter,
                   fits ? invitation : tr("All heads"));
    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        const Thumbnail& head = m_geometry.thumbnails[i];
        const MatrixPanel& panel = m_panels[i];
        const bool chosen = static_cast<int>(i) == selection.panel;
        if (chosen) {
            painter.fillRect(head.frame, colours.accentTint);
            painter.fillRect(QRectF(head.frame.topLeft(), QSizeF(4 * u, head.frame.height())),
                             colours.accent);
        }
        QRectF title = head.title;
        if (title.height() > 0) {
            if (panel.kind == MatrixPanel::Kind::Head) {
                const double side = std::round(std::min(30 * u, title.height() - 2));
                paintBadge(
                    painter,
                    QRectF(title.left(), std::round(title.center().y() - side / 2), side, side),
                    panel, presented::least * u);
                title.setLeft(title.left() + side + 6 * u);
            } else {
                painter.setFont(textFont(presented::least * u));
                painter.setPen(colours.secondary);
                const QString name =
                    panel.kind == MatrixPanel::Kind::MeanHead ? tr("mean") : tr("largest");
                drawElidedText(painter, title, Qt::AlignLeft | Qt::AlignVCenter, name);
                title.setLeft(title.left() + QFontMetricsF(painter.font()).horizontalAdvance(name) +
                              6 * u);
            }
            const QFont number =
                numberFont(presented::least * u, chosen ? QFont::Bold : QFont::Normal);
            const QString value = askedValue(panel);
            if (QFontMetricsF(number).horizontalAdvance(value) <= title.width()) {
                painter.setFont(number);
                painter.setPen(chosen ? colours.text : colours.secondary);
                painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, value);
            }
        }
        paintPicture(painter, static_cast<int>(i), head.matrix, head.viewport,
                     m_drawn.thumbnails[i]);
        if (isOff(panel))
            paintOff(painter, head.matrix.bounds().intersected(head.viewport), colours,
                     m_scene.display.textScale);
        if (!asked)
            continue;
        const QRectF cell = head.matrix.cellRect(asked->row, asked->column);
        if (head.viewport.intersects(cell))
            paintLockFrame(painter, cell);
    }
}

} // namespace headscope
