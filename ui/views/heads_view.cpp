// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/heads_view.h"

#include "experiment/examples.h"
#include "plots/colour_scale.h"
#include "plots/matrix_plot.h"
#include "scene/fonts.h"
#include "scene/number_format.h"
#include "scene/statements.h"
#include "scene/value_range.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

constexpr double viewPadding = 24;
constexpr double widestLabel = 128; ///< longer tokens are elided

double widestOf(const QStringList& labels, const QFont& font) {
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
    const bool sameMatrices = m_scene.trace == scene.trace &&
                              m_scene.experiment == scene.experiment &&
                              m_scene.selection.scope == scene.selection.scope &&
                              m_scene.selection.stage == scene.selection.stage &&
                              m_scene.selection.tensor == scene.selection.tensor &&
                              m_scene.selection.sequence == scene.selection.sequence &&
                              m_scene.display == scene.display && !m_panels.empty();
    const bool sameLayout = sameMatrices && m_scene.selection.solo == scene.selection.solo;
    const bool sameCell = m_scene.selection.asked() == scene.selection.asked();
    m_scene = scene;
    if (!sameMatrices) {
        QToolTip::hideText(); // what it says may not be true any more
        rebuild();
    }
    if (!sameCell || !sameMatrices)
        announceCell();
    if (sameLayout || m_panels.empty())
        refresh();
    else
        relayout();
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
    for (const PreparedPanel& prepared : m_prepared->panels)
        m_panels.push_back(prepared.panel);
    if (m_preview && *m_preview >= static_cast<int>(m_panels.size()))
        m_preview.reset();
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_drawn.colours.push_back({mapOf(m_panels[i].name, m_scene.display.map),
                                   m_prepared->range(i, m_scene.display.range),
                                   m_scene.display.theme});
    m_drawn.thumbnails.resize(m_panels.size());
    m_note.clear();
    const Example* example = findExample(m_scene.experiment->example);
    // The sentence speaks of the example's own words and sizes.
    if (example && isUnedited(*m_scene.experiment))
        m_note = QCoreApplication::translate("Example", example->explanation);
    const MatrixPanel& first = m_panels.front();
    m_rowLabels = rowLabels(m_scene.tokens(), first, selection.sequence);
    m_columnLabels = columnLabels(m_scene.tokens(), first, selection.sequence);
}

void HeadsView::measureLabels(const QFont& font) {
    // Shaping a few hundred words costs more than an edit of one number may.
    if (m_measuredRows == m_rowLabels && m_measuredColumns == m_columnLabels &&
        m_measuredPixels == font.pixelSize())
        return;
    m_measuredRows = m_rowLabels;
    m_measuredColumns = m_columnLabels;
    m_measuredPixels = font.pixelSize();
    m_rowLabelWidth = widestOf(m_rowLabels, font);
    m_columnLabelWidth = widestOf(m_columnLabels, font);
}

void HeadsView::refresh() {
    m_plot->setVisible(!m_panels.empty());
    m_scale->setVisible(!m_panels.empty());
    update();
    if (m_panels.empty())
        return;
    const auto shown = static_cast<std::size_t>(shownPanel());
    m_plot->setPicture(picture());
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    const MatrixPanel& panel = m_panels[shown];
    std::optional<double> marked;
    if (asked && panel.markOf(asked->row, asked->column) == CellMark::None)
        marked = panel.matrix(asked->row, asked->column);
    m_scale->setColours(colourBar().toRect(), m_drawn.colours[shown], marked);
}

MatrixPicture HeadsView::picture() const {
    const auto shown = static_cast<std::size_t>(shownPanel());
    const Selection& selection = m_scene.selection;
    const double scale = m_scene.display.textScale;
    MatrixPicture picture;
    picture.panel = {m_prepared, &m_prepared->panels[shown]};
    picture.colours = m_drawn.colours[shown];
    picture.geometry = m_layout.matrix;
    picture.viewport = m_layout.viewport;
    picture.values = m_scene.display.valuesInCells;
    picture.textScale = scale;
    const auto place = [](const std::optional<PanelCell>& cell) {
        return cell ? std::optional(MatrixGeometry::Position{cell->row, cell->column})
                    : std::nullopt;
    };
    picture.locked = place(selection.locked);
    picture.hovered = place(selection.hovered);
    const std::optional<PanelCell> asked = selection.asked();
    TokenAxis rows;
    rows.labels = m_rowLabels;
    rows.asked = asked ? asked->row : -1;
    TokenAxis columns;
    columns.labels = m_columnLabels;
    columns.asked = asked ? asked->column : -1;
    picture.across = m_layout.matrix.turned ? rows : columns;
    picture.down = m_layout.matrix.turned ? columns : rows;
    picture.across.extent = m_layout.columnLabels.height();
    picture.across.inCells = !m_layout.columnLabelsUpright;
    picture.across.pixels = m_layout.columnLabelsUpright
                                ? 13 * scale
                                : std::floor(13 * scale * m_layout.columnLabelScale);
    picture.down.extent = m_layout.rowLabels.width() + 6;
    picture.down.pixels = 13 * scale;
    return picture;
}

void HeadsView::relayout() {
    if (m_panels.empty())
        return;
    const double scale = m_scene.display.textScale;
    // The asked label is written bold: that is the width to leave room for.
    const QFont labels = textFont(13 * scale, QFont::DemiBold);
    const bool turned = m_scene.isTurned();
    HeadsLayoutInput in;
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
    const double sumTitle = in.sums ? QFontMetricsF(labels).horizontalAdvance(tr("Σ column")) : 0;
    in.rowLabelWidth = std::max(turned ? m_columnLabelWidth : m_rowLabelWidth, sumTitle);
    in.columnLabelWidth = turned ? m_rowLabelWidth : m_columnLabelWidth;
    in.textScale = scale;
    m_layout = layoutHeads(in);
    refresh();
    Q_EMIT laidOut();
}

std::optional<ValueRange> HeadsView::range() const {
    if (m_panels.empty())
        return std::nullopt;
    return m_drawn.colours[static_cast<std::size_t>(shownPanel())].range;
}

bool HeadsView::valuesFit() const {
    return !m_panels.empty() &&
           headscope::valuesFit(m_layout.matrix,
                                m_drawn.colours[static_cast<std::size_t>(shownPanel())],
                                m_scene.display.textScale);
}

Index HeadsView::pooledCells() const {
    if (m_panels.empty())
        return 1;
    const int shown = shownPanel();
    return prepared(shown)
        .levels
        .at(m_panels[static_cast<std::size_t>(shown)], m_layout.matrix.pitchX * devicePixelRatioF())
        .factor;
}

bool HeadsView::showsSums() const {
    return !m_panels.empty() && (m_panels.front().name == TensorName::AttentionWeights ||
                                 m_panels.front().name == TensorName::DroppedWeights);
}

int HeadsView::shownPanel() const {
    const int last = static_cast<int>(m_panels.size()) - 1;
    return std::clamp(m_preview.value_or(m_scene.selection.panel), 0, std::max(0, last));
}

std::optional<PanelCell> HeadsView::cellAt(QPointF position) const {
    if (m_panels.empty())
        return std::nullopt;
    if (m_layout.viewport.contains(position)) {
        const auto cell = m_layout.matrix.cellAt(position);
        return cell ? std::optional(PanelCell{shownPanel(), cell->row, cell->column})
                    : std::nullopt;
    }
    for (std::size_t i = 0; i < m_layout.thumbnails.size(); ++i) {
        if (const auto cell = m_layout.thumbnails[i].matrix.cellAt(position))
            return PanelCell{static_cast<int>(i), cell->row, cell->column};
    }
    return std::nullopt;
}

std::optional<int> HeadsView::thumbnailAt(QPointF position) const {
    for (std::size_t i = 0; i < m_layout.thumbnails.size(); ++i) {
        if (m_layout.thumbnails[i].frame.contains(position))
            return static_cast<int>(i);
    }
    return std::nullopt;
}

void HeadsView::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<int> preview = thumbnailAt(event->position());
    if (preview != m_preview) {
        m_preview = preview;
        refresh();
    }
    const std::optional<PanelCell> cell = cellAt(event->position());
    setCursor(cell || preview ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (cell && cell != m_scene.selection.hovered)
        Q_EMIT hovered(cell);
}

void HeadsView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    const std::optional<int> thumbnail = thumbnailAt(event->position());
    const std::optional<PanelCell> cell = cellAt(event->position());
    if (thumbnail)
        Q_EMIT panelAsked(*thumbnail);
    else if (cell)
        // A second click on the locked cell lets it go again.
        Q_EMIT locked(cell == m_scene.selection.locked ? std::nullopt : cell);
}

void HeadsView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_panels.size() < 2)
        return;
    const std::optional<int> thumbnail = thumbnailAt(event->position());
    if (thumbnail) {
        m_preview.reset();
        Q_EMIT panelAsked(*thumbnail);
        Q_EMIT soloAsked(true);
    } else if (cellAt(event->position())) {
        Q_EMIT soloAsked(!m_scene.selection.solo);
    }
}

void HeadsView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    if (std::exchange(m_preview, std::nullopt))
        refresh();
    // The last question stays: an inspector that empties itself whenever the
    // pointer leaves cannot be read.
}

void HeadsView::keyPressEvent(QKeyEvent* event) {
    if (m_panels.empty() || (event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)))
        return QWidget::keyPressEvent(event);
    const Selection& selection = m_scene.selection;
    const MatrixPanel& panel = m_panels.front();
    PanelCell cell = selection.asked().value_or(PanelCell{selection.panel, 0, 0});
    cell.panel = selection.panel;
    const bool turned = m_scene.isTurned();
    Index across = 0;
    Index down = 0;
    switch (event->key()) {
    case Qt::Key_Left: across = -1; break;
    case Qt::Key_Right: across = 1; break;
    case Qt::Key_Up: down = -1; break;
    case Qt::Key_Down: down = 1; break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT locked(cell); return;
    case Qt::Key_M:
        if (isQueryKey() && selection.asked()) {
            Q_EMIT pairToggled(cell.row, cell.column);
            return;
        }
        return QWidget::keyPressEvent(event);
    default: return QWidget::keyPressEvent(event);
    }
    if (selection.asked()) {
        cell.row =
            std::clamp<Index>(cell.row + (turned ? across : down), 0, panel.matrix.size(0) - 1);
        cell.column =
            std::clamp<Index>(cell.column + (turned ? down : across), 0, panel.matrix.size(1) - 1);
    }
    if (selection.locked)
        Q_EMIT locked(cell);
    else
        Q_EMIT hovered(cell);
}

void HeadsView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    // Who comes by keyboard gets a cursor to see; who comes by mouse has the pointer.
    if (event->reason() != Qt::MouseFocusReason && !m_scene.selection.asked() && !m_panels.empty())
        Q_EMIT hovered(PanelCell{m_scene.selection.panel, 0, 0});
}

QString HeadsView::panelTitle(const MatrixPanel& panel) const {
    switch (panel.kind) {
    case MatrixPanel::Kind::Head: return tr("Head %1").arg(panel.head + 1);
    case MatrixPanel::Kind::MeanHead: return tr("Mean of the heads");
    case MatrixPanel::Kind::MaxHead: return tr("Largest of the heads");
    case MatrixPanel::Kind::Whole: break;
    }
    QString title = statementOf(m_scene, panel.name).title;
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QStringList HeadsView::subtitles() const {
    if (m_panels.empty())
        return {};
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    const TensorStatement said = statementOf(m_scene, panel.name);
    const bool named = panel.kind == MatrixPanel::Kind::Whole; // by the title already
    const auto inBlock = [&](const QString& words) {
        return said.block.isEmpty() || words.isEmpty() ? said.block + words
                                                       : said.block + QStringLiteral(": ") + words;
    };
    return {inBlock(named ? said.formula : said.equation()),
            inBlock(named ? QString() : said.title), said.block};
}

QString HeadsView::askedValue(const MatrixPanel& panel) const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    // A query of padding has no number that anybody compares.
    return asked && !panel.isPadding(asked->row, asked->column)
               ? cellText(panel.matrix(asked->row, asked->column), 5)
               : QString();
}

std::pair<QString, QString> HeadsView::rangeTexts() const {
    const ValueRange range = m_drawn.colours[static_cast<std::size_t>(shownPanel())].range;
    return {rangeText(range.low), rangeText(range.high)};
}

QString HeadsView::sumTip(QPointF position) const {
    if (!showsSums())
        return {};
    const MatrixGeometry& matrix = m_layout.matrix;
    const QRectF below = m_layout.columnSums.united(m_layout.columnBars);
    // The sum that stands beside a cell of the first column or under one of the first row.
    QPointF beside = position;
    if (m_layout.rowSums.contains(position))
        beside.setX(matrix.origin.x() + 1);
    else if (below.contains(position))
        beside.setY(matrix.origin.y() + 1);
    else
        return {};
    const auto cell = matrix.cellAt(beside);
    if (!cell)
        return {};
    const bool ofRow = m_layout.rowSums.contains(position) != matrix.turned;
    if (ofRow && m_panels[static_cast<std::size_t>(shownPanel())].isPadding(cell->row, 0))
        return {};
    const auto i = static_cast<std::size_t>(ofRow ? cell->row : cell->column);
    const QString label = (ofRow ? m_rowLabels : m_columnLabels).value(static_cast<qsizetype>(i));
    return QStringLiteral("Σ %1: %2")
        .arg(label, fullNumber((ofRow ? prepared(shownPanel()).sums.rows
                                      : prepared(shownPanel()).sums.columns)[i]));
}

QString HeadsView::describe(const PanelCell& cell) const {
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    const QString value = cellStatement(panel, cell.row, cell.column);
    const QString row = m_rowLabels.value(cell.row);
    const QString column = m_columnLabels.value(cell.column);
    if (isQueryKey())
        return tr("%1, query %2, key %3: %4").arg(panelTitle(panel), row, column, value);
    return tr("%1, row %2, column %3: %4").arg(panelTitle(panel), row, column, value);
}

void HeadsView::announceCell() {
    const std::optional<PanelCell> cell = m_scene.selection.asked();
    const bool valid = cell && cell->panel < static_cast<int>(m_panels.size()) &&
                       cell->row < m_rowLabels.size() && cell->column < m_columnLabels.size();
    setAccessibleDescription(valid ? describe(*cell) : QString());
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

bool HeadsView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<PanelCell> cell = cellAt(help->pos());
        if (cell)
            QToolTip::showText(help->globalPos(), describe(*cell), this);
        else if (const QString sum = sumTip(help->pos()); !sum.isEmpty())
            QToolTip::showText(help->globalPos(), sum, this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
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
