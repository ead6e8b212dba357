// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tool_bar.h"

#include "controls/controls.h"
#include "controls/icons.h"
#include "examples/examples.h"
#include "scene/language.h"
#include "scene/value_range.h"
#include "window/example_delegate.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
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
    addSeparator();
    m_sequence = addChoice(m_sequenceLabel, 84);
    addSeparator();
    m_colours = addChoice(m_coloursLabel, 100);
    m_range = addChoice(m_rangeLabel, 150);
    m_root = new QToolButton(this);
    m_root->setCheckable(true);
    m_root->setText(QStringLiteral("√"));
    m_root->setProperty("framed", true);
    m_root->setFixedSize(28, 26);
    m_root->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(m_root);
    addSeparator();
    m_theme = addChoice(m_themeLabel, 88);
    row->addStretch(1);
    m_export = new QPushButton(this);
    m_export->setMinimumWidth(112);
    row->addWidget(m_export);

    connect(m_export, &QPushButton::clicked, exportAction, &QAction::trigger);
    connect(m_example, &QComboBox::activated, this,
            [this](int index) { Q_EMIT exampleChosen(m_example->itemData(index).toString()); });
    connect(m_sequence, &QComboBox::activated, this,
            [this](int index) { Q_EMIT sequenceChosen(index); });
    connect(m_colours, &QComboBox::activated, this,
            [this] { Q_EMIT colourMapChosen(chosen<ColourMap>(m_colours)); });
    const auto rangeTaken = [this] {
        Q_EMIT rangeChosen({chosen<RangeMode>(m_range), m_root->isChecked()});
    };
    connect(m_range, &QComboBox::activated, this, rangeTaken);
    connect(m_root, &QToolButton::clicked, this, rangeTaken);
    connect(m_theme, &QComboBox::activated, this,
            [this] { Q_EMIT themeChosen(chosen<ThemeChoice>(m_theme)); });
    retranslate();
    updateIcons();
}

QComboBox* ToolBar::addChoice(QLabel*& label, int width) {
    label = new QLabel(this);
    label->setForegroundRole(QPalette::PlaceholderText);
    auto* box = new QComboBox(this);
    box->setMinimumWidth(width);
    label->setBuddy(box);
    layout()->addWidget(label);
    layout()->addWidget(box);
    return box;
}

QToolButton* ToolBar::addActionButton(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setFixedSize(28, 28);
    button->setFocusPolicy(Qt::StrongFocus);
    layout()->addWidget(button);
    return button;
}

void ToolBar::addSeparator() {
    auto* line = new QFrame(this);
    line->setFixedSize(1, 22);
    line->setAutoFillBackground(true);
    line->setBackgroundRole(QPalette::Mid);
    layout()->addWidget(line);
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
    m_sequence->setEnabled(count > 1);
    choose(m_colours, scene.display.map);
    choose(m_range, scene.display.range.mode);
    m_root->setChecked(scene.display.range.squareRoot);
    nameRanges();
}

void ToolBar::setRange(const std::optional<ValueScale>& range, bool choosable, bool spread) {
    m_range->setEnabled(choosable);
    m_root->setEnabled(choosable && spread);
    m_shownRange = range;
    m_spread = spread;
    nameRanges();
}

void ToolBar::nameRanges() {
    for (int i = 0; i < m_range->count(); ++i) {
        // The chosen one says what holds now, not what would hold elsewhere.
        QString name = m_rangeNames[i];
        if (m_shownRange && i == m_range->currentIndex() && !m_shownRange->isPerRow())
            name = !m_spread && chosen<RangeMode>(m_range) == RangeMode::PerRow
                       ? rangeName(*m_shownRange)
                       : tr("%1: %2").arg(name, rangeName(*m_shownRange));
        if (m_range->itemText(i) != name)
            m_range->setItemText(i, name);
    }
}

void ToolBar::setExamplesOffered(bool offered) {
    m_example->setEnabled(offered);
}

void ToolBar::setExample(const std::string& id, const QString& title) {
    const int index = m_example->findData(QString::fromStdString(id));
    m_example->setPlaceholderText(title.isEmpty() ? tr("Own experiment") : title);
    m_example->setCurrentIndex(index);
    if (index >= 0)
        m_example->setToolTip(m_example->itemData(index, Qt::ToolTipRole).toString());
}

void ToolBar::setThemeChoice(ThemeChoice choice) {
    choose(m_theme, choice);
}

void ToolBar::retranslate() {
    int i = 0;
    for (const Example* example : examplesIn(currentLanguage())) {
        if (i == m_example->count())
            m_example->addItem({});
        m_example->setItemText(i, QCoreApplication::translate("Example", example->title));
        m_example->setItemData(i, QCoreApplication::translate("Example", example->explanation),
                               Qt::ToolTipRole);
        m_example->setItemData(
            i, QString::fromUtf8(example->id.data(), static_cast<qsizetype>(example->id.size())));
        ++i;
    }
    m_example->setAccessibleName(tr("Example"));
    m_sequenceLabel->setText(tr("Sequence"));
    m_coloursLabel->setText(tr("Colours"));
    m_rangeLabel->setText(tr("Range"));
    m_themeLabel->setText(tr("Theme"));
    m_sequence->setAccessibleName(tr("Sequence of the batch"));
    m_sequence->setToolTip(tr("Which sequence of the batch is shown"));
    m_colours->setAccessibleName(tr("Colour map"));
    m_colours->setToolTip(
        tr("Colour map of weights; scores are always drawn blue to red around 0"));
    m_range->setAccessibleName(tr("Range of the colours"));
    m_range->setToolTip(tr("What the two ends of the colour bar stand for"));
    m_theme->setAccessibleName(tr("Theme"));
    m_theme->setToolTip(tr("Light or dark, or as the system has it"));
    setEntries<ColourMap>(m_colours, {{QStringLiteral("viridis"), ColourMap::Viridis},
                                      {QStringLiteral("cividis"), ColourMap::Cividis},
                                      {QStringLiteral("magma"), ColourMap::Magma},
                                      {tr("grey"), ColourMap::Grey}});
    setEntries<RangeMode>(m_range, {{tr("fixed"), RangeMode::Fixed},
                                    {tr("all heads"), RangeMode::AllHeads},
                                    {tr("per head"), RangeMode::PerHead},
                                    {tr("per row"), RangeMode::PerRow}});
    m_rangeNames.clear();
    for (int entry = 0; entry < m_range->count(); ++entry)
        m_rangeNames << m_range->itemText(entry);
    m_root->setAccessibleName(tr("Square root"));
    m_root->setToolTip(tr("Colours by the square root: small weights are told apart. A quarter of "
                          "the range stands in the middle of the bar; around 0, at both sides."));
    nameRanges();
    setEntries<ThemeChoice>(m_theme, {{tr("System"), ThemeChoice::System},
                                      {tr("Light"), ThemeChoice::Light},
                                      {tr("Dark"), ThemeChoice::Dark}});
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

void ToolBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // The controls explain themselves by tool tip and name; where room is short the words go.
    const bool roomy = width() >= 1180;
    for (QLabel* label : {m_coloursLabel, m_rangeLabel, m_themeLabel})
        label->setVisible(roomy);
    // And what the menus have as well.
    const bool narrow = width() < 1000;
    m_sequenceLabel->setVisible(!narrow);
    m_theme->setVisible(!narrow);
    m_example->setFixedWidth(narrow ? 132 : 200);
    m_colours->setMinimumWidth(narrow ? 84 : 100);
    m_range->setMinimumWidth(narrow ? 116 : 150);
    m_range->setMaximumWidth(narrow ? 116 : 200);
    m_colours->setMaximumWidth(narrow ? 84 : 200);
    m_export->setMinimumWidth(narrow ? 84 : 112);
}

} // namespace headscope
