// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/mask_tensors.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace headscope {

/// How mask files are to be read.
struct MaskReading {
    PairSizes sizes; ///< what they have to fit
    /// [query or 1, key], [query or 1, key, batch or 1] and
    /// [query or 1, key, batch or 1, heads or 1] are possible too, and come first.
    bool sequenceFirst = false;
    bool trueMeansMasked = false; ///< as in nn.MultiheadAttention
    bool meaningIsSaid = false;   ///< by the person: then nothing is questioned
};

/// Reads one --mask file into `mask`: bool says who may attend, float is added;
/// further files of one kind are combined with the first. The shape is [query, key],
/// [batch or 1, query, key], [batch or 1, heads or 1, query, key], or PyTorch's
/// [batch·heads, query, key] with index batch · heads + head, which becomes rank 4.
/// What comes of it is batch-first. An Error where integers could mean either, or
/// where the shape is another one. `questions` gets sentences about a file that
/// looks as if it meant something else.
Status readMask(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                std::vector<Error>& questions);

/// Reads --key-padding into `mask`: bool [batch, key], or [key] for one sequence.
Status readKeyPadding(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                      std::vector<Error>& questions);

} // namespace headscope
