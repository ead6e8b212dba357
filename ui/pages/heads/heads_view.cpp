// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_view.h"

#include "pages/heads/heads_presented.h"
#include "plots/colour_scale.h"
#include "plots/matrix_plot.h"
#include "scene/fonts.h"
#include "scene/learnt_words.h"
#include "scene/statements.h"
#include "scene/value_range.h"
#include "scene/word_notes.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFontMetricsF>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr double viewPadding = 24;
constexpr double widestLabel = 128; ///< longer tokens are elided

constexpr double positionPixels = 11;
/// How wide a label is about, in halves of a Chinese character.
qsizetype roughWidth(const QString& label) {
    constexpr char16_t firstWide = 0x2E80;
    return label.size() + std::ranges::count_if(label, [](QChar c) { return c >= firstWide; });
}

/// Of many labels only those are measured that may be the widest: 8,192 took 17 ms.
double widestOf(QStringList labels, const QFont& font) {
    constexpr qsizetype mostMeasured = 256;
    if (labels.size() > mostMeasured) {
        std::ranges::nth_element(labels, labels.begin() + mostMeasured, std::ranges::greater{},
                                 roughWidth);
        labels.resize(mostMeasured);
    }
    const QFontMetricsF metrics(font);
    double widest = 0;
    for (const QString& label : labels) {
        if (widest < widestLabel)
            widest = std::max(widest, metrics.horizontalAdvance(label));
    }
    return std::min(widest, widestLabel);
}

} // namespace

HeadsView::HeadsView(QWidget* parent)
    : QWidget(parent)
    , m_plot(new MatrixPlot(this))
    , m_scale(new ColourScale(this)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Heads: attention matrices"));
}

void HeadsView::setScene(const Scene& scene) {
    const bool sameStage = m_scene.selection.scope == scene.selection.scope &&
                           m_scene.selection.stage == scene.selection.stage &&
                           m_scene.selection.tensor == scene.selection.tensor;
    const bool sameMatrices = m_scene.trace == scene.trace && m_scene.run == scene.run &&
                              sameStage && m_scene.selection.sequence == scene.selection.sequence &&
                              m_scene.display == scene.display && !m_panels.empty();
    const bool sameGeometry = sameMatrices && m_scene.selection.solo == scene.selection.solo;
    const std::optional<PanelCell> before = m_scene.selection.asked();
    const std::optional<PanelCell> asked = scene.selection.asked();
    const bool sameCell = before == asked;
    const bool samePlace =
        before && asked && before->row == asked->row && before->column == asked->column;
    m_scene = scene;
    if (!sameMatrices) {
        const Shape shape = m_panels.empty() ? Shape{} : m_panels.front().matrix.shape();
        QToolTip::hideText(); // what it says may not be true any more
        rebuild();
        // Another stage may have its own size; the same stage has it of another experiment.
        if (sameStage && !m_panels.empty() && m_panels.front().matrix.shape() != shape)
            m_zooms.clear();
    }
    if (!sameCell || !sameMatrices)
        announceCell();
    if (m_typed && (!sameStage || m_typed->panel != shownPanel()))
        m_typed.reset();
    if (sameGeometry || m_panels.empty())
        refresh();
    else
        relayout();
    placeEditor();
    // Who asks from elsewhere sees the cell, too.
    if (!samePlace && sameStage && asked && m_geometry.zoomed && !m_preview &&
        m_drag.kind == Drag::Kind::None &&
        !m_geometry.matrix.cellRect(asked->row, asked->column).intersects(m_geometry.viewport))
        setZoom(showing(geometryInput(), m_geometry, asked->row, asked->column));
}

void HeadsView::rebuild() {
    m_panels.clear();
    m_drawn = {};
    m_prepared.reset();
    m_rowLabels.clear();
    m_columnLabels.clear();
    if (m_scene.isEmpty())
        return;
    const Selection& selection = m_scene.selection;
    const std::optional<TensorName> shown = shownTensor(m_scene);
    if (!shown)
        return;
    m_prepared = preparedStage(m_scene);
    if (m_prepared->panels.empty())
        return;
    // Mean and largest only where they are asked for.
    const bool summaries = m_scene.display.summaries || selection.panel >= m_scene.run->heads();
    for (const PreparedPanel& prepared : m_prepared->panels) {
        if (summaries || (prepared.panel.kind != MatrixPanel::Kind::MeanHead &&
                          prepared.panel.kind != MatrixPanel::Kind::MaxHead))
            m_panels.push_back(prepared.panel);
    }
    if (m_preview && *m_preview >= static_cast<int>(m_panels.size()))
        m_preview.reset();
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_drawn.colours.push_back({mapOf(m_panels[i].name, m_scene.display.map),
                                   m_prepared->range(i, m_scene.display.range),
                                   m_scene.display.theme});
    m_drawn.thumbnails.resize(m_panels.size());
    m_note.clear();
    const RunOrigin& origin = m_scene.run->origin();
    if (m_scene.display.notes)
        m_note = runNote(origin);
    const MatrixPanel& first = m_panels.front();
    m_rowLabels = rowLabels(m_scene.tokens(), first, selection.sequence);
    m_columnLabels = columnLabels(m_scene.tokens(), first, selection.sequence);
    m_rowWords = sideWords(m_scene.tokens(), first, 0, selection.sequence, m_rowLabels);
    m_columnWords = sideWords(m_scene.tokens(), first, 1, selection.sequence, m_columnLabels);
    const auto notesOf = [&](std::size_t side) {
        return wordNotes(*m_scene.run, selection.scope, first, side, selection.sequence);
    };
    m_rowNotes = notesOf(0);
    m_columnNotes = notesOf(1);
    m_rowWords.words = markedWords(m_rowWords.words, m_rowNotes);
    m_columnWords.words = markedWords(m_columnWords.words, m_columnNotes);
}

const QStringList& HeadsView::wordsOf(const SideWords& side, const QStringList& labels) const {
    const bool onlyPlaces = side.positioned && side.words.value(0).isEmpty();
    return isPresented() && onlyPlaces ? labels : side.words;
}

void HeadsView::measureLabels(const QFont& font) {
    // Shaping a few hundred words costs more than an edit of one number may.
    const QStringList& rows = wordsOf(m_rowWords, m_rowLabels);
    const QStringList& columns = wordsOf(m_columnWords, m_columnLabels);
    if (m_measuredRows == rows && m_measuredColumns == columns &&
        m_measuredGlosses == m_rowNotes.glosses && m_measuredPixels == font.pixelSize())
        return;
    m_measuredRows = rows;
    m_measuredColumns = columns;
    m_measuredGlosses = m_rowNotes.glosses;
    m_measuredPixels = font.pixelSize();
    m_digitWidth =
        QFontMetricsF(numberFont(positionPixels * m_scene.display.textScale, QFont::DemiBold))
            .horizontalAdvance(u'0');
    const QFont small = textFont(glossSize * font.pixelSize());
    m_rowLabelWidth = std::max(widestOf(rows, font), widestOf(m_rowNotes.glosses, small));
    m_columnLabelWidth = columns == rows ? widestOf(rows, font) : widestOf(columns, font);
}

double HeadsView::positionWidth(const SideWords& side) const {
    return side.positioned
               ? m_digitWidth * static_cast<double>(QString::number(side.words.size()).size())
               : 0;
}

void HeadsView::refresh() {
    m_plot->setVisible(!m_panels.empty());
    m_scale->setVisible(!m_panels.empty());
    update();
    if (m_panels.empty())
        return m_plot->clear();
    const auto shown = static_cast<std::size_t>(shownPanel());
    m_plot->setPicture(picture());
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const MatrixPanel& panel = m_panels[shown];
    std::optional<double> marked;
    if (asked && panel.markOf(asked->row, asked->column) == CellMark::None)
        marked = m_drawn.colours[shown].range.placeOf(panel.matrix(asked->row, asked->column),
                                                      asked->row);
    m_scale->setColours(colourBar().toRect(), m_drawn.colours[shown], marked);
}

MatrixPicture HeadsView::picture() const {
    const auto shown = static_cast<std::size_t>(shownPanel());
    const Selection& selection = m_scene.selection;
    const double scale = m_scene.display.textScale;
    MatrixPicture picture;
    picture.panel = {m_prepared, &m_prepared->panels[shown]};
    picture.colours = m_drawn.colours[shown];
    picture.geometry = m_geometry.matrix;
    picture.viewport = m_geometry.viewport;
    picture.values = m_scene.display.valuesInCells;
    // Larger cells have larger digits.
    picture.digits =
        DigitSizes(std::clamp(0.22 * m_geometry.matrix.pitchX / scale, 13.0, 22.0) * scale, 9.5);
    constexpr double roundsToNothing = 0.005; // in two decimals
    if (m_geometry.zoomed && isSequential(m_panels[shown].name))
        picture.digits.quietBelow = roundsToNothing;
    picture.spotlight = m_scene.display.spotlight;
    const auto place = [](const std::optional<PanelCell>& cell) {
        return cell ? std::optional(MatrixGeometry::Position{cell->row, cell->column})
                    : std::nullopt;
    };
    picture.locked = place(selection.locked);
    picture.hovered = place(selection.hovered);
    const std::optional<PanelCell> asked = selection.asked();
    const auto axisOf = [&](const SideWords& words, const QStringList& labels,
                            const WordNotes& notes, Index marked) {
        TokenAxis axis;
        axis.glosses = notes.glosses;
        axis.labels = wordsOf(words, labels);
        axis.asked = marked;
        axis.starts = words.starts;
        axis.positioned = words.positioned && !isPresented();
        axis.positionPixels = positionPixels * scale;
        axis.positionExtent = positionWidth(words);
        return axis;
    };
    const TokenAxis rows = axisOf(m_rowWords, m_rowLabels, m_rowNotes, asked ? asked->row : -1);
    const TokenAxis columns =
        axisOf(m_columnWords, m_columnLabels, m_columnNotes, asked ? asked->column : -1);
    picture.across = m_geometry.matrix.turned ? rows : columns;
    picture.down = m_geometry.matrix.turned ? columns : rows;
    picture.across.extent = m_geometry.columnLabels.height();
    picture.across.inCells = !m_geometry.columnLabelsUpright;
    picture.across.pixels = m_geometry.columnLabelsUpright
                                ? 13 * scale
                                : std::floor(13 * scale * m_geometry.columnLabelScale);
    picture.down.extent = m_geometry.rowLabels.width() + 6;
    picture.down.pixels = 13 * scale;
    picture.across.tokens = m_geometry.columnTokens;
    picture.down.tokens = m_geometry.rowTokens;
    const Shape& shape = m_panels[shown].matrix.shape();
    picture.rings = ringsOf(m_scene.pointed, static_cast<int>(shown), shape[0], shape[1]);
    // A letter in the corner of a smaller cell would lie on its number.
    constexpr double besideLetters = 28;
    if (m_geometry.matrix.pitchX < besideLetters &&
        std::ranges::any_of(picture.rings, [](const MatrixRing& r) { return !r.letter.isEmpty(); }))
        picture.values = false;
    if (isPresented())
        presentPicture(picture);
    return picture;
}

Index HeadsView::columnsOfHead() const {
    const MatrixPanel& panel = m_panels.front();
    const Tensor& tensor = (*m_scene.trace)[panel.step].result;
    const Axis axis = tensor.axes()[panel.columnAxis];
    if (panel.isVector() || (axis != Axis::HeadsKeyDim && axis != Axis::HeadsValueDim))
        return 0;
    const Index columns = panel.matrix.size(1);
    const Index heads = m_scene.run->heads();
    return heads > 1 && columns % heads == 0 ? columns / heads : 0;
}

HeadsGeometryInput HeadsView::geometryInput() {
    const double scale = m_scene.display.textScale;
    // The asked label is written bold: that is the width to leave room for.
    const QFont labels = textFont(13 * scale, QFont::DemiBold);
    const bool turned = m_scene.isTurned();
    HeadsGeometryInput in;
    in.area = QRectF(rect()).adjusted(viewPadding, 12, -viewPadding, -12);
    in.panels = static_cast<int>(m_panels.size());
    in.summaries = static_cast<int>(
        std::count_if(m_panels.begin(), m_panels.end(), [](const MatrixPanel& panel) {
            return panel.kind == MatrixPanel::Kind::MeanHead ||
                   panel.kind == MatrixPanel::Kind::MaxHead;
        }));
    in.rows = m_panels.front().matrix.size(0);
    in.columns = m_panels.front().matrix.size(1);
    in.turned = turned;
    in.solo = m_scene.selection.solo;
    in.sums = showsSums();
    measureLabels(labels);
    const QFontMetricsF metrics(labels);
    const double sumTitle = in.sums ? std::max(metrics.horizontalAdvance(titleOfSumsBelow()),
                                               metrics.horizontalAdvance(tr("in view")))
                                    : 0;
    in.rowLabelWidth = std::max(turned ? m_columnLabelWidth : m_rowLabelWidth, sumTitle);
    in.columnLabelWidth = turned ? m_rowLabelWidth : m_columnLabelWidth;
    if (!isPresented()) {
        in.rowPositionWidth = positionWidth(turned ? m_columnWords : m_rowWords);
        in.columnPositionWidth = positionWidth(turned ? m_rowWords : m_columnWords);
    }
    if (!(turned ? m_rowNotes : m_columnNotes).glosses.isEmpty())
        in.glossHeight = 1.3 * glossSize * labels.pixelSize();
    in.captionHeight = m_captionHeight;
    in.jobWidth = isPresented() ? 0 : jobWidth();
    in.columnsOfHead = columnsOfHead();
    in.textScale = scale;
    in.zoom = zoom();
    if (isPresented())
        measurePresented(in);
    return in;
}

void HeadsView::relayout() {
    if (m_panels.empty())
        return;
    m_captionHeight = 0;
    HeadsGeometryInput in = geometryInput();
    in.zoom.reset(); // the sentence stays where it is while somebody zooms
    m_geometry = layoutHeads(in);
    if (!note().isEmpty() && !m_scene.display.presentation && !noteFitsBelow())
        makeRoomForCaption(in);
    m_geometry = layoutHeads(geometryInput());
    refresh();
    placeEditor();
    Q_EMIT laidOut();
}

void HeadsView::makeRoomForCaption(HeadsGeometryInput in) {
    // Where the matrix takes all of the height, some lines of it are the sentence's: as many as it
    // has and cost the cells no digits.
    constexpr double leastMatrix = 160;
    const double scale = m_scene.display.textScale;
    const double line = QFontMetricsF(textFont(13 * scale)).lineSpacing();
    const QRectF whole = m_geometry.viewport;
    const double width = m_geometry.caption.width();
    const auto digits = [&](const HeadsGeometry& geometry) {
        return valueCharacters(geometry.matrix,
                               m_drawn.colours[static_cast<std::size_t>(shownPanel())],
                               DigitSizes(scale));
    };
    const auto heightOf = [&](int lines) {
        return std::ceil(line * static_cast<double>(captionLines(width, lines).size()));
    };
    const auto digitsWith = [&](int lines) {
        in.captionHeight = heightOf(lines);
        return digits(layoutHeads(in));
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

std::optional<ValueScale> HeadsView::range() const {
    if (m_panels.empty())
        return std::nullopt;
    return m_drawn.colours[static_cast<std::size_t>(shownPanel())].range;
}

bool HeadsView::valuesFit() const {
    return !m_panels.empty() && picture().valuesFit();
}

Index HeadsView::pooledCells() const {
    if (m_panels.empty())
        return 1;
    const int shown = shownPanel();
    return prepared(shown)
        .levels
        .at(m_panels[static_cast<std::size_t>(shown)],
            m_geometry.matrix.smallerPitch() * devicePixelRatioF())
        .factor;
}

bool HeadsView::showsSums() const {
    return !m_panels.empty() && (m_panels.front().name == TensorName::AttentionWeights ||
                                 m_panels.front().name == TensorName::DroppedWeights);
}

std::optional<MatrixZoom> HeadsView::zoom() const {
    const Shape& shape = m_panels.front().matrix.shape();
    const auto found = m_zooms.find({shape[0], shape[1]});
    return found == m_zooms.end() ? std::nullopt : std::optional(found->second);
}

void HeadsView::setZoom(const std::optional<MatrixZoom>& zoom) {
    if (m_panels.empty() || zoom == this->zoom())
        return;
    const Shape& shape = m_panels.front().matrix.shape();
    if (zoom)
        m_zooms[{shape[0], shape[1]}] = *zoom;
    else
        m_zooms.erase({shape[0], shape[1]});
    relayout();
}

void HeadsView::showCells(const CellSpan& span) {
    if (!m_panels.empty())
        setZoom(zoomedTo(geometryInput(), span));
}

int HeadsView::shownPanel() const {
    const int last = static_cast<int>(m_panels.size()) - 1;
    return std::clamp(m_preview.value_or(m_scene.selection.panel), 0, std::max(0, last));
}

std::optional<PanelCell> HeadsView::cellAt(QPointF position) const {
    if (m_panels.empty())
        return std::nullopt;
    if (m_geometry.viewport.contains(position)) {
        const auto cell = m_geometry.matrix.cellAt(position);
        return cell ? std::optional(PanelCell{shownPanel(), cell->row, cell->column})
                    : std::nullopt;
    }
    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        if (!m_geometry.thumbnails[i].viewport.contains(position))
            continue;
        if (const auto cell = m_geometry.thumbnails[i].matrix.cellAt(position))
            return PanelCell{static_cast<int>(i), cell->row, cell->column};
    }
    return std::nullopt;
}

std::optional<int> HeadsView::thumbnailAt(QPointF position) const {
    for (std::size_t i = 0; i < m_geometry.thumbnails.size(); ++i) {
        if (m_geometry.thumbnails[i].frame.contains(position))
            return static_cast<int>(i);
    }
    return std::nullopt;
}

void HeadsView::announceCell() {
    const std::optional<PanelCell> cell = m_scene.selection.asked();
    const bool valid = cell && cell->panel < static_cast<int>(m_panels.size()) &&
                       cell->row < m_rowLabels.size() && cell->column < m_columnLabels.size();
    sayOf(*this, valid ? describe(*cell) : QString());
}

void HeadsView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Heads: attention matrices"));
        rebuild();
        relayout();
    }
    QWidget::changeEvent(event);
}

void HeadsView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    relayout();
}

} // namespace headscope
