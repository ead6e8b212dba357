// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/scopes.h"

#include <QString>

namespace headscope {

/// The block of that path; plain attention where no block has it.
Scope blockScope(std::string_view path);
/// Whether a block is a part of a stack, rather than all of its part of the model.
bool isPartOfStack(const Scope& scope);

/// "encoder", "positions", "positions of the source".
QString groupName(const Scope& scope);
/// "self-attention", "add & norm"; `adds`: the norm's block holds the residual sum.
QString partName(const Scope& scope, bool adds);
/// The whole place in words: "encoder 1 · self-attention".
QString blockName(std::string_view path, bool adds = false);
/// Whether the block of that path begins with the residual sum.
bool addsResidual(const Trace& whole, std::string_view path);

} // namespace headscope
