// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/prepared_view.h"
#include "scene/scene.h"

namespace headscope {

/// What is selected becomes something that the shown block has.
void clampSelection(Scene& scene);
/// A question that came along from `before`, another sequence or block, does not stay on padding.
void leavePadding(Scene& scene, const Selection& before);
/// The first question, in the shown head: a pair of the kind that it has learnt to find, else
/// what the last token looks at most.
std::optional<PanelCell> firstQuestion(const Scene& scene);
/// Where the panels of a tensor show one of its cells; nothing: they show another sequence.
std::optional<PanelCell> panelCellOf(const Trace& trace, TensorName name, const Cell& cell,
                                     Index sequence);
/// What a view shows of the block: stage, head, sequence and cell. A cell that the matrix does not
/// have is not locked.
void selectPart(Scene& scene, const PreparedView& view);
/// The view that is selected; pages know more of it.
PreparedView viewOf(const Scene& scene);

} // namespace headscope
