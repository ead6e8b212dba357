// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"

#include <functional>

class QMenu;
class QObject;

namespace headscope {

/// A cell of a matrix as it is drawn.
struct CopyPlace {
    Index row = 0;
    Index column = 0;
};

/// The ways to take a matrix along: the cell and the row under the pointer, where there are such,
/// and all of it in every format. What is chosen comes as an intent; the menu may outlive what it
/// was opened over, but not `owner`.
void addCopyActions(QMenu& menu, QObject* owner, const LabelledMatrix& matrix,
                    std::optional<CopyPlace> place, std::function<void(const Intent&)> ask);

} // namespace headscope
