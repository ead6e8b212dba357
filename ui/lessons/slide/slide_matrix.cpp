// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_matrix.h"

#include "scene/value_range.h"
#include "type/fonts.h"
#include "words/word_notes.h"

#include <QFontMetricsF>

#include <algorithm>
#include <utility>

namespace headscope {

SlideMatrix::SlideMatrix(const Scene& scene)
    : m_stage(scene.isEmpty() ? nullptr : preparedStage(scene))
    , m_shown(scene.selection.stage)
    , m_display(scene.display) {
    if (isEmpty())
        return;
    m_panel = std::clamp(scene.selection.panel, 0, static_cast<int>(m_stage->panels.size()) - 1);
    const auto marked = [&](QStringList words, std::size_t side) {
        return markedWords(std::move(words), wordNotes(*scene.run, scene.selection.scope, panel(),
                                                       side, scene.selection.sequence));
    };
    m_rowWords = marked(rowLabels(scene.tokens(), panel(), scene.selection.sequence), 0);
    m_columnWords = marked(columnLabels(scene.tokens(), panel(), scene.selection.sequence), 1);
    const Tensor& matrix = panel().matrix;
    m_choices = ringsOf(scene.pointed, m_panel, matrix.size(0), matrix.size(1));
    std::erase_if(m_choices, [](const MatrixRing& ring) { return ring.letter.isEmpty(); });
    const std::optional<PanelCell>& locked = scene.selection.locked;
    if (m_choices.empty() && locked && locked->row < matrix.size(0) &&
        locked->column < matrix.size(1))
        m_locked = locked;
}

bool SlideMatrix::asksRow(Index row) const {
    return (m_locked && m_locked->row == row) ||
           std::ranges::any_of(m_choices, [row](const MatrixRing& ring) {
               return ring.cells.rows() == 1 && ring.cells.firstRow == row;
           });
}

bool SlideMatrix::asksColumn(Index column) const {
    return (m_locked && m_locked->column == column) ||
           std::ranges::any_of(m_choices, [column](const MatrixRing& ring) {
               return ring.cells.columns() == 1 && ring.cells.firstColumn == column;
           });
}

const MatrixPanel& SlideMatrix::panel() const {
    return m_stage->panels[static_cast<std::size_t>(m_panel)].panel;
}

CellColours SlideMatrix::colours() const {
    return {mapOf(m_stage->name, m_display.map),
            m_stage->range(static_cast<std::size_t>(m_panel), m_display.range), m_display.theme};
}

SlideGeometry SlideMatrix::laidOut(QSizeF size) const {
    if (isEmpty())
        return layOutSlide(size, 0, 0, 0, 0);
    const double u = slideUnit(size);
    const QFontMetricsF metrics(textFont(30 * u, QFont::DemiBold));
    double widest = metrics.horizontalAdvance(tr("query")) + 20 * u;
    for (const QString& word : m_rowWords)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return layOutSlide(size, panel().matrix.size(0), panel().matrix.size(1), widest,
                       widestColumnWord(smallestSlideWord * u));
}

double SlideMatrix::widestColumnWord(double pixels) const {
    const QFontMetricsF metrics(textFont(pixels, QFont::Bold));
    double widest = 1;
    for (const QString& word : m_columnWords)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return widest;
}

double SlideMatrix::rowSum(Index row) const {
    return m_stage->panels[static_cast<std::size_t>(m_panel)]
        .sums.rows[static_cast<std::size_t>(row)];
}

} // namespace headscope
