// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// The words of a file: one list for each sequence that it names.
struct TokenFile {
    using Lists = std::vector<std::vector<std::string>>;
    Lists lists;
    std::optional<Lists> keyLists; ///< where it names the keys by themselves
};

/// Reads words: text with one word a line (a line may be spaces; empty lines at the end do not
/// count), or one line alone with several words, or, where the name ends in .json, a list of words
/// or of numbers, a list of such lists, one for each sequence, or an object with "tokens", or with
/// "query" and "key", or a .npy of strings. Empty words of these are spaces. An Error for what is
/// no UTF-8, nor UTF-16 with its mark, for an empty line among others, and for more than 64 MB.
Result<TokenFile> readTokenFile(const std::string& path);
/// The same of what the file of that name holds.
Result<TokenFile> tokenFileFrom(std::string_view content, const std::string& name);

} // namespace headscope
