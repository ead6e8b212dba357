// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of the training's setup show and say.
#include "controls/controls.h"
#include "controls/field_row.h"
#include "controls/fold_section.h"
#include "controls/spin_boxes.h"
#include "pages/train/train_setup.h"
#include "pages/train/train_words.h"
#include "scene/error_text.h"

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

/// For people: pairs with an equals sign, without the alignment that only measures.
QString shownLine(const std::string& text) {
    const QStringList fields = QString::fromStdString(text).split(u'\t');
    return fields.size() > 1 ? fields[0] + QStringLiteral(" = ") + fields[1] : fields[0];
}

} // namespace

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
        m_dataNote->setText((moment.data().learnsHeldOut ? tr("%1, %2 of them to measure")
                                                         : tr("%1, %2 held out"))
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
    m_lend->setEnabled(!moment.isEmpty());
    m_lend->setChecked(m_scene.lent);
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
    m_lend->setText(tr("All pages show this model"));
    m_lend->setToolTip(tr("Heads, Shapes, Layers and the inspector show the watched sentence in "
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
