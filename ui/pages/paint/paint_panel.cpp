// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_panel.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/icons.h"
#include "controls/spin_boxes.h"
#include "pages/paint/stroke_keys.h"
#include "painting/presets.h"
#include "scene/fonts.h"
#include "scene/number_format.h"

#include <QBoxLayout>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
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

QPixmap thumbnail(const PaintTarget& target, const DisplayOptions& display, double ratio) {
    QPixmap pixmap(QSize(presetIconSize, presetIconSize) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    const Theme& colours = theme(display.theme);
    pixmap.fill(colours.hairline);
    QPainter painter(&pixmap);
    const double high = static_cast<double>(presetIconSize) / static_cast<double>(target.queries);
    const double wide = static_cast<double>(presetIconSize) / static_cast<double>(target.keys);
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key) {
            const QRectF cell(static_cast<double>(key) * wide, static_cast<double>(query) * high,
                              wide, high);
            const QColor colour = target.allows(query, key)
                                      ? QColor(colourOf(display.map, {0, 1}, target.at(query, key)))
                                      : colours.window;
            painter.fillRect(cell, colour);
        }
    }
    return pixmap;
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

void PaintPanel::showPresets() {
    const PaintTarget& now = m_scene.problem->target;
    PaintTarget blank = emptyTarget(now.queries, now.keys);
    blank.mayAttend = now.mayAttend;
    if (m_iconsOf == blank && m_iconDisplay == m_scene.display)
        return;
    m_iconsOf = blank;
    m_iconDisplay = m_scene.display;
    const auto presets = paintPresets();
    const auto icon = [&](const PaintTarget& target) {
        return QIcon(thumbnail(target, m_scene.display, devicePixelRatioF()));
    };
    for (std::size_t i = 0; i < presets.size(); ++i)
        m_presets[i]->setIcon(icon(presetTarget(presets[i], now.queries, now.keys, now.mayAttend)));
    QToolButton* const ticket = m_presets[presets.size()];
    const bool isTicketSize = now.queries == 10 && now.keys == 10;
    ticket->setVisible(isTicketSize);
    if (isTicketSize)
        ticket->setIcon(icon(withMask(ticketRelations(), now.mayAttend)));
    m_presets[presets.size() + 1]->setIcon(icon(blank));
}

/// Words that are as long as a column is wide take two lines; those that are longer, smaller type.
void PaintPanel::showPresetTexts() {
    const auto presets = paintPresets();
    for (std::size_t i = 0; i < m_presets.size(); ++i) {
        QToolButton* const button = m_presets[i];
        const QString text = i < presets.size()
                                 ? QCoreApplication::translate("Paint", presets[i].title)
                             : i == presets.size() ? tr("relations")
                                                   : tr("nothing");
        button->setText(text);
        button->setFont(fittedFont(textFont(11), text, std::max(40, button->width() - 6), 9));
    }
}

void PaintPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    showPresetTexts();
}

void PaintPanel::showProgress() {
    const PaintScene& scene = m_scene;
    const bool paints = !scene.isEmpty() && scene.problem->target.paintedRows() > 0;
    m_start->setText(scene.isBusy ? tr("Cancel") : tr("Start"));
    // At the beginning it says what has to be done before.
    const bool starts = !scene.isEmpty();
    m_start->setEnabled(starts);
    if (m_start->property("accent").toBool() != starts) {
        m_start->setProperty("accent", starts); // what cannot be pressed does not stand out
        m_start->setProperty("framed", !starts);
        m_start->update();
    }
    m_step->setEnabled(paints && !scene.isBusy);
    m_reset->setEnabled(paints && !scene.isBusy);
    const bool counts = scene.isBusy && scene.stepsAll > 0;
    m_progress->setValue(counts ? static_cast<int>(scene.stepsDone * 1000 / scene.stepsAll)
                         : scene.painting ? 1000
                                          : 0);
    m_progressText->setText(
        counts ? tr("%1 of %2 steps").arg(qint64{scene.stepsDone}).arg(qint64{scene.stepsAll})
        : !scene.painting ? QString()
        : scene.painting->isWalk
            ? tr("Step by step: %1 done").arg(qint64{scene.painting->descents.bestStep})
            : tr("Best start: %1 of %2")
                  .arg(qint64{scene.painting->descents.bestStart + 1})
                  .arg(qint64{scene.painting->options.starts}));
}

void PaintPanel::showIcons() {
    m_undo->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_redo->setIcon(paletteIcon(QStringLiteral("redo"), palette()));
}

/// With what can be reached at best, before anybody chooses.
void PaintPanel::showTokens() {
    const QSignalBlocker quiet(m_tokens);
    const auto show = [this](int item, const QString& text, const std::optional<double>& limit) {
        m_tokens->setItemText(item,
                              limit ? tr("%1, limit %2").arg(text, fixedText(*limit, 2)) : text);
    };
    show(0, tr("X"), m_scene.limitWithout);
    show(1, tr("X + positions"), m_scene.limitWithPositions);
}

void PaintPanel::retranslate() {
    const std::array titles = {tr("BRUSH"), tr("START FROM"), tr("HEAD"), tr("GRADIENT DESCENT")};
    for (std::size_t i = 0; i < titles.size(); ++i)
        m_titles[i]->setText(titles[i]);
    m_brush->button(static_cast<int>(PaintBrush::Paint))->setText(tr("paint"));
    m_brush->button(static_cast<int>(PaintBrush::Erase))->setText(tr("erase"));
    m_brush->button(static_cast<int>(PaintBrush::Row))->setText(tr("whole row"));
    for (QAbstractButton* button : m_brush->buttons())
        button->setToolTip(tr("Enter paints, the right button or Delete erases, R spreads a row "
                              "evenly, Alt picks the weight of a cell up"));
    m_weightTitle->setText(tr("Weight"));
    m_weight->setAccessibleName(tr("Weight of the brush"));
    m_keep->setText(tr("keep rows at 1"));
    m_keep->setToolTip(tr("The other cells of the row give, or take, in proportion"));
    showPresetTexts();
    const auto presets = paintPresets();
    m_presets[presets.size()]->setToolTip(
        tr("What textbooks say of this sentence: one relation for each word"));
    showTokens();
    const auto texts = [this](std::size_t row, const QString& label, const QString& name,
                              const QString& why) { m_rows[row]->setTexts(label, name, why); };
    texts(0, QStringLiteral("d_{k}"), tr("Features of the head"),
          tr("So many numbers has a query and a key of this head"));
    texts(1, tr("Tokens"), tr("What the head reads"), tr("Positions tell equal words apart"));
    texts(2, tr("Rate"), tr("Learning rate"), tr("Of Adam"));
    texts(3, tr("Steps"), tr("Steps of each start"), {});
    texts(4, tr("Starts"), tr("Starts from fresh weights"), tr("The best one is kept"));
    texts(5, tr("Largest"), tr("Largest weight"),
          tr("No weight grows beyond this; painted 1 and 0 drive them up without end"));
    m_largest->setSpecialValueText(tr("no bound"));
    texts(6, tr("Seed"), tr("Seed of the fresh weights"), {});
    for (const auto& [button, name, tip] :
         {std::tuple(m_undo, tr("Undo"), tr("The last stroke back (Ctrl+Z in the painting)")),
          std::tuple(m_redo, tr("Redo"), tr("The stroke on again (Ctrl+Shift+Z)"))}) {
        button->setAccessibleName(name);
        button->setToolTip(tip);
    }
    showIcons();
    m_use->setText(tr("Use these weights"));
    m_use->setToolTip(
        tr("W_Q and W_K of head %1 become these; one step to undo").arg(m_scene.head + 1));
    m_start->setToolTip(tr("Look for weights from all starts"));
    m_step->setText(tr("Step"));
    m_step->setToolTip(tr("One step of Adam from where the playhead is"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Back to step 0 of the first start; Start looks again"));
    showProgress();
}

void PaintPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        showIcons();
}

} // namespace headscope
