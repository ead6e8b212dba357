// SPDX-License-Identifier: GPL-3.0-or-later
// What the Heads view says: titles, values, what is seen of the matrix.
#include "pages/heads/heads_view.h"

#include "cells/matrix_table.h"
#include "scene/label_place.h"
#include "scene/labelled_matrix.h"
#include "scene/learnt_words.h"
#include "scene/number_format.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "scene/value_range.h"

namespace headscope {

std::optional<HeadLearnt> HeadsView::finding(const MatrixPanel& panel) const {
    return panel.kind == MatrixPanel::Kind::Head && m_scene.display.notes
               ? headLearnt(m_scene.run->origin(), m_scene.selection.scope, panel.head)
               : std::nullopt;
}

bool HeadsView::claimedBy(const MatrixPanel& panel) {
    return panel.name == TensorName::AttentionWeights;
}

QString HeadsView::note() const {
    // What the head does comes before what the example says, which the chooser and F1 say, too.
    const std::optional<HeadLearnt> found =
        m_panels.empty() ? std::nullopt : finding(m_panels[static_cast<std::size_t>(shownPanel())]);
    if (!found)
        return m_note;
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(shownPanel())];
    return claimedBy(panel) ? found->evidence : found->sentence(panel.head);
}

std::optional<HeadPlace> HeadsView::headOf(const MatrixPanel& panel) const {
    const std::optional<Scope> block = Scope::parse(m_scene.selection.scope);
    if (panel.kind != MatrixPanel::Kind::Head || !block)
        return std::nullopt;
    return HeadPlace{*block, panel.head};
}

bool HeadsView::isOff(const MatrixPanel& panel) const {
    const std::optional<HeadsOff>& off = m_scene.run->origin().off;
    const std::optional<HeadPlace> head = headOf(panel);
    return off && head && off->contains(*head);
}

QString HeadsView::panelTitle(const MatrixPanel& panel) const {
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

std::optional<LabelledMatrix> HeadsView::matrix() const {
    if (m_panels.empty())
        return std::nullopt;
    return labelledMatrix(m_scene, m_panels[static_cast<std::size_t>(shownPanel())]);
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
            inBlock(named ? QString() : said.title),
            inBlock(named ? QString() : stageSymbol(m_scene.selection.stage, m_scene.trace.get())),
            said.block};
}

QString HeadsView::seenText() const {
    if (m_panels.empty())
        return {};
    QStringList said;
    if (const Index pooled = pooledCells(); pooled > 1)
        said << tr("%1 × %1 cells per pixel, the largest").arg(pooled);
    const CellSpan seen = seenCells();
    const MatrixGeometry& matrix = m_geometry.matrix;
    if (!(seen == matrix.span()))
        said << partText(seen, matrix.rows, matrix.columns, isQueryKey());
    return said.join(QStringLiteral(" · "));
}

QString HeadsView::askedValue(const MatrixPanel& panel) const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    // A query of padding has no number that anybody compares.
    return asked && !panel.isPadding(asked->row, asked->column)
               ? cellText(panel.matrix(asked->row, asked->column), 5, nearOneOf(panel.name))
               : QString();
}

std::pair<QString, QString> HeadsView::rangeTexts() const {
    return scaleEnds(m_drawn.colours[static_cast<std::size_t>(shownPanel())].range);
}

QStringList HeadsView::rangeWords() const {
    const std::optional<PanelCell> asked = m_scene.selection.asked();
    return scaleWords(m_scene.display.range,
                      m_drawn.colours[static_cast<std::size_t>(shownPanel())].range,
                      m_panels.size() > 1, asked ? asked->row : -1);
}

QString HeadsView::describe(const PanelCell& cell) const {
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    const QString value = cellStatement(panel, cell.row, cell.column);
    const QString row = spokenWord(m_rowLabels.value(cell.row), m_rowNotes, cell.row);
    const QString column =
        spokenWord(m_columnLabels.value(cell.column), m_columnNotes, cell.column);
    if (isQueryKey())
        return tr("%1, query %2, key %3: %4").arg(panelTitle(panel), row, column, value);
    return tr("%1, row %2, column %3: %4").arg(panelTitle(panel), row, column, value);
}

std::vector<CellTable> HeadsView::cellTables() {
    if (m_panels.empty())
        return {};
    const int shown = shownPanel();
    MatrixWords cells;
    cells.title = panelTitle(m_panels[static_cast<std::size_t>(shown)]);
    cells.rows = m_rowLabels;
    cells.columns = m_columnLabels;
    cells.words = [this, shown](Index row, Index column) { return describe({shown, row, column}); };
    cells.choose = [this, shown](Index row, Index column) {
        Q_EMIT locked(PanelCell{shown, row, column});
    };
    if (const std::optional<PanelCell> asked = m_scene.selection.asked())
        cells.asked = {asked->row, asked->column};
    std::vector<CellTable> tables{matrixTable(m_geometry.matrix, cells)};
    if (m_geometry.thumbnails.empty())
        return tables;
    CellTable heads;
    heads.title = tr("All heads");
    heads.rows = std::ssize(m_geometry.thumbnails);
    heads.columns = 1;
    heads.rowName = [this](Index row) {
        return panelTitle(m_panels[static_cast<std::size_t>(row)]);
    };
    heads.columnName = [](Index) { return QString(); };
    heads.words = [this](const CellPlace& place) {
        const MatrixPanel& panel = m_panels[static_cast<std::size_t>(place.row)];
        const std::optional<HeadLearnt> found = finding(panel);
        return found ? panelTitle(panel) + QStringLiteral(": ") + found->brief : panelTitle(panel);
    };
    heads.rect = [this](const CellPlace& place) {
        return m_geometry.thumbnails[static_cast<std::size_t>(place.row)].frame;
    };
    heads.choose = [this](const CellPlace& place) {
        Q_EMIT panelAsked(static_cast<int>(place.row));
    };
    tables.push_back(heads);
    return tables;
}

} // namespace headscope
