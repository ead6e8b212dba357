// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/offers.h"

#include "support/cases.h"
#include "window/actions.h"
#include "window/frame/page_stack.h"
#include "window/frame/tool_bar.h"
#include "window/lesson_mode.h"
#include "window/profile_menu.h"
#include "workspace/workspace.h"

#include <QAction>

#include <algorithm>
#include <array>

namespace headscope {

namespace {

/// The controls that an edit stands for; nothing: it is everybody's.
std::optional<Control> controlOf(const want::Edit& edit) {
    return std::visit(Cases{
                          [](const want::TurnPair&) { return std::optional(Control::Masks); },
                          [](const want::Causal&) { return std::optional(Control::Masks); },
                          [](const want::NextHeads&) { return std::optional(Control::Sizes); },
                          [](const want::NewSeed&) { return std::optional(Control::Weights); },
                          [](const want::Number&) { return std::optional(Control::Tensors); },
                          [](const want::TypeNumber&) { return std::optional(Control::Tensors); },
                          [](const want::Restore&) { return std::optional(Control::Tensors); },
                          [](const want::RestoreAll&) { return std::optional(Control::Tensors); },
                          [](const want::BothNorms&) { return std::optional(Control::Model); },
                          [](const want::Sizes&) { return std::optional(Control::Sizes); },
                          [](const want::HeadWeights&) { return std::optional(Control::Paint); },
                          [](const want::Adopt&) { return std::optional(Control::Train); },
                          [](const want::SwitchHeads&) { return std::optional<Control>(); },
                          [](const want::SwitchBy&) { return std::optional<Control>(); },
                      },
                      edit);
}

} // namespace

Offers::Offers(const Parts& parts)
    : m_parts(parts) {}

QString Offers::refusal(const want::Edit& edit) const {
    const std::optional<Control> control = controlOf(edit);
    if (control && !m_parts.workspace.document().profile().offers(*control))
        return tr("This file does not offer that; Edit ▸ Controls for students says what it "
                  "offers.");
    const bool switches = std::holds_alternative<want::SwitchHeads>(edit) ||
                          std::holds_alternative<want::SwitchBy>(edit);
    if (switches && m_parts.lesson.locksHeads())
        return tr("First say what you expect: the question of the lesson is what that does.");
    return {};
}

bool Offers::hasEditors() const {
    const Profile& profile = m_parts.workspace.document().profile();
    constexpr std::array controls = {Control::Tokens, Control::Sizes,   Control::Masks,
                                     Control::Model,  Control::Weights, Control::Tensors};
    return std::ranges::any_of(controls, [&](Control control) { return profile.offers(control); });
}

void Offers::showProfile() {
    const Profile& profile = m_parts.workspace.document().profile();
    m_parts.actions.profile->show(profile);
    m_parts.toolBar.setExamplesOffered(profile.offers(Control::Examples));
    m_parts.setup.setProfile(profile);
    std::vector<std::string_view> withheld;
    for (const Control page : {Control::Train, Control::Paint}) {
        if (!profile.offers(page))
            withheld.push_back(controlName(page)); // the pages have these names
    }
    m_parts.pages.withhold(std::move(withheld));
    allowActions();
}

void Offers::showLocks() {
    const SetupPanel::Locks locks = m_parts.lesson.locks();
    m_parts.toolBar.setSequenceLocked(locks.tokens);
    m_parts.setup.setLocks(locks, tr("It would give the answer away: first answer the question "
                                     "of the lesson."));
    allowActions();
}

void Offers::allowActions() {
    const Document& document = m_parts.workspace.document();
    const Profile& profile = document.profile();
    const Selection& selection = m_parts.workspace.selection();
    const SetupPanel::Locks locks = m_parts.lesson.locks();
    const bool computes = document.source().experiment() != nullptr;
    const bool masks = computes && profile.offers(Control::Masks) && !locks.masks;
    Actions& actions = m_parts.actions;
    for (QAction* action : {actions.moreHeads, actions.fewerHeads})
        action->setEnabled(computes && profile.offers(Control::Sizes) && !locks.heads);
    actions.worksheet->setEnabled(computes);
    actions.causal->setEnabled(masks);
    actions.togglePair->setEnabled(masks && isQueryKeyStage(selection.stage) && selection.asked());
    actions.setLessonsOffered(profile.offers(Control::Lessons));
    actions.newSeed->setEnabled(computes && profile.offers(Control::Weights));
}

} // namespace headscope
