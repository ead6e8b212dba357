// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QString>

namespace headscope {

/// The one sentence of a step, to be read before it moves.
QString stepSentence(const Journey& journey, std::size_t step);
/// Below a step on the timeline: "memory stays", "really copies".
QString stepNote(const Journey& journey, std::size_t step);
/// "one token per block", from the axis that the blocks of a tensor count.
QString blocksSentence(const Tensor& tensor);
/// "Wrong: view straight into heads".
QString wrongTitle(const Journey& right, const WrongWay& way);
/// "24 of 36 elements are in the wrong head".
QString misplacedSentence(const Journey& right, const MisplaceCount& count);
/// "x.view(…)", "transpose(1, 3)": for choosers.
QString wrongWayName(const Journey& right, const WrongWay& way);
/// "token 3", "head 1", "sample 2", "feature 2"; `index` from 0. Also for QAccessible.
QString axisLabel(AxisFamily family, Index index);
/// As people write an axis of a tensor here: "bs", "seq", "heads", "d_k", "bs·heads".
QString axisSymbol(Axis axis);
/// The words of each sample; empty where the numbers are no sentence's.
using SampleWords = std::vector<QStringList>;
/// "element 33 = sample 2, token 3 李雷, head 2, feature 2".
QString elementSentence(const Journey& journey, Index element, const SampleWords& words = {});
/// What a screen reader and the status line say of an element at a step.
QString elementStatus(const Journey& journey, std::size_t step, Index element,
                      const SampleWords& words = {});
/// A table of where an element is in every step, as rich text.
QString elementTable(const Journey& journey, Index element, const SampleWords& words = {});
/// "tokens 1 – 6 of 10": those that are drawn.
QString shownTokensText(Index first, Index count, Index all);
/// Where numbers have no room: that colours are all there is.
QString coloursOnly();
/// Where no number has room in the cells: how to see them.
QString magnifierHint();

} // namespace headscope
