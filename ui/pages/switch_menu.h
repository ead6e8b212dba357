// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"

#include <functional>

class QKeyEvent;
class QMenu;
class QObject;

namespace headscope {

/// The ways to switch heads of a trained model off and on, from a head that somebody points at:
/// it, all of its layer, all of its kind, all; and by what they are replaced. Nothing where no head
/// of the scene can be. What is chosen comes as an intent; the menu may outlive what it was opened
/// over, but not `owner`.
void addSwitchActions(QMenu& menu, QObject* owner, const Scene& scene, const HeadPlace& head,
                      std::function<void(const Intent&)> ask);

/// X: that head off, or on again; with Shift all heads of its layer. False where none can be.
bool switchByKey(const QKeyEvent& event, const Scene& scene, const std::optional<HeadPlace>& head,
                 const std::function<void(const Intent&)>& ask);

} // namespace headscope
