// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"
#include "support/result.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// What the names and functions of an expression stand for.
class ExpressionScope {
public:
    virtual ~ExpressionScope() = default;
    /// Nothing: the name stands for nothing here.
    virtual std::optional<double> number(std::string_view name) const = 0;
    virtual std::optional<double> call(std::string_view function,
                                       std::span<const double> arguments) const = 0;
};

/// What a lesson asks of a run: "abs(weight(h, q, k) - weight(h, k, q)) > 0.1 and q != k".
///
///   numbers   0.5  2  1e-3
///   names     heads  w  w@start             letters, digits, _ and @
///   calls     weight(h, q, k)  sqrt(d_k)    sqrt abs floor round exp log min max is_nan are
///                                           built in; others are the scope's
///   operators or · and · not · = != < <= > >= · + - · * / · - · ^     (the last binds strongest)
///
/// True is 1, false is 0. What depends on a name without a value has none itself.
class Expression {
public:
    /// A mistake is named with its place; texts are 500 bytes long and 40 levels deep at most.
    static Result<Expression> parse(std::string_view text);
    /// The same number always.
    static Expression constant(double value);

    std::optional<double> value(const ExpressionScope& scope) const;
    /// Whether it has a value, and that is not 0.
    bool holds(const ExpressionScope& scope) const;

    /// As it was written.
    const std::string& text() const { return m_text; }
    /// What has to hold each by itself: the parts between `and`, if it has no `or` beside them.
    std::vector<Expression> conditions() const;

    /// The names of numbers, and of functions with how many arguments they get, that it uses.
    std::set<std::string> names() const;
    std::set<std::pair<std::string, std::size_t>> functions() const;
    /// How many steps its value takes at most: one for each number, function and operator, and for
    /// a name what `ofName` says. `mostSteps`: as many or more.
    Index steps(const std::function<Index(const std::string&)>& ofName) const;
    static constexpr Index mostSteps = Index{1} << 40;

    struct Node;

private:
    std::shared_ptr<const Node> m_root;
    std::string m_text;
};

/// Whether it is a function of numbers alone, with so many arguments.
bool isBuiltIn(std::string_view function, std::size_t arguments);

} // namespace headscope
