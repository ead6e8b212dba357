// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_painter.h"

#include "pages/heads/heads_colour_bar.h"
#include "pages/heads/heads_images.h"
#include "pages/heads/heads_presented.h"
#include "pages/heads/heads_sums.h"
#include "pages/heads/heads_thumbnails.h"
#include "painters/fitted_text.h"
#include "painters/head_badge.h"
#include "type/math_text.h"
#include "words/joined.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace headscope {

HeadsPainter::HeadsPainter(QPainter& painter, const HeadsPicture& picture, HeadsImages& images)
    : m_painter(painter)
    , m_picture(picture)
    , m_content(picture.content())
    , m_geometry(picture.geometry())
    , m_images(images)
    , m_colours(theme(m_content.display().theme))
    , m_scale(m_content.display().textScale)
    , m_unit(m_content.display().presentedUnit()) {}

void HeadsPainter::paint() const {
    m_painter.setRenderHint(QPainter::TextAntialiasing);
    const bool presented = m_content.isPresented();
    if (presented) {
        paintPresentedTitle();
        paintPresentedAxes();
    } else {
        paintTitle();
        paintAxes();
    }
    paintHeadBrackets();
    paintSums(m_painter, m_picture);
    if (presented)
        paintSentence();
    HeadsColourBar(m_picture).paint(m_painter);
    paintMinimap();
    paintThumbnails(m_painter, m_picture, m_images);
    if (!presented)
        paintNote();
}

QString HeadsPainter::seenText() const {
    return m_picture.seenText(m_painter.device()->devicePixelRatioF());
}

void HeadsPainter::paintFirstFitting(const QRectF& room, const QStringList& words,
                                     const QFont& font) const {
    for (const QString& said : words) {
        if (mathTextWidth(said, font) > room.width())
            continue;
        return drawMathText(m_painter, room, Qt::AlignLeft | Qt::AlignVCenter, said, font);
    }
}

void HeadsPainter::paintTitle() const {
    const HeadsTitle title = m_picture.title();
    if (!title.badge.isEmpty())
        paintHeadBadge(m_painter, title.badge, m_content.shown().head, m_colours.kind,
                       15 * m_scale);
    m_painter.setPen(m_colours.text);
    m_painter.setFont(title.font);
    m_painter.drawText(title.room, Qt::AlignLeft | Qt::AlignVCenter, title.text);
    m_painter.setPen(m_colours.secondary);
    paintFirstFitting(title.stageRoom, m_content.subtitles(), title.stageFont);
}

void HeadsPainter::paintAxes() const {
    const bool turned = m_content.scene().isTurned();
    m_painter.setPen(m_colours.secondary);
    const auto [rowName, columnName] = m_content.axisWords();
    const QString across = (turned ? rowName : columnName) + QStringLiteral(" →");
    const QFont font = textFont(13 * m_scale);
    drawMathText(m_painter, m_geometry.columnAxis, Qt::AlignLeft | Qt::AlignVCenter, across, font);
    m_painter.setFont(font);
    const QString part = seenText();
    // Pieces were softmaxed, not words.
    if ((m_content.hasSums() && !m_content.scene().pieces) || !part.isEmpty()) {
        const QString direction = !part.isEmpty() ? part
                                  : turned        ? tr("each column: softmax over the keys ↓")
                                                  : tr("each row: softmax over the keys →");
        const double taken = QFontMetricsF(font).horizontalAdvance(across) + 16;
        drawElidedText(m_painter, m_geometry.columnAxis.adjusted(taken, 0, 0, 0),
                       Qt::AlignRight | Qt::AlignVCenter, direction);
    }
    const QString down = turned ? columnName : rowName;
    if (down.isEmpty())
        return;
    m_painter.save();
    m_painter.translate(m_geometry.rowAxis.center());
    m_painter.rotate(-90);
    const double wide = m_geometry.rowAxis.width();
    drawMathText(m_painter, QRectF(-150, -wide / 2, 300, wide), Qt::AlignCenter,
                 down + QStringLiteral(" ←"), font);
    m_painter.restore();
}

void HeadsPainter::paintHeadBrackets() const {
    const QRectF area = m_geometry.headBrackets;
    const MatrixGeometry& cells = m_geometry.matrix;
    if (area.isEmpty() || cells.groupSize <= 0)
        return;
    const bool presented = m_content.isPresented();
    const double unit = presented ? m_unit : m_scale;
    const double side = std::round((presented ? 26 : 17) * unit);
    const double number = (presented ? 20 : 11) * unit;
    const QFont font = textFont((presented ? 20 : 13) * unit);
    const double line = std::max(2.0, std::round(2 * unit));
    const double tick = 4 * unit;
    for (int head = 0; head * cells.groupSize < cells.columns; ++head) {
        const double left = cells.cellRect(0, head * cells.groupSize).left();
        const double right = cells.cellRect(0, (head + 1) * cells.groupSize - 1).right();
        const QColor colour = headColour(head, m_colours.kind);
        m_painter.fillRect(QRectF(left, area.bottom() - tick, line, tick), colour);
        m_painter.fillRect(QRectF(right - line, area.bottom() - tick, line, tick), colour);
        m_painter.fillRect(QRectF(left, area.bottom() - tick, right - left, line), colour);
        if (right - left < side + 2)
            continue;
        const QString name = tr("head %1").arg(head + 1);
        const double words = QFontMetricsF(font).horizontalAdvance(name);
        const bool named = side + 6 * unit + words <= right - left;
        const double x = std::round((left + right - side - (named ? 6 * unit + words : 0)) / 2);
        const QRectF badge(x, std::round(area.bottom() - tick - 1 - side), side, side);
        paintHeadBadge(m_painter, badge, head, m_colours.kind, number);
        if (!named)
            continue;
        m_painter.setFont(font);
        m_painter.setPen(m_colours.secondary);
        m_painter.drawText(QRectF(badge.right() + 6 * unit, badge.top(), words + 2, side),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, name);
    }
}

void HeadsPainter::paintMinimap() const {
    if (!m_geometry.zoomed)
        return;
    m_painter.setFont(textFont(13 * m_scale));
    m_painter.setPen(m_colours.secondary);
    drawElidedText(m_painter, m_geometry.minimapTitle, Qt::AlignLeft | Qt::AlignVCenter,
                   tr("Whole matrix"));
    const QRectF all = m_geometry.minimap.bounds();
    constexpr int notSmall = -1;
    m_images.paint(m_painter, m_content, m_content.shownPanel(), m_geometry.minimap, all, notSmall);
    const QRectF frame = minimapFrame(m_geometry);
    constexpr double mark = 3;
    m_painter.fillRect(QRectF(frame.left(), all.top() - mark - 1, frame.width(), mark),
                       m_colours.accent);
    m_painter.fillRect(QRectF(all.left() - mark - 1, frame.top(), mark, frame.height()),
                       m_colours.accent);
    for (const auto& [colour, width] : {std::pair(Qt::black, 4), std::pair(Qt::white, 2)}) {
        m_painter.setPen(QPen(QColor(colour), width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(frame.toAlignedRect().adjusted(0, 0, -1, -1));
    }
}

void HeadsPainter::paintNote() const {
    m_painter.setFont(textFont(13 * m_scale));
    m_painter.setPen(m_colours.secondary);
    const QRectF& caption = m_geometry.caption;
    const double height = QFontMetricsF(m_painter.font()).lineSpacing();
    double top = caption.top();
    for (const QString& line : m_picture.captionLines()) {
        m_painter.drawText(QRectF(caption.left(), top, caption.width() + 2, height),
                           Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
        top += height;
    }
    QString below;
    if (!m_geometry.zoomed)
        below = m_picture.hasCaption() ? QString() : m_content.note();
    else if (m_picture.valuesFit() && m_content.mayType({m_content.shownPanel(), 0, 0}))
        below = tr("Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to a box. "
                   "Home: whole matrix. Double click: type a number.");
    else
        below = tr("Wheel: zoom at the pointer. Drag: move. Shift and drag: zoom to "
                   "a box. Double click "
                   "or Home: whole matrix.");
    // Half a sentence helps nobody; the chooser and F1 have all of it.
    const QRectF needed = m_painter.boundingRect(QRectF(0, 0, m_geometry.note.width(), 1000),
                                                 Qt::TextWordWrap, below);
    if (!below.isEmpty() && std::floor(needed.height()) <= m_geometry.note.height())
        m_painter.drawText(m_geometry.note, Qt::TextWordWrap, below);
}

void HeadsPainter::paintPresentedTitle() const {
    const double u = m_unit;
    const MatrixPanel& panel = m_content.shown();
    QRectF title = m_geometry.title;
    if (panel.kind == MatrixPanel::Kind::Head) {
        const double side = std::round(48 * u);
        paintHeadBadge(m_painter,
                       QRectF(title.left(), std::round(title.center().y() - side / 2), side, side),
                       panel.head, m_colours.kind, 30 * u);
        title.setLeft(title.left() + side + 18 * u);
    }
    const QString name = m_content.titleOf(panel);
    m_painter.setFont(textFont(presented::title * u, QFont::DemiBold));
    m_painter.setPen(m_colours.text);
    drawElidedText(m_painter, title, Qt::AlignLeft | Qt::AlignVCenter, name);
    m_painter.setPen(m_colours.secondary);
    title.setLeft(title.left() + QFontMetricsF(m_painter.font()).horizontalAdvance(name + u' '));
    const auto fits = [&](const QString& words, double size) {
        m_painter.setFont(textFont(size * u));
        return QFontMetricsF(m_painter.font()).horizontalAdvance(words) <= title.width();
    };
    const std::optional<HeadLearnt> found = m_content.finding(panel);
    const Scene& scene = m_content.scene();
    QString learnt = found ? found->brief : weightsNote(scene.run->origin(), scene.selection.scope);
    if (found && HeadsContent::isClaimedOf(panel) && fits(found->evidence, presented::formula))
        learnt = found->evidence;
    const QFont formula = textFont(presented::formula * u);
    if (fits(learnt, presented::formula) || fits(learnt, presented::least)) {
        m_painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, learnt);
        QStringList stage = m_content.subtitles(); // the stage stands in the strip, too
        stage.removeAll(QString());
        paintFirstFitting(m_geometry.subtitle, stage, formula);
    } else {
        drawFitted(m_painter, m_geometry.subtitle, formula, learnt, presented::least * u);
    }
}

void HeadsPainter::paintPresentedAxes() const {
    const auto [rowName, columnName] = m_content.axisWords();
    const bool turned = m_content.scene().isTurned();
    const QFont font = textFont(presented::formula * m_unit);
    m_painter.setPen(m_colours.secondary);
    const QString& across = turned ? rowName : columnName;
    const QString& down = turned ? columnName : rowName;
    for (const auto& [rect, word, arrow] :
         {std::tuple(m_geometry.columnAxis, across, QStringLiteral(" →")),
          std::tuple(m_geometry.rowAxis, down, QStringLiteral(" ↓"))}) {
        if (!word.isEmpty())
            drawMathText(m_painter, rect, Qt::AlignRight | Qt::AlignVCenter, word + arrow, font);
    }
}

void HeadsPainter::paintSentence() const {
    const double u = m_unit;
    const QRectF room = m_geometry.sentence;
    const AskedWords words = m_content.askedWords();
    const QString seen = seenText();
    const Run& run = *m_content.scene().run;
    const QString marked = unlearntSentence(run.origin(), run.labels());
    if (words.sentence.isEmpty()) {
        m_painter.setPen(m_colours.secondary);
        drawFitted(m_painter, room, textFont(presented::formula * u),
                   joined({seen.isEmpty() ? m_content.note() : seen, marked}),
                   presented::least * u);
        return;
    }
    const double small = 34 * u; // a line of what stands below
    const double below = !seen.isEmpty() ? small : marked.isEmpty() ? 0 : 2 * small;
    QRectF rest = room.adjusted(0, 0, 0, -below);
    m_painter.setPen(m_colours.text);
    rest.setTop(rest.top() + 8 * u +
                drawFitted(m_painter,
                           rest.adjusted(0, 0, 0, words.calculation.isEmpty() ? 0 : -2 * small),
                           textFont(presented::sentence * u, QFont::DemiBold), words.sentence,
                           presented::small * u));
    m_painter.setPen(m_colours.secondary);
    if (!words.calculation.isEmpty())
        drawFitted(m_painter, rest, numberFont(presented::formula * u), words.calculation,
                   presented::least * u);
    const QRectF last(room.left(), room.bottom() - below, room.width(), below);
    const QFont font = textFont(presented::small * u);
    if (seen.isEmpty()) {
        drawFitted(m_painter, last, font, marked, presented::least * u);
    } else {
        m_painter.setFont(font);
        drawElidedText(m_painter, last, Qt::AlignLeft | Qt::AlignVCenter, seen);
    }
}

} // namespace headscope
