// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/tensor_table_model.h"

#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {
constexpr int cellCharacters = 5;

constexpr Index sampled = 24; ///< rows and columns that the decimals are taken from
constexpr int mostDecimals = 3;

/// How many decimals a float needs to be read back; more than mostDecimals where
/// it needs an exponent.
int decimalsOf(float value) {
    const QString full = fullText(value);
    if (!std::isfinite(value) || full.contains(u'e'))
        return mostDecimals + 1;
    const qsizetype point = full.indexOf(u'.');
    return point < 0 ? 0 : static_cast<int>(full.size() - point - 1);
}
} // namespace

void TensorTableModel::setSlice(const TensorSlice& slice) {
    const bool sameTable = slice.name == m_slice.name &&
                           slice.tensor.shape() == m_slice.tensor.shape() &&
                           slice.editable == m_slice.editable && rowCount() > 0;
    if (!sameTable)
        beginResetModel();
    const bool sameLabels =
        slice.rowLabels == m_slice.rowLabels && slice.columnLabels == m_slice.columnLabels;
    m_slice = slice;
    m_matrix = slice.tensor;
    m_prefix = Cell(slice.tensor.rank(), 0);
    std::vector<std::size_t> rest;
    // From behind, so that axes in front keep their numbers.
    for (std::size_t i = slice.tensor.rank(); i-- > 0;) {
        const Axis axis = slice.tensor.axes()[i];
        if (axis != Axis::Batch && axis != Axis::Heads) {
            rest.insert(rest.begin(), i);
            continue;
        }
        const Index wanted = axis == Axis::Batch ? slice.sequence : slice.head;
        m_prefix[i] = std::clamp<Index>(wanted, 0, slice.tensor.size(i) - 1);
        m_matrix = m_matrix.selected(i, m_prefix[i]);
    }
    m_rowAxis = rest.empty() ? 0 : rest.front();
    m_columnAxis = rest.empty() ? 0 : rest.back();
    if (m_matrix.rank() == 1) // a bias is one row
        m_matrix = m_matrix.reshaped({1, m_matrix.size(0)}, {Axis::Feature, m_matrix.axes()[0]});
    m_decimals = 0;
    for (Index row = 0; row < std::min<Index>(rowCount(), sampled); ++row) {
        for (Index column = 0; column < std::min<Index>(columnCount(), sampled); ++column) {
            const int needed = decimalsOf(m_matrix(row, column));
            if (needed <= mostDecimals)
                m_decimals = std::max(m_decimals, needed);
        }
    }
    if (!sameTable) {
        endResetModel();
        return;
    }
    if (!sameLabels) {
        Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void TensorTableModel::setMarked(std::optional<Index> row, std::optional<Index> column) {
    if (row == m_markedRow && column == m_markedColumn)
        return;
    m_markedRow = row;
    m_markedColumn = column;
    if (rowCount() == 0)
        return;
    Q_EMIT headerDataChanged(Qt::Vertical, 0, rowCount() - 1); // the marked ones are bold
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

Cell TensorTableModel::cellAt(const QModelIndex& index) const {
    Cell cell = m_prefix;
    if (m_rowAxis != m_columnAxis)
        cell[m_rowAxis] = index.row();
    cell[m_columnAxis] = index.column();
    return cell;
}

float TensorTableModel::valueAt(const QModelIndex& index) const {
    return m_matrix(index.row(), index.column());
}

int TensorTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_matrix.rank() < 2 ? 0 : static_cast<int>(m_matrix.size(0));
}

int TensorTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_matrix.rank() < 2 ? 0 : static_cast<int>(m_matrix.size(1));
}

bool TensorTableModel::isMarked(const QModelIndex& index) const {
    return (m_markedRow || m_markedColumn) && (!m_markedRow || *m_markedRow == index.row()) &&
           (!m_markedColumn || *m_markedColumn == index.column());
}

QString TensorTableModel::shownText(float value) const {
    // 0.2 stays 0.2 where its neighbours need no more, and columns stand still.
    const QString fixed = decimalsOf(value) <= m_decimals
                              ? fixedText(static_cast<double>(value), m_decimals)
                              : QString();
    return fixed.isEmpty() || fixed.size() > cellCharacters + 1 ? cellText(value, cellCharacters)
                                                                : fixed;
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole: return shownText(valueAt(index));
    case Qt::EditRole:
    case Qt::ToolTipRole: return fullText(valueAt(index));
    case Qt::TextAlignmentRole:
        return QVariant(isMask() ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter);
    case Qt::FontRole: return numberFont(13, isMarked(index) ? QFont::Bold : QFont::Normal);
    case markedRole: return isMarked(index);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2: %3")
            .arg(headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString(),
                 headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                 fullText(valueAt(index)));
    default: return {};
    }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const QStringList& labels =
        orientation == Qt::Vertical ? m_slice.rowLabels : m_slice.columnLabels;
    const auto marked = orientation == Qt::Vertical ? m_markedRow : m_markedColumn;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return section < labels.size() ? labels[section] : QString::number(section + 1);
    case Qt::FontRole: return textFont(13, marked == section ? QFont::Bold : QFont::Normal);
    case Qt::TextAlignmentRole:
        return QVariant(orientation == Qt::Vertical ? Qt::AlignLeft | Qt::AlignVCenter
                        : isMask()                  ? Qt::AlignCenter
                                                    : Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

Qt::ItemFlags TensorTableModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled;
    if (index.isValid() && m_slice.editable)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool TensorTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || !m_slice.editable || role != Qt::EditRole)
        return false;
    Q_EMIT typed(index, value.toFloat());
    return true;
}

} // namespace headscope
