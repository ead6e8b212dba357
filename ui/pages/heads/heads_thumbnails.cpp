// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_thumbnails.h"

#include "figure/off_mark.h"
#include "figure/painter_canvas.h"
#include "pages/heads/heads_images.h"
#include "pages/heads/heads_presented.h"
#include "painters/head_badge.h"
#include "type/math_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

class ThumbnailsPainter {
    Q_DECLARE_TR_FUNCTIONS(Heads)

public:
    ThumbnailsPainter(QPainter& painter, const HeadsPicture& picture)
        : m_painter(painter)
        , m_picture(picture)
        , m_content(picture.content())
        , m_colours(theme(m_content.display().theme))
        , m_scale(m_content.display().textScale)
        , m_unit(m_content.display().presentedUnit()) {}

    void paint(HeadsImages& images) const;

private:
    const Selection& selection() const { return m_content.scene().selection; }
    bool isChosen(int panel) const { return panel == selection().panel; }
    double widthOf(const QString& text) const {
        return QFontMetricsF(m_painter.font()).horizontalAdvance(text);
    }
    QString heading(double room) const;
    void paintBackground(const QRectF& frame, int panel) const;
    void paintTitle(QRectF room, int panel) const;
    void paintPresentedTitle(QRectF room, int panel) const;
    void paintJob(const QRectF& room, const MatrixPanel& panel) const;

    QPainter& m_painter;
    const HeadsPicture& m_picture;
    const HeadsContent& m_content;
    const Theme& m_colours;
    double m_scale;
    double m_unit; ///< in presentation mode
};

void ThumbnailsPainter::paint(HeadsImages& images) const {
    const HeadsGeometry& geometry = m_picture.geometry();
    if (geometry.thumbnails.empty())
        return;
    const bool presented = m_content.isPresented();
    m_painter.setFont(textFont(presented ? presented::small * m_unit : 13 * m_scale));
    m_painter.setPen(m_colours.secondary);
    drawElidedText(m_painter, geometry.thumbnailTitle, Qt::AlignLeft | Qt::AlignVCenter,
                   heading(geometry.thumbnailTitle.width()));
    const std::optional<PanelCell> framed = presented ? selection().asked() : selection().locked;
    PainterCanvas canvas(m_painter, PainterCanvas::Device::Screen,
                         m_painter.device()->devicePixelRatioF());
    for (int i = 0; i < static_cast<int>(geometry.thumbnails.size()); ++i) {
        const Thumbnail& small = geometry.thumbnails[static_cast<std::size_t>(i)];
        paintBackground(small.frame, i);
        if (presented)
            paintPresentedTitle(small.title, i);
        else
            paintTitle(small.title, i);
        images.paint(m_painter, m_content, i, small.matrix, small.viewport, i);
        if (m_content.isOff(m_content.panel(i)))
            paintOff(canvas, small.matrix.bounds().intersected(small.viewport), m_colours, m_scale);
        paintJob(small.job, m_content.panel(i));
        if (!framed)
            continue;
        const QRectF cell = small.matrix.cellRect(framed->row, framed->column);
        if (small.viewport.intersects(cell))
            paintLockFrame(m_painter, cell);
    }
}

QString ThumbnailsPainter::heading(double room) const {
    if (m_content.isPresented()) {
        const QString invitation = tr("All heads: click one, or press its number");
        return widthOf(invitation) <= room ? invitation : tr("All heads");
    }
    const std::optional<PanelCell> asked = selection().asked();
    if (!asked || !m_content.isQueryKey())
        return m_picture.geometry().zoomed ? tr("All heads, same region") : tr("All heads");
    const QString pair = m_content.rows().labels.value(asked->row) + QStringLiteral(" → ") +
                         m_content.columns().labels.value(asked->column);
    const QString words = tr("All heads at %1").arg(pair);
    return widthOf(words) > room ? pair : words;
}

void ThumbnailsPainter::paintBackground(const QRectF& frame, int panel) const {
    const bool presented = m_content.isPresented();
    if (isChosen(panel)) {
        m_painter.fillRect(frame, m_colours.accentTint);
        m_painter.fillRect(
            QRectF(frame.topLeft(), QSizeF(presented ? 4 * m_unit : 3, frame.height())),
            m_colours.accent);
    } else if (!presented && m_content.preview() == panel) {
        m_painter.fillRect(frame, m_colours.window);
    }
}

void ThumbnailsPainter::paintTitle(QRectF room, int panel) const {
    const MatrixPanel& of = m_content.panel(panel);
    const bool summary = of.kind != MatrixPanel::Kind::Head;
    if (!summary) {
        const double side = 17 * m_scale;
        const QRectF badge(room.left(), room.center().y() - side / 2, side, side);
        paintHeadBadge(m_painter, badge, of.head, m_colours.kind, 11 * m_scale);
        room.setLeft(badge.right() + 8);
    }
    QString name = of.kind == MatrixPanel::Kind::MeanHead ? tr("mean")
                   : summary                              ? tr("largest")
                                                          : tr("head %1").arg(of.head + 1);
    const QFont nameFont =
        textFont((summary ? 12 : 14) * m_scale, isChosen(panel) ? QFont::DemiBold : QFont::Normal);
    const double nameWidth = QFontMetricsF(nameFont).horizontalAdvance(name);
    auto [value, number] = m_picture.askedValueIn(of, room.width(), isChosen(panel));
    // As wide as values become, so that all titles decide alike.
    const double valueWidth = QFontMetricsF(number).horizontalAdvance(
        m_content.colours(panel).range.low < 0 ? QStringLiteral("−88.88")
                                               : QStringLiteral("0.888"));
    // Where both do not fit, a head keeps its value (its badge is its name),
    // a summary its name.
    if (selection().asked() && nameWidth + 6 + valueWidth > room.width())
        (summary ? value : name).clear();
    m_painter.setFont(number);
    m_painter.setPen(isChosen(panel) ? m_colours.text : m_colours.secondary);
    m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, value);
    m_painter.setFont(nameFont);
    m_painter.setPen(m_colours.text);
    drawElidedText(m_painter, room, Qt::AlignLeft | Qt::AlignVCenter, name);
}

void ThumbnailsPainter::paintPresentedTitle(QRectF room, int panel) const {
    if (room.height() <= 0)
        return;
    const double u = m_unit;
    const MatrixPanel& of = m_content.panel(panel);
    if (of.kind == MatrixPanel::Kind::Head) {
        const double side = std::round(std::min(30 * u, room.height() - 2));
        paintHeadBadge(m_painter,
                       QRectF(room.left(), std::round(room.center().y() - side / 2), side, side),
                       of.head, m_colours.kind, presented::least * u);
        room.setLeft(room.left() + side + 6 * u);
    } else {
        m_painter.setFont(textFont(presented::least * u));
        m_painter.setPen(m_colours.secondary);
        const QString name = of.kind == MatrixPanel::Kind::MeanHead ? tr("mean") : tr("largest");
        drawElidedText(m_painter, room, Qt::AlignLeft | Qt::AlignVCenter, name);
        room.setLeft(room.left() + widthOf(name) + 6 * u);
    }
    const QString value = m_content.askedValue(of);
    m_painter.setFont(
        numberFont(presented::least * u, isChosen(panel) ? QFont::Bold : QFont::Normal));
    if (widthOf(value) > room.width())
        return;
    m_painter.setPen(isChosen(panel) ? m_colours.text : m_colours.secondary);
    m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, value);
}

void ThumbnailsPainter::paintJob(const QRectF& room, const MatrixPanel& panel) const {
    const std::optional<HeadLearnt> found =
        room.isEmpty() ? std::nullopt : m_content.finding(panel);
    if (!found)
        return;
    if (found->jobs.isEmpty()) {
        m_painter.setFont(textFont(12 * m_scale));
        m_painter.setPen(m_colours.secondary);
        // Lines of Chinese are broken anywhere else, but not within ".36".
        QString words = found->brief;
        words.replace(u'.', QStringLiteral(".\u2060"));
        m_painter.drawText(room, Qt::TextWordWrap, words);
        return;
    }
    const double line = 16 * m_scale;
    double top = room.top();
    for (const HeadLearnt::Job& job : found->jobs) {
        if (top + 2 * line > room.bottom())
            return; // the title says them all
        m_painter.setFont(textFont(13 * m_scale, QFont::DemiBold));
        m_painter.setPen(m_colours.text);
        drawElidedText(m_painter, QRectF(room.left(), top, room.width(), line),
                       Qt::AlignLeft | Qt::AlignVCenter, job.relation);
        m_painter.setFont(numberFont(12 * m_scale));
        m_painter.setPen(m_colours.secondary);
        m_painter.drawText(QRectF(room.left(), top + line, room.width(), line),
                           Qt::AlignLeft | Qt::AlignVCenter, job.share);
        top += 2 * line + 4 * m_scale;
    }
}

} // namespace

void paintThumbnails(QPainter& painter, const HeadsPicture& picture, HeadsImages& images) {
    ThumbnailsPainter(painter, picture).paint(images);
}

} // namespace headscope
