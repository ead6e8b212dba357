// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attention/masks/mask_tensors.h"
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

/// A mask over pairs out of a file: bools, or whole numbers of nothing but 0 and 1, say who may
/// attend; floats are added. What is below float32, as the smallest float64, is −∞.
struct ReadMask {
    Tensor tensor; ///< as it lies in the file
    bool additive = false;
};
/// An Error where other whole numbers could mean either.
Result<ReadMask> readMaskNumbers(const std::string& path);

/// The mask as [query, key], [batch or 1, query, key] or [batch or 1, heads or 1, query, key],
/// batch-first, of whatever broadcasts to that as PyTorch does it: a query or a key may be 1, axes
/// may be missing in front ([heads, query, key] where that is no batch). Also PyTorch's
/// [batch·heads, query, key] with index batch · heads + head, and [batch, key] where it is no
/// [query, key]. An Error that names what would fit.
Result<Tensor> arrangedMask(const std::string& path, const Tensor& read, const PairSizes& sizes);

/// Reads one --mask file into `mask`; further files of one kind are combined with the first.
/// `questions` gets sentences about a file that looks as if it meant something else.
Status readMask(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                std::vector<Error>& questions);

/// Reads --key-padding into `mask`: [batch or 1, key] with axes of 1 between them, or [key] for one
/// sequence. True or 1 is a real token; floats of 0 and −10,000 or less, as −∞, are added, so that
/// 0 is one.
Status readKeyPadding(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                      std::vector<Error>& questions);

} // namespace headscope
