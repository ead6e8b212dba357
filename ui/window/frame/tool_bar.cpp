// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/tool_bar.h"

#include "controls/icons.h"
#include "examples/examples.h"
#include "files/carried_models.h"
#include "window/frame/example_delegate.h"
#include "words/language.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace headscope {

ToolBar::ToolBar(QAction* undo, QAction* redo, QAction* exportAction, QWidget* parent)
    : QWidget(parent)
    , m_undoAction(undo)
    , m_redoAction(redo) {
    setFixedHeight(40);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);

    m_example = new QComboBox(this);
    m_example->setFixedWidth(200);
    m_example->setItemDelegate(new ExampleDelegate(m_example));
    m_example->view()->setMinimumWidth(ExampleDelegate::width + 2);
    m_example->setMaxVisibleItems(20);
    row->addWidget(m_example);
    addSeparator();
    m_undo = addActionButton(undo);
    m_redo = addActionButton(redo);
    m_sequenceLine = addSeparator();
    m_sequenceLabel = new QLabel(this);
    m_sequenceLabel->setForegroundRole(QPalette::PlaceholderText);
    m_sequence = new QComboBox(this);
    m_sequence->setMinimumWidth(84);
    m_sequenceLabel->setBuddy(m_sequence);
    row->addWidget(m_sequenceLabel);
    row->addWidget(m_sequence);
    row->addStretch(1);
    m_export = new QPushButton(this);
    m_export->setMinimumWidth(112);
    row->addWidget(m_export);

    connect(m_export, &QPushButton::clicked, exportAction, &QAction::trigger);
    connect(m_example, &QComboBox::activated, this,
            [this](int index) { Q_EMIT exampleChosen(m_example->itemData(index).toString()); });
    connect(m_sequence, &QComboBox::activated, this,
            [this](int index) { Q_EMIT sequenceChosen(index); });
    retranslate();
    updateIcons();
}

QToolButton* ToolBar::addActionButton(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setFixedSize(28, 28);
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
    return button;
}

QWidget* ToolBar::addSeparator() {
    auto* line = new QFrame(this);
    line->setFixedSize(1, 22);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    layout()->addWidget(line);
    return line;
}

void ToolBar::setScene(const Scene& scene) {
    const Index count = scene.run ? scene.run->batch() : 1;
    while (m_sequence->count() > count)
        m_sequence->removeItem(m_sequence->count() - 1);
    for (int i = 0; i < static_cast<int>(count); ++i) {
        if (i == m_sequence->count())
            m_sequence->addItem({});
        m_sequence->setItemText(i, tr("%1 of %2").arg(i + 1).arg(count));
    }
    m_sequence->setCurrentIndex(static_cast<int>(scene.selection.sequence));
    for (QWidget* part : {m_sequenceLine, static_cast<QWidget*>(m_sequenceLabel),
                          static_cast<QWidget*>(m_sequence)})
        part->setVisible(count > 1);
}

void ToolBar::setExamplesOffered(bool offered) {
    m_example->setEnabled(offered);
}

void ToolBar::setSequenceLocked(const QString& why) {
    m_sequenceLock = why;
    m_sequence->setEnabled(why.isEmpty());
    m_sequence->setToolTip(why.isEmpty() ? tr("Which sequence of the batch is shown") : why);
}

void ToolBar::setExample(const std::string& id, const QString& title) {
    const int index = m_example->findData(QString::fromStdString(id));
    m_example->setPlaceholderText(title.isEmpty() ? tr("Own experiment") : title);
    m_example->setCurrentIndex(index);
    if (index >= 0)
        m_example->setToolTip(m_example->itemData(index, Qt::ToolTipRole).toString());
}

void ToolBar::retranslate() {
    int i = 0;
    const auto offer = [&](std::string_view id, const char* title, const char* explanation) {
        if (i == m_example->count())
            m_example->addItem({});
        m_example->setItemText(i, QCoreApplication::translate("Example", title));
        m_example->setItemData(i, QCoreApplication::translate("Example", explanation),
                               Qt::ToolTipRole);
        m_example->setItemData(i, QString::fromUtf8(id));
        ++i;
    };
    for (const Example* example : examplesIn(currentLanguage()))
        offer(example->id, example->title, example->explanation);
    for (const CarriedModel& model : carriedModels()) {
        if (!folderOf(model).isEmpty())
            offer(model.name, model.title, model.explanation);
    }
    m_example->setAccessibleName(tr("Example"));
    m_sequenceLabel->setText(tr("Sequence"));
    m_sequence->setAccessibleName(tr("Sequence of the batch"));
    setSequenceLocked(m_sequenceLock);
    m_export->setText(tr("Export…"));
    m_export->setToolTip(tr("Save the figure of the heads as PNG, SVG or PDF"));
    m_undo->setAccessibleName(tr("Undo"));
    m_redo->setAccessibleName(tr("Redo"));
}

void ToolBar::updateIcons() {
    m_undoAction->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_redoAction->setIcon(paletteIcon(QStringLiteral("redo"), palette()));
    m_export->setIcon(paletteIcon(QStringLiteral("export"), palette()));
}

void ToolBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

} // namespace headscope
