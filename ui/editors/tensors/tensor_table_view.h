// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QStyledItemDelegate>
#include <QTableView>

class QAbstractButton;
class QLineEdit;

namespace headscope {

class TensorTableModel;

/// Edits one number. Text that is no number keeps the editor open, so that
/// nothing of it is lost.
class NumberDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit NumberDelegate(TensorTableModel& model, QObject* parent = nullptr);

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    /// As wide as its text asks for, inside of the table.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    /// Nothing where nobody typed, or no number.
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

Q_SIGNALS:
    /// `editor` stays open with its text.
    void refused(QWidget* editor, const QString& sentence);

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Result<float> numberIn(const QLineEdit& edit) const;

    TensorTableModel& m_model;
};

/// The table of a tensor: typing edits, Space and Enter toggle a mask's cells,
/// copy and paste move blocks. Tab leaves it.
class TensorTableView : public QTableView {
    Q_OBJECT

public:
    explicit TensorTableView(TensorTableModel& model, QWidget* parent = nullptr);

    /// Widths for what the table shows now.
    void fitColumns();
    /// The selected block as text: tabs between columns, line ends between rows, every digit.
    QString selectedText() const;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void toggleAsked(const QModelIndex& index);
    void clearAsked();
    void pasteAsked(const QString& text);
    void cellChosen(const QModelIndex& index);
    void refused(QWidget* editor, const QString& sentence);
    /// Somebody would type into a number that cannot be changed.
    void typingRefused();

protected:
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    TensorTableModel& m_model;
    QAbstractButton* m_corner = nullptr;
    QStringList m_fittedRows; ///< the labels that the widths were measured for
    QStringList m_fittedColumns;
    int m_labelWidth = 0;
};

} // namespace headscope
