// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tokenizers/aligned_text.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace headscope {

/// Cuts a text into the parts that a model sees one by one, which no token goes beyond.
using PreTokenizer = std::function<Result<std::vector<AlignedText>>(AlignedText)>;

/// The member "pre_tokenizer" of tokenizer.json; what leaves texts whole for null. An Error for a
/// type that is not known here.
Result<PreTokenizer> readPreTokenizer(const nlohmann::json& json);

} // namespace headscope
