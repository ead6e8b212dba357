// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types, toggles or pastes in the table becomes an experiment or a sentence.
#include "editors/tensor_panel.h"

#include "controls/number_input.h"
#include "editors/tensor_table_view.h"
#include "experiment/edit.h"
#include "scene/error_text.h"
#include "scene/stage_text.h"

#include <QLabel>

namespace headscope {

QString TensorPanel::mergeKey(const Cell& cell) const {
    const Place place = placeOf(m_name);
    const std::string_view text = snakeCase(place.name);
    QString key = QStringLiteral("cell/") + QString::fromStdString(place.scope) + u'/' +
                  QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    for (const Index index : cell)
        key += u'/' + QString::number(index);
    return key;
}

void TensorPanel::takeTyped(const QModelIndex& index, const QString& text) {
    const Result<float> value = parseNumber(text, m_model.mayBeMinusInfinity());
    if (!value) {
        reject(m_table, translated(value.error()));
        return;
    }
    const Cell cell = m_model.cellAt(index);
    const auto change = [place = placeOf(m_name), cell, number = *value](const Experiment& e) {
        return withCell(e, place.scope, place.name, cell, number);
    };
    offer(tr("change a number of %1").arg(titleOf(m_name)), change, mergeKey(cell));
}

void TensorPanel::toggle(const QModelIndex& index) {
    if (!m_model.slice().editable) {
        reject(m_table, tr("this mask is computed; choose the mask “painted” in Setup to edit it"));
        return;
    }
    const bool on = m_model.valueAt(index) == 0.0F;
    const bool ofOneHead = m_model.slice().tensor.rank() == 4;
    // A mask that all sequences share becomes one for each with the first edit.
    if (ofOneHead)
        offer(tr("paint the mask"),
              [scope = placeOf(m_name).scope, name = m_name, cell = m_model.cellAt(index),
               on](const Experiment& e) { return withCell(e, scope, name, cell, on ? 1 : 0); });
    else
        offer(tr("paint the mask"),
              [sequence = m_model.slice().sequence, row = index.row(), column = index.column(),
               on](const Experiment& e) { return withPair(e, sequence, row, column, on); });
}

void TensorPanel::clearSelected() {
    std::vector<CellValue> values;
    for (const QModelIndex& index : m_table->selectionModel()->selectedIndexes())
        values.push_back({m_model.cellAt(index), 0});
    offer(tr("set to 0"), [place = placeOf(m_name), values](const Experiment& e) {
        return withCells(e, place.scope, place.name, values);
    });
}

void TensorPanel::paste(const QString& text) {
    const QModelIndex first = m_table->currentIndex();
    if (!first.isValid())
        return;
    if (!m_model.slice().editable) {
        reject(m_table,
               tr("%1 is computed and cannot be changed; paste into an input, a weight or a "
                  "painted mask")
                   .arg(titleOf(m_name)));
        return;
    }
    const Result<NumberBlock> block = parseNumberBlock(text, m_model.mayBeMinusInfinity());
    if (!block) {
        reject(m_table, translated(block.error()));
        return;
    }
    const auto rows = static_cast<int>(block->size());
    const auto columns = static_cast<int>(block->front().size());
    const int rowsLeft = m_model.rowCount() - first.row();
    const int columnsLeft = m_model.columnCount() - first.column();
    if (rows > rowsLeft || columns > columnsLeft) {
        reject(m_table,
               tr("the block has %1 × %2 numbers, but from this cell on only %3 × %4 fit; start "
                  "further up or left")
                   .arg(rows)
                   .arg(columns)
                   .arg(rowsLeft)
                   .arg(columnsLeft));
        return;
    }
    std::vector<CellValue> values;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const QModelIndex index = m_model.index(first.row() + row, first.column() + column);
            values.push_back(
                {m_model.cellAt(index),
                 (*block)[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]});
        }
    }
    offer(tr("paste numbers"), [place = placeOf(m_name), values](const Experiment& e) {
        return withCells(e, place.scope, place.name, values);
    });
}

void TensorPanel::offer(const QString& undoText, const Edits::Change& change,
                        const QString& field) {
    if (const Status status = m_edits.make(undoText, change, field); !status)
        reject(m_table, translated(status.error()));
    else
        clearError();
}

void TensorPanel::reject(QWidget* field, const QString& sentence) {
    m_error->setText(sentence);
    m_error->show();
    m_table->setAccessibleDescription(sentence);
    Q_EMIT rejected(field, sentence);
}

void TensorPanel::clearError() {
    m_error->clear();
    m_error->hide();
    m_table->setAccessibleDescription(m_hint->text());
}

void TensorPanel::showHint() {
    const bool mask = m_name == TensorName::MayAttend;
    const bool editable = m_model.slice().editable;
    QString text;
    if (mask)
        text =
            editable
                ? tr("Checked: the query (row) may look at the key (column). Space changes a cell.")
                : tr("Computed from the masks of Setup; choose “painted” there to edit it.");
    else
        text = editable ? tr("Double-click a value to edit it.") : tr("Computed, read only.");
    m_hint->setText(text);
    if (m_error->isHidden())
        m_table->setAccessibleDescription(text);
}

} // namespace headscope
