// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tokenizers/pattern.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// Reads the members of one object of tokenizer.json or its neighbours and keeps the first thing
/// that is wrong; after that every answer is a default and does not count. A member that is missing
/// or null is what the caller says. Members that nobody asks for do not matter: newer versions of
/// the library write more of them.
class TokenizerFields {
public:
    /// `path` is what sentences write in front ("normalizer.").
    TokenizerFields(const nlohmann::json& object, std::string path, std::optional<Error>& error);

    bool has(const char* name) const { return find(name) != nullptr; }
    /// At most 4,096 bytes.
    std::string text(const char* name, const char* otherwise = "");
    bool flag(const char* name, bool otherwise);
    std::int64_t number(const char* name, std::int64_t otherwise, std::int64_t most);
    /// The objects of a list, at most so many; none where it is missing.
    std::vector<const nlohmann::json*> objects(const char* name, std::size_t most);
    /// A list or an object; an empty one where it is missing.
    const nlohmann::json& list(const char* name);
    const nlohmann::json& object(const char* name);
    /// {"String": …} or {"Regex": …}.
    Pattern pattern(const char* name);
    std::string pathOf(const char* name) const { return m_path + name; }
    void fail(Error error);

private:
    const nlohmann::json* find(const char* name) const;
    void wrongKind(const char* name, const char* pattern);

    const nlohmann::json& m_object;
    std::string m_path;
    std::optional<Error>& m_error;
};

/// So many bytes may what somebody looks for, puts in or cuts out have.
inline constexpr std::size_t mostFieldBytes = 4096;
/// So many steps may a normalizer, a pre-tokenizer and the like have, counting all within another.
inline constexpr std::size_t mostTokenizerSteps = 64;

} // namespace headscope
