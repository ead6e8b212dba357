// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/cell_typing.h"

#include "cells/number_editor.h"
#include "pages/heads/heads_picture.h"
#include "plots/matrix_plot.h"
#include "words/numbers/number_format.h"
#include "words/typed_number_text.h"

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace headscope {

CellTyping::CellTyping(const HeadsPicture& picture, QWidget& view)
    : QObject(&view)
    , m_picture(picture)
    , m_view(view) {}

NumberEditor* CellTyping::editor() const {
    return m_editor && m_editor->isOpen() ? m_editor : nullptr;
}

void CellTyping::open(const PanelCell& cell) {
    if (!m_editor) {
        m_editor = new NumberEditor(&m_view);
        connect(m_editor, &NumberEditor::typed, this, [this](float value) {
            if (!m_cell || !m_picture.content().mayType(*m_cell))
                return;
            TypedNumber number = m_picture.content().typedNumberOf(*m_cell);
            number.value = value;
            Q_EMIT asked(want::TypeNumber{number});
        });
        connect(m_editor, &NumberEditor::movedOn, this, &CellTyping::typeNext);
    }
    Q_EMIT opening(cell);
    const HeadsContent& content = m_picture.content();
    const MatrixPanel& panel = content.panel(cell.panel);
    const float value = panel.matrix(cell.row, cell.column);
    m_cell = cell;
    m_editor->open(m_picture.geometry().matrix.cellRect(cell.row, cell.column),
                   std::clamp(m_picture.matrixPicture().digits.most, 13.0, 40.0),
                   std::isfinite(value) ? fullText(value) : QString(),
                   tr("%1 of head %2, query %3, key %4; type a number")
                       .arg(typedStageName(panel.name))
                       .arg(panel.head + 1)
                       .arg(content.rows().labels.value(cell.row),
                            content.columns().labels.value(cell.column)));
}

void CellTyping::typeNext(int by) {
    if (!m_cell)
        return;
    PanelCell cell = *m_cell;
    // As it is drawn: along a row of the picture, then on to the next one.
    const bool turned = m_picture.content().scene().isTurned();
    const Tensor& matrix = m_picture.content().panel(cell.panel).matrix;
    Index& across = turned ? cell.row : cell.column;
    Index& down = turned ? cell.column : cell.row;
    const Index columns = matrix.size(turned ? 0 : 1);
    const Index rows = matrix.size(turned ? 1 : 0);
    across += by;
    down += across < 0 ? -1 : across >= columns ? 1 : 0;
    across = (across + columns) % columns;
    if (down >= 0 && down < rows && m_picture.content().mayType(cell))
        open(cell);
}

void CellTyping::restore(const PanelCell& cell) {
    if (editor())
        m_editor->leave();
    Q_EMIT asked(want::Restore{m_picture.content().typedNumberOf(cell)});
}

void CellTyping::follow() {
    if (!editor())
        return;
    if (!m_cell || !m_picture.content().has(*m_cell) || !m_picture.content().mayType(*m_cell))
        return m_editor->leave();
    m_editor->moveTo(m_picture.geometry().matrix.cellRect(m_cell->row, m_cell->column));
}

void CellTyping::addActions(QMenu& menu, const std::optional<PanelCell>& cell) {
    const HeadsContent& content = m_picture.content();
    if (!cell || !content.mayType(*cell))
        return;
    menu.addAction(tr("Type another number…"), this,
                   [this, &content, at = *cell] {
                       if (content.mayType(at))
                           open(at);
                   })
        ->setShortcut(Qt::Key_F2);
    QAction* restored = menu.addAction(tr("Restore"), this, [this, &content, at = *cell] {
        if (content.mayType(at) && content.isTyped(at))
            restore(at);
    });
    restored->setShortcut(Qt::Key_Delete);
    restored->setEnabled(content.isTyped(*cell));
    menu.addSeparator();
}

} // namespace headscope
