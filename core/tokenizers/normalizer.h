// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tokenizers/aligned_text.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace headscope {

/// What a tokenizer does to a text before it is cut: forms of Unicode, small letters, accents off.
using Normalizer = std::function<Result<AlignedText>(AlignedText)>;

/// The member "normalizer" of tokenizer.json; what leaves texts as they are for null. An Error for
/// a type that is not known here.
Result<Normalizer> readNormalizer(const nlohmann::json& json);

/// The bytes of a text as the characters of byte-level BPE.
AlignedText asByteCharacters(const AlignedText& text);
/// The same text, behind one that was put in. Nothing comes before an empty text.
AlignedText prepended(std::string_view front, const AlignedText& text);

} // namespace headscope
