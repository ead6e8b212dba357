// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_setup.h"

#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/fold_section.h"
#include "controls/spin_boxes.h"
#include "pages/train/train_words.h"
#include "scene/error_text.h"
#include "scene/fonts.h"
#include "scene/language.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

namespace headscope {

namespace {

constexpr int dataHeight = 64;   ///< three lines; the rest scrolls
constexpr int labelRoom = 100;   ///< "Learning rate" does not touch its field
constexpr int tightGap = 4;      ///< between fields: all of them stand in a window of 900
constexpr int typingPause = 700; ///< ms: nobody wants a training of half a word

/// For people: pairs with an equals sign, without the alignment that only measures.
QString shownLine(const std::string& text) {
    const QStringList fields = QString::fromStdString(text).split(u'\t');
    return fields.size() > 1 ? fields[0] + QStringLiteral(" = ") + fields[1] : fields[0];
}

} // namespace

TrainSetup::TrainSetup(QWidget* parent)
    : FieldsAndButtons(parent) {
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    build();
    buildButtons();
    // The panel is as wide as it is: long words and large ranges do not widen it.
    for (const QWidget* column : {fields().parentWidget(), static_cast<QWidget*>(this)}) {
        for (QWidget* control : column->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (!qobject_cast<FieldRow*>(control) && !qobject_cast<FoldSection*>(control))
                control->setMinimumWidth(24);
        }
    }
    for (QWidget* control : std::initializer_list<QWidget*>{
             m_layers, m_heads, m_model, m_hidden, m_pieces, m_language, m_optimiser, m_rate,
             m_batch, m_smoothing, m_steps, m_every, m_seed, m_watched})
        control->setMinimumWidth(24);
    connectFields();
    retranslate();
}

QComboBox* TrainSetup::addChoice(FieldRow*& row, FoldSection* section) {
    auto* box = new QComboBox(this);
    box->setFont(textFont(13));
    box->setFocusPolicy(Qt::StrongFocus);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row = new FieldRow(box, FieldRow::Layout::Beside, this);
    row->setLabelWidth(labelRoom);
    section->rows().addWidget(row);
    return box;
}

QSpinBox* TrainSetup::addNumber(FieldRow*& row, FoldSection* section, int least, int most,
                                int step) {
    auto* box = new WholeSpinBox(this);
    box->setRange(least, most);
    box->setSingleStep(step);
    box->setKeyboardTracking(false); // "512" is not 5, 51, 512
    box->setFocusPolicy(Qt::StrongFocus);
    box->setFont(textFont(13));
    row = new FieldRow(box, FieldRow::Layout::Beside, this);
    row->setLabelWidth(labelRoom);
    section->rows().addWidget(row);
    return box;
}

void TrainSetup::build() {
    QVBoxLayout* const rows = &fields();
    rows->setContentsMargins(panelPadding, 12, panelPadding, tightGap);
    rows->setSpacing(tightGap);
    m_title = new QLabel(this);
    m_title->setFont(textFont(12, QFont::DemiBold));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    rows->addWidget(m_title);
    m_task = new QComboBox(this);
    m_task->setFocusPolicy(Qt::StrongFocus);
    m_task->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    for (const TaskInfo& task : tasks())
        m_task->addItem(QString(), static_cast<int>(task.kind));
    rows->addWidget(m_task);
    m_explanation = new QLabel(this);
    m_explanation->setFont(textFont(12));
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    m_explanation->setWordWrap(true);
    rows->addWidget(m_explanation);

    auto* head = new QHBoxLayout;
    m_dataLabel = new QLabel(this);
    m_dataLabel->setFont(textFont(13));
    m_dataNote = new QLabel(this);
    m_dataNote->setFont(textFont(12));
    m_dataNote->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(m_dataLabel);
    head->addStretch(1);
    head->addWidget(m_dataNote);
    rows->addLayout(head);
    m_text = new QPlainTextEdit(this);
    m_text->setFixedHeight(dataHeight);
    m_text->setFont(textFont(13));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the keyboard goes there
    m_text->setTabChangesFocus(true);
    m_text->setAcceptDrops(false); // files are the window's
    rows->addWidget(m_text);
    m_watched = new QLineEdit(this);
    m_watched->setFont(textFont(13));
    m_watchedRow = new FieldRow(m_watched, FieldRow::Layout::Beside, this);
    m_watchedRow->setLabelWidth(labelRoom - 32);
    rows->addWidget(m_watchedRow);

    auto* sections = new QVBoxLayout;
    sections->setSpacing(0);
    rows->addLayout(sections);
    m_sizes = new FoldSection(true, this);
    sections->addWidget(m_sizes);
    m_layers = addChoice(m_layersRow, m_sizes);
    m_heads = addNumber(m_headsRow, m_sizes, 1, 64, 1);
    m_model = addNumber(m_modelRow, m_sizes, 1, 1024, 8);
    m_hidden = addNumber(m_hiddenRow, m_sizes, 1, 4096, 16);
    m_settings = new FoldSection(true, this);
    for (FoldSection* section : {m_sizes, m_settings})
        section->rows().setSpacing(tightGap);
    sections->addWidget(m_settings);
    m_pieces = addChoice(m_piecesRow, m_settings);
    m_language = addChoice(m_languageRow, m_settings);
    m_optimiser = addChoice(m_optimiserRow, m_settings);
    const auto decimal = [this](FieldRow*& row, double least, double most, double step,
                                int decimals) {
        auto* box = new NumberSpinBox(this);
        box->setDecimals(decimals);
        box->setRange(least, most);
        box->setSingleStep(step);
        box->setKeyboardTracking(false);
        box->setFont(textFont(13));
        row = new FieldRow(box, FieldRow::Layout::Beside, this);
        row->setLabelWidth(labelRoom);
        m_settings->rows().addWidget(row);
        return box;
    };
    m_rate = decimal(m_rateRow, 0.00001, 100, 0.001, 5);
    m_rate->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_batch = addNumber(m_batchRow, m_settings, 1, 4096, 8);
    m_smoothing = decimal(m_smoothingRow, 0, 0.95, 0.05, 2);
    m_steps = addNumber(m_stepsRow, m_settings, 1, 10'000'000, 40);
    m_every = addNumber(m_everyRow, m_settings, 1, 10'000'000, 5);
    m_seed = new SeedSpinBox(this);
    m_seed->setFont(textFont(13));
    m_seedRow = new FieldRow(m_seed, FieldRow::Layout::Beside, this);
    m_seedRow->setLabelWidth(labelRoom);
    m_settings->rows().addWidget(m_seedRow);
}

void TrainSetup::buildButtons() {
    QVBoxLayout* const rows = &this->buttons();
    rows->setContentsMargins(panelPadding, tightGap, panelPadding, 8);
    rows->setSpacing(tightGap);
    // Above the buttons, and its place is kept: whoever pressed Start finds Pause there.
    m_note = new QLabel(this);
    m_note->setFont(textFont(12));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(QFontMetrics(m_note->font()).lineSpacing());
    rows->addWidget(m_note);
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    m_start = new QToolButton(this);
    m_start->setProperty("accent", true);
    m_start->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_start->setFixedHeight(32);
    m_start->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_start->setFocusPolicy(Qt::StrongFocus);
    m_step = new QPushButton(this);
    m_reset = new QPushButton(this);
    for (QPushButton* button : {m_step, m_reset})
        button->setFixedHeight(32);
    line->addWidget(m_start, 2);
    line->addWidget(m_step, 1);
    line->addWidget(m_reset, 1);
    rows->addLayout(line);
    line = new QHBoxLayout;
    m_progressLabel = new QLabel(this);
    m_progressNumber = new QLabel(this);
    m_progressLabel->setFont(textFont(13));
    m_progressLabel->setForegroundRole(QPalette::PlaceholderText);
    m_progressNumber->setFont(numberFont(13));
    line->addWidget(m_progressLabel);
    line->addStretch(1);
    line->addWidget(m_progressNumber);
    rows->addLayout(line);
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    rows->addWidget(m_progress);
    m_everywhere = new QCheckBox(this);
    m_everywhere->setFont(textFont(13));
    rows->addWidget(m_everywhere);
    m_adopt = new QPushButton(this);
    rows->addWidget(m_adopt);
    connect(m_start, &QToolButton::clicked, this, [this] {
        m_scene.moment.state == TrainingMoment::State::Running ? Q_EMIT pauseAsked()
                                                               : Q_EMIT
                                                                 startAsked();
    });
    connect(m_step, &QPushButton::clicked, this, &TrainSetup::stepAsked);
    connect(m_reset, &QPushButton::clicked, this, &TrainSetup::resetAsked);
    connect(m_adopt, &QPushButton::clicked, this, &TrainSetup::adoptAsked);
    connect(m_everywhere, &QCheckBox::clicked, this, &TrainSetup::everywhereAsked);
    connect(m_note, &QLabel::linkActivated, this, &TrainSetup::bringBackAsked);
}

void TrainSetup::edit(const std::function<void(TrainingRecipe&)>& change) {
    if (m_showing)
        return;
    takeTyped();
    TrainingRecipe next = m_recipe;
    change(next);
    if (next == m_recipe)
        return;
    m_recipe = next;
    Q_EMIT recipeEdited(next);
}

std::string TrainSetup::text() const {
    return m_typing.isActive() ? typedText() : m_recipe.text;
}

std::string TrainSetup::typedText() const {
    const QString text = m_text->toPlainText();
    if (text == m_ownText)
        return {};
    // Nothing at all is not the task's own.
    return text.isEmpty() ? std::string(1, '\n') : text.toStdString();
}

void TrainSetup::takeText() {
    edit([this](TrainingRecipe& recipe) { recipe.text = typedText(); });
}

void TrainSetup::takeTyped() {
    if (!m_typing.isActive())
        return;
    m_typing.stop();
    takeText();
}

void TrainSetup::connectFields() {
    connect(m_task, &QComboBox::activated, this, [this] {
        // Another task comes with settings of its own that were measured to work.
        edit([this](TrainingRecipe& recipe) {
            recipe = recipeOf(chosen<TaskKind>(m_task));
            recipe.language = currentLanguage();
        });
        setRecipe(m_recipe);
    });
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            m_typing.start();
    });
    connect(&m_typing, &QTimer::timeout, this, &TrainSetup::takeText);
    connect(m_watched, &QLineEdit::editingFinished, this, [this] {
        QString line = m_watched->text().trimmed();
        edit([&](TrainingRecipe& recipe) { recipe.watched = line.toStdString(); });
    });
    connect(m_layers, &QComboBox::activated, this, [this] {
        const QPoint layers = m_layers->currentData().toPoint();
        edit([layers](TrainingRecipe& recipe) {
            recipe.encoderLayers = layers.x();
            recipe.decoderLayers = layers.y();
        });
    });
    connect(m_pieces, &QComboBox::activated, this, [this] {
        edit([this](TrainingRecipe& recipe) { recipe.byCharacter = chosen<bool>(m_pieces); });
    });
    connect(m_language, &QComboBox::activated, this, [this] {
        edit([this](TrainingRecipe& recipe) { recipe.language = chosen<Language>(m_language); });
        setRecipe(m_recipe);
    });
    connect(m_optimiser, &QComboBox::activated, this, [this] {
        edit([this](TrainingRecipe& recipe) {
            recipe.optimiser.kind = chosen<OptimiserKind>(m_optimiser);
        });
    });
    const auto number = [this](QSpinBox* box, auto set) {
        connect(box, &QSpinBox::valueChanged, this, [this, set](int value) {
            edit([&](TrainingRecipe& recipe) { set(recipe, value); });
        });
    };
    number(m_heads, [](TrainingRecipe& r, int v) { r.heads = v; });
    number(m_model, [](TrainingRecipe& r, int v) {
        const bool automatic = !r.hiddenDim;
        r.modelDim = v;
        if (automatic)
            r.hiddenDim.reset();
    });
    number(m_hidden, [](TrainingRecipe& r, int v) { r.hiddenDim = v; });
    number(m_batch, [](TrainingRecipe& r, int v) { r.batch = v; });
    number(m_steps, [](TrainingRecipe& r, int v) { r.steps = v; });
    number(m_every, [](TrainingRecipe& r, int v) { r.recordEvery = v; });
    connect(m_rate, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit([value](TrainingRecipe& r) { r.optimiser.rate = static_cast<float>(value); });
    });
    connect(m_smoothing, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit([value](TrainingRecipe& r) { r.smoothing = static_cast<float>(value); });
    });
    connect(m_seed, &SeedSpinBox::valueEdited, this,
            [this](quint64 value) { edit([value](TrainingRecipe& r) { r.seed = value; }); });
}

void TrainSetup::setRecipe(const TrainingRecipe& recipe) {
    m_recipe = recipe;
    m_showing = true;
    showRecipe();
    m_showing = false;
}

void TrainSetup::setScene(const TrainScene& scene) {
    m_scene = scene;
    showState();
}

void TrainSetup::showLayers() {
    const DataKind kind = infoOf(m_recipe.task).data;
    m_layersRow->setVisible(kind != DataKind::Relations);
    m_hiddenRow->setVisible(kind != DataKind::Relations);
    m_piecesRow->setVisible(kind == DataKind::Text);
    m_languageRow->setVisible(hasLanguages(m_recipe.task));
    m_layers->clear();
    const QPoint now(static_cast<int>(m_recipe.encoderLayers),
                     static_cast<int>(m_recipe.decoderLayers));
    QList<QPoint> choices;
    if (kind == DataKind::Pairs)
        choices = {{0, 1}, {1, 1}, {2, 2}};
    else
        choices = {{1, 0}, {2, 0}, {3, 0}};
    if (!choices.contains(now))
        choices << now;
    for (const QPoint& choice : choices)
        m_layers->addItem(kind == DataKind::Pairs
                              ? QStringLiteral("%1 + %2").arg(choice.x()).arg(choice.y())
                              : QString::number(choice.x()),
                          choice);
    m_layers->setCurrentIndex(static_cast<int>(choices.indexOf(now)));
}

void TrainSetup::showRecipe() {
    choose(m_task, m_recipe.task);
    m_explanation->setText(QCoreApplication::translate("Task", infoOf(m_recipe.task).explanation));
    const std::tuple key(m_recipe.task, m_recipe.language, m_recipe.dataSeed);
    if (m_ownTextOf != key) {
        m_ownTextOf = key;
        m_ownText =
            QString::fromStdString(taskText(m_recipe.task, m_recipe.language, m_recipe.dataSeed));
        // As the field gives it back.
        m_text->setPlainText(m_ownText);
        m_ownText = m_text->toPlainText();
    }
    const QString text = m_recipe.text.empty() ? m_ownText : QString::fromStdString(m_recipe.text);
    // The same text put there anew would forget what Ctrl+Z brings back.
    if (typedText() != m_recipe.text)
        m_text->setPlainText(text);
    m_watched->setText(QString::fromStdString(m_recipe.watched));
    m_watched->setPlaceholderText(shownLine(watchedText(m_recipe.task, m_recipe.language)));
    m_watched->setCursorPosition(0);
    showLayers();
    choose(m_pieces, m_recipe.byCharacter);
    choose(m_language, m_recipe.language);
    m_heads->setValue(static_cast<int>(m_recipe.heads));
    m_model->setValue(static_cast<int>(m_recipe.modelDim));
    m_hidden->setValue(static_cast<int>(m_recipe.hiddenDim.value_or(2 * m_recipe.modelDim)));
    choose(m_optimiser, m_recipe.optimiser.kind);
    m_rate->setValue(static_cast<double>(m_recipe.optimiser.rate));
    m_batch->setValue(static_cast<int>(m_recipe.batch));
    m_smoothing->setValue(static_cast<double>(m_recipe.smoothing));
    m_steps->setValue(static_cast<int>(m_recipe.steps));
    m_every->setValue(static_cast<int>(m_recipe.recordEvery));
    m_seed->setValue(m_recipe.seed);
}

void TrainSetup::showState() {
    const TrainingMoment& moment = m_scene.moment;
    using enum TrainingMoment::State;
    const bool running = moment.state == Running;
    const bool ready = (moment.state == Paused && !moment.isRefused) || running;
    m_start->setText(running                         ? tr("Pause")
                     : ready && moment.stepsDone > 0 ? tr("Go on")
                                                     : tr("Start"));
    // Qt would give the keyboard to the next button: Reset, for whoever means Space to play.
    if (!ready && (m_start->hasFocus() || m_step->hasFocus()))
        Q_EMIT keyboardLeft();
    m_start->setEnabled(ready);
    if (m_start->property("accent").toBool() != ready) {
        m_start->setProperty("accent", ready); // what cannot be pressed does not stand out
        m_start->setProperty("framed", !ready);
        m_start->update();
    }
    m_step->setEnabled(ready);
    m_reset->setEnabled(!moment.isEmpty());
    m_progressLabel->setText(running                     ? tr("Training")
                             : moment.state == Finished  ? tr("Trained")
                             : moment.state == Preparing ? tr("Reading the data")
                             : moment.state == Failed    ? tr("Stopped")
                             : moment.stepsDone == 0     ? tr("Not begun")
                                                         : tr("Paused"));
    m_progressNumber->setText(
        tr("%1 of %2")
            .arg(QString::number(moment.stepsDone), QString::number(moment.recipe.steps)));
    m_progress->setMaximum(static_cast<int>(moment.recipe.steps));
    m_progress->setValue(static_cast<int>(moment.stepsDone));
    if (moment.isRefused)
        m_dataNote->clear(); // the error says what is wrong with what stands there now
    else if (!moment.isEmpty())
        m_dataNote->setText(
            (moment.data().learnsHeldOut ? tr("%1, %2 of them to measure") : tr("%1, %2 held out"))
                .arg(moment.data().train.size() + moment.data().heldOut.size())
                .arg(moment.data().heldOut.size()));
    if (!moment.isEmpty())
        m_sizes->setSummary(tr("%1 parameters")
                                .arg(QLocale::c()
                                         .toString(static_cast<qlonglong>(moment.parameterCount))
                                         .replace(u',', QChar(0x202f))));
    // What is pending is said where the settings end.
    TrainingRecipe pending = moment.recipe;
    pending.optimiser = m_recipe.optimiser;
    pending.smoothing = m_recipe.smoothing;
    pending.batch = m_recipe.batch;
    pending.steps = m_recipe.steps;
    QString note;
    if (moment.error)
        note = unmistaken(translated(*moment.error));
    else if (!moment.isEmpty() && !(pending == m_recipe) && moment.stepsDone > 0)
        note = tr("What you changed counts after Reset.");
    else if (moment.stepsDone > 0)
        note = tr("Sizes, data, seed: after Reset");
    if (moment.canBringBack() && moment.stepsDone == 0) {
        const bool trainedHere = moment.aside->stepsDone > moment.aside->opened;
        note += QStringLiteral(" <a href=\"back\">%1</a>")
                    .arg(trainedHere ? tr("Bring the last training back") : tr("See it trained"));
    }
    QPalette colours = palette();
    if (moment.error)
        colours.setColor(QPalette::PlaceholderText, theme(m_scene.display.theme).error);
    m_note->setPalette(colours);
    m_note->setText(note);
    m_everywhere->setEnabled(!moment.isEmpty());
    m_everywhere->setChecked(m_scene.everywhere);
    m_adopt->setEnabled(!moment.isEmpty());
}

void TrainSetup::retranslate() {
    m_title->setText(tr("TASK"));
    m_task->setAccessibleName(tr("Task"));
    for (int i = 0; i < m_task->count(); ++i)
        m_task->setItemText(i, taskTitle(tasks()[static_cast<std::size_t>(i)].kind));
    m_explanation->setText(QCoreApplication::translate("Task", infoOf(m_recipe.task).explanation));
    m_dataLabel->setText(tr("Data"));
    m_text->setAccessibleName(tr("Data"));
    m_text->setPlaceholderText(tr("Paste any text, up to 100 kB"));
    m_watchedRow->setTexts(
        tr("Watched"), tr("Watched sentence"),
        tr("What the pictures show while it learns; a line as in the data. It is "
           "held out: never learnt from"));
    m_sizes->setTexts(tr("Sizes"), tr("Of the model"));
    m_layersRow->setTexts(tr("Layers"), tr("Layers"), tr("Encoder + decoder"));
    m_headsRow->setTexts(tr("Heads"), tr("Heads"), tr("Of each attention"));
    m_modelRow->setTexts(QStringLiteral("d_{model}"), tr("Model width"),
                         tr("How many numbers a word is"));
    m_hiddenRow->setTexts(QStringLiteral("d_{ff}"), tr("Inner width"),
                          tr("Of the feed-forward networks"));
    m_settings->setTexts(tr("Training"), tr("How it learns"));
    m_settings->setSummary(tr("cross-entropy"));
    m_piecesRow->setTexts(tr("Tokens"), tr("Tokens"), tr("What the text is cut into"));
    setEntries<bool>(m_pieces, {{tr("letters"), true}, {tr("words"), false}});
    m_languageRow->setTexts(tr("Sentences"), tr("Language of the sentences"),
                            tr("Of the task's own data"));
    // Each in its own words, as in the menu.
    setEntries<Language>(m_language, {{QStringLiteral("English"), Language::English},
                                      {QStringLiteral("简体中文"), Language::Chinese}});
    m_optimiserRow->setTexts(tr("Optimiser"), tr("Optimiser"), tr("How gradients become steps"));
    setEntries<OptimiserKind>(m_optimiser, {{QStringLiteral("Adam"), OptimiserKind::Adam},
                                            {tr("SGD, momentum"), OptimiserKind::Momentum},
                                            {QStringLiteral("SGD"), OptimiserKind::Sgd}});
    m_rateRow->setTexts(tr("Learning rate"), tr("Learning rate"),
                        tr("Too large: the loss explodes; too small: nothing happens"));
    m_batchRow->setTexts(
        tr("Batch"), tr("Batch"),
        tr("Sentences of one step. While it learns it counts from the next step on: "
           "that one has the sentences that a training of this size has there"));
    m_smoothingRow->setTexts(tr("Smoothing"), tr("Label smoothing"),
                             tr("Share of the right answer that all words get alike"));
    m_stepsRow->setTexts(tr("Steps"), tr("Steps"), tr("How often all parameters change"));
    m_everyRow->setTexts(tr("Record every"), tr("Record every"),
                         tr("Steps between two pictures of the film"));
    m_seedRow->setTexts(tr("Seed"), tr("Seed"),
                        tr("Of the first parameters and of all that is drawn"));
    m_step->setText(tr("Step"));
    m_step->setToolTip(tr("One step, recorded"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(
        tr("Back to step 0, with the settings as they are now; the training can be brought back"));
    m_everywhere->setText(tr("All pages show this model"));
    m_everywhere->setToolTip(
        tr("Heads, Shapes, Layers and the inspector show the watched sentence in "
           "the model at the playhead"));
    m_adopt->setText(tr("Use this model"));
    m_adopt->setToolTip(
        tr("Takes the model at the playhead over as the experiment, one step to undo"));
    showState();
}

void TrainSetup::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace headscope
