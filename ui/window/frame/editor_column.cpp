// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/editor_column.h"

#include "controls/hairline.h"
#include "editors/attention_panel.h"
#include "editors/continue_panel.h"
#include "editors/mask_panel.h"
#include "editors/tensors/tensor_panel.h"
#include "editors/trained_model_panel.h"
#include "editors/typed_numbers_panel.h"
#include "window/actions.h"
#include "window/frame/begin_here.h"
#include "window/preferences.h"
#include "words/learnt_words.h"
#include "workspace/workspace.h"

#include <QAction>
#include <QBoxLayout>

namespace headscope {

EditorColumn::EditorColumn(Workspace& workspace, Edits& edits, Preferences& preferences,
                           const Actions& actions, FileReading& reading)
    : m_workspace(workspace)
    , m_preferences(preferences)
    , m_beginAction(actions.beginHere)
    , m_setup(new SetupPanel(edits, this))
    , m_tensors(new TensorPanel(edits, this))
    , m_setupScroll(new SnugScrollArea(m_setup, this))
    , m_attention(new AttentionPanel(this))
    , m_model(new TrainedModelPanel(this))
    , m_tensorLine(hairline(this))
    , m_begin(new BeginHere(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    // However much of the setup is unfolded, the table keeps its place: the setup scrolls.
    rows->addWidget(m_setupScroll);
    rows->addWidget(m_attention);
    rows->addWidget(m_model);
    rows->addWidget(m_tensorLine);
    rows->addWidget(m_tensors, 1);
    rows->addWidget(m_begin, 1);
    rows->addStretch(); // where the tensors are not offered
    connectEditors();
    connectBeginning(actions);
    m_setup->setUnfolded(preferences.setupUnfolded);
    m_setup->masks().setReading(reading);
}

void EditorColumn::connectEditors() {
    connect(m_setup, &SetupPanel::said, this, &EditorColumn::said);
    const auto reject = [this](QWidget*, const QString& sentence) { Q_EMIT rejected(sentence); };
    connect(m_setup, &SetupPanel::rejected, this, reject);
    connect(m_tensors, &TensorPanel::rejected, this, reject);
    connect(m_tensors, &TensorPanel::cellActivated, &m_workspace, &Workspace::hoverTensorCell);
    connect(m_setup, &SetupPanel::tensorsUnfolded, this, &EditorColumn::showUnderSetup);
    connect(m_setup, &SetupPanel::unfoldedChosen, this,
            [this](const QStringList& names) { m_preferences.setupUnfolded = names; });
    connect(m_setup, &SetupPanel::vocabularyAsked, this, &EditorColumn::vocabularyAsked);
    connect(&m_setup->typedNumbers(), &TypedNumbersPanel::asked, this, &EditorColumn::asked);
    const auto edit = [this](const QString& text, const auto& next, const QString& field) {
        m_workspace.document().edit(text, next, field);
    };
    connect(m_attention, &AttentionPanel::edited, this, edit);
    connect(m_attention, &AttentionPanel::fieldLeft, this,
            [this] { m_workspace.document().endMerge(); });
    connect(m_model, &TrainedModelPanel::edited, this, edit);
    connect(m_model, &TrainedModelPanel::asked, this, &EditorColumn::asked);
    // A turn later: they are said while a key or a click is on its way.
    connect(m_setup, &SetupPanel::tokensTyped, this, &EditorColumn::typed, Qt::QueuedConnection);
    connect(m_model, &TrainedModelPanel::textTyped, this, &EditorColumn::typed,
            Qt::QueuedConnection);
}

void EditorColumn::connectBeginning(const Actions& actions) {
    const auto hide = [this](bool hidden) {
        m_preferences.beginHidden = hidden;
        showUnderSetup();
    };
    connect(m_begin, &BeginHere::hideAsked, this, [hide] { hide(true); });
    connect(actions.beginHere, &QAction::triggered, this, [hide](bool shown) { hide(!shown); });
    connect(m_begin, &BeginHere::lessonAsked, this, &EditorColumn::lessonAsked);
    connect(m_begin, &BeginHere::stepsAsked, this, &EditorColumn::stepsAsked);
    connect(m_begin, &BeginHere::ownAsked, m_setup, &SetupPanel::askForTokens);
}

ContinuePanel& EditorColumn::continuation() {
    return m_model->continuation();
}

void EditorColumn::setScene(const Scene& scene) {
    m_tensors->setScene(scene);
    m_setup->show(scene.selection.sequence);
    showSource();
    m_setup->typedNumbers().setScene(scene);
    if (scene.run) // of a training the setup's sentence may have been learnt meanwhile
        m_setup->showUnlearnt(
            scene.ofPage ? QString() : unlearntSentence(scene.run->origin(), scene.run->labels()),
            scene.ofPage ? QString() : meantSentence(scene.run->origin()));
}

void EditorColumn::showDocument() {
    m_setup->show(m_workspace.selection().sequence);
    m_tensors->showExperiment();
    showSource();
}

void EditorColumn::showSource() {
    const Source& source = m_workspace.document().source();
    const Scene& scene = m_workspace.scene();
    // The run of what stands here may still be on its way.
    const bool current = !source.experiment() && !scene.ofPage && !m_workspace.isComputing();
    const std::shared_ptr<const Run> run = current ? scene.run : nullptr;
    m_setupScroll->setVisible(source.experiment() != nullptr);
    m_attention->show(source.attention(), run, scene.selection.sequence);
    m_model->show(source.model(), run, scene.selection.target);
    showUnderSetup();
}

void EditorColumn::showUnderSetup() {
    const Document& document = m_workspace.document();
    const bool isExperiment = document.source().experiment() != nullptr;
    const bool tensors = isExperiment && m_setup->showsTensors();
    for (QWidget* part : {m_tensorLine, static_cast<QWidget*>(m_tensors)})
        part->setVisible(tensors);
    m_begin->setVisible(isExperiment && !m_preferences.beginHidden && !m_inLesson && !tensors &&
                        document.profile().isWhole());
    m_beginAction->setChecked(!m_preferences.beginHidden);
}

void EditorColumn::setLesson(bool open) {
    m_inLesson = open;
    showUnderSetup();
}

void EditorColumn::awaitText() {
    if (m_workspace.document().source().model())
        m_model->awaitText();
    else
        m_setup->awaitTokens();
}

} // namespace headscope
