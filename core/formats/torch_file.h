// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/stored_tensor.h"

namespace headscope {

/// What a .pt or .bin of torch.save() (PyTorch 1.6 and later) holds: a zip, whose pickle says
/// which tensors there are. Nothing of the pickle is executed: dictionaries, lists, tuples,
/// numbers, strings and tensors of known storages are built, and whatever else it asks for is
/// refused by its name. Tensors are called by their way there, "state_dict.attn.in_proj_weight"
/// or "0"; one that stands alone has no name. An Error for what the file lies about, and for a
/// file of before 1.6.
Result<StoredTensors> readTorchFile(const ByteSource& source);

/// What it holds beside tensors, each called by its way there, as they are.
struct OtherValues {
    std::vector<std::pair<std::string, std::vector<std::string>>> words; ///< lists of strings
    std::vector<std::string> nones; ///< None in a list or tuple, as a layer without attention is
};
/// The same, with that: "tokens" beside attentions.
Result<StoredTensors> readTorchFile(const ByteSource& source, OtherValues& beside);

/// Whether a file begins like one: as a zip, or as a pickle.
bool looksLikeTorch(const ByteSource& source);

} // namespace headscope
