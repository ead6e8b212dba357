// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/layers/layers_picture.h"

#include "figure/figure_text.h"
#include "painters/matrix_painter.h"
#include "scene/value_range.h"
#include "words/analysis_text.h"
#include "words/block_text.h"
#include "words/joined.h"
#include "words/labelled_matrix.h"
#include "words/learnt_words.h"
#include "words/measure_text.h"
#include "words/numbers/number_format.h"
#include "words/off_text.h"
#include "words/stage_text.h"
#include "words/statements.h"

#include <algorithm>
#include <cmath>

namespace headscope {

void LayersPicture::clear() {
    m_rows.clear();
    m_prepared.reset();
    m_groups.clear();
    m_bars = {};
    m_columns = 0;
}

void LayersPicture::addRow(const PreparedLayers::Attention& attention, std::size_t source,
                           const QString& note) {
    const Scope place = blockScope(attention.scope);
    Row row;
    row.attention = &attention;
    row.source = source;
    row.note = note;
    row.label = place.layer ? tr("layer %1").arg(*place.layer + 1) : groupName(place);
    row.heads.resize(attention.heads.size());
    if (!attention.heads.empty())
        row.marks = attention.heads.front().panel.possibleMarks();
    m_columns = std::max(m_columns, static_cast<int>(row.heads.size()));
    // The decoder looks in two ways: layers of one kind stand together, whatever
    // lies between them in the computation.
    QString title = groupName(place);
    if (isPartOfStack(place))
        title += QStringLiteral(" · ") + partName(place, false);
    auto group = std::ranges::find(m_groups, title, &Group::title);
    if (group == m_groups.end())
        group = m_groups.insert(group, {title, 0});
    ++group->rows;
    std::ptrdiff_t at = -1;
    for (auto before = m_groups.begin(); before <= group; ++before)
        at += before->rows;
    m_rows.insert(m_rows.begin() + at, std::move(row));
}

void LayersPicture::build() {
    clear();
    if (m_comparing && m_comparison) {
        m_shown = m_comparison->name;
        for (std::size_t i = 0; i < m_comparison->attentions.size(); ++i)
            addRow(m_comparison->attentions[i].difference, i, m_comparison->attentions[i].note);
    } else if (!m_comparing && m_scene.blocks) {
        m_prepared = preparedLayers(m_scene);
        for (std::size_t i = 0; i < m_prepared->attentions.size(); ++i) {
            addRow(m_prepared->attentions[i], i, {});
            m_shown = m_prepared->attentions[i].name;
        }
    }
    arrange();
}

void LayersPicture::arrange() {
    // By their numbers first: whoever was arranged before stands somewhere else.
    auto first = m_rows.begin();
    for (const Group& group : m_groups) {
        std::ranges::sort(first, first + group.rows, {}, &Row::source);
        first += group.rows;
    }
    std::vector<std::size_t> sources;
    std::vector<int> groups;
    for (const Row& row : m_rows)
        sources.push_back(row.source);
    for (const Group& group : m_groups)
        groups.push_back(group.rows);
    m_bars = {};
    const std::optional<Measure>& measure = m_scene.display.layers.measure;
    if (m_comparing && m_comparison)
        m_bars = m_comparison->bars(sources);
    else if (!m_comparing && measure && m_measures && m_measures->suits(m_scene))
        m_bars = barsOf(*m_measures, *measure, scopes());
    else if (measure)
        m_bars.question = measureQuestion(*measure); // their numbers come later
    const LayersArrangement order = arrangedBy(m_scene.display.layers.order, m_bars, groups,
                                               static_cast<std::size_t>(m_columns));
    std::vector<Row> arranged;
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        const std::size_t row = order.rows[place];
        arranged.push_back(std::move(m_rows[row]));
        arranged.back().order = order.heads[place];
        arranged.back().bars.clear();
        if (row < m_bars.rows.size())
            arranged.back().bars = m_bars.rows[row];
    }
    m_rows = std::move(arranged);
}

QString LayersPicture::widestNumber() const {
    QString widest; // figures are of one width
    for (const Row& row : m_rows) {
        for (const std::optional<HeadBar>& bar : row.bars) {
            if (bar && bar->text.size() > widest.size())
                widest = bar->text;
        }
    }
    return widest;
}

LayersPicture LayersPicture::meanOfHeads() const {
    LayersPicture mean = *this;
    auto layers = std::make_shared<PreparedLayers>();
    layers->attentions.reserve(m_rows.size());
    for (Row& row : mean.m_rows) {
        const PreparedLayers::Attention& all = *row.attention;
        row.attention = &layers->attentions.emplace_back(
            PreparedLayers::Attention{all.scope, all.name, {preparedMean(all)}, all.largest});
        const std::optional<double> value = meanOf(row.bars);
        std::optional<HeadBar> bar;
        if (value)
            bar = HeadBar{*value,
                          row.bars.front() ? row.bars.front()->even : std::nullopt,
                          numberText(*value),
                          {}};
        row.bars = {bar};
        row.heads.assign(1, {});
        row.order = {0};
        row.factor = 0;
    }
    mean.m_prepared = std::move(layers);
    mean.m_columns = 1;
    mean.m_ofMean = true;
    mean.m_bars.question =
        QCoreApplication::translate("LayersMean", "%1, mean of the heads").arg(m_bars.question);
    return mean;
}

LayersGeometryInput LayersPicture::geometryInput(QSize room, bool onPaper) const {
    LayersGeometryInput in;
    in.width = room.width();
    in.height = room.height();
    const double s = in.textScale = m_scene.display.textScale;
    const FontMeasure measure;
    const auto wide = [&](const QString& text, bool bold, double pixels = 13) {
        return pixels * s * measure.emWidth(text, FigureFont::Text, bold);
    };
    for (const Group& group : m_groups) {
        in.groups.push_back(group.rows);
        in.headingWidth = std::max(in.headingWidth, wide(group.title, true));
    }
    in.heads = std::max(1, m_columns);
    // "head →", what is shown, the bar with its ends, and the marks.
    in.subjectWidth = 76 * s + wide(subject(), true);
    in.legendWidth = (72 + 16 + 16 + 96 + 32) * s + wide(subject(), true);
    for (const CellMark mark : marks())
        in.legendWidth += 40 * s + wide(markName(mark), false);
    // In the window any row may come to be the marked one, in bold type.
    for (const Row& row : m_rows)
        in.labelWidth = std::max({in.labelWidth, wide(row.label, !onPaper),
                                  wide(meanOfRow(row), !onPaper, onPaper ? 12 : 13)});
    in.barNumberWidth = 12 * s * measure.emWidth(widestNumber(), FigureFont::Number, false);
    in.bars = hasBars();
    for (const Piece& piece : barLegend())
        in.barPieces.push_back(piece.width);
    in.ownOrder = hasOwnOrder();
    return in;
}

void LayersPicture::layOut(QSize room, double pixelRatio) {
    place(geometryInput(room), pixelRatio);
}

void LayersPicture::layOutOnPaper(int width, double pixelRatio, ThemeKind theme) {
    m_scene.display.textScale = 1;
    m_scene.display.theme = theme;
    for (Row& row : m_rows)
        row.factor = 0; // they were made for another theme
    LayersGeometryInput in = geometryInput({width, width}, true);
    in.legendWidth = 1e9;             // always two lines: what is shown, and the range
    in.title = m_comparing ? 64 : 44; // what is shown is the title of one state
    place(in, pixelRatio);
}

void LayersPicture::place(const LayersGeometryInput& in, double pixelRatio) {
    m_geometry = layoutLayers(in);
    for (Row& row : m_rows) {
        Index factor = 1;
        for (std::size_t head = 0; head < row.heads.size(); ++head) {
            const PreparedPanel& prepared = row.attention->heads[head];
            const Tensor& matrix = prepared.panel.matrix;
            const auto longer = static_cast<double>(std::max(matrix.size(0), matrix.size(1)));
            const PanelLevels::Level level =
                prepared.levels.at(prepared.panel, m_geometry.cell * pixelRatio / longer);
            factor = level.factor;
            if (factor == row.factor)
                break;
            QImage image = cellImage(level.panel, coloursOf(row, head).pooled(level.factor),
                                     m_scene.display.rowsAreKeys);
            // Only hatched cells are transparent; without them the picture is painted faster.
            if (!level.panel.hasMarks())
                image = std::move(image).convertToFormat(QImage::Format_RGB32);
            row.heads[head] = std::move(image);
            row.paddingFrom = level.panel.paddingFrom;
        }
        row.factor = factor;
    }
}

std::vector<std::string> LayersPicture::scopes() const {
    std::vector<std::string> scopes;
    for (const Row& row : m_rows)
        scopes.push_back(row.attention->scope);
    return scopes;
}

int LayersPicture::headAt(const Place& place) const {
    return static_cast<int>(rowAt(place).order[static_cast<std::size_t>(place.column)]);
}

HeadPlace LayersPicture::headPlace(const Place& place) const {
    return {blockScope(scopeAt(place)), headAt(place)};
}

const std::optional<HeadBar>& LayersPicture::barAt(const Place& place) const {
    static const std::optional<HeadBar> none;
    const auto head = static_cast<std::size_t>(headAt(place));
    const Row& row = rowAt(place);
    return head < row.bars.size() ? row.bars[head] : none;
}

std::shared_ptr<const PreparedPanel> LayersPicture::panelOf(const Row& row,
                                                            std::size_t head) const {
    if (head >= row.attention->heads.size())
        return nullptr;
    const std::shared_ptr<const void> owner =
        m_comparing ? std::shared_ptr<const void>(m_comparison) : m_prepared;
    return {owner, &row.attention->heads[head]};
}

std::optional<LayersPicture::Place> LayersPicture::placeAt(QPointF position) const {
    const std::optional<Place> place = m_geometry.placeAt(position, m_columns);
    return place && hasHead(*place) ? place : std::nullopt;
}

std::optional<LayersPicture::Place> LayersPicture::placeOf(const std::string& scope,
                                                           int head) const {
    for (int row = 0; row < std::ssize(m_rows); ++row) {
        for (int column = 0; column < m_columns && scopeAt({row, 0}) == scope; ++column) {
            if (headAt({row, column}) == head && hasHead({row, column}))
                return Place{row, column};
        }
    }
    return std::nullopt;
}

std::optional<LayersPicture::Place> LayersPicture::shownPlace() const {
    return placeOf(m_scene.selection.scope, m_scene.selection.panel);
}

std::optional<LayersPicture::Place> LayersPicture::mostPlace() const {
    if (!m_comparison || !m_comparison->most)
        return std::nullopt;
    const LayersComparison::Place& most = *m_comparison->most;
    return placeOf(m_comparison->attentions[most.attention].difference.scope,
                   static_cast<int>(most.head));
}

CellColours LayersPicture::coloursOf(const Row& row, std::size_t head) const {
    if (m_comparing && m_comparison)
        return m_comparison->differenceColours(m_scene.display);
    return {mapOf(row.attention->name, m_scene.display.map),
            row.attention->range(head, m_scene.display.range), m_scene.display.theme};
}

std::optional<CellColours> LayersPicture::commonColours() const {
    if (m_comparing)
        return m_comparison ? std::optional(m_comparison->differenceColours(m_scene.display))
                            : std::nullopt;
    // Only weights have a range that is the same for all layers.
    if (m_scene.display.range.mode != RangeMode::Fixed || m_shown != TensorName::AttentionWeights ||
        m_rows.empty() || m_rows.front().heads.empty())
        return std::nullopt;
    return coloursOf(m_rows.front(), 0);
}

std::vector<CellMark> LayersPicture::marks() const {
    std::vector<CellMark> marks;
    for (const Row& row : m_rows) {
        for (const CellMark mark : row.marks) {
            if (std::ranges::find(marks, mark) == marks.end())
                marks.push_back(mark);
        }
    }
    std::ranges::sort(marks);
    return marks;
}

const HeadsOff* LayersPicture::off() const {
    const bool known = !m_comparing && m_scene.run && m_scene.run->origin().off;
    return known ? &*m_scene.run->origin().off : nullptr;
}

QString LayersPicture::title() const {
    return !m_comparing ? subject() : m_comparison ? m_comparison->title : QString();
}

QString LayersPicture::detail() const {
    if (m_comparing)
        return m_comparison ? m_comparison->detail : QString();
    return m_scene.run ? joined({runTitle(m_scene.run->origin()), weightsSaid()}) : QString();
}

QString LayersPicture::subject() const {
    if (m_rows.empty())
        return {};
    const QString title =
        m_scene.pieces ? titleInWords(tensorTitle(m_shown)) : tensorTitle(m_shown);
    return m_comparing ? tr("B − A, %1").arg(title) : title;
}

QString LayersPicture::weightsSaid() const {
    // No head has its share here: of learnt ones nothing is claimed.
    const RunOrigin& origin = m_scene.run->origin();
    return origin.weights == WeightOrigin::Drawn ? weightsNote(origin, m_scene.selection.scope)
                                                 : QString();
}

QString LayersPicture::nameOf(const Place& place) const {
    return tr("%1, head %2").arg(blockName(scopeAt(place))).arg(headAt(place) + 1);
}

QString LayersPicture::wordsOf(const Place& place) const {
    const Row& row = rowAt(place);
    if (!hasHead(place))
        return row.label + QStringLiteral(", ") + row.note;
    QString text = nameOf(place);
    if (const std::optional<HeadBar>& bar = barAt(place))
        text += QStringLiteral(", ") + m_bars.question + u' ' + bar->text;
    if (isOff(place))
        text += QStringLiteral(", ") + offMarkName();
    return text;
}

QString LayersPicture::rangeWords() const {
    const QString whole =
        m_scene.display.range == RangeMode::PerHead  ? tr("every head in its own range")
        : m_scene.display.range == RangeMode::PerRow ? tr("every row in its own range")
                                                     : tr("every layer in its own range");
    return m_scene.display.range.squareRoot ? tr("%1, square root").arg(whole) : whole;
}

QString LayersPicture::axesText() const {
    return m_scene.display.rowsAreKeys ? tr("in each: key ↓, query →")
                                       : tr("in each: query ↓, key →");
}

QString LayersPicture::orderText() const {
    switch (m_scene.display.layers.order) {
    case LayersOrder::Number:
    case LayersOrder::Within: break; // the line of the heads says it
    case LayersOrder::Layers: return tr("layers: largest mean first");
    case LayersOrder::Heads: return tr("heads: largest mean over all layers first");
    case LayersOrder::LayersAndHeads: return tr("layers and heads: largest mean first");
    }
    return {};
}

bool LayersPicture::hasOwnOrder() const {
    return !m_ofMean && hasBars() && m_scene.display.layers.order == LayersOrder::Within;
}

QString LayersPicture::headLineText() const {
    if (m_ofMean)
        return QCoreApplication::translate("LayersMean", "mean of the heads");
    return hasOwnOrder() ? tr("in every layer: largest → smallest") : QString();
}

QString LayersPicture::numberText(double value) const {
    if (m_comparing)
        return m_comparison && m_comparison->weights ? percentText(value) : shortText(value);
    return measureNumber(m_scene.display.layers.measure.value_or(Measure::Entropy), value);
}

QString LayersPicture::meanOfRow(const Row& row) const {
    const auto mean = row.bars.size() > 1 ? meanOf(row.bars) : std::optional<double>();
    return mean ? meanText(*mean) : QString();
}

QString LayersPicture::meanOfColumn(int column) const {
    const LayersOrder order = m_scene.display.layers.order;
    if (order != LayersOrder::Heads && order != LayersOrder::LayersAndHeads)
        return {};
    const auto mean = meanOfHead(m_bars, static_cast<std::size_t>(headAt({0, column})));
    return mean ? numberText(*mean) : QString();
}

std::vector<LayersPicture::Piece> LayersPicture::barLegend() const {
    std::vector<Piece> pieces;
    if (!hasBars() || m_rows.empty())
        return pieces;
    const double s = m_scene.display.textScale;
    const FontMeasure measure;
    const auto add = [&](const QString& text, bool bold, double before) {
        if (!text.isEmpty())
            pieces.push_back({text, before * s,
                              (before + 13 * measure.emWidth(text, FigureFont::Text, bold)) * s});
    };
    add(m_bars.question, true, 36);
    add(m_bars.scale, false, 0);
    if (m_bars.even)
        add(evenSpreadText(), false, 8);
    add(orderText(), false, 0);
    return pieces;
}

std::optional<LabelledMatrix> LayersPicture::matrixAt(const Place& place) const {
    const std::string& scope = scopeAt(place);
    const auto head = panelOf(rowAt(place), static_cast<std::size_t>(headAt(place)));
    if (!head)
        return std::nullopt;
    LabelledMatrix matrix = labelledMatrix(head->panel, m_scene.run->tokens(scope),
                                           m_scene.selection.sequence, m_scene.display.rowsAreKeys);
    matrix.name = (m_comparing ? "B - A, " : "") + scope + ", " + matrix.name;
    return matrix;
}

CellTable LayersPicture::cellTable() const {
    const auto at = [](const CellPlace& place) {
        return Place{static_cast<int>(place.row), static_cast<int>(place.column)};
    };
    CellTable table;
    table.title = subject();
    table.rows = std::ssize(m_rows);
    table.columns = m_columns;
    table.rowName = [this](Index row) { return m_rows[static_cast<std::size_t>(row)].label; };
    table.columnName = [](Index column) { return QString::number(column + 1); };
    table.words = [this, at](const CellPlace& place) { return wordsOf(at(place)); };
    table.rect = [this, at](const CellPlace& place) { return thumbnail(at(place)); };
    return table;
}

} // namespace headscope
