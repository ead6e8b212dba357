// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_content.h"

#include "words/labelled_matrix.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"
#include "words/stage_text.h"
#include "words/statements.h"
#include "words/typed_number_text.h"

#include <algorithm>

namespace headscope {

namespace {

HeadsSide sideOf(const Scene& scene, const MatrixPanel& panel, std::size_t side) {
    const Index sequence = scene.selection.sequence;
    HeadsSide result;
    result.labels = (side == 0 ? rowLabels : columnLabels)(scene.tokens(), panel, sequence);
    result.words = sideWords(scene.tokens(), panel, side, sequence, result.labels);
    result.notes = wordNotes(*scene.run, scene.selection.scope, panel, side, sequence);
    result.words.words = markedWords(result.words.words, result.notes);
    return result;
}

} // namespace

HeadsContent::HeadsContent(const Scene& scene, std::optional<int> preview)
    : m_scene(scene)
    , m_preview(preview) {
    if (m_scene.isEmpty() || !shownTensor(m_scene))
        return;
    m_prepared = preparedStage(m_scene);
    const DisplayOptions& display = m_scene.display;
    // Mean and largest only where they are asked for.
    const bool summaries = display.summaries || m_scene.selection.panel >= m_scene.run->heads();
    for (const PreparedPanel& prepared : m_prepared->panels) {
        const MatrixPanel& panel = prepared.panel;
        if (!summaries &&
            (panel.kind == MatrixPanel::Kind::MeanHead || panel.kind == MatrixPanel::Kind::MaxHead))
            continue;
        m_colours.push_back({mapOf(panel.name, display.map),
                             m_prepared->range(m_panels.size(), display.range), display.theme});
        m_panels.push_back(panel);
    }
    if (m_panels.empty())
        return;
    if (m_preview && *m_preview >= static_cast<int>(m_panels.size()))
        m_preview.reset();
    if (display.notes)
        m_note = runNote(m_scene.run->origin());
    m_rows = sideOf(m_scene, m_panels.front(), 0);
    m_columns = sideOf(m_scene, m_panels.front(), 1);
}

int HeadsContent::shownPanel() const {
    const int last = static_cast<int>(m_panels.size()) - 1;
    return std::clamp(m_preview.value_or(m_scene.selection.panel), 0, std::max(0, last));
}

bool HeadsContent::hasSums() const {
    return !isEmpty() && isWeights(m_panels.front().name);
}

Index HeadsContent::columnsOfHead() const {
    const MatrixPanel& panel = m_panels.front();
    const Tensor& tensor = (*m_scene.trace)[panel.step].result;
    const Axis axis = tensor.axes()[panel.columnAxis];
    if (panel.isVector() || (axis != Axis::HeadsKeyDim && axis != Axis::HeadsValueDim))
        return 0;
    const Index columns = panel.matrix.size(1);
    const Index heads = m_scene.run->heads();
    return heads > 1 && columns % heads == 0 ? columns / heads : 0;
}

std::optional<ValueScale> HeadsContent::range() const {
    return isEmpty() ? std::nullopt : std::optional(colours(shownPanel()).range);
}

std::optional<LabelledMatrix> HeadsContent::matrix() const {
    return isEmpty() ? std::nullopt : std::optional(labelledMatrix(m_scene, shown()));
}

QString HeadsContent::titleOf(const MatrixPanel& panel) const {
    switch (panel.kind) {
    case MatrixPanel::Kind::Head:
        return isOff(panel) ? tr("Head %1, switched off").arg(panel.head + 1)
                            : tr("Head %1").arg(panel.head + 1);
    case MatrixPanel::Kind::MeanHead: return tr("Mean of the heads");
    case MatrixPanel::Kind::MaxHead: return tr("Largest of the heads");
    case MatrixPanel::Kind::Whole: break;
    }
    QString title = statementOf(m_scene, panel.name).title;
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QStringList HeadsContent::subtitles() const {
    if (isEmpty())
        return {};
    const TensorStatement said = statementOf(m_scene, shown().name);
    const bool named = shown().kind == MatrixPanel::Kind::Whole; // by the title already
    const auto inBlock = [&](const QString& words) {
        return said.block.isEmpty() || words.isEmpty() ? said.block + words
                                                       : said.block + QStringLiteral(": ") + words;
    };
    return {inBlock(named ? said.formula : said.equation()),
            inBlock(named ? QString() : said.title),
            inBlock(named ? QString() : stageSymbol(m_scene.selection.stage, m_scene.trace.get())),
            said.block};
}

std::pair<QString, QString> HeadsContent::axisWords() const {
    if (isQueryKey() || isEmpty())
        return {axisWord(Axis::Query), axisWord(Axis::Key)};
    const MatrixPanel& panel = m_panels.front();
    const Axes& axes = (*m_scene.trace)[panel.step].result.axes();
    // The one row of a vector is no axis.
    return {panel.isVector() ? QString() : axisWord(axes[panel.rowAxis]),
            axisWord(axes[panel.columnAxis])};
}

QString HeadsContent::titleOfSumsBelow() const {
    return m_scene.isTurned() ? tr("Σ query") : tr("Σ column");
}

std::pair<QString, QString> HeadsContent::rangeTexts() const {
    return scaleEnds(*range());
}

QStringList HeadsContent::rangeWords() const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    return scaleWords(m_scene.display.range, *range(), m_panels.size() > 1,
                      asked ? asked->row : -1);
}

QString HeadsContent::askedValue(const MatrixPanel& panel) const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    // A query of padding has no number that anybody compares.
    return asked && !panel.isPadding(asked->row, asked->column)
               ? cellText(panel.matrix(asked->row, asked->column), 5, nearOneOf(panel.name))
               : QString();
}

AskedWords HeadsContent::askedWords() const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    if (!asked || isEmpty())
        return {};
    const Tensor& matrix = shown().matrix;
    if (asked->row >= matrix.size(0) || asked->column >= matrix.size(1))
        return {};
    return headscope::askedWords(m_scene, shown(), asked->row, asked->column);
}

QString HeadsContent::describe(const PanelCell& cell) const {
    const MatrixPanel& of = panel(cell.panel);
    const QString value = cellStatement(of, cell.row, cell.column);
    const QString row = spokenWord(m_rows.labels.value(cell.row), m_rows.notes, cell.row);
    const QString column =
        spokenWord(m_columns.labels.value(cell.column), m_columns.notes, cell.column);
    if (isQueryKey())
        return tr("%1, query %2, key %3: %4").arg(titleOf(of), row, column, value);
    return tr("%1, row %2, column %3: %4").arg(titleOf(of), row, column, value);
}

std::optional<HeadLearnt> HeadsContent::finding(const MatrixPanel& panel) const {
    return panel.kind == MatrixPanel::Kind::Head && m_scene.display.notes
               ? headLearnt(m_scene.run->origin(), m_scene.selection.scope, panel.head)
               : std::nullopt;
}

bool HeadsContent::isClaimedOf(const MatrixPanel& panel) {
    return panel.name == TensorName::AttentionWeights;
}

QString HeadsContent::note() const {
    // What the head does comes before what the example says, which the chooser and F1 say, too.
    const std::optional<HeadLearnt> found = isEmpty() ? std::nullopt : finding(shown());
    if (!found)
        return m_note;
    return isClaimedOf(shown()) ? found->evidence : found->sentence(shown().head);
}

std::optional<HeadPlace> HeadsContent::headOf(const MatrixPanel& panel) const {
    const std::optional<Scope> block = Scope::parse(m_scene.selection.scope);
    if (panel.kind != MatrixPanel::Kind::Head || !block)
        return std::nullopt;
    return HeadPlace{*block, panel.head};
}

bool HeadsContent::isOff(const MatrixPanel& panel) const {
    const std::optional<HeadsOff>& off = m_scene.run->origin().off;
    const std::optional<HeadPlace> head = headOf(panel);
    return off && head && off->contains(*head);
}

bool HeadsContent::has(const PanelCell& cell) const {
    return cell.panel >= 0 && cell.panel < static_cast<int>(m_panels.size()) &&
           cell.row < m_panels.front().matrix.size(0) &&
           cell.column < m_panels.front().matrix.size(1);
}

bool HeadsContent::mayType(const PanelCell& cell) const {
    return !isEmpty() && cell.panel == shownPanel() && whyNotTyped(cell).isEmpty();
}

bool HeadsContent::mayTypeSomewhere() const {
    return !m_scene.isReadOnly() && canBeTyped(shown().name);
}

QString HeadsContent::whyNotTyped(const PanelCell& cell) const {
    const MatrixPanel& of = shown();
    if (!canBeTyped(of.name))
        return tr("Numbers can be typed into scores and attention weights here, not into: %1.")
            .arg(tensorTitle(of.name));
    if (m_scene.isReadOnly())
        return readOnlyText(m_scene);
    if (of.kind != MatrixPanel::Kind::Head)
        return tr("This is taken of all heads: type into one of them.");
    return of.isPadding(cell.row, cell.column) ? tr("Nothing can be typed into padding.")
                                               : QString();
}

bool HeadsContent::isTyped(const PanelCell& cell) const {
    return panel(cell.panel).typedAt(cell.row, cell.column);
}

TypedNumber HeadsContent::typedNumberOf(const PanelCell& cell) const {
    const MatrixPanel& of = panel(cell.panel);
    TypedNumber number = typedNumberAt((*m_scene.trace)[of.step], of.cellAt(cell.row, cell.column));
    number.scope = Scope::parse(m_scene.selection.scope).value_or(Scope()); // the block has none
    return number;
}

} // namespace headscope
