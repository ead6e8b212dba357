// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/presentation/prepared_views_dialog.h"

#include "words/error_text.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace headscope {

PreparedViewsDialog::PreparedViewsDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_list(new QListWidget(this))
    , m_up(new QPushButton(tr("&Up"), this))
    , m_down(new QPushButton(tr("Do&wn"), this))
    , m_rename(new QPushButton(tr("&Rename"), this))
    , m_delete(new QPushButton(tr("&Delete"), this)) {
    setWindowTitle(tr("Prepared views"));
    m_list->setAccessibleName(tr("Prepared views"));
    auto* columns = new QHBoxLayout(this);
    columns->addWidget(m_list, 1);
    auto* buttons = new QVBoxLayout;
    columns->addLayout(buttons);
    for (QPushButton* button : {m_up, m_down, m_rename, m_delete}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addWidget(close);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::accept);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_rename, &QPushButton::clicked, this,
            [this] { m_list->editItem(m_list->currentItem()); });
    connect(m_delete, &QPushButton::clicked, this, &PreparedViewsDialog::remove);
    connect(m_list, &QListWidget::currentRowChanged, this, &PreparedViewsDialog::allow);
    connect(m_list, &QListWidget::itemChanged, this,
            [this](QListWidgetItem* item) { rename(m_list->row(item), item->text()); });
    QUndoStack& stack = document.undoStack();
    connect(new QShortcut(QKeySequence::Undo, this), &QShortcut::activated, &stack,
            &QUndoStack::undo);
    connect(new QShortcut(QKeySequence::Redo, this), &QShortcut::activated, &stack,
            &QUndoStack::redo);
    // Not while the list still says that one of its items was changed.
    connect(&document, &Document::viewsChanged, this, &PreparedViewsDialog::showViews,
            Qt::QueuedConnection);
    showViews();
    resize(460, 320);
}

void PreparedViewsDialog::showViews() {
    const QSignalBlocker quiet(m_list);
    const int row = std::max(0, m_list->currentRow());
    m_list->clear();
    for (const PreparedView& view : m_document.views()) {
        auto* item = new QListWidgetItem(visibleName(QString::fromStdString(view.title)), m_list);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
    }
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    allow();
}

void PreparedViewsDialog::allow() {
    const int row = m_list->currentRow();
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_list->count());
    m_rename->setEnabled(row >= 0);
    m_delete->setEnabled(row >= 0);
}

void PreparedViewsDialog::move(int by) {
    PreparedViews views = m_document.views();
    const int row = m_list->currentRow();
    const int to = row + by;
    if (row < 0 || to < 0 || to >= static_cast<int>(views.size()))
        return;
    std::swap(views[static_cast<std::size_t>(row)], views[static_cast<std::size_t>(to)]);
    {
        const QSignalBlocker quiet(m_list);
        m_list->setCurrentRow(to);
    }
    m_document.setViews(tr("move a prepared view"), std::move(views));
}

void PreparedViewsDialog::remove() {
    PreparedViews views = m_document.views();
    const int row = m_list->currentRow();
    if (row < 0 || row >= static_cast<int>(views.size()))
        return;
    views.erase(views.begin() + row);
    m_document.setViews(tr("delete a prepared view"), std::move(views));
}

void PreparedViewsDialog::rename(int row, const QString& title) {
    PreparedViews views = m_document.views();
    const QString plain = title.simplified().left(longestTitle);
    if (row < 0 || row >= static_cast<int>(views.size()) || plain.isEmpty())
        return showViews();
    views[static_cast<std::size_t>(row)].title = plain.toStdString();
    m_document.setViews(tr("rename a prepared view"), std::move(views));
}

} // namespace headscope
