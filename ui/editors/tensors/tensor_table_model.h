// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"
#include "trace/tensor_name.h"

#include <QAbstractTableModel>
#include <QStringList>

namespace headscope {

/// What the table shows: one [rows, columns] slice of a tensor.
struct TensorSlice {
    TensorName name = TensorName::QueryInput;
    Tensor tensor; ///< the whole one
    Index sequence = 0;
    Index head = 0;
    bool editable = false;
    QStringList rowLabels;
    QStringList columnLabels;
};

/// A tensor's slice as a table. It reads the tensor when it is asked, so a large
/// one costs nothing; it changes nothing: what is typed goes out as a signal.
class TensorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    /// bool: the program asks about this cell.
    static constexpr int markedRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Resets the table only where its shape or its name changes.
    void setSlice(const TensorSlice& slice);
    const TensorSlice& slice() const { return m_slice; }
    /// 0 and 1 only, shown as check boxes.
    bool isMask() const { return m_slice.name == TensorName::MayAttend; }
    bool mayBeMinusInfinity() const { return m_slice.name == TensorName::AdditiveMask; }
    /// The row or column of the cell that the program asks about; nothing: none.
    void setMarked(std::optional<Index> row, std::optional<Index> column);

    Cell cellAt(const QModelIndex& index) const;
    float valueAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// Only hands on what was typed; the value comes back with the next slice.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

Q_SIGNALS:
    void typed(const QModelIndex& index, float value);

private:
    QString shownText(float value) const;
    bool isMarked(const QModelIndex& index) const;

    TensorSlice m_slice;
    Tensor m_matrix; ///< the slice, a view
    Cell m_prefix;
    int m_decimals = 0; ///< of the numbers that need no more than three
    std::size_t m_rowAxis = 0;
    std::size_t m_columnAxis = 1;
    std::optional<Index> m_markedRow;
    std::optional<Index> m_markedColumn;
};

} // namespace headscope
