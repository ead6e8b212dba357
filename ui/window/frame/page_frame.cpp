// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/page_frame.h"

#include "controls/scroll_around.h"
#include "inspector/derivation/derivation.h"
#include "inspector/inspector.h"
#include "lessons/lesson_panel.h"
#include "lessons/slide/lesson_slide.h"
#include "window/actions.h"
#include "window/appearance.h"
#include "window/frame/colour_choices.h"
#include "window/frame/left_side.h"
#include "window/frame/page_stack.h"
#include "window/frame/side_panel.h"
#include "window/frame/sides.h"
#include "window/frame/slot.h"
#include "window/frame/stage_bar.h"
#include "window/frame/view_header.h"
#include "window/notices/axes_bar.h"
#include "window/notices/page_run_bar.h"
#include "window/notices/weights_bar.h"
#include "window/presentation/presentation.h"
#include "workspace/workspace.h"

#include <QAction>
#include <QBoxLayout>
#include <QScrollArea>

namespace headscope {

PageFrame::PageFrame(const Parts& parts, QWidget* editors, LessonPanel* lesson, LessonSlide* slide,
                     QWidget* parent)
    : QWidget(parent)
    , m_parts(parts) {
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    m_leftSlot = new Slot(editors);
    auto* scroll = new QScrollArea;
    scrollAround(*scroll, *m_leftSlot);
    m_leftSide = new LeftSide(scroll, lesson);
    m_left = new SidePanel(SidePanel::Edge::Left, Sides::leftWidth, m_leftSide, this);
    columns->addWidget(m_left);

    auto* centre = new QVBoxLayout;
    centre->setSpacing(0);
    columns->addLayout(centre, 1);
    PageStack& pages = m_parts.pages;
    m_stages = new StageBar(m_parts.workspace, pages);
    m_stripSlot = new Slot(m_stages, this);
    m_header = new ViewHeader(pages, this);
    m_colours = new ColourChoices(&pages);
    m_pageRun = new PageRunBar(this);
    m_axes = new AxesBar(this);
    m_weights = new WeightsBar(this);
    for (QWidget* bar :
         std::initializer_list<QWidget*>{m_stripSlot, m_header, m_pageRun, m_axes, m_weights})
        centre->addWidget(bar);
    centre->addWidget(&pages, 1);
    slide->hide();
    centre->addWidget(slide, 1);

    m_inspector = new Inspector;
    m_rightSlot = new Slot(m_inspector);
    m_right = new SidePanel(SidePanel::Edge::Right, Sides::rightWidth, m_rightSlot, this);
    columns->addWidget(m_right);
    m_sides = new Sides(*m_left, *m_right, m_parts.preferences, m_parts.actions,
                        m_parts.presentation, *this);
    connectParts();
}

void PageFrame::connectParts() {
    Workspace* const workspace = &m_parts.workspace;
    connect(m_pageRun, &PageRunBar::backAsked, workspace,
            [workspace] { workspace->showRun(nullptr); });
    connect(m_axes, &AxesBar::chosen, workspace, [workspace](const FileAttentionPointer& next) {
        workspace->document().edit(tr("read the axes"), next);
    });
    connect(m_colours, &ColourChoices::mapChosen, this, [this](ColourMap map) {
        m_parts.appearance.change([map](DisplayOptions& display) { display.map = map; });
    });
    connect(m_colours, &ColourChoices::rangeChosen, this, [this](const RangeChoice& choice) {
        m_parts.appearance.change([&choice](DisplayOptions& display) { display.range = choice; });
    });
    connect(m_inspector, &Inspector::blockAsked, workspace,
            [workspace](const TraceCell& cell) { workspace->showOrigin(cell.step, cell.cell); });
    connect(m_inspector, &Inspector::released, workspace, [workspace] { workspace->lock({}); });
    connect(m_inspector, &Inspector::headAsked, workspace, &Workspace::showPanel);
    connect(m_inspector, &Inspector::orderAsked, this, [this](const std::vector<int>& order) {
        m_parts.appearance.change([&order](DisplayOptions& display) { display.headOrder = order; });
    });
    connect(m_inspector, &Inspector::stepAsked, workspace,
            [workspace](Stage stage, std::size_t tensor, const PanelCell& cell) {
                workspace->showStage(stage, tensor);
                workspace->lock(cell);
            });
    connect(m_header, &ViewHeader::wordsChosen, m_parts.actions.words, &QAction::setChecked);
    connect(m_header, &ViewHeader::tensorChosen, workspace, [workspace](std::size_t tensor) {
        workspace->showStage(workspace->selection().stage, tensor);
    });
}

void PageFrame::setScene(const Scene& scene) {
    showPageRun();
    m_stages->setScene(scene);
    m_header->setScene(scene);
    m_parts.pages.setScene(scene);
    m_colours->setDisplay(scene.display);
    m_inspector->setScene(scene); // hidden, it only lets go of the old one
}

void PageFrame::showDocument() {
    m_axes->show(m_parts.workspace.document().source().attention());
}

PageControls PageFrame::showPage(bool left) {
    Page& page = m_parts.pages.page();
    const PageParts around = page.parts();
    const bool presented = m_parts.presentation.isOn();
    m_sides->setWide(around.wide);
    m_leftSlot->show(around.left);
    m_rightSlot->show(around.right);
    m_stripSlot->show(around.strip);
    m_left->setVisible((left || around.left) && !presented);
    m_right->setVisible(around.inspector && !presented);
    m_header->setVisible(!presented);
    m_inspector->openFor(&page, around.eachHead);
    m_stages->showPage(around, presented);
    m_parts.workspace.setLayersShown(page.kind().needsLayers);
    m_parts.workspace.setPiecesNeeded(page.kind().needsPieces);

    QList<KeyWords> presentedKeys = page.keys();
    presentedKeys.removeIf([](const KeyWords& each) { return !each.presented; });
    m_parts.presentation.setKeys(keysText(presentedKeys));
    showPageRun();
    const PageControls controls = page.controls();
    m_inspector->setSeen(controls.seen);
    const std::vector<PageStack::Tab> tabs = m_parts.pages.tabs();
    m_header->showPage(controls, tabs);
    m_colours->setPlace(controls.colours);
    Actions& actions = m_parts.actions;
    actions.valuesInCells->setEnabled(controls.valuesFit);
    actions.rowsAreKeys->setEnabled(controls.rowsAreKeys && m_parts.appearance.mayTurn());
    actions.words->setEnabled(m_parts.workspace.scene().hasPieces && !page.kind().needsPieces);
    actions.exportAnimation->setEnabled(findPage(m_parts.pages.id())->draws == Draws::Film);
    actions.showTabs(m_parts.pages, tabs);
    return controls;
}

void PageFrame::showPageRun() {
    const Scene& scene = m_parts.workspace.scene();
    m_pageRun->show(scene.ofPage && !m_parts.pages.page().parts().ownRun, scene.pageRunName);
}

} // namespace headscope
