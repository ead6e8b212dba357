// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/tensor_table_view.h"

#include "editors/tensors/flat_header.h"
#include "editors/tensors/tensor_table_model.h"
#include "forms/number_input.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/numbers/number_format.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollBar>

namespace headscope {

namespace {

constexpr int rowPixels = 22;
constexpr int cellPadding = 12;
constexpr int widestLabels = 88;
constexpr int narrowestColumn = 36;
constexpr int widestShare = 64;
constexpr int measured = 24; ///< rows and columns that the widths are taken from
constexpr int labelsSampled = 256;

/// A cell shows few digits; who edits it reads all of them, and their sign. Numbers end at the
/// right, so a field that is too narrow grows to the left, and at the edge of the table to the
/// right.
void growToText(QLineEdit& edit) {
    const QMargins margins = edit.textMargins();
    const int wanted = edit.fontMetrics().horizontalAdvance(edit.text()) + margins.left() +
                       margins.right() + cellPadding;
    QRect rect = edit.geometry();
    if (rect.width() >= wanted)
        return;
    rect.setLeft(qMax(0, rect.right() + 1 - wanted));
    rect.setWidth(qMin(wanted, edit.parentWidget()->width() - rect.left()));
    edit.setGeometry(rect);
}

} // namespace

NumberDelegate::NumberDelegate(TensorTableModel& model, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_model(model) {}

QWidget* NumberDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                      const QModelIndex& index) const {
    if (m_model.isMask())
        return nullptr;
    auto* edit = new QLineEdit(parent);
    edit->setFont(numberFont(13));
    edit->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    edit->setTextMargins(0, 0, 2, 0);
    edit->setFrame(false);
    edit->setAutoFillBackground(true);
    edit->setAccessibleName(index.data(Qt::AccessibleTextRole).toString());
    connect(edit, &QLineEdit::textChanged, edit, [edit] { growToText(*edit); });
    return edit;
}

void NumberDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& index) const {
    QStyledItemDelegate::updateEditorGeometry(editor, option, index);
    if (auto* edit = qobject_cast<QLineEdit*>(editor))
        growToText(*edit);
}

void NumberDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    // A trace that arrives while somebody types must not take their text away.
    auto* edit = qobject_cast<QLineEdit*>(editor);
    if (!edit || edit->isModified())
        return;
    edit->setText(index.data(Qt::EditRole).toString());
    edit->selectAll();
}

Result<float> NumberDelegate::numberIn(const QLineEdit& edit) const {
    return parseNumber(edit.text(), m_model.mayBeMinusInfinity());
}

void NumberDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                  const QModelIndex& index) const {
    const auto* edit = qobject_cast<QLineEdit*>(editor);
    if (!edit || !edit->isModified())
        return;
    if (const Result<float> number = numberIn(*edit))
        model->setData(index, *number, Qt::EditRole);
}

void NumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(TensorTableModel::markedRole).toBool())
        option->backgroundBrush = option->palette.alternateBase();
    if (!m_model.slice().editable)
        option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
    if (!m_model.isMask())
        return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem own = option;
    initStyleOption(&own, index);
    own.text.clear();
    const QStyle* style = own.widget ? own.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &own, painter, own.widget);
    QStyleOptionButton box;
    box.palette = own.palette;
    box.rect = own.rect;
    box.state = m_model.valueAt(index) != 0.0F ? QStyle::State_On : QStyle::State_Off;
    if (m_model.slice().editable)
        box.state |= QStyle::State_Enabled;
    const int side = style->pixelMetric(QStyle::PM_IndicatorWidth, &box, own.widget);
    box.rect = QStyle::alignedRect(own.direction, Qt::AlignCenter, {side, side}, own.rect);
    style->drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, painter, own.widget);
}

bool NumberDelegate::eventFilter(QObject* watched, QEvent* event) {
    auto* edit = qobject_cast<QLineEdit*>(watched);
    bool leaves = event->type() == QEvent::FocusOut;
    bool enter = false;
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        enter = key == Qt::Key_Return || key == Qt::Key_Enter;
        leaves = enter || key == Qt::Key_Tab || key == Qt::Key_Backtab;
    }
    if (!edit || !leaves)
        return QStyledItemDelegate::eventFilter(watched, event);
    const Result<float> number = numberIn(*edit);
    if (edit->isModified() && !number) {
        QPalette palette = edit->palette();
        palette.setColor(QPalette::Text, palette.color(QPalette::BrightText));
        edit->setPalette(palette);
        Q_EMIT refused(edit, translated(number.error()));
        return event->type() != QEvent::FocusOut;
    }
    if (!enter)
        return QStyledItemDelegate::eventFilter(watched, event);
    // At once: Qt waits for the next turn of the event loop, and the field may be gone by then.
    Q_EMIT commitData(edit);
    Q_EMIT closeEditor(edit);
    return true;
}

TensorTableView::TensorTableView(TensorTableModel& model, QWidget* parent)
    : QTableView(parent)
    , m_model(model) {
    auto* delegate = new NumberDelegate(model, this);
    setItemDelegate(delegate);
    setHorizontalHeader(new FlatHeader(Qt::Horizontal, this));
    setVerticalHeader(new FlatHeader(Qt::Vertical, this));
    horizontalHeader()->setVisible(true);
    verticalHeader()->setVisible(true);
    setModel(&model);
    connect(delegate, &NumberDelegate::refused, this, &TensorTableView::refused);
    setTabKeyNavigation(false);
    setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
    setSelectionMode(ContiguousSelection);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    m_corner = findChild<QAbstractButton*>(QString(), Qt::FindDirectChildrenOnly);
    if (m_corner)
        m_corner->installEventFilter(this);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->setDefaultSectionSize(rowPixels);
    verticalHeader()->setMinimumSectionSize(rowPixels);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setHighlightSections(false);
    horizontalHeader()->setFixedHeight(rowPixels);
    horizontalHeader()->setMinimumSectionSize(narrowestColumn);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
}

void TensorTableView::fitColumns() {
    const int rows = qMin(m_model.rowCount(), measured);
    const int columns = qMin(m_model.columnCount(), measured);
    if (m_model.slice().rowLabels != m_fittedRows ||
        m_model.slice().columnLabels != m_fittedColumns) {
        m_fittedRows = m_model.slice().rowLabels;
        m_fittedColumns = m_model.slice().columnLabels;
        const QFontMetrics metrics(textFont(13));
        m_labelWidth = narrowestColumn;
        for (int column = 0; column < qMin(m_fittedColumns.size(), qsizetype{labelsSampled});
             ++column)
            m_labelWidth = qMax(m_labelWidth,
                                metrics.horizontalAdvance(m_fittedColumns[column]) + cellPadding);
        int rowLabels = 24;
        for (int row = 0; row < qMin(m_fittedRows.size(), qsizetype{labelsSampled}); ++row)
            rowLabels = qMax(rowLabels, metrics.horizontalAdvance(m_fittedRows[row]) + 16);
        verticalHeader()->setFixedWidth(qMin(rowLabels, widestLabels));
    }
    // The digits are all equally wide: counting is enough.
    qsizetype characters = 0;
    for (int column = 0; column < columns && !m_model.isMask(); ++column) {
        for (int row = 0; row < rows; ++row)
            characters =
                qMax(characters,
                     m_model.data(m_model.index(row, column), Qt::DisplayRole).toString().size());
    }
    static const int digit = QFontMetrics(numberFont(13)).horizontalAdvance(u'0');
    const int widest = qMax(m_labelWidth, static_cast<int>(characters) * digit + cellPadding);
    // A few narrow columns share the whole width.
    const int available = viewport()->width() / qMax(1, m_model.columnCount());
    horizontalHeader()->setDefaultSectionSize(qMax(widest, qMin(available, widestShare)));
}

QString TensorTableView::selectedText() const {
    const QItemSelection chosen = selectionModel()->selection();
    if (chosen.isEmpty())
        return {};
    const QItemSelectionRange& range = chosen.first();
    QString text;
    for (int row = range.top(); row <= range.bottom(); ++row) {
        for (int column = range.left(); column <= range.right(); ++column) {
            if (column > range.left())
                text += u'\t';
            text += fullText(m_model.valueAt(m_model.index(row, column)));
        }
        text += u'\n';
    }
    return text;
}

QSize TensorTableView::minimumSizeHint() const {
    return {80, rowPixels * 5 + 2 * frameWidth()};
}

QSize TensorTableView::sizeHint() const {
    // Not more than it needs at least: in a scroll area with wrapped texts the hint
    // counts as the minimum. The layout stretches the table.
    return minimumSizeHint();
}

bool TensorTableView::event(QEvent* event) {
    // Space toggles a mask, but in the window it means "next stage".
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::Paste) ||
            (key->key() == Qt::Key_Space && m_model.isMask())) {
            event->accept();
            return true;
        }
    }
    return QTableView::event(event);
}

bool TensorTableView::eventFilter(QObject* watched, QEvent* event) {
    // The corner is drawn as flat as the headers.
    if (watched == m_corner && event->type() == QEvent::Paint) {
        QPainter painter(m_corner);
        painter.fillRect(m_corner->rect(), palette().color(QPalette::Window));
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawLine(m_corner->rect().bottomLeft(), m_corner->rect().bottomRight());
        painter.drawLine(m_corner->rect().topRight(), m_corner->rect().bottomRight());
        return true;
    }
    return QTableView::eventFilter(watched, event);
}

bool TensorTableView::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
    if (!index.isValid() || m_model.isMask() || m_model.slice().editable)
        return QTableView::edit(index, trigger, event);
    static const QRegularExpression beginning(QStringLiteral("^[-+.0-9]"));
    const bool isKey = event && event->type() == QEvent::KeyPress; // else of an input method
    const bool begins = trigger == AnyKeyPressed && isKey &&
                        plainNumber(static_cast<QKeyEvent*>(event)->text()).contains(beginning);
    if (begins || trigger == DoubleClicked || trigger == EditKeyPressed)
        Q_EMIT typingRefused();
    return QTableView::edit(index, trigger, event);
}

void TensorTableView::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const bool enter = key == Qt::Key_Return || key == Qt::Key_Enter;
    const QModelIndex index = currentIndex();
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(selectedText());
    } else if (event->matches(QKeySequence::Paste)) {
        Q_EMIT pasteAsked(QApplication::clipboard()->text());
    } else if (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo)) {
        event->ignore();
    } else if (!index.isValid() || state() == EditingState) {
        QTableView::keyPressEvent(event);
    } else if (m_model.isMask() && (enter || key == Qt::Key_Space)) {
        Q_EMIT toggleAsked(index);
    } else if (m_model.isMask() && (key == Qt::Key_0 || key == Qt::Key_1)) {
        if ((m_model.valueAt(index) != 0.0F) != (key == Qt::Key_1))
            Q_EMIT toggleAsked(index);
    } else if (enter && m_model.slice().editable) {
        QTableView::edit(index);
    } else if (key == Qt::Key_Delete && m_model.slice().editable) {
        Q_EMIT clearAsked();
    } else {
        QTableView::keyPressEvent(event);
    }
}

void TensorTableView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && m_model.isMask())
        Q_EMIT toggleAsked(index);
    else
        QTableView::mouseDoubleClickEvent(event);
}

void TensorTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitColumns();
}

void TensorTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && hasFocus())
        Q_EMIT cellChosen(current);
}

} // namespace headscope
