// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"

#include <optional>
#include <string>

namespace headscope {

/// A mask over pairs of query and key that was read from a .npy file.
struct MaskFile {
    Tensor
        tensor; ///< [query, key], [batch or 1, query, key] or [batch or 1, heads or 1, query, key]
    bool additive = false; ///< float, added to the scores; else bool, true = may attend
};

/// What makes a mask look as if it meant the opposite.
enum class MaskDoubt : std::uint8_t {
    EmptyRow,      ///< a query may attend to nothing, but turned round none
    UpperTriangle, ///< exactly the keys after each query are allowed
    ZerosAndOnes,  ///< a float mask of nothing but 0 and 1
};

/// An Error where the file is no mask for the sizes of the experiment.
Result<MaskFile> readMaskFile(const std::string& path, const Experiment& experiment);
/// Nothing where the mask looks as it should. Of several reasons the strongest.
std::optional<MaskDoubt> doubtOf(const MaskFile& mask);
/// "May" and "may not" exchanged; of zeros and ones: 1 may, as bool.
MaskFile turnedRound(const MaskFile& mask);
/// The experiment with that mask in place of the painted or the added one.
Experiment withMaskFile(const Experiment& experiment, const MaskFile& mask);

} // namespace headscope
