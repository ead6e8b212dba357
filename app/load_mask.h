// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/mask.h"

#include <string>

namespace headscope {

/// What masks have to fit.
struct MaskSizes {
    Index batch = 1;
    Index heads = 1;
    Index queries = 1;
    Index keys = 1;
};

/// Reads one --mask file into `mask`: bool means may attend, float is added. The
/// shape is [query, key], [batch or 1, query, key], [batch or 1, heads or 1,
/// query, key], or PyTorch's [batch·heads, query, key] with index
/// batch · heads + head, which becomes rank 4. An Error where integers could mean
/// either, where the shape is another one, or for a second file of one kind.
Status readMask(const std::string& path, const MaskSizes& sizes, MaskOptions& mask);

/// Reads --key-padding into `mask`: bool [batch, key], or [key] for one sequence.
Status readKeyPadding(const std::string& path, const MaskSizes& sizes, MaskOptions& mask);

} // namespace headscope
