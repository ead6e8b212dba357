// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/spin_boxes.h"
#include "pages/paint/stroke_keys.h"
#include "painting/presets.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>

namespace headscope {

namespace {

template <class Box> Box* spinBox(QWidget* parent, double low, double high) {
    auto* box = new Box(parent);
    box->setRange(static_cast<decltype(box->minimum())>(low),
                  static_cast<decltype(box->maximum())>(high));
    box->setKeyboardTracking(false);
    box->setFont(textFont(13));
    return box;
}

/// What is being typed stays while the search goes on.
template <class Box, class Value> void showNumber(Box* box, Value value) {
    if (box->value() != static_cast<decltype(box->value())>(value))
        box->setValue(static_cast<decltype(box->value())>(value));
}

} // namespace

PaintPanel::PaintPanel(QWidget* parent)
    : FieldsAndButtons(parent) {
    fields().setContentsMargins(panelPadding, panelPadding, panelPadding, rowGap);
    fields().setSpacing(rowGap);
    buttons().setContentsMargins(panelPadding, rowGap, panelPadding, panelPadding);
    buttons().setSpacing(rowGap);
    addBrush();
    fields().addSpacing(8);
    addPresets();
    fields().addSpacing(8);
    addFields();
    addButtons();
    connectFields();
    retranslate();
}

QLabel* PaintPanel::addTitle() {
    auto* title = new QLabel(this);
    title->setFont(textFont(12, QFont::DemiBold));
    title->setForegroundRole(QPalette::PlaceholderText);
    fields().addWidget(title);
    m_titles.push_back(title);
    return title;
}

FieldRow* PaintPanel::addRow(QWidget* control) {
    auto* row = new FieldRow(control, FieldRow::Layout::Beside, this);
    fields().addWidget(row);
    m_rows.push_back(row);
    return row;
}

void PaintPanel::addBrush() {
    auto* head = new QHBoxLayout;
    head->setSpacing(2);
    QLabel* const title = addTitle();
    fields().removeWidget(title);
    head->addWidget(title, 1);
    for (QToolButton** button : {&m_undo, &m_redo}) {
        *button = new QToolButton(this);
        (*button)->setAutoRaise(true);
        (*button)->setIconSize({16, 16});
        (*button)->setFixedSize(24, 20);
        head->addWidget(*button);
    }
    fields().addLayout(head);
    auto* brushes = new QHBoxLayout;
    brushes->setSpacing(0);
    m_brush = new QButtonGroup(this);
    for (const PaintBrush brush : {PaintBrush::Paint, PaintBrush::Erase, PaintBrush::Row}) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFont(textFont(13));
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_brush->addButton(button, static_cast<int>(brush));
        brushes->addWidget(button);
    }
    fields().addLayout(brushes);
    auto* line = new QHBoxLayout;
    m_weightTitle = new QLabel(this);
    m_weightTitle->setFont(textFont(13));
    m_weight = new QSlider(Qt::Horizontal, this);
    m_weight->setRange(1, 100);
    m_weight->setPageStep(10);
    m_weightNumber = new QLabel(this);
    m_weightNumber->setFont(numberFont(13));
    line->addWidget(m_weightTitle);
    line->addWidget(m_weight, 1);
    line->addWidget(m_weightNumber);
    fields().addLayout(line);
    m_keep = new QCheckBox(this);
    m_keep->setFont(textFont(13));
    fields().addWidget(m_keep);
}

void PaintPanel::addPresets() {
    addTitle();
    auto* grid = new QGridLayout;
    grid->setSpacing(4);
    for (std::size_t i = 0; i < paintPresets().size() + 2; ++i) {
        auto* button = new QToolButton(this);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize({presetIconSize, presetIconSize});
        button->setAutoRaise(true);
        button->setFont(textFont(11));
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        grid->addWidget(button, static_cast<int>(i / 3), static_cast<int>(i % 3));
        m_presets.push_back(button);
    }
    fields().addLayout(grid);
}

void PaintPanel::addFields() {
    addTitle();
    m_keyDim = spinBox<WholeSpinBox>(this, 1, 4);
    addRow(m_keyDim);
    m_tokens = new QComboBox(this);
    m_tokens->setFont(textFont(13));
    m_tokens->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_tokens->addItems({QString(), QString()});
    addRow(m_tokens);
    fields().addItem(new QSpacerItem(0, 8));
    addTitle();
    m_rate = spinBox<NumberSpinBox>(this, 0.001, 10);
    m_rate->setDecimals(3);
    m_rate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    addRow(m_rate);
    m_steps = spinBox<WholeSpinBox>(this, 0, 100000);
    m_steps->setSingleStep(1000);
    addRow(m_steps);
    m_starts = spinBox<WholeSpinBox>(this, 1, 100);
    addRow(m_starts);
    m_largest = spinBox<NumberSpinBox>(this, 0, 1000);
    m_largest->setDecimals(1);
    addRow(m_largest);
    m_seed = new SeedSpinBox(this);
    m_seed->setFont(textFont(13));
    addRow(m_seed);
}

void PaintPanel::addButtons() {
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    m_start = new QToolButton(this);
    m_start->setProperty("accent", true);
    m_start->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_start->setFixedHeight(32);
    m_step = new QPushButton(this);
    m_reset = new QPushButton(this);
    for (QPushButton* each : {m_step, m_reset})
        each->setFixedHeight(32);
    for (QWidget* each : std::initializer_list<QWidget*>{m_start, m_step, m_reset}) {
        each->setFont(textFont(13));
        each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }
    first->addWidget(m_start, 4);
    first->addWidget(m_step, 3);
    first->addWidget(m_reset, 3);
    buttons().addLayout(first);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setRange(0, 1000);
    buttons().addWidget(m_progress);
    m_progressText = new QLabel(this);
    m_progressText->setFont(textFont(12));
    m_progressText->setForegroundRole(QPalette::PlaceholderText);
    m_progressText->setWordWrap(true);
    buttons().addWidget(m_progressText);
    m_use = new QPushButton(this);
    m_use->setFont(textFont(13));
    buttons().addWidget(m_use);
}

void PaintPanel::connectFields() {
    connect(m_brush, &QButtonGroup::idClicked, this, &PaintPanel::propose);
    connect(m_weight, &QSlider::valueChanged, this, &PaintPanel::propose);
    connect(m_keep, &QCheckBox::clicked, this, &PaintPanel::propose);
    for (QSpinBox* box : {m_keyDim, m_steps, m_starts})
        connect(box, &QSpinBox::valueChanged, this, &PaintPanel::propose);
    for (QDoubleSpinBox* box : {m_rate, m_largest})
        connect(box, &QDoubleSpinBox::valueChanged, this, &PaintPanel::propose);
    connect(m_seed, &SeedSpinBox::valueEdited, this, &PaintPanel::propose);
    connect(m_tokens, &QComboBox::activated, this,
            [this](int index) { Q_EMIT positionsAsked(index == 1); });
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        connect(m_presets[i], &QToolButton::clicked, this, [this, i] {
            if (m_scene.isEmpty())
                return;
            const PaintTarget& now = m_scene.problem->target;
            const auto presets = paintPresets();
            PaintTarget next = i < presets.size()    ? presets[i].make(now.queries, now.keys)
                               : i == presets.size() ? ticketRelations()
                                                     : emptyTarget(now.queries, now.keys);
            Q_EMIT targetAsked(withMask(std::move(next), now.mayAttend));
        });
    }
    connect(m_start, &QToolButton::clicked, this,
            [this] { m_scene.isBusy ? Q_EMIT cancelAsked() : Q_EMIT startAsked(); });
    connect(m_step, &QPushButton::clicked, this, &PaintPanel::stepAsked);
    connect(m_reset, &QPushButton::clicked, this, &PaintPanel::resetAsked);
    connect(m_undo, &QToolButton::clicked, this, &PaintPanel::undoAsked);
    connect(m_redo, &QToolButton::clicked, this, &PaintPanel::redoAsked);
    connect(m_use, &QPushButton::clicked, this, &PaintPanel::useAsked);
}

bool PaintPanel::event(QEvent* event) {
    // Whichever button has the keyboard: it is the painting that is undone here.
    return isTakenStrokeKey(*event, m_scene) || FieldsAndButtons::event(event);
}

void PaintPanel::keyPressEvent(QKeyEvent* event) {
    if (isStrokeUndo(*event, m_scene))
        return Q_EMIT undoAsked();
    if (isStrokeRedo(*event, m_scene))
        return Q_EMIT redoAsked();
    FieldsAndButtons::keyPressEvent(event);
}

void PaintPanel::propose() {
    if (m_showing)
        return;
    PaintTools tools;
    for (const PaintBrush brush : {PaintBrush::Paint, PaintBrush::Erase, PaintBrush::Row}) {
        if (m_brush->checkedId() == static_cast<int>(brush))
            tools.brush = brush;
    }
    tools.weight = m_weight->value() / 100.0;
    tools.keepRowsAtOne = m_keep->isChecked();
    if (!(tools == m_scene.tools))
        Q_EMIT toolsAsked(tools);
    PaintOptions options = m_scene.options;
    options.keyDim = m_keyDim->value();
    options.rate = m_rate->value();
    options.steps = m_steps->value();
    options.starts = m_starts->value();
    options.largestWeight = m_largest->value();
    options.seed = m_seed->value();
    if (!(options == m_scene.options))
        Q_EMIT optionsAsked(options);
}

void PaintPanel::setPaint(const PaintScene& scene) {
    m_scene = scene;
    m_showing = true;
    setEnabled(!scene.isEmpty());
    if (!scene.isEmpty()) {
        const auto widest =
            static_cast<int>(std::max(scene.problem->queryWidth(), scene.problem->keyWidth()));
        m_keyDim->setRange(1, widest);
        showPresets();
    }
    m_brush->button(static_cast<int>(scene.tools.brush))->setChecked(true);
    m_weight->setValue(static_cast<int>(std::lround(scene.tools.weight * 100)));
    m_weightNumber->setText(fixedText(scene.tools.weight, 2));
    m_keep->setChecked(scene.tools.keepRowsAtOne);
    showNumber(m_keyDim, scene.options.keyDim);
    m_tokens->setEnabled(!scene.positionsFixed);
    showTokens();
    m_tokens->setCurrentIndex(scene.positions || scene.positionsFixed ? 1 : 0);
    showNumber(m_rate, scene.options.rate);
    showNumber(m_steps, scene.options.steps);
    showNumber(m_starts, scene.options.starts);
    showNumber(m_largest, scene.options.largestWeight);
    m_seed->setValue(scene.options.seed);
    m_undo->setEnabled(scene.canUndo);
    m_redo->setEnabled(scene.canRedo);
    m_use->setEnabled(scene.painting != nullptr);
    showProgress();
    m_showing = false;
}

} // namespace headscope
