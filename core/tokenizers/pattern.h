// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// What a tokenizer looks for in a text (UTF-8): a text, or a regular expression as Oniguruma,
/// which tokenizer.json is written for, understands it.
class Pattern {
public:
    struct Match {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    static Pattern ofText(std::string text);
    /// An Error for what is none, and for what would mean something else here.
    static Result<Pattern> ofExpression(std::string_view expression);

    /// All matches, from left to right, none within another. An Error where the expression
    /// explodes.
    Result<std::vector<Match>> matches(std::string_view text) const;

private:
    struct Expression;
    std::string m_text;
    std::shared_ptr<const Expression> m_expression;
};

} // namespace headscope
