// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "transformer/model_run.h"

namespace headscope {

/// All encoder layers one after the other, "encoder/0" …, and "encoder/norm"
/// where the norms come first. Gives the step that comes out.
Step appendEncoder(const ModelRun& run, std::size_t x, const MaskOptions& mask);

/// All decoder layers, "decoder/0" …, and "decoder/norm" where the norms come first.
Step appendDecoder(const ModelRun& run, std::size_t x, std::size_t memory,
                   const MaskOptions& sourceMask);

} // namespace headscope
