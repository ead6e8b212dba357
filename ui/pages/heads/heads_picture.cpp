// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_picture.h"

#include "pages/heads/heads_presented.h"
#include "plots/matrix_plot.h"
#include "plots/stacked_label.h"
#include "scene/value_range.h"
#include "type/fonts.h"
#include "type/label_place.h"
#include "type/math_text.h"
#include "words/joined.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

constexpr double viewPadding = 24;

} // namespace

void HeadsPicture::setContent(HeadsContent content) {
    const Shape before = m_content.shape();
    const Selection& was = m_content.scene().selection;
    const Selection& now = content.scene().selection;
    if (isSameStage(was, now) && !content.isEmpty() && content.shape() != before)
        m_zooms.clear();
    m_content = std::move(content);
}

void HeadsPicture::measureLabels() {
    // The asked label is written bold: that is the width to leave room for.
    const DisplayOptions& display = m_content.display();
    const bool presented = m_content.isPresented();
    const double pixels =
        presented ? presented::row * display.presentedUnit() : 13 * display.textScale;
    m_widths.measure(m_content.rows().written(presented), m_content.columns().written(presented),
                     m_content.rows().notes.glosses, textFont(pixels, QFont::DemiBold),
                     display.textScale);
}

HeadsGeometryInput HeadsPicture::geometryInput() const {
    const double scale = m_content.display().textScale;
    const QFont labels = textFont(13 * scale, QFont::DemiBold);
    const std::vector<MatrixPanel>& panels = m_content.panels();
    HeadsGeometryInput in;
    in.area = m_area.adjusted(viewPadding, 12, -viewPadding, -12);
    in.panels = static_cast<int>(panels.size());
    in.summaries = static_cast<int>(std::ranges::count_if(panels, [](const MatrixPanel& panel) {
        return panel.kind == MatrixPanel::Kind::MeanHead ||
               panel.kind == MatrixPanel::Kind::MaxHead;
    }));
    in.rows = panels.front().matrix.size(0);
    in.columns = panels.front().matrix.size(1);
    in.turned = m_content.scene().isTurned();
    in.solo = m_content.scene().selection.solo;
    in.sums = m_content.hasSums();
    in.rowLabelWidth = in.turned ? m_widths.columns() : m_widths.rows();
    in.columnLabelWidth = in.turned ? m_widths.rows() : m_widths.columns();
    in.columnsOfHead = m_content.columnsOfHead();
    in.textScale = scale;
    in.zoom = zoom();
    in.captionHeight = m_captionHeight;
    const QStringList& glosses = m_content.across().notes.glosses;
    if (!glosses.isEmpty())
        in.glossHeight = 1.3 * glossSize * labels.pixelSize();
    if (m_content.isPresented()) {
        presentInput(in);
        return in;
    }
    const QFontMetricsF metrics(labels);
    if (in.sums)
        in.rowLabelWidth =
            std::max({in.rowLabelWidth, metrics.horizontalAdvance(m_content.titleOfSumsBelow()),
                      metrics.horizontalAdvance(tr("in view"))});
    in.rowPositionWidth = m_widths.positionsOf(m_content.down().words);
    in.columnPositionWidth = m_widths.positionsOf(m_content.across().words);
    in.jobWidth = jobWidth();
    return in;
}

void HeadsPicture::presentInput(HeadsGeometryInput& in) const {
    const double u = m_content.display().presentedUnit();
    in.presented = true;
    in.unit = u;
    in.area = m_area.adjusted(40 * u, 0, -56 * u, -26 * u);
    in.columnLabelWidth *= presented::column / presented::row;
    const QStringList& above = m_content.across().labels;
    in.stackedHeight = canStack(above) ? stackedHeight(above, std::round(presented::small * u)) : 0;
    const auto [rowName, columnName] = m_content.axisWords();
    const QFont words = textFont(presented::formula * u);
    in.cornerWidth = std::max(mathTextWidth(rowName + QStringLiteral(" ↓"), words),
                              mathTextWidth(columnName + QStringLiteral(" →"), words));
}

double HeadsPicture::jobWidth() const {
    const double scale = m_content.display().textScale;
    const QFontMetricsF names(textFont(13 * scale, QFont::DemiBold));
    double widest = 0;
    for (const MatrixPanel& panel : m_content.panels()) {
        if (const std::optional<HeadLearnt> found = m_content.finding(panel)) {
            for (const HeadLearnt::Job& job : found->jobs)
                widest = std::max(widest, names.horizontalAdvance(job.relation));
            widest = std::max(widest, 56 * scale); // "nothing above" in two lines
        }
    }
    return widest > 0 ? std::ceil(std::min(widest, 84 * scale)) + 8 : 0;
}

void HeadsPicture::layOut(const QRectF& area) {
    m_area = area;
    m_captionHeight = 0;
    measureLabels();
    HeadsGeometryInput in = geometryInput();
    in.zoom.reset(); // the sentence stays where it is while somebody zooms
    m_geometry = layoutHeads(in);
    if (!m_content.note().isEmpty() && !m_content.isPresented() && !noteFitsBelow())
        makeRoomForCaption(in);
    m_geometry = layoutHeads(geometryInput());
}

void HeadsPicture::makeRoomForCaption(HeadsGeometryInput in) {
    // Where the matrix takes all of the height, some lines of it are the sentence's: as many as it
    // has and cost the cells no digits.
    constexpr double leastMatrix = 160;
    const double scale = m_content.display().textScale;
    const double line = QFontMetricsF(textFont(13 * scale)).lineSpacing();
    const QRectF whole = m_geometry.viewport;
    const double width = m_geometry.caption.width();
    const auto heightOf = [&](int lines) {
        return std::ceil(line * static_cast<double>(captionLines(width, lines).size()));
    };
    const auto digitsWith = [&](int lines) {
        in.captionHeight = heightOf(lines);
        const CellColours colours = m_content.colours(m_content.shownPanel());
        return valueType(layoutHeads(in).matrix, colours, DigitSizes(scale))
            .value_or(NumberType{})
            .characters;
    };
    constexpr int mostLines = 3;
    const int best = digitsWith(1);
    m_captionMost = mostLines;
    while (m_captionMost > 1 && digitsWith(m_captionMost) < best)
        --m_captionMost;
    const double needed = heightOf(m_captionMost);
    if (whole.height() - needed >= leastMatrix * scale)
        m_captionHeight = needed;
}

std::optional<MatrixZoom> HeadsPicture::zoom() const {
    const Shape shape = m_content.shape();
    const auto found = m_zooms.find({shape[0], shape[1]});
    return found == m_zooms.end() ? std::nullopt : std::optional(found->second);
}

void HeadsPicture::setZoom(const std::optional<MatrixZoom>& zoom) {
    const Shape shape = m_content.shape();
    if (zoom)
        m_zooms[{shape[0], shape[1]}] = *zoom;
    else
        m_zooms.erase({shape[0], shape[1]});
}

Index HeadsPicture::pooledCells(double devicePixelRatio) const {
    if (m_content.isEmpty())
        return 1;
    return m_content.prepared(m_content.shownPanel())
        .levels.at(m_content.shown(), m_geometry.matrix.smallerPitch() * devicePixelRatio)
        .factor;
}

QString HeadsPicture::seenText(double devicePixelRatio) const {
    if (m_content.isEmpty())
        return {};
    QStringList said;
    if (const Index pooled = pooledCells(devicePixelRatio); pooled > 1)
        said << tr("%1 × %1 cells per pixel, the largest").arg(pooled);
    const CellSpan seen = seenCells();
    const MatrixGeometry& matrix = m_geometry.matrix;
    if (!(seen == matrix.span()))
        said << partText(seen, matrix.rows, matrix.columns, m_content.isQueryKey());
    return joined(said);
}

std::optional<PanelCell> HeadsPicture::cellAt(QPointF position) const {
    if (m_content.isEmpty())
        return std::nullopt;
    const auto cellOf = [position](int panel, const MatrixGeometry& matrix) {
        const auto cell = matrix.cellAt(position);
        return cell ? std::optional(PanelCell{panel, cell->row, cell->column}) : std::nullopt;
    };
    if (m_geometry.viewport.contains(position))
        return cellOf(m_content.shownPanel(), m_geometry.matrix);
    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        const Thumbnail& small = m_geometry.thumbnails[i];
        if (small.viewport.contains(position))
            return cellOf(static_cast<int>(i), small.matrix);
    }
    return std::nullopt;
}

std::optional<int> HeadsPicture::thumbnailAt(QPointF position) const {
    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        if (m_geometry.thumbnails[i].frame.contains(position))
            return static_cast<int>(i);
    }
    return std::nullopt;
}

MatrixPicture HeadsPicture::matrixPicture() const {
    const int shown = m_content.shownPanel();
    const MatrixPanel& panel = m_content.shown();
    const Scene& scene = m_content.scene();
    const double scale = scene.display.textScale;
    const MatrixGeometry& cells = m_geometry.matrix;
    MatrixPicture picture;
    picture.panel = m_content.sharedShown();
    picture.colours = m_content.colours(shown);
    picture.geometry = cells;
    picture.viewport = m_geometry.viewport;
    picture.values = scene.display.valuesInCells;
    // Larger cells have larger digits.
    picture.digits = DigitSizes(std::clamp(0.22 * cells.pitchX / scale, 13.0, 22.0) * scale, 9.5);
    constexpr double roundsToNothing = 0.005; // in two decimals
    if (m_geometry.zoomed && isSequential(panel.name))
        picture.digits.quietBelow = roundsToNothing;
    picture.spotlight = scene.display.spotlight;
    const auto place = [](const std::optional<PanelCell>& cell) {
        return cell ? std::optional(MatrixGeometry::Position{cell->row, cell->column})
                    : std::nullopt;
    };
    picture.locked = place(scene.selection.locked);
    picture.hovered = place(scene.selection.hovered);
    const bool presented = m_content.isPresented();
    const std::optional<PanelCell> asked = scene.selection.asked();
    const auto axisOf = [&](const HeadsSide& side, Index marked) {
        TokenAxis axis;
        axis.glosses = side.notes.glosses;
        axis.labels = side.written(presented);
        axis.asked = asked ? marked : -1;
        axis.starts = side.words.starts;
        axis.positioned = side.words.positioned && !presented;
        axis.positionPixels = LabelWidths::positionPixels * scale;
        axis.positionExtent = m_widths.positionsOf(side.words);
        return axis;
    };
    const PanelCell marked = asked.value_or(PanelCell());
    picture.across = axisOf(m_content.across(), cells.turned ? marked.row : marked.column);
    picture.down = axisOf(m_content.down(), cells.turned ? marked.column : marked.row);
    picture.across.extent = m_geometry.columnLabels.height();
    picture.across.inCells = !m_geometry.columnLabelsUpright;
    picture.across.pixels = m_geometry.columnLabelsUpright
                                ? 13 * scale
                                : std::floor(13 * scale * m_geometry.columnLabelScale);
    picture.down.extent = m_geometry.rowLabels.width() + 6;
    picture.down.pixels = 13 * scale;
    picture.across.tokens = m_geometry.columnTokens;
    picture.down.tokens = m_geometry.rowTokens;
    picture.rings = ringsOf(scene.pointed, shown, panel.matrix.size(0), panel.matrix.size(1));
    // A letter in the corner of a smaller cell would lie on its number.
    constexpr double besideLetters = 28;
    if (cells.pitchX < besideLetters &&
        std::ranges::any_of(picture.rings, [](const MatrixRing& r) { return !r.letter.isEmpty(); }))
        picture.values = false;
    if (presented)
        presentMatrix(picture);
    return picture;
}

void HeadsPicture::presentMatrix(MatrixPicture& picture) const {
    const double u = m_content.display().presentedUnit();
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

bool HeadsPicture::valuesFit() const {
    return !m_content.isEmpty() && matrixPicture().valuesFit();
}

HeadsTitle HeadsPicture::title() const {
    const double scale = m_content.display().textScale;
    const double behindTitle = 16 * scale;
    HeadsTitle title;
    title.font = textFont(20 * scale, QFont::DemiBold);
    title.stageFont = textFont(14 * scale);
    title.room = m_geometry.title;
    title.room.setLeft(m_geometry.viewport.left());
    if (m_content.shown().kind == MatrixPanel::Kind::Head) {
        const double side = 24 * scale;
        title.badge = QRectF(title.room.left(), title.room.center().y() - side / 2, side, side);
        title.room.setLeft(title.badge.right() + 12 * scale);
    }
    title.text = m_content.titleOf(m_content.shown());
    const QFontMetricsF metrics(title.font);
    const std::optional<HeadLearnt> found = m_content.finding(m_content.shown());
    if (found && HeadsContent::isClaimedOf(m_content.shown())) {
        const double room = title.room.width();
        const QString whole = tr("%1 %2", "head 1 has learnt …").arg(title.text, found->title);
        const QString brief = tr("%1: %2", "head 1: object .99").arg(title.text, found->brief);
        const QStringList stage = m_content.subtitles();
        const auto leavesRoom = [&](const QString& words) {
            const double rest = room - metrics.horizontalAdvance(words) - behindTitle;
            return std::ranges::any_of(stage, [&](const QString& said) {
                return !said.isEmpty() && mathTextWidth(said, title.stageFont) <= rest;
            });
        };
        // In a narrow window the stage, the job and its share come before the words around them.
        title.whole =
            leavesRoom(whole) || (metrics.horizontalAdvance(whole) <= room && !leavesRoom(brief));
        title.text = title.whole ? whole : metrics.elidedText(brief, Qt::ElideRight, room);
    }
    title.stageRoom = title.room;
    title.stageRoom.setLeft(title.room.left() + metrics.horizontalAdvance(title.text) +
                            behindTitle);
    return title;
}

std::pair<QString, QFont> HeadsPicture::askedValueIn(const MatrixPanel& panel, double room,
                                                     bool chosen) const {
    constexpr double smallest = 10;
    const double scale = m_content.display().textScale;
    const QString value = m_content.askedValue(panel);
    const QFont font = fittedFont(numberFont(13 * scale, chosen ? QFont::Bold : QFont::Normal),
                                  value, room, smallest * scale);
    const bool fits = QFontMetricsF(font).horizontalAdvance(value) <= room;
    return {fits ? value : QString(), font};
}

QStringList HeadsPicture::captionLines(double width, int most) const {
    const QFont font = textFont(13 * m_content.display().textScale);
    QString said = m_content.note();
    const MatrixPanel& panel = m_content.shown();
    const std::optional<HeadLearnt> found = m_content.finding(panel);
    if (found && HeadsContent::isClaimedOf(panel) && !title().whole) {
        // Of a head whose share stands in the title, what is left to say of it.
        const HeadEvidence* const evidence = m_content.scene().run->origin().learnt->find(
            m_content.scene().selection.scope, panel.head);
        if (found->jobs.isEmpty())
            said = tr("its largest share, in held-out sentences; by chance %1")
                       .arg(QString::number(evidence->shares.front().chance, 'f', 2).mid(1));
        else if (said.startsWith(found->brief)) // as the evidence begins
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

QStringList HeadsPicture::captionLines() const {
    return hasCaption() ? captionLines(m_geometry.caption.width(), m_captionMost) : QStringList();
}

bool HeadsPicture::noteFitsBelow() const {
    const QRectF room(0, 0, m_geometry.note.width(), 1000);
    const QFontMetricsF metrics(textFont(13 * m_content.display().textScale));
    return std::ceil(metrics.boundingRect(room, Qt::TextWordWrap, m_content.note()).height()) <=
           m_geometry.note.height();
}

QString HeadsPicture::writtenNote() const {
    return hasCaption() || (!m_geometry.zoomed && noteFitsBelow()) ? m_content.note() : QString();
}

bool HeadsPicture::isNoteCut() const {
    return hasCaption() && captionLines().last().endsWith(QChar(0x2026));
}

} // namespace headscope
