// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "tokenizers/pattern.h"

#include <nlohmann/json_fwd.hpp>

namespace headscope {

/// How the spellings of tokens become text again: the member "decoder" of tokenizer.json.
class Decoder {
public:
    /// An Error for a type that is not known here. Null: spellings with a space between them.
    static Result<Decoder> read(const nlohmann::json& json);

    /// The text of these tokens; what is no UTF-8 in it is U+FFFD.
    std::string decode(std::vector<std::string> spellings) const;
    /// What one token, somewhere within a text, stands for, as bytes: a part of a character stays
    /// what it is.
    std::string pieceText(const std::string& spelling) const;

private:
    /// The steps that tokenizers have; each takes all tokens, some look at the first or last alone.
    struct Step {
        enum class Kind { Bytes, WordPiece, Metaspace, Replace, ByteFallback, Fuse, Strip, Suffix };
        Kind kind;
        Pattern pattern = {};
        std::string text = {}; ///< prefix, replacement, content or suffix
        bool cleanup = false;
        bool dropFirst = false; ///< Metaspace: the space that was put in front
        std::size_t start = 0;  ///< Strip: so many at most
        std::size_t stop = 0;
    };
    static void readStep(const nlohmann::json& json, const std::string& path, std::size_t& count,
                         std::vector<Step>& steps, std::optional<Error>& error);
    static void apply(const Step& step, std::vector<std::string>& tokens);

    std::vector<Step> m_steps;
    bool m_isNone = true; ///< "decoder" is null
};

} // namespace headscope
