// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_setup.h"

#include "forms/fold_section.h"
#include "pages/train/train_words.h"
#include "type/fonts.h"
#include "words/error_text.h"
#include "words/language.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

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

QPoint layersOf(const TrainingRecipe& recipe) {
    return {static_cast<int>(recipe.encoderLayers), static_cast<int>(recipe.decoderLayers)};
}

/// Of the encoder and of the decoder; what the recipe has is one of them.
QList<QPoint> layerChoices(const TrainingRecipe& recipe) {
    QList<QPoint> choices = {{1, 0}, {2, 0}, {3, 0}};
    if (infoOf(recipe.task).data == DataKind::Pairs)
        choices = {{0, 1}, {1, 1}, {2, 2}};
    if (!choices.contains(layersOf(recipe)))
        choices << layersOf(recipe);
    return choices;
}

} // namespace

TrainSetup::TrainSetup(QWidget* parent)
    : FieldsAndButtons(parent)
    , m_form(this, &fields()) {
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPause);
    fields().setContentsMargins(panelPadding, 12, panelPadding, tightGap);
    fields().setSpacing(tightGap);
    buildTask();
    buildData();
    auto* sections = new QVBoxLayout;
    sections->setSpacing(0);
    fields().addLayout(sections);
    m_form.setLabelWidth(labelRoom);
    m_form.setKeyboardTracking(false);
    m_sizes = addSection(*sections);
    declareSizes();
    m_settings = addSection(*sections);
    declareSettings();
    buildButtons();
    // The panel is as wide as it is: long words and large ranges do not widen it.
    for (const QWidget* column : {fields().parentWidget(), static_cast<QWidget*>(this)}) {
        for (QWidget* control : column->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
            if (!qobject_cast<FieldRow*>(control) && !qobject_cast<FoldSection*>(control))
                control->setMinimumWidth(24);
        }
    }
    for (const FieldRow* row : findChildren<FieldRow*>())
        row->control()->setMinimumWidth(24);
    m_form.texts([this] { retranslate(); });
}

template <class Part> auto TrainSetup::bound(Part part) {
    using T = std::remove_cvref_t<decltype(part(m_recipe))>;
    return Binding<T>{[this, part] { return part(std::as_const(m_recipe)); },
                      [this, part](const T& value, const EditName&) -> Status {
                          edit([&](TrainingRecipe& recipe) { part(recipe) = value; });
                          return Done{};
                      }};
}

FoldSection* TrainSetup::addSection(QVBoxLayout& sections) {
    auto* section = new FoldSection(true, this);
    section->rows().setSpacing(tightGap);
    sections.addWidget(section);
    m_form.setRows(&section->rows());
    return section;
}

void TrainSetup::buildTask() {
    m_form.title(QT_TR_NOOP("TASK"));
    FormField& task =
        m_form
            .list({[this] {
                       const auto all = tasks();
                       return static_cast<int>(
                           std::ranges::find(all, m_recipe.task, &TaskInfo::kind) - all.begin());
                   },
                   [this](int index, const EditName&) -> Status {
                       // Another task comes with settings of its own that were measured to work.
                       edit([index](TrainingRecipe& recipe) {
                           recipe = recipeOf(tasks()[static_cast<std::size_t>(index)].kind);
                           recipe.language = currentLanguage();
                       });
                       setRecipe(m_recipe);
                       return Done{};
                   }},
                  [] {
                      QStringList titles;
                      for (const TaskInfo& each : tasks())
                          titles << taskTitle(each.kind);
                      return titles;
                  })
            .name(QT_TR_NOOP("Task"));
    task.control()->setFont({});
    fields().addWidget(task.control());
    m_explanation = new QLabel(this);
    m_explanation->setFont(textFont(12));
    m_explanation->setForegroundRole(QPalette::PlaceholderText);
    m_explanation->setWordWrap(true);
    fields().addWidget(m_explanation);
}

void TrainSetup::buildData() {
    auto* head = new QHBoxLayout;
    auto* label = new QLabel(this);
    label->setFont(textFont(13));
    m_dataNote = new QLabel(this);
    m_dataNote->setFont(textFont(12));
    m_dataNote->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(label);
    head->addStretch(1);
    head->addWidget(m_dataNote);
    fields().addLayout(head);
    m_text = new QPlainTextEdit(this);
    m_text->setFixedHeight(dataHeight);
    m_text->setFont(textFont(13));
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the keyboard goes there
    m_text->setTabChangesFocus(true);
    m_text->setAcceptDrops(false); // files are the window's
    fields().addWidget(m_text);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_showing)
            m_typing.start();
    });
    connect(&m_typing, &QTimer::timeout, this, &TrainSetup::takeText);
    m_form.texts([this, label] {
        label->setText(tr("Data"));
        m_text->setAccessibleName(tr("Data"));
        m_text->setPlaceholderText(tr("Paste any text, up to 100 kB"));
    });
    auto* watched = new QLineEdit(this);
    watched->setFont(textFont(13));
    m_form.setLabelWidth(labelRoom - 32);
    m_form.add(watched)
        .label(QT_TR_NOOP("Watched"), QT_TR_NOOP("Watched sentence"))
        .tip(QT_TR_NOOP("What the pictures show while it learns; a line as in the data. It is held "
                        "out: never learnt from"))
        .shows([this, watched](bool) {
            watched->setText(QString::fromStdString(m_recipe.watched));
            watched->setPlaceholderText(shownLine(watchedText(m_recipe.task, m_recipe.language)));
            watched->setCursorPosition(0);
        });
    connect(watched, &QLineEdit::editingFinished, this, [this, watched] {
        const QString line = watched->text().trimmed();
        edit([&](TrainingRecipe& recipe) { recipe.watched = line.toStdString(); });
    });
}

void TrainSetup::declareSizes() {
    m_form.watch([] {});
    const auto hasLayers = [this] { return infoOf(m_recipe.task).data != DataKind::Relations; };
    m_form
        .list({[this] {
                   return static_cast<int>(layerChoices(m_recipe).indexOf(layersOf(m_recipe)));
               },
               [this](int index, const EditName&) -> Status {
                   const QPoint layers = layerChoices(m_recipe)[index];
                   edit([layers](TrainingRecipe& recipe) {
                       recipe.encoderLayers = layers.x();
                       recipe.decoderLayers = layers.y();
                   });
                   return Done{};
               }},
              [this] {
                  const bool pairs = infoOf(m_recipe.task).data == DataKind::Pairs;
                  QStringList texts;
                  for (const QPoint& layers : layerChoices(m_recipe))
                      texts << (pairs ? QStringLiteral("%1 + %2").arg(layers.x()).arg(layers.y())
                                      : QString::number(layers.x()));
                  return texts;
              })
        .label(QT_TR_NOOP("Layers"))
        .tip(QT_TR_NOOP("Encoder + decoder"))
        .when(hasLayers);
    m_form.number(bound([](auto& r) -> auto& { return r.heads; }), {1, 64, 1})
        .label(QT_TR_NOOP("Heads"))
        .tip(QT_TR_NOOP("Of each attention"));
    m_form.number(bound([](auto& r) -> auto& { return r.modelDim; }), {1, 1024, 8})
        .label("d_{model}", QT_TR_NOOP("Model width"))
        .tip(QT_TR_NOOP("How many numbers a word is"));
    m_form
        .number<Index>({[this] { return m_recipe.hiddenDim.value_or(2 * m_recipe.modelDim); },
                        [this](Index value, const EditName&) -> Status {
                            edit([value](TrainingRecipe& recipe) { recipe.hiddenDim = value; });
                            return Done{};
                        }},
                       {1, 4096, 16})
        .label("d_{ff}", QT_TR_NOOP("Inner width"))
        .tip(QT_TR_NOOP("Of the feed-forward networks"))
        .when(hasLayers);
}

void TrainSetup::declareSettings() {
    m_form
        .choice(bound([](auto& r) -> auto& { return r.byCharacter; }),
                {{QT_TR_NOOP("letters"), true}, {QT_TR_NOOP("words"), false}})
        .label(QT_TR_NOOP("Tokens"))
        .tip(QT_TR_NOOP("What the text is cut into"))
        .when([this] { return infoOf(m_recipe.task).data == DataKind::Text; });
    // Each in its own words, as in the menu.
    Binding<Language> language = bound([](auto& r) -> auto& { return r.language; });
    m_form
        .choice({language.read,
                 [this, language](Language value, const EditName& name) {
                     const Status status = language.write(value, name);
                     setRecipe(m_recipe); // other data
                     return status;
                 }},
                std::vector<Choice<Language>>{{"English", Language::English},
                                              {"简体中文", Language::Chinese}})
        .label(QT_TR_NOOP("Sentences"), QT_TR_NOOP("Language of the sentences"))
        .tip(QT_TR_NOOP("Of the task's own data"))
        .when([this] { return hasLanguages(m_recipe.task); });
    m_form
        .choice(bound([](auto& r) -> auto& { return r.optimiser.kind; }),
                {{"Adam", OptimiserKind::Adam},
                 {QT_TR_NOOP("SGD, momentum"), OptimiserKind::Momentum},
                 {"SGD", OptimiserKind::Sgd}})
        .label(QT_TR_NOOP("Optimiser"))
        .tip(QT_TR_NOOP("How gradients become steps"));
    m_form
        .decimal(bound([](auto& r) -> auto& { return r.optimiser.rate; }), {0.00001, 100, 0.001, 5})
        .label(QT_TR_NOOP("Learning rate"))
        .tip(QT_TR_NOOP("Too large: the loss explodes; too small: nothing happens"))
        .as<QDoubleSpinBox>()
        .setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_form.number(bound([](auto& r) -> auto& { return r.batch; }), {1, 4096, 8})
        .label(QT_TR_NOOP("Batch"))
        .tip(QT_TR_NOOP("Sentences of one step. While it learns it counts from the next step on: "
                        "that one has the sentences that a training of this size has there"));
    m_form.decimal(bound([](auto& r) -> auto& { return r.smoothing; }), {0, 0.95, 0.05, 2})
        .label(QT_TR_NOOP("Smoothing"), QT_TR_NOOP("Label smoothing"))
        .tip(QT_TR_NOOP("Share of the right answer that all words get alike"));
    m_form.number(bound([](auto& r) -> auto& { return r.steps; }), {1, 10'000'000, 40})
        .label(QT_TR_NOOP("Steps"))
        .tip(QT_TR_NOOP("How often all parameters change"));
    m_form.number(bound([](auto& r) -> auto& { return r.recordEvery; }), {1, 10'000'000, 5})
        .label(QT_TR_NOOP("Record every"))
        .tip(QT_TR_NOOP("Steps between two pictures of the film"));
    m_form.seed(bound([](auto& r) -> auto& { return r.seed; }))
        .label(QT_TR_NOOP("Seed"))
        .tip(QT_TR_NOOP("Of the first parameters and of all that is drawn"));
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

void TrainSetup::showRecipe() {
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
    m_form.show();
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
    m_explanation->setText(QCoreApplication::translate("Task", infoOf(m_recipe.task).explanation));
    m_sizes->setTexts(tr("Sizes"), tr("Of the model"));
    m_settings->setTexts(tr("Training"), tr("How it learns"));
    m_settings->setSummary(tr("cross-entropy"));
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

} // namespace headscope
