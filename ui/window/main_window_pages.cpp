// SPDX-License-Identifier: GPL-3.0-or-later
// The pages in the main window: which one, what stands around it, what it asks for.
#include "editors/held_panel.h"
#include "editors/setup_panel.h"
#include "editors/tensor_panel.h"
#include "examples/examples.h"
#include "inspector/derivation.h"
#include "inspector/inspector.h"
#include "jobs/animation.h"
#include "learning/history/vocabulary_recipe.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/page_time.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_page.h"
#include "pages/train/train_page.h"
#include "scene/learnt_words.h"
#include "strip/block_strip.h"
#include "strip/pipeline_strip.h"
#include "window/actions.h"
#include "window/colour_choices.h"
#include "window/main_window.h"
#include "window/matrix_copy.h"
#include "window/page_run_bar.h"
#include "window/page_stack.h"
#include "window/playback_bar.h"
#include "window/prepared_walk.h"
#include "window/presentation.h"
#include "window/projector.h"
#include "window/side_panel.h"
#include "window/slot.h"
#include "window/status_line.h"
#include "window/tool_bar.h"
#include "window/view_header.h"

#include <QActionGroup>

#include <algorithm>

namespace headscope {

void MainWindow::connectPages() {
    connect(m_pages, &PageStack::asked, this, &MainWindow::carryOut);
    connect(m_pages, &PageStack::entryAsked, &m_workspace, &Workspace::setSelection);
    connect(m_pages, &PageStack::aboutToOpen, this,
            [this] { m_pages->setScene(m_workspace.scene()); });
    connect(m_pages, &PageStack::changed, this, &MainWindow::showAround);
    connect(m_pages, &PageStack::failed, this, &MainWindow::say);
    connect(m_pages, &PageStack::said, m_status, &StatusLine::showMessage);
    connect(m_actions->views, &QActionGroup::triggered, this, [this](QAction* action) {
        const int tab = action->data().toInt();
        if (m_pages->tabs()[static_cast<std::size_t>(tab)].reach == Reach::WayOf)
            m_pages->openTab(tab);
        else
            m_pages->openInItsWay(tab);
        // Who asks for a page by its key goes on with the keys of that page.
        m_pages->page().keyboard().setFocus();
    });
    connect(m_matrixCopy, &MatrixCopy::said, m_status, &StatusLine::showMessage);
    connect(m_pageRun, &PageRunBar::backAsked, this, [this] { carryOut(want::ShowRun{}); });
    connect(m_blocks, &BlockStrip::scopeAsked, &m_workspace, &Workspace::showScope);
    connect(m_strip, &PipelineStrip::stageAsked, this, [this](Stage stage) {
        if (!m_pages->showsStage(stage))
            m_pages->openTab(0);
        PageTime* const time = m_pages->page().time();
        if (!time || !time->seekStage(stage))
            m_workspace.showStage(stage);
    });
    connect(m_strip, &PipelineStrip::placeAsked, this, [this](const StripPlace& place) {
        if (PageTime* const time = m_pages->page().time())
            time->seekPlace(place);
    });
    connect(m_inspector, &Inspector::blockAsked, &m_workspace,
            [this](const TraceCell& cell) { m_workspace.showOrigin(cell.step, cell.cell); });
    connect(m_inspector, &Inspector::released, &m_workspace, [this] { m_workspace.lock({}); });
    connect(m_inspector, &Inspector::headAsked, &m_workspace, &Workspace::showPanel);
    connect(m_inspector, &Inspector::orderAsked, this, [this](const std::vector<int>& order) {
        changeDisplay([&order](DisplayOptions& display) { display.headOrder = order; });
    });
    connect(m_inspector, &Inspector::stepAsked, this,
            [this](Stage stage, std::size_t tensor, const PanelCell& cell) {
                m_workspace.showStage(stage, tensor);
                m_workspace.lock(cell);
            });
    connect(m_header, &ViewHeader::wordsChosen, m_actions->words, &QAction::setChecked);
    connect(m_header, &ViewHeader::tensorChosen, &m_workspace, [this](std::size_t tensor) {
        m_workspace.showStage(m_workspace.selection().stage, tensor);
    });
}

void MainWindow::showTime() {
    PageTime* const time = m_pages->page().time();
    Animation* const animation = time ? &time->animation() : nullptr;
    if (m_timed != animation) {
        if (m_timed)
            m_timed->disconnect(m_strip);
        m_timed = animation;
        if (m_timed)
            connect(m_timed, &Animation::changed, m_strip, [this] {
                showTime();
                if (m_projector)
                    m_projector->follow();
            });
    }
    m_strip->setPlace(time ? time->place() : std::nullopt);
}

void MainWindow::carryOut(const Intent& intent) {
    // What concerns the window besides: which page is shown, what is remembered.
    if (const auto* motion = std::get_if<want::ReducedMotion>(&intent)) {
        m_preferences.reducedMotion = motion->on;
        return m_actions->reducedMotion->setChecked(motion->on);
    }
    if (const auto* layers = std::get_if<want::Layers>(&intent))
        return changeDisplay([&](DisplayOptions& display) { display.layers = layers->look; });
    if (const auto* code = std::get_if<want::Dialect>(&intent))
        return changeDisplay([&](DisplayOptions& display) { display.dialect = code->dialect; });
    if (const auto* text = std::get_if<want::CopyText>(&intent))
        return m_matrixCopy->copy(text->text);
    if (const auto* matrix = std::get_if<want::CopyMatrix>(&intent))
        return m_matrixCopy->copy(matrix->matrix, matrix->format);
    if (std::holds_alternative<want::CopyFigure>(intent))
        return copyFigure();
    if (!offers(intent))
        return m_status->showMessage(tr("This file does not offer that; Edit ▸ Controls for "
                                        "students says what it offers."));
    const LessonState* const lesson = m_lessons->state();
    const bool switches = std::holds_alternative<want::SwitchHeads>(intent) ||
                          std::holds_alternative<want::SwitchBy>(intent);
    if (switches && lesson && lesson->locks("switch_off"))
        return m_status->showMessage(tr("First say what you expect: the question of the lesson is "
                                        "what that does."));
    const Status status = m_workspace.carryOut(intent);
    if (!status || isEdit(intent))
        tell(status);
    if (!status)
        m_pages->page().refused(intent, status.error());
    if (std::holds_alternative<want::Head>(intent)) {
        m_pages->openTab(0);
        m_pages->page().keyboard().setFocus();
    }
}

void MainWindow::tell(const Status& status) {
    status ? m_status->setError(std::nullopt) : m_status->setFailure(status.error());
}

void MainWindow::showPage(std::string_view id) {
    m_pages->open(id);
}

void MainWindow::showScene(const Scene& scene) {
    showPageRun();
    m_blocks->setScene(scene);
    m_strip->setScene(scene);
    m_header->setScene(scene);
    m_pages->setScene(scene);
    if (!m_slide->isHidden())
        m_slide->setScene(scene);
    showProjected();
    // A run that a page lends is no example that somebody opened.
    if (scene.run && !scene.ofPage &&
        std::exchange(m_shownExample, scene.run->origin().example) != scene.run->origin().example)
        showFocus();
    m_toolBar->setScene(scene);
    m_colours->setDisplay(scene.display);
    m_status->setScene(scene);
    m_inspector->setScene(scene); // hidden, it only lets go of the old one
    m_tensors->setScene(scene);
    m_setup->show(scene.selection.sequence);
    showSource();
    m_setup->held().setScene(scene);
    if (scene.run) // of a training the setup's sentence may have been learnt meanwhile
        m_setup->showUnlearnt(
            scene.ofPage ? QString() : unlearntSentence(scene.run->origin(), scene.run->labels()),
            scene.ofPage ? QString() : meantSentence(scene.run->origin()));
    allowActions();
    settlePages();
    m_walk->goOn();
}

void MainWindow::learnVocabulary() {
    const std::optional<TrainingRecipe> recipe = recipeForNewWords(m_workspace.experiment());
    if (!recipe)
        return; // its words are known since
    m_pages->open("train");
    page<TrainPage>().learn(*recipe);
    if (recipe->task == TaskKind::OwnText)
        m_status->showLastingMessage(
            tr("The sentence is built like none that was learnt: it is learnt by heart, each word "
               "from those before it, and what is held out is the same text."));
}

void MainWindow::settlePages() {
    const Document& document = m_workspace.document();
    // The trace of what was saved may still be on its way.
    if (!m_settling || m_workspace.isComputing() ||
        m_workspace.scene().revision != document.revision())
        return;
    m_settling = false;
    if (!document.isSaved())
        return;
    for (Page* page : m_pages->pages())
        page->settled();
}

void MainWindow::showPageRun() {
    Scene scene = m_workspace.scene();
    scene.ofPage = scene.ofPage && !m_pages->page().parts().ownRun;
    m_pageRun->setScene(scene);
}

void MainWindow::showFocus() {
    const Example* example = findExample(m_workspace.experiment().example);
    if (example && example->focus.allLayers)
        m_pages->open("layers");
    else if (!m_pages->page().kind().staysForExample)
        m_pages->openTab(0);
}

void MainWindow::showAround() {
    Page& page = m_pages->page();
    const PageParts around = page.parts();
    const bool presentation = m_presentation->isOn();
    setWide(around.wide);
    m_leftSlot->show(around.left);
    m_rightSlot->show(around.right);
    m_stripSlot->show(around.strip);
    m_left->setVisible(offersLeft() && !presentation);
    m_right->setVisible(around.inspector && !presentation);
    m_inspector->openBeside(&page, around.eachHead);
    m_playbackBar->setVisible(around.playback);
    m_playbackBar->setAnimation(page.time() ? &page.time()->animation() : nullptr);
    showTime();
    m_stripRow->setVisible(around.stripPresented || !presentation);
    m_workspace.setLayersShown(page.kind().needsLayers);
    m_workspace.setPiecesNeeded(page.kind().needsPieces);
    m_presentation->setKeys(around.keys);
    showPageRun();
    const PageControls controls = page.controls();
    m_inspector->setSeen(controls.seen);
    m_header->showPage();
    m_colours->setPlace(controls.colours);
    m_status->setViewSentence(controls.status);
    m_actions->valuesInCells->setEnabled(controls.valuesFit);
    m_actions->rowsAreKeys->setEnabled(controls.rowsAreKeys && !m_inLesson);
    m_actions->words->setEnabled(m_workspace.scene().hasPieces && !page.kind().needsPieces);
    m_actions->exportAnimation->setEnabled(
        std::ranges::find(pageEntries(), m_pages->id(), &PageEntry::id)->draws == Draws::Film);
    m_actions->showTabs(*m_pages);
    if (m_projector)
        m_projector->follow();
}

} // namespace headscope
