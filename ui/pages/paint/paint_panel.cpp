// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/paint/paint_panel.h"

#include "controls/icons.h"
#include "head_fit/presets.h"
#include "pages/paint/stroke_keys.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>

namespace headscope {

namespace {

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

/// With what can be reached at best, before anybody chooses.
QString withLimit(const QString& tokens, const std::optional<double>& limit) {
    return limit ? PaintPanel::tr("%1, limit %2").arg(tokens, fixedText(*limit, 2)) : tokens;
}

} // namespace

PaintPanel::PaintPanel(QWidget* parent)
    : FieldsAndButtons(parent)
    , m_form(this, &fields()) {
    fields().setContentsMargins(panelPadding, panelPadding, panelPadding, rowGap);
    fields().setSpacing(rowGap);
    buttons().setContentsMargins(panelPadding, rowGap, panelPadding, panelPadding);
    buttons().setSpacing(rowGap);
    m_form.setKeyboardTracking(false);
    declareBrush();
    fields().addSpacing(8);
    buildPresets();
    fields().addSpacing(8);
    declareHead();
    fields().addItem(new QSpacerItem(0, 8));
    declareDescent();
    buildButtons();
}

template <class Part, class T>
Binding<T> PaintPanel::bound(Part PaintScene::*part, T Part::*member) {
    return {[this, part, member] { return m_scene.*part.*member; },
            [this, part, member](const T& value, const EditName&) -> Status {
                Part next = m_scene.*part;
                next.*member = value;
                if (next == m_scene.*part)
                    return Done{};
                if constexpr (std::is_same_v<Part, PaintTools>)
                    Q_EMIT toolsAsked(next);
                else
                    Q_EMIT optionsAsked(next);
                return Done{};
            }};
}

QToolButton* PaintPanel::addUndo(const char* name, const char* tip, void (PaintPanel::*asked)()) {
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setIconSize({16, 16});
    button->setFixedSize(24, 20);
    m_form.rows()->addWidget(button);
    m_form.add(button).name(name).tip(tip);
    connect(button, &QToolButton::clicked, this, asked);
    return button;
}

QPushButton* PaintPanel::addButton(const char* text, const char* tip, void (PaintPanel::*asked)()) {
    auto* button = new QPushButton(this);
    button->setFont(textFont(13));
    m_form.add(button).label(text).tip(tip);
    connect(button, &QPushButton::clicked, this, asked);
    return button;
}

void PaintPanel::declareBrush() {
    auto* head = new QHBoxLayout;
    head->setSpacing(2);
    fields().addLayout(head);
    m_form.setRows(head);
    m_form.title(QT_TR_NOOP("BRUSH"));
    head->setStretch(0, 1);
    m_undo =
        addUndo(QT_TR_NOOP("Undo"), QT_TR_NOOP("The last stroke back (Ctrl+Z in the painting)"),
                &PaintPanel::undoAsked);
    m_redo = addUndo(QT_TR_NOOP("Redo"), QT_TR_NOOP("The stroke on again (Ctrl+Shift+Z)"),
                     &PaintPanel::redoAsked);
    showIcons();
    m_form.setRows(&fields());
    m_form.buttons(bound(&PaintScene::tools, &PaintTools::brush),
                   {{QT_TR_NOOP("paint"), PaintBrush::Paint},
                    {QT_TR_NOOP("erase"), PaintBrush::Erase},
                    {QT_TR_NOOP("whole row"), PaintBrush::Row}},
                   QT_TR_NOOP("Enter paints, the right button or Delete erases, R spreads a row "
                              "evenly, Alt picks the weight of a cell up"));
    declareWeight();
    m_form.check(bound(&PaintScene::tools, &PaintTools::keepRowsAtOne))
        .label(QT_TR_NOOP("keep rows at 1"))
        .tip(QT_TR_NOOP("The other cells of the row give, or take, in proportion"));
}

void PaintPanel::declareWeight() {
    auto* title = new QLabel(this);
    title->setFont(textFont(13));
    auto* weight = new QSlider(Qt::Horizontal, this);
    weight->setRange(1, 100);
    weight->setPageStep(10);
    auto* number = new QLabel(this);
    number->setFont(numberFont(13));
    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addWidget(weight, 1);
    line->addWidget(number);
    fields().addLayout(line);
    const Binding<double> inBrush = bound(&PaintScene::tools, &PaintTools::weight);
    m_form.add(weight).name(QT_TR_NOOP("Weight of the brush")).shows([=](bool) {
        const QSignalBlocker quiet(weight);
        weight->setValue(static_cast<int>(std::lround(inBrush.read() * 100)));
        number->setText(fixedText(inBrush.read(), 2));
    });
    m_form.texts([title] { title->setText(tr("Weight")); });
    connect(weight, &QSlider::valueChanged, this,
            [inBrush](int percent) { (void)inBrush.write(percent / 100.0, {}); });
}

void PaintPanel::buildPresets() {
    m_form.title(QT_TR_NOOP("START FROM"));
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
        connect(button, &QToolButton::clicked, this, [this, i] {
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
    fields().addLayout(grid);
    m_form.texts([this] {
        showPresetTexts();
        m_presets[paintPresets().size()]->setToolTip(
            tr("What textbooks say of this sentence: one relation for each word"));
    });
}

void PaintPanel::declareHead() {
    m_form.title(QT_TR_NOOP("HEAD"));
    FormField& keyDim = m_form.number(bound(&PaintScene::options, &FitOptions::keyDim), {1, 4})
                            .label("d_{k}", QT_TR_NOOP("Features of the head"))
                            .tip(QT_TR_NOOP("So many numbers has a query and a key of this head"));
    keyDim.prepared([this, &keyDim] {
        if (const FitProblem* const problem = m_scene.problem.get())
            keyDim.as<QSpinBox>().setRange(
                1, static_cast<int>(std::max(problem->queryWidth(), problem->keyWidth())));
    });
    m_form
        .list({[this] { return m_scene.positions || m_scene.positionsFixed ? 1 : 0; },
               [this](int index, const EditName&) -> Status {
                   Q_EMIT positionsAsked(index == 1);
                   return Done{};
               }},
              [this] {
                  return QStringList{withLimit(tr("X"), m_scene.limitWithout),
                                     withLimit(tr("X + positions"), m_scene.limitWithPositions)};
              })
        .label(QT_TR_NOOP("Tokens"), QT_TR_NOOP("What the head reads"))
        .tip(QT_TR_NOOP("Positions tell equal words apart"))
        .enabled([this] { return !m_scene.positionsFixed; });
}

void PaintPanel::declareDescent() {
    m_form.title(QT_TR_NOOP("GRADIENT DESCENT"));
    m_form.decimal(bound(&PaintScene::options, &FitOptions::rate), {0.001, 10, 1, 3})
        .label(QT_TR_NOOP("Rate"), QT_TR_NOOP("Learning rate"))
        .tip(QT_TR_NOOP("Of Adam"))
        .as<QDoubleSpinBox>()
        .setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_form.number(bound(&PaintScene::options, &FitOptions::steps), {0, 100000, 1000})
        .label(QT_TR_NOOP("Steps"), QT_TR_NOOP("Steps of each start"));
    m_form.number(bound(&PaintScene::options, &FitOptions::starts), {1, 100})
        .label(QT_TR_NOOP("Starts"), QT_TR_NOOP("Starts from fresh weights"))
        .tip(QT_TR_NOOP("The best one is kept"));
    auto& largest =
        m_form.decimal(bound(&PaintScene::options, &FitOptions::largestWeight), {0, 1000, 1, 1})
            .label(QT_TR_NOOP("Largest"), QT_TR_NOOP("Largest weight"))
            .tip(QT_TR_NOOP("No weight grows beyond this; painted 1 and 0 drive them up without "
                            "end"))
            .as<QDoubleSpinBox>();
    m_form.texts([&largest] { largest.setSpecialValueText(tr("no bound")); });
    m_form.seed(bound(&PaintScene::options, &FitOptions::seed))
        .label(QT_TR_NOOP("Seed"), QT_TR_NOOP("Seed of the fresh weights"));
}

void PaintPanel::buildButtons() {
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    buttons().addLayout(first);
    m_start = new QToolButton(this);
    m_start->setProperty("accent", true);
    m_start->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_start->setFont(textFont(13));
    first->addWidget(m_start);
    connect(m_start, &QToolButton::clicked, this,
            [this] { m_scene.isBusy ? Q_EMIT cancelAsked() : Q_EMIT startAsked(); });
    m_form.setRows(first);
    m_step =
        addButton(QT_TR_NOOP("Step"), QT_TR_NOOP("One step of Adam from where the playhead is"),
                  &PaintPanel::stepAsked);
    m_reset = addButton(QT_TR_NOOP("Reset"),
                        QT_TR_NOOP("Back to step 0 of the first start; Start looks again"),
                        &PaintPanel::resetAsked);
    for (QWidget* each : std::initializer_list<QWidget*>{m_start, m_step, m_reset}) {
        each->setFixedHeight(32);
        each->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        first->setStretchFactor(each, each == m_start ? 4 : 3);
    }
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setRange(0, 1000);
    buttons().addWidget(m_progress);
    m_progressText = noteLabel(this, QPalette::PlaceholderText);
    buttons().addWidget(m_progressText);
    m_form.setRows(&buttons());
    m_use = addButton(QT_TR_NOOP("Use these weights"), nullptr, &PaintPanel::useAsked);
    m_form.texts([this] {
        m_start->setToolTip(tr("Look for weights from all starts"));
        showProgress();
    });
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

void PaintPanel::setPaint(const PaintScene& scene) {
    m_scene = scene;
    setEnabled(!scene.isEmpty());
    if (!scene.isEmpty())
        showPresets();
    m_form.show();
    m_undo->setEnabled(scene.canUndo);
    m_redo->setEnabled(scene.canRedo);
    showProgress();
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
    m_use->setEnabled(scene.fit != nullptr);
    m_use->setToolTip(
        tr("W_Q and W_K of head %1 become these; one step to undo").arg(scene.head + 1));
    const bool counts = scene.isBusy && scene.stepsAll > 0;
    m_progress->setValue(counts      ? static_cast<int>(scene.stepsDone * 1000 / scene.stepsAll)
                         : scene.fit ? 1000
                                     : 0);
    m_progressText->setText(
        counts       ? tr("%1 of %2 steps").arg(qint64{scene.stepsDone}).arg(qint64{scene.stepsAll})
        : !scene.fit ? QString()
        : scene.fit->isWalk ? tr("Step by step: %1 done").arg(qint64{scene.fit->descents.bestStep})
                            : tr("Best start: %1 of %2")
                                  .arg(qint64{scene.fit->descents.bestStart + 1})
                                  .arg(qint64{scene.fit->options.starts}));
}

void PaintPanel::showIcons() {
    m_undo->setIcon(paletteIcon(QStringLiteral("undo"), palette()));
    m_redo->setIcon(paletteIcon(QStringLiteral("redo"), palette()));
}

void PaintPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcons();
}

} // namespace headscope
