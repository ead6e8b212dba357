// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview shows; events are in layers_view_input.cpp, painting in
// layers_view_painting.cpp.
#include "pages/layers/layers_view.h"

#include "painters/matrix_painter.h"
#include "scene/analysis_text.h"
#include "scene/block_text.h"
#include "scene/fonts.h"
#include "scene/joined.h"
#include "scene/labelled_matrix.h"
#include "scene/learnt_words.h"
#include "scene/measure_text.h"
#include "scene/number_format.h"
#include "scene/off_text.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "scene/value_range.h"

#include <QFontMetricsF>
#include <QToolTip>

#include <algorithm>

namespace headscope {

LayersView::LayersView(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Layers and heads"));
}

void LayersView::setScene(const Scene& scene) {
    DisplayOptions before = m_scene.display;
    before.layers = scene.display.layers;
    const bool sameOrder = scene.display.layers == m_scene.display.layers;
    const bool same = scene.blocks && m_scene.blocks &&
                      scene.blocks->whole == m_scene.blocks->whole &&
                      scene.selection.sequence == m_scene.selection.sequence &&
                      scene.selection.stage == m_scene.selection.stage && scene.display == before &&
                      !m_rows.empty();
    // Who chooses a head elsewhere, in the strip or with the keys 1 to 9, finds the cursor there.
    if (m_cursor && (scene.selection.scope != m_scene.selection.scope ||
                     scene.selection.panel != m_scene.selection.panel))
        m_cursor = {scene.selection.scope, scene.selection.panel};
    m_scene = scene;
    m_stale = m_stale || (!same && !m_comparing);
    if (m_comparing && scene.display != before)
        m_stale = true;
    // All heads of all layers cost something: not while another view is shown.
    if (m_stale && isVisible() && isReady())
        rebuild();
    else if (m_stale && !isVisible())
        clear(); // an old run may hold gigabytes
    else if (!sameOrder && !m_rows.empty())
        arrange();
    update();
    Q_EMIT previewChanged();
}

void LayersView::setMeasures(std::shared_ptr<const LayersMeasures> measures) {
    if (measures == m_measures)
        return;
    m_measures = std::move(measures);
    if (m_rows.empty() || m_stale || m_comparing)
        return;
    arrange();
    Q_EMIT previewChanged();
}

void LayersView::setComparison(bool on, std::shared_ptr<const LayersComparison> comparison) {
    if (on == m_comparing && comparison == m_comparison)
        return;
    m_comparing = on;
    m_comparison = std::move(comparison);
    m_stale = true;
    if (isVisible() && isReady())
        rebuild();
    else
        clear();
    update();
    Q_EMIT previewChanged();
}

void LayersView::setPart(ComparedPart part) {
    m_part = part;
    Q_EMIT previewChanged();
}

void LayersView::showEvent(QShowEvent* event) {
    if (m_stale && isReady())
        rebuild();
    QWidget::showEvent(event);
    Q_EMIT previewChanged();
}

bool LayersView::isReady() const {
    return m_comparing || !m_scene.blocks || (m_scene.layers && suits(*m_scene.layers, m_scene)) ||
           layersWork(m_scene) <= workAtOnce;
}

void LayersView::clear() {
    m_rows.clear();
    m_prepared.reset();
    m_scopes.clear();
    m_groups.clear();
    m_bars = {};
    m_heads = 0;
}

void LayersView::addRow(const PreparedLayers::Attention& attention, std::size_t source,
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
    m_heads = std::max(m_heads, static_cast<int>(row.heads.size()));
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

void LayersView::rebuild() {
    m_stale = false;
    clear();
    QToolTip::hideText();
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
    for (const Row& row : m_rows)
        m_scopes.push_back(row.attention->scope);
    m_hovered.reset();
    arrange();
    describe();
}

void LayersView::arrange() {
    // By their numbers first: whoever was arranged before stands somewhere else.
    auto first = m_rows.begin();
    for (const Group& group : m_groups) {
        std::ranges::sort(first, first + group.rows, {}, &Row::source);
        first += group.rows;
    }
    std::vector<std::string> scopes;
    std::vector<std::size_t> sources;
    std::vector<int> groups;
    for (const Row& row : m_rows) {
        scopes.push_back(row.attention->scope);
        sources.push_back(row.source);
    }
    for (const Group& group : m_groups)
        groups.push_back(group.rows);
    m_bars = {};
    const std::optional<Measure>& measure = m_scene.display.layers.measure;
    if (m_comparing && m_comparison)
        m_bars = m_comparison->bars(sources);
    else if (!m_comparing && measure && m_measures && m_measures->suits(m_scene))
        m_bars = barsOf(*m_measures, *measure, scopes);
    else if (measure)
        m_bars.question = measureQuestion(*measure); // their numbers come later
    const LayersArrangement order =
        arrangedBy(m_scene.display.layers.order, m_bars, groups, static_cast<std::size_t>(m_heads));
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
    m_widestNumber.clear(); // figures are of one width
    for (const Row& row : m_rows) {
        for (const std::optional<HeadBar>& bar : row.bars) {
            if (bar && bar->text.size() > m_widestNumber.size())
                m_widestNumber = bar->text;
        }
    }
    m_scopes.clear();
    for (const Row& row : m_rows)
        m_scopes.push_back(row.attention->scope);
    m_hovered.reset();
    relayout();
    update();
}

std::vector<CellMark> LayersView::allMarks() const {
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

LayersGeometryInput LayersView::geometryInput(QSize room) const {
    LayersGeometryInput in;
    in.width = room.width();
    in.height = room.height();
    for (const Group& group : m_groups)
        in.groups.push_back(group.rows);
    in.heads = std::max(1, m_heads);
    in.textScale = m_scene.display.textScale;
    const QFontMetricsF metrics(textFont(13 * in.textScale, QFont::DemiBold));
    // "head →", what is shown, the bar with its ends, and the marks.
    in.subjectWidth = 76 * in.textScale + metrics.horizontalAdvance(subject());
    in.legendWidth = (72 + 16 + 16 + 96 + 32) * in.textScale +
                     metrics.horizontalAdvance(subject()) +
                     markNamesWidth(allMarks(), in.textScale);
    const QFontMetricsF numbers(numberFont(12 * in.textScale));
    for (const Row& row : m_rows) {
        in.labelWidth = std::max(in.labelWidth, metrics.horizontalAdvance(row.label));
        if (const std::optional<double> mean = meanOf(row.bars))
            in.labelWidth = std::max(in.labelWidth, metrics.horizontalAdvance(meanText(*mean)));
    }
    in.barNumberWidth = numbers.horizontalAdvance(m_widestNumber);
    in.bars = hasBars();
    for (const Piece& piece : barLegend())
        in.barPieces.push_back(piece.width);
    in.ownOrder = in.bars && m_scene.display.layers.order == LayersOrder::Within;
    for (const Group& group : m_groups)
        in.headingWidth = std::max(in.headingWidth, metrics.horizontalAdvance(group.title));
    return in;
}

QString LayersView::numberText(double value) const {
    if (m_comparing)
        return m_comparison && m_comparison->weights ? percentText(value) : shortText(value);
    return measureNumber(m_scene.display.layers.measure.value_or(Measure::Entropy), value);
}

QString LayersView::meanText(double mean) const {
    return tr("mean %1").arg(numberText(mean));
}

int LayersView::previewWidth(QSize room) const {
    return qRound(headscope::previewWidth(geometryInput(room)));
}

CellColours LayersView::coloursOf(const Row& row, std::size_t head) const {
    if (m_comparing && m_comparison)
        return m_comparison->differenceColours(m_scene.display);
    return {mapOf(row.attention->name, m_scene.display.map),
            row.attention->range(head, m_scene.display.range), m_scene.display.theme};
}

std::vector<HeadPreview::Line> LayersView::linesOf(const Place& place) const {
    std::vector<HeadPreview::Line> lines;
    if (m_comparing || !m_measures || !m_measures->suits(m_scene))
        return lines;
    const HeadMeasures* measures =
        m_measures->find(rowAt(place).attention->scope, static_cast<std::size_t>(headAt(place)));
    for (const Measure measure : allMeasures) {
        const std::optional<MeanOfRows> mean =
            measures ? (*measures)[measure] : std::optional<MeanOfRows>();
        if (!mean)
            continue;
        const double largest = mean->largest > 0 ? mean->largest : 1;
        lines.push_back({measureQuestion(measure), measureNumber(measure, mean->value),
                         mean->value / largest, mean->even / largest,
                         m_scene.display.layers.measure == measure});
    }
    return lines;
}

std::optional<HeadPreview::Head> LayersView::previewed() const {
    const std::optional<Place> place = meant();
    if (!place)
        return std::nullopt;
    const Row& row = rowAt(*place);
    const auto head = static_cast<std::size_t>(headAt(*place));
    if (head >= row.attention->heads.size())
        return std::nullopt;
    HeadPreview::Head shown;
    shown.name = nameOf(*place);
    shown.number = static_cast<int>(head);
    if (const std::optional<HeadBar>& bar = barAt(*place))
        shown.said = m_bars.question + u' ' + bar->text;
    else if (const std::optional<Measure>& measure = m_scene.display.layers.measure;
             measure && !m_comparing && !m_bars.rows.empty()) {
        const HeadMeasures* const of =
            m_measures ? m_measures->find(row.attention->scope, head) : nullptr;
        shown.said =
            m_bars.question + QStringLiteral(": ") +
            (of && of->queries == 0 && of->noShares > 0
                 ? noSharesText(0, of->noShares)
                 : whyNoMeasure(*measure, !m_scene.run->isSelfAttention(row.attention->scope)));
    }
    if (isOff(*place))
        shown.said =
            offMarkName() + (shown.said.isEmpty() ? QString() : QStringLiteral(" · ") + shown.said);
    if (m_comparing) {
        const LayersComparison::Attention& attention = m_comparison->attentions[row.source];
        const LayersComparison::Head& both = attention.heads[head];
        const ComparedPart part = this->part();
        shown.panel = {m_comparison, part == ComparedPart::A   ? &both.a
                                     : part == ComparedPart::B ? &both.b
                                                               : &row.attention->heads[head]};
        shown.colours = part == ComparedPart::Difference
                            ? m_comparison->differenceColours(m_scene.display)
                            : m_comparison->colours(m_scene.display);
        if (part == ComparedPart::Difference) {
            shown.a = {m_comparison, &both.a};
            shown.b = {m_comparison, &both.b};
        }
        shown.rows = attention.rowLabels;
        shown.columns = attention.columnLabels;
        shown.name += QStringLiteral(" · ") + (part == ComparedPart::A   ? QStringLiteral("A")
                                               : part == ComparedPart::B ? QStringLiteral("B")
                                                                         : QStringLiteral("B − A"));
        return shown;
    }
    shown.panel = {m_prepared, &row.attention->heads[head]};
    shown.colours = coloursOf(row, head);
    const AxisTokens tokens = m_scene.run->tokens(row.attention->scope);
    shown.rows = rowLabels(tokens, shown.panel->panel, m_scene.selection.sequence);
    shown.columns = columnLabels(tokens, shown.panel->panel, m_scene.selection.sequence);
    shown.lines = linesOf(*place);
    if (const HeadMeasures* measures =
            shown.lines.empty() ? nullptr : m_measures->find(row.attention->scope, head))
        shown.kind = headKindSentence(*measures);
    return shown;
}

void LayersView::relayout() {
    m_geometry = layoutLayers(geometryInput(m_room.isValid() ? m_room : size()));
    if (m_geometry.size.isValid())
        setMinimumSize(m_geometry.size.toSize());
    updateGeometry();
    draw();
}

void LayersView::draw() {
    for (Row& row : m_rows) {
        Index factor = 1;
        for (std::size_t head = 0; head < row.heads.size(); ++head) {
            const PreparedPanel& prepared = row.attention->heads[head];
            const Tensor& matrix = prepared.panel.matrix;
            const auto longer = static_cast<double>(std::max(matrix.size(0), matrix.size(1)));
            const PanelLevels::Level level =
                prepared.levels.at(prepared.panel, m_geometry.cell * devicePixelRatioF() / longer);
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

void LayersView::setRoom(QSize room) {
    if (room == m_room)
        return;
    m_room = room;
    relayout();
    update();
}

QSize LayersView::sizeHint() const {
    return m_geometry.size.toSize();
}

QString LayersView::subject() const {
    if (m_rows.empty())
        return {};
    const QString title =
        m_scene.pieces ? titleInWords(tensorTitle(m_shown)) : tensorTitle(m_shown);
    return m_comparing ? tr("B − A, %1").arg(title) : title;
}

QString LayersView::weightsSaid() const {
    // No head has its share here: of learnt ones nothing is claimed.
    const RunOrigin& origin = m_scene.run->origin();
    return origin.weights == WeightOrigin::Drawn ? weightsNote(origin, m_scene.selection.scope)
                                                 : QString();
}

QString LayersView::nameOf(const Place& place) const {
    return tr("%1, head %2").arg(blockName(rowAt(place).attention->scope)).arg(headAt(place) + 1);
}

HeadPlace LayersView::headOf(const Place& place) const {
    return {blockScope(rowAt(place).attention->scope), headAt(place)};
}

const HeadsOff* LayersView::off() const {
    const bool known = !m_comparing && m_scene.run && m_scene.run->origin().off;
    return known ? &*m_scene.run->origin().off : nullptr;
}

bool LayersView::isOff(const Place& place) const {
    return off() && off()->contains(headOf(place));
}

void LayersView::describe() {
    setAccessibleName(tr("Layers and heads"));
    const std::optional<Place> place = cursor() ? cursor() : shownPlace();
    sayOf(*this, place ? wordsOf(*place) : QString());
}

QString LayersView::wordsOf(const Place& place) const {
    const Row& row = rowAt(place);
    if (place.column >= std::ssize(row.heads))
        return row.label + QStringLiteral(", ") + row.note;
    QString text = nameOf(place);
    if (const std::optional<HeadBar>& bar = barAt(place))
        text += QStringLiteral(", ") + m_bars.question + u' ' + bar->text;
    if (isOff(place))
        text += QStringLiteral(", ") + offMarkName();
    return text;
}

std::vector<CellTable> LayersView::cellTables() {
    if (m_rows.empty())
        return {};
    const auto at = [](const CellPlace& place) {
        return Place{static_cast<int>(place.row), static_cast<int>(place.column)};
    };
    CellTable table;
    table.title = subject();
    table.rows = std::ssize(m_rows);
    table.columns = m_heads;
    table.rowName = [this](Index row) { return m_rows[static_cast<std::size_t>(row)].label; };
    table.columnName = [](Index column) { return QString::number(column + 1); };
    table.words = [this, at](const CellPlace& place) { return wordsOf(at(place)); };
    table.rect = [this](const CellPlace& place) {
        return m_geometry.thumbnail(static_cast<int>(place.row), static_cast<int>(place.column));
    };
    table.choose = [this, at](const CellPlace& place) {
        const Place head = at(place);
        if (head.column < std::ssize(rowAt(head).heads))
            choose(head);
    };
    if (const std::optional<Place> place = cursor() ? cursor() : shownPlace())
        table.asked = CellPlace{place->row, place->column};
    return {table};
}

void LayersView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        m_stale = true;
        if (isVisible() && isReady())
            rebuild();
    }
    QWidget::changeEvent(event);
}

void LayersView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (!m_room.isValid())
        relayout();
}

int LayersView::headAt(const Place& place) const {
    return static_cast<int>(rowAt(place).order[static_cast<std::size_t>(place.column)]);
}

const std::optional<HeadBar>& LayersView::barAt(const Place& place) const {
    static const std::optional<HeadBar> none;
    const auto head = static_cast<std::size_t>(headAt(place));
    const Row& row = rowAt(place);
    return head < row.bars.size() ? row.bars[head] : none;
}

std::optional<LayersView::Place> LayersView::placeAt(QPointF position) const {
    const std::optional<Place> place = m_geometry.placeAt(position, m_heads);
    if (!place || headAt(*place) >= static_cast<int>(rowAt(*place).heads.size()))
        return std::nullopt;
    return place;
}

std::optional<LayersView::Place> LayersView::placeOf(const std::string& scope, int head) const {
    const auto row = std::ranges::find(m_scopes, scope);
    if (row == m_scopes.end())
        return std::nullopt;
    const int at = static_cast<int>(row - m_scopes.begin());
    for (int column = 0; column < m_heads; ++column) {
        if (headAt({at, column}) == head &&
            head < static_cast<int>(rowAt({at, column}).heads.size()))
            return Place{at, column};
    }
    return std::nullopt;
}

std::optional<LayersView::Place> LayersView::shownPlace() const {
    return placeOf(m_scene.selection.scope, m_scene.selection.panel);
}

std::optional<LayersView::Place> LayersView::cursor() const {
    return m_cursor ? placeOf(m_cursor->first, m_cursor->second) : std::nullopt;
}

std::optional<LayersView::Place> LayersView::meant() const {
    if (m_hovered)
        return m_hovered;
    if (const std::optional<Place> at = cursor())
        return at;
    if (const std::optional<Place> shown = shownPlace())
        return shown;
    return mostPlace(); // what is open is in one of both states only
}

std::optional<LayersView::Place> LayersView::mostPlace() const {
    if (!m_comparison || !m_comparison->most)
        return std::nullopt;
    const LayersComparison::Place& most = *m_comparison->most;
    return placeOf(m_comparison->attentions[most.attention].difference.scope,
                   static_cast<int>(most.head));
}

LayersFigure LayersView::figure() const {
    LayersFigure figure;
    figure.title = m_comparing ? m_comparison ? m_comparison->title : QString() : subject();
    figure.subject = m_comparing ? subject() : QString();
    figure.detail = m_comparison ? m_comparison->detail : QString();
    if (!m_comparing && m_scene.run)
        figure.detail = joined({runTitle(m_scene.run->origin()), weightsSaid()});
    figure.common = commonColours();
    figure.range = rangeWords();
    figure.axes = axesText();
    figure.marks = allMarks();
    if (off() && off()->any())
        figure.off = offText(*off());
    figure.turned = m_scene.display.rowsAreKeys;
    figure.largestBar = m_bars.largest;
    for (const Piece& piece : barLegend()) {
        if (piece.text == evenSpreadText())
            figure.even = static_cast<int>(figure.bars.size());
        figure.bars << piece.text;
    }
    if (hasBars() && m_scene.display.layers.order == LayersOrder::Within)
        figure.ownOrder = ownOrderText();
    auto next = m_rows.begin();
    for (const Group& group : m_groups) {
        LayersFigure::Group& drawn = figure.groups.emplace_back();
        drawn.title = group.title;
        for (int i = 0; i < group.rows; ++i, ++next) {
            LayersFigure::Row& row = drawn.rows.emplace_back();
            row.label = next->label;
            row.note = next->note;
            if (const auto mean = meanOf(next->bars); mean && next->bars.size() > 1)
                row.mean = meanText(*mean);
            for (const std::size_t head : next->order) {
                auto& column = row.columns.emplace_back();
                if (head >= next->attention->heads.size())
                    continue;
                column = LayersFigure::Head{
                    {held(), &next->attention->heads[head]},
                    coloursOf(*next, head),
                    static_cast<int>(head),
                    head < next->bars.size() ? next->bars[head] : std::optional<HeadBar>(),
                    off() && off()->contains(next->attention->scope, static_cast<Index>(head))};
            }
        }
    }
    for (int column = 0; column < m_heads && !m_rows.empty(); ++column)
        figure.columnMeans << columnMean(column);
    return figure;
}

DrawnLayers LayersView::layersWithMean() const {
    DrawnLayers layers;
    if (m_comparing || m_heads < 2)
        return layers;
    for (const Row& row : m_rows)
        layers.emplace_back(m_prepared, row.attention);
    return layers;
}

std::shared_ptr<const void> LayersView::held() const {
    return m_comparing ? std::shared_ptr<const void>(m_comparison) : m_prepared;
}

std::optional<LabelledMatrix> LayersView::matrix() const {
    const std::optional<Place> place = cursor() ? cursor() : shownPlace();
    if (!place)
        return std::nullopt;
    const Row& row = rowAt(*place);
    const auto head = static_cast<std::size_t>(headAt(*place));
    if (head >= row.attention->heads.size())
        return std::nullopt;
    LabelledMatrix matrix =
        labelledMatrix(row.attention->heads[head].panel, m_scene.run->tokens(row.attention->scope),
                       m_scene.selection.sequence, m_scene.display.rowsAreKeys);
    matrix.name = row.attention->scope + ", " + matrix.name;
    if (m_comparing)
        matrix.name = "B - A, " + matrix.name;
    return matrix;
}

} // namespace headscope
