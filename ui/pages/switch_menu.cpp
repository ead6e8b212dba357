// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/switch_menu.h"

#include "measures/head_measures.h"
#include "support/execution.h"
#include "words/measure_text.h"
#include "words/off_text.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace headscope {

namespace {

struct SwitchWords {
    Q_DECLARE_TR_FUNCTIONS(SwitchMenu)
};

std::vector<HeadPlace> headsOfLayer(const Scene& scene, const HeadPlace& head) {
    const TraceStep* const weights =
        scene.run->trace()->find(TensorName::AttentionWeights, head.block.path());
    std::vector<HeadPlace> all;
    const Index heads = weights ? weights->result.size(weights->result.axisOf(Axis::Heads)) : 0;
    for (Index i = 0; i < heads; ++i)
        all.push_back({head.block, i});
    return all;
}

/// What the heads of one attention look like.
std::vector<std::optional<HeadKind>> kindsIn(const Scene& scene, const std::string& scope) {
    std::vector<std::optional<HeadKind>> kinds;
    for (const HeadMeasures& head :
         measureHeads(*scene.run, scope, scene.selection.sequence, {allThreads(), {}}))
        kinds.push_back(head.kind ? kindOf(*head.kind) : std::nullopt);
    return kinds;
}

std::vector<HeadPlace> headsOfKind(const Scene& scene, HeadKind kind) {
    std::vector<HeadPlace> all;
    for (const TraceScope& block : scene.run->scopes()) {
        if (block.kind != ScopeKind::Attention)
            continue;
        const auto kinds = kindsIn(scene, block.path);
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            if (kinds[i] == kind)
                all.push_back({*Scope::parse(block.path), static_cast<Index>(i)});
        }
    }
    return all;
}

bool areAllOff(const HeadsOff& off, const std::vector<HeadPlace>& heads) {
    return std::ranges::all_of(heads, [&](const HeadPlace& head) { return off.contains(head); });
}

/// All of them off; all on where they are.
want::SwitchHeads turned(const HeadsOff& off, std::vector<HeadPlace> heads) {
    const bool toOff = !areAllOff(off, heads);
    return {std::move(heads), toOff};
}

/// Whether heads of the scene can be switched off.
bool canSwitch(const Scene& scene) {
    return !scene.isEmpty() && !scene.ofPage && scene.run->origin().off;
}

} // namespace

void addSwitchActions(QMenu& menu, QObject* owner, const Scene& scene, const HeadPlace& head,
                      std::function<void(const Intent&)> ask) {
    if (!canSwitch(scene))
        return;
    const HeadsOff off = *scene.run->origin().off;
    const auto add = [&](const QString& text, const Intent& intent, const QKeySequence& key = {}) {
        QAction* action = menu.addAction(text, owner, [ask, intent] { ask(intent); });
        action->setShortcut(key);
        return action;
    };
    const bool isOff = off.contains(head);
    add(isOff ? SwitchWords::tr("Switch head %1 on").arg(head.head + 1)
              : SwitchWords::tr("Switch head %1 off").arg(head.head + 1),
        turned(off, {head}), Qt::Key_X);
    const std::vector<HeadPlace> layer = headsOfLayer(scene, head);
    add(areAllOff(off, layer) ? SwitchWords::tr("Switch all heads of this layer on")
                              : SwitchWords::tr("Switch all heads of this layer off"),
        turned(off, layer), Qt::SHIFT | Qt::Key_X);
    const auto kinds = kindsIn(scene, head.block.path());
    if (const auto kind = head.head < std::ssize(kinds) ? kinds[static_cast<std::size_t>(head.head)]
                                                        : std::nullopt) {
        // Which these are is found once somebody wants it: that takes all layers.
        menu.addAction(SwitchWords::tr("Switch off all that look like %1").arg(headKindName(*kind)),
                       owner, [ask, scene, kind] {
                           ask(want::SwitchHeads{headsOfKind(scene, *kind), true});
                       });
    }
    if (off.any())
        add(SwitchWords::tr("Switch all heads on"), want::SwitchHeads{off.heads, false});
    QMenu* const ways = menu.addMenu(SwitchWords::tr("What a head gives that is off"));
    auto* const group = new QActionGroup(ways);
    for (const OffBy by : {OffBy::Zero, OffBy::Mean}) {
        QAction* action =
            ways->addAction(offWayText(by), owner, [ask, by] { ask(want::SwitchBy{by}); });
        action->setCheckable(true);
        action->setChecked(off.by == by);
        group->addAction(action);
    }
    menu.addSeparator();
}

bool switchByKey(const QKeyEvent& event, const Scene& scene, const std::optional<HeadPlace>& head,
                 const std::function<void(const Intent&)>& ask) {
    if (event.key() != Qt::Key_X || !head || !canSwitch(scene))
        return false;
    const bool layer = event.modifiers() & Qt::ShiftModifier;
    ask(turned(*scene.run->origin().off,
               layer ? headsOfLayer(scene, *head) : std::vector<HeadPlace>{*head}));
    return true;
}

} // namespace headscope
