// SPDX-License-Identifier: GPL-3.0-or-later
// Typing a number into a cell of the Heads view, in the place of the computed one.
#include "pages/heads/heads_view.h"
#include "pages/heads/held_editor.h"
#include "plots/matrix_plot.h"
#include "scene/held_text.h"
#include "scene/number_format.h"

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace headscope {

HeldEditor* HeadsView::editor() const {
    return m_editor && m_editor->isOpen() ? m_editor : nullptr;
}

bool HeadsView::mayHold(const PanelCell& cell) const {
    if (m_scene.isReadOnly() || cell.panel < 0 || cell.panel >= static_cast<int>(m_panels.size()))
        return false;
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    return canBeHeld(panel.name) && panel.kind == MatrixPanel::Kind::Head &&
           cell.panel == shownPanel() && !panel.isPadding(cell.row, cell.column);
}

bool HeadsView::isHeld(const PanelCell& cell) const {
    return m_panels[static_cast<std::size_t>(cell.panel)].heldAt(cell.row, cell.column);
}

HeldNumber HeadsView::heldNumberOf(const PanelCell& cell) const {
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    HeldNumber number =
        heldNumberAt((*m_scene.trace)[panel.step], panel.cellAt(cell.row, cell.column));
    number.scope = Scope::parse(m_scene.selection.scope).value_or(Scope()); // the block has none
    return number;
}

void HeadsView::typeInto(PanelCell cell) {
    if (!m_editor) {
        m_editor = new HeldEditor(this);
        connect(m_editor, &HeldEditor::typed, this, [this](const QString& text) {
            if (m_typed && mayHold(*m_typed))
                Q_EMIT asked(want::Hold{heldNumberOf(*m_typed), text});
        });
        connect(m_editor, &HeldEditor::movedOn, this, &HeadsView::typeNext);
    }
    setZoom(showing(geometryInput(), m_geometry, cell.row, cell.column));
    if (m_scene.selection.locked != cell)
        Q_EMIT locked(cell); // the inspector says what would be there
    const MatrixPanel& panel = m_panels[static_cast<std::size_t>(cell.panel)];
    const float value = panel.matrix(cell.row, cell.column);
    m_typed = cell;
    m_editor->open(m_geometry.matrix.cellRect(cell.row, cell.column),
                   std::clamp(picture().digits.most, 13.0, 40.0),
                   std::isfinite(value) ? fullText(value) : QString(),
                   tr("%1 of head %2, query %3, key %4; type a number")
                       .arg(heldStageName(panel.name))
                       .arg(panel.head + 1)
                       .arg(m_rowLabels.value(cell.row), m_columnLabels.value(cell.column)));
}

void HeadsView::typeNext(int by) {
    if (!m_typed)
        return;
    PanelCell cell = *m_typed;
    // As it is drawn: along a row of the picture, then on to the next one.
    const bool turned = m_scene.isTurned();
    const Tensor& matrix = m_panels[static_cast<std::size_t>(cell.panel)].matrix;
    Index& across = turned ? cell.row : cell.column;
    Index& down = turned ? cell.column : cell.row;
    const Index columns = matrix.size(turned ? 0 : 1);
    const Index rows = matrix.size(turned ? 1 : 0);
    across += by;
    down += across < 0 ? -1 : across >= columns ? 1 : 0;
    across = (across + columns) % columns;
    if (down >= 0 && down < rows && mayHold(cell))
        typeInto(cell);
}

void HeadsView::release(const PanelCell& cell) {
    if (editor())
        m_editor->leave();
    Q_EMIT asked(want::Release{heldNumberOf(cell)});
}

void HeadsView::placeEditor() {
    if (!editor())
        return;
    const bool there = m_typed && m_typed->panel < static_cast<int>(m_panels.size()) &&
                       m_typed->row < m_panels.front().matrix.size(0) &&
                       m_typed->column < m_panels.front().matrix.size(1) && mayHold(*m_typed);
    if (!there)
        return m_editor->leave();
    m_editor->moveTo(m_geometry.matrix.cellRect(m_typed->row, m_typed->column));
}

void HeadsView::addHoldActions(QMenu& menu, const std::optional<PanelCell>& cell) {
    if (!cell || !mayHold(*cell))
        return;
    menu.addAction(tr("Hold this number…"), this,
                   [this, at = *cell] {
                       if (mayHold(at))
                           typeInto(at);
                   })
        ->setShortcut(Qt::Key_F2);
    QAction* release = menu.addAction(tr("Release"), this, [this, at = *cell] {
        if (mayHold(at) && isHeld(at))
            this->release(at);
    });
    release->setShortcut(Qt::Key_Delete);
    release->setEnabled(isHeld(*cell));
    menu.addSeparator();
}

} // namespace headscope
