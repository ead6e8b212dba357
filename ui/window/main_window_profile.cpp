// SPDX-License-Identifier: GPL-3.0-or-later
// Which controls the window offers, as the profile of the document says.
#include "editors/setup_panel.h"
#include "editors/tensor_panel.h"
#include "support/cases.h"
#include "window/actions.h"
#include "window/main_window.h"
#include "window/page_stack.h"
#include "window/profile_menu.h"
#include "window/tool_bar.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

/// What the left side is for where no page has its own there.
bool needsLeft(const Profile& profile) {
    constexpr std::array controls = {Control::Tokens, Control::Sizes,   Control::Masks,
                                     Control::Model,  Control::Weights, Control::Tensors};
    return std::ranges::any_of(controls, [&](Control control) { return profile.offers(control); });
}

/// The controls that an intent stands for; nothing: it is everybody's.
std::optional<Control> controlOf(const Intent& intent) {
    return std::visit(Cases{
                          [](const want::TurnPair&) { return std::optional(Control::Masks); },
                          [](const want::Number&) { return std::optional(Control::Tensors); },
                          [](const want::Hold&) { return std::optional(Control::Tensors); },
                          [](const want::Release&) { return std::optional(Control::Tensors); },
                          [](const want::ReleaseAll&) { return std::optional(Control::Tensors); },
                          [](const want::BothNorms&) { return std::optional(Control::Model); },
                          [](const want::Sizes&) { return std::optional(Control::Sizes); },
                          [](const want::HeadWeights&) { return std::optional(Control::Paint); },
                          [](const want::Adopt&) { return std::optional(Control::Train); },
                          [](const auto&) { return std::optional<Control>(); },
                      },
                      intent);
}

} // namespace

bool MainWindow::offers(const Intent& intent) const {
    const std::optional<Control> control = controlOf(intent);
    return !control || m_workspace.document().profile().offers(*control);
}

bool MainWindow::offersLeft() const {
    return m_inLesson || m_pages->page().parts().left ||
           needsLeft(m_workspace.document().profile());
}

void MainWindow::setProfile(const Profile& profile) {
    m_workspace.document().setProfile(profile);
}

void MainWindow::showProfile() {
    const Profile& profile = m_workspace.document().profile();
    m_actions->profile->show(profile);
    m_toolBar->setExamplesOffered(profile.offers(Control::Examples));
    m_setup->setProfile(profile);
    std::vector<std::string_view> withheld;
    for (const Control page : {Control::Train, Control::Paint}) {
        if (!profile.offers(page))
            withheld.push_back(controlName(page)); // the pages have these names
    }
    m_pages->withhold(std::move(withheld));
    allowActions();
    showAround();
}

void MainWindow::allowActions() {
    const Profile& profile = m_workspace.document().profile();
    const Selection& selection = m_workspace.selection();
    const SetupPanel::Locks locks = lessonLocks();
    const bool computes = m_workspace.document().source().experiment() != nullptr;
    for (QAction* action : {m_actions->moreHeads, m_actions->fewerHeads})
        action->setEnabled(computes && profile.offers(Control::Sizes) && !locks.heads);
    const bool masks = computes && profile.offers(Control::Masks) && !locks.masks;
    m_actions->worksheet->setEnabled(computes);
    m_actions->causal->setEnabled(masks);
    m_actions->togglePair->setEnabled(masks && isQueryKeyStage(selection.stage) &&
                                      selection.asked());
    m_actions->setLessonsOffered(profile.offers(Control::Lessons));
    m_actions->newSeed->setEnabled(computes && profile.offers(Control::Weights));
}

} // namespace headscope
