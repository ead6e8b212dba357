// SPDX-License-Identifier: GPL-3.0-or-later
// What surrounds the enlarged matrix: title, axes, labels, colour bar, note.
#include "pages/heads/heads_view.h"

#include "pages/heads/heads_presented.h"
#include "scene/fonts.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/statements.h"
#include "scene/value_range.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {

constexpr double titleBadge = 24;
constexpr double behindBadge = 12;
constexpr double behindTitle = 16;

QFont titleFont(double scale) {
    return textFont(20 * scale, QFont::DemiBold);
}

QFont subtitleFont(double scale) {
    return textFont(14 * scale);
}

bool fits(const QString& words, double room, const QFont& font) {
    return QFontMetricsF(font).horizontalAdvance(words) <= room;
}

QString wholeTitle(const QString& head, const HeadLearnt& found) {
    return HeadsView::tr("%1 %2", "head 1 has learnt …").arg(head, found.title);
}

} // namespace

void HeadsView::paintMinimap(QPainter& painter) const {
    if (!m_geometry.zoomed)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    painter.setFont(textFont(13 * m_scene.display.textScale));
    painter.setPen(colours.secondary);
    drawElidedText(painter, m_geometry.minimapTitle, Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Whole matrix"));
    const int shown = shownPanel();
    if (std::exchange(m_drawn.minimapPanel, shown) != shown)
        m_drawn.minimap = {};
    paintPicture(painter, shown, m_geometry.minimap, m_geometry.minimap.bounds(), m_drawn.minimap);
    const QRectF all = m_geometry.minimap.bounds();
    const QRectF frame = minimapFrame(m_geometry);
    constexpr double mark = 3;
    painter.fillRect(QRectF(frame.left(), all.top() - mark - 1, frame.width(), mark),
                     colours.accent);
    painter.fillRect(QRectF(all.left() - mark - 1, frame.top(), mark, frame.height()),
                     colours.accent);
    for (const auto& [colour, width] : {std::pair(Qt::black, 4), std::pair(Qt::white, 2)}) {
        painter.setPen(QPen(QColor(colour), width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(frame.toAlignedRect().adjusted(0, 0, -1, -1));
    }
}

double HeadsView::noteHeight(double width) const {
    return std::ceil(QFontMetricsF(textFont(13 * m_scene.display.textScale))
                         .boundingRect(QRectF(0, 0, width, 1000), Qt::TextWordWrap, note())
                         .height());
}

QStringList HeadsView::captionLines(double width, int most) const {
    const QFont font = textFont(13 * m_scene.display.textScale);
    QString said = note();
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    const std::optional<HeadLearnt> found = finding(panel);
    if (found && claimedBy(panel)) {
        // Of a head whose share stands in the title, what is left to say of it.
        const bool whole = titleText(panel) == wholeTitle(panelTitle(panel), *found);
        const HeadEvidence* const evidence =
            m_scene.run->origin().learnt->find(m_scene.selection.scope, panel.head);
        if (!whole && found->jobs.isEmpty())
            said = tr("its largest share, in held-out sentences; by chance %1")
                       .arg(QString::number(evidence->shares.front().chance, 'f', 2).mid(1));
        else if (!whole && said.startsWith(found->brief)) // as the evidence begins
            said.remove(0, found->brief.size() + 1);
    }
    // Lines of Chinese are broken anywhere else, but not within ".36".
    said.replace(u'.', QStringLiteral(".\u2060"));
    QTextLayout layout(said, font);
    QStringList lines;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        if (lines.size() + 1 == most) {
            lines << QFontMetricsF(font).elidedText(said.mid(line.textStart()), Qt::ElideRight,
                                                    width);
            break;
        }
        lines << said.mid(line.textStart(), line.textLength()).trimmed();
    }
    layout.endLayout();
    lines.replaceInStrings(QStringLiteral("\u2060"), QString());
    return lines;
}

bool HeadsView::noteFitsBelow() const {
    return noteHeight(m_geometry.note.width()) <= m_geometry.note.height();
}

QString HeadsView::writtenNote() const {
    return m_captionHeight > 0 || (!m_geometry.zoomed && noteFitsBelow()) ? note() : QString();
}

bool HeadsView::isNoteCut() const {
    return m_captionHeight > 0 &&
           captionLines(m_geometry.caption.width(), m_captionMost).last().endsWith(QChar(0x2026));
}

void HeadsView::paintNote(QPainter& painter) const {
    painter.setFont(textFont(13 * m_scene.display.textScale));
    painter.setPen(theme(m_scene.display.theme).secondary);
    const auto write = [&](const QRectF& rect, const QString& sentence) {
        // Half a sentence helps nobody; the chooser and F1 have all of it.
        const QRectF needed =
            painter.boundingRect(QRectF(0, 0, rect.width(), 1000), Qt::TextWordWrap, sentence);
        if (!sentence.isEmpty() && std::floor(needed.height()) <= rect.height())
            painter.drawText(rect, Qt::TextWordWrap, sentence);
    };
    double top = m_geometry.caption.top();
    for (const QString& line : m_captionHeight > 0
                                   ? captionLines(m_geometry.caption.width(), m_captionMost)
                                   : QStringList()) {
        const double height = QFontMetricsF(painter.font()).lineSpacing();
        painter.drawText(
            QRectF(m_geometry.caption.left(), top, m_geometry.caption.width() + 2, height),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
        top += height;
    }
    if (m_geometry.zoomed)
        write(m_geometry.note,
              valuesFit() && mayHold({shownPanel(), 0, 0})
                  ? tr("Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to a box. "
                       "Home: whole matrix. Double click: type a number.")
                  : tr("Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to "
                       "a box. Double click "
                       "or Home: whole matrix."));
    else if (m_captionHeight == 0)
        write(m_geometry.note, note());
}

QString HeadsView::titleText(const MatrixPanel& panel) const {
    const QString head = panelTitle(panel);
    const std::optional<HeadLearnt> found = finding(panel);
    if (!found || !claimedBy(panel))
        return head;
    const double scale = m_scene.display.textScale;
    const QFontMetricsF metrics(titleFont(scale));
    const double room = m_geometry.title.right() - m_geometry.viewport.left() -
                        (titleBadge + behindBadge) * scale;
    const QString whole = wholeTitle(head, *found);
    const QString brief = tr("%1: %2", "head 1: object .99").arg(head, found->brief);
    const QStringList stage = subtitles();
    const auto leavesRoom = [&](const QString& title) {
        const double rest = room - metrics.horizontalAdvance(title) - behindTitle * scale;
        return std::ranges::any_of(stage, [&](const QString& words) {
            return !words.isEmpty() && mathTextWidth(words, subtitleFont(scale)) <= rest;
        });
    };
    // In a narrow window the stage, the job and its share come before the words around them.
    if (leavesRoom(whole) || (fits(whole, room, titleFont(scale)) && !leavesRoom(brief)))
        return whole;
    return metrics.elidedText(brief, Qt::ElideRight, room);
}

void HeadsView::paintTitle(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    QRectF rest = m_geometry.title;
    rest.setLeft(m_geometry.viewport.left());
    if (panel.kind == MatrixPanel::Kind::Head) {
        const double side = titleBadge * scale;
        const QRectF badge(rest.left(), rest.center().y() - side / 2, side, side);
        paintBadge(painter, badge, panel, 15 * scale);
        rest.setLeft(badge.right() + behindBadge * scale);
    }
    const QString title = titleText(panel);
    const QFont font = titleFont(scale);
    painter.setPen(colours.text);
    painter.setFont(font);
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, title);
    rest.setLeft(rest.left() + QFontMetricsF(font).horizontalAdvance(title) + behindTitle * scale);
    const QFont small = subtitleFont(scale);
    painter.setPen(colours.secondary);
    for (const QString& words : subtitles()) {
        if (mathTextWidth(words, small) > rest.width())
            continue;
        drawMathText(painter, rest, Qt::AlignLeft | Qt::AlignVCenter, words, small);
        return;
    }
}

void HeadsView::paintHeadBrackets(QPainter& painter) const {
    const QRectF area = m_geometry.headBrackets;
    const MatrixGeometry& cells = m_geometry.matrix;
    if (area.isEmpty() || cells.groupSize <= 0)
        return;
    const Theme& colours = theme(m_scene.display.theme);
    const bool presented = m_scene.display.presentation;
    const double unit = presented ? m_scene.display.presentedUnit() : m_scene.display.textScale;
    const double side = std::round((presented ? 26 : 17) * unit);
    const double number = (presented ? 20 : 11) * unit;
    const QFont font = textFont((presented ? 20 : 13) * unit);
    const double line = std::max(2.0, std::round(2 * unit));
    const double tick = 4 * unit;
    for (Index head = 0; head * cells.groupSize < cells.columns; ++head) {
        const double left = cells.cellRect(0, head * cells.groupSize).left();
        const double right = cells.cellRect(0, (head + 1) * cells.groupSize - 1).right();
        const QColor colour = headColour(static_cast<int>(head), m_scene.display.theme);
        painter.fillRect(QRectF(left, area.bottom() - tick, line, tick), colour);
        painter.fillRect(QRectF(right - line, area.bottom() - tick, line, tick), colour);
        painter.fillRect(QRectF(left, area.bottom() - tick, right - left, line), colour);
        if (right - left < side + 2)
            continue;
        const QString name = tr("head %1").arg(head + 1);
        const double words = QFontMetricsF(font).horizontalAdvance(name);
        const bool named = side + 6 * unit + words <= right - left;
        const double x = std::round((left + right - side - (named ? 6 * unit + words : 0)) / 2);
        const QRectF badge(x, std::round(area.bottom() - tick - 1 - side), side, side);
        painter.fillRect(badge, colour);
        painter.setPen(textColourOn(colour.rgb()));
        painter.setFont(textFont(number, QFont::Bold));
        painter.drawText(badge, Qt::AlignCenter, QString::number(head + 1));
        if (!named)
            continue;
        painter.setFont(font);
        painter.setPen(colours.secondary);
        painter.drawText(QRectF(badge.right() + 6 * unit, badge.top(), words + 2, side),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
    }
}

std::pair<QString, QString> HeadsView::axisWords() const {
    if (isQueryKey() || m_panels.empty())
        return {axisWord(Axis::Query), axisWord(Axis::Key)};
    const MatrixPanel& panel = m_panels.front();
    const Axes& axes = (*m_scene.trace)[panel.step].result.axes();
    // The one row of a vector is no axis.
    return {panel.isVector() ? QString() : axisWord(axes[panel.rowAxis]),
            axisWord(axes[panel.columnAxis])};
}

void HeadsView::paintAxes(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const bool turned = m_scene.isTurned();
    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    const auto [rowName, columnName] = axisWords();
    const QString across = (turned ? rowName : columnName) + QStringLiteral(" →");
    const QFont font = textFont(13 * scale);
    drawMathText(painter, m_geometry.columnAxis, Qt::AlignLeft | Qt::AlignVCenter, across, font);
    painter.setFont(font);
    const QString part = seenText();
    if ((showsSums() && !m_scene.pieces) || !part.isEmpty()) { // pieces were softmaxed, not words
        const QString direction = !part.isEmpty() ? part
                                  : turned        ? tr("each column: softmax over the keys ↓")
                                                  : tr("each row: softmax over the keys →");
        const double taken = QFontMetricsF(painter.font()).horizontalAdvance(across) + 16;
        drawElidedText(painter, m_geometry.columnAxis.adjusted(taken, 0, 0, 0),
                       Qt::AlignRight | Qt::AlignVCenter, direction);
    }
    const QString down = turned ? columnName : rowName;
    if (down.isEmpty())
        return;
    painter.save();
    painter.translate(m_geometry.rowAxis.center());
    painter.rotate(-90);
    drawMathText(painter,
                 QRectF(-150, -m_geometry.rowAxis.width() / 2, 300, m_geometry.rowAxis.width()),
                 Qt::AlignCenter, down + QStringLiteral(" ←"), font);
    painter.restore();
}

QFont HeadsView::rangeFont() const {
    const double pixels = 13 * m_scene.display.textScale;
    return range()->isPerRow() ? textFont(pixels) : numberFont(pixels);
}

QRectF HeadsView::colourBar() const {
    const double scale = m_scene.display.textScale;
    const QRectF area = m_geometry.colourBar;
    const QFontMetricsF metrics(rangeFont());
    const auto [lowText, highText] = rangeTexts();
    const double low = metrics.horizontalAdvance(lowText);
    // Leaves room for what stands beside it: no mark goes without its name.
    // Of rows on their own ranges more is said where a cell is asked: the bar does not jump for it.
    const ValueScale shown = *range();
    const QStringList said = shown.isPerRow()
                                 ? scaleWords(m_scene.display.range, shown, m_panels.size() > 1)
                                 : rangeWords().last(shown.squareRoot ? 2 : 1);
    const double words = QFontMetricsF(textFont(13 * scale)).horizontalAdvance(said.first());
    const double beside = low + metrics.horizontalAdvance(highText) + 32 * scale +
                          (words > 0 ? words + 16 * scale : 0) + choicesRoom() +
                          markNamesWidth(prepared(shownPanel()).marks, scale);
    const double wide =
        std::clamp(area.width() - std::max(m_panels.size() > 1 ? 250 * scale : 0.0, beside), 72.0,
                   isPresented() ? 256 * scale : 200 * scale);
    return {std::round(area.left() + low + 8 * scale), std::round(area.top() + 8 * scale),
            std::round(wide), std::round(12 * scale)};
}

double HeadsView::behindColourBar() const {
    const double scale = m_scene.display.textScale;
    return colourBar().right() + 24 * scale +
           QFontMetricsF(rangeFont()).horizontalAdvance(rangeTexts().second);
}

double HeadsView::choicesRoom() const {
    return isPresented() || m_panels.empty() ? 0 : choices().width() + 16;
}

ColourPlace HeadsView::choices() const {
    ColourPlace place;
    place.shown = range();
    place.map = isSequential(m_panels[static_cast<std::size_t>(shownPanel())].name);
    place.range = true;
    place.spread = true;
    return place;
}

ColourPlace HeadsView::colourPlace() const {
    if (isPresented() || m_panels.empty())
        return {};
    ColourPlace place = choices();
    const double names = markNamesWidth(prepared(shownPanel()).marks, m_scene.display.textScale);
    place.left = qRound(behindColourBar() + names);
    place.middle = qRound(colourBar().center().y());
    double end = width();
    for (const Thumbnail& small : m_geometry.thumbnails) {
        if (std::abs(small.frame.center().y() - place.middle) <
            (small.frame.height() + ColourPlace::height) / 2)
            end = std::min(end, small.frame.left() - ColourPlace::gap);
    }
    const auto fits = [&place, end] { return place.left + place.width() <= end; };
    // Beside a small matrix the range says only how it is chosen, and what is asked for most stays.
    if (!fits())
        place.rangeWide = ColourPlace::narrowRange;
    if (!fits())
        place.range = false;
    if (!fits())
        place.spread = false;
    // In a narrow window the numbers of the bar go before.
    if (fits())
        place.on = const_cast<HeadsView*>(this);
    return place;
}

void HeadsView::paintColourBar(QPainter& painter) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double scale = m_scene.display.textScale;
    const QFont font = rangeFont();
    const QFontMetricsF metrics(font);
    const auto [low, high] = rangeTexts();
    const QRectF area = m_geometry.colourBar;
    const QRectF bar = colourBar();
    const double lowWidth = metrics.horizontalAdvance(low);

    painter.setFont(font);
    painter.setPen(colours.text);
    painter.drawText(QRectF(area.left(), bar.center().y() - 10 * scale, lowWidth + 2, 20 * scale),
                     Qt::AlignLeft | Qt::AlignVCenter, low);
    painter.drawText(QRectF(bar.right() + 8 * scale, bar.center().y() - 10 * scale,
                            std::max(80 * scale, metrics.horizontalAdvance(high) + 2), 20 * scale),
                     Qt::AlignLeft | Qt::AlignVCenter, high);

    painter.setFont(textFont(13 * scale));
    painter.setPen(colours.secondary);
    const double taken = behindColourBar();
    QRectF rest = paintMarkNames(
        painter, QRectF(taken, bar.center().y() - 10 * scale, area.right() - taken, 20 * scale),
        prepared(shownPanel()).marks, colours, scale);
    rest.setLeft(rest.left() + choicesRoom());
    for (const QString& words : rangeWords()) {
        if (QFontMetricsF(painter.font()).horizontalAdvance(words) > rest.width())
            continue;
        painter.drawText(rest, Qt::AlignRight | Qt::AlignVCenter, words);
        break;
    }
}

} // namespace headscope
