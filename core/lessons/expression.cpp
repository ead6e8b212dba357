// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <vector>

namespace headscope {

struct Expression::Node {
    enum class Kind : std::uint8_t { Number, Name, Call, Operator };
    Kind kind = Kind::Number;
    double number = 0;
    std::string name; ///< of a name, a function or an operator
    std::vector<std::shared_ptr<const Node>> children;
};

namespace {

using Node = Expression::Node;
using NodePointer = std::shared_ptr<const Node>;

constexpr std::size_t mostBytes = 500;
constexpr int mostLevels = 40;

constexpr std::pair<std::string_view, std::size_t> builtIns[] = {
    {"sqrt", 1}, {"abs", 1}, {"floor", 1}, {"round", 1}, {"exp", 1},
    {"log", 1},  {"min", 2}, {"max", 2},   {"is_nan", 1}};

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

NodePointer made(Node::Kind kind, std::string name, std::vector<NodePointer> children) {
    return std::make_shared<const Node>(Node{kind, 0, std::move(name), std::move(children)});
}

/// Levels of operators, from the weakest; each level is left-associative.
const std::vector<std::vector<std::string_view>>& levels() {
    static const std::vector<std::vector<std::string_view>> all = {
        {"or"}, {"and"}, {"!=", "<=", ">=", "=", "<", ">"}, {"+", "-"}, {"*", "/"}};
    return all;
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_text(text) {}

    NodePointer parse() {
        NodePointer root = level(0);
        skip();
        if (root && m_place < m_text.size())
            return wrong();
        return root;
    }
    std::size_t place() const { return m_place; }

private:
    NodePointer wrong() {
        m_failed = true;
        return nullptr;
    }
    void skip() {
        while (m_place < m_text.size() && (m_text[m_place] == ' ' || m_text[m_place] == '\t'))
            ++m_place;
    }
    bool take(std::string_view word) {
        skip();
        if (!m_text.substr(m_place).starts_with(word))
            return false;
        const std::size_t end = m_place + word.size();
        if (isLetter(word.back()) && end < m_text.size() &&
            (isLetter(m_text[end]) || isDigit(m_text[end])))
            return false;
        m_place = end;
        return true;
    }

    NodePointer level(std::size_t at) { // NOLINT(misc-no-recursion): no deeper than mostLevels
        if (at == levels().size())
            return unary();
        constexpr std::size_t comparisons = 2;
        if (at == comparisons && take("not")) {
            if (++m_depth > mostLevels)
                return wrong();
            NodePointer inner = wrapped("not", level(comparisons));
            --m_depth;
            return inner;
        }
        NodePointer left = level(at + 1);
        while (left) {
            const auto found = std::ranges::find_if(
                levels()[at], [this](std::string_view word) { return take(word); });
            if (found == levels()[at].end())
                break;
            NodePointer right = level(at + 1);
            if (!right)
                return nullptr;
            left = made(Node::Kind::Operator, std::string(*found), {left, right});
        }
        return left;
    }

    NodePointer unary() { // NOLINT(misc-no-recursion)
        if (++m_depth > mostLevels)
            return wrong();
        NodePointer result;
        if (take("-"))
            result = wrapped("negative", unary());
        else
            result = power();
        --m_depth;
        return result;
    }
    static NodePointer wrapped(const char* name, NodePointer inner) {
        return inner ? made(Node::Kind::Operator, name, {std::move(inner)}) : nullptr;
    }

    NodePointer power() { // NOLINT(misc-no-recursion)
        NodePointer base = primary();
        if (!base || !take("^"))
            return base;
        NodePointer exponent = unary();
        return exponent ? made(Node::Kind::Operator, "^", {base, exponent}) : nullptr;
    }

    NodePointer primary() { // NOLINT(misc-no-recursion)
        skip();
        if (m_failed || m_place >= m_text.size())
            return wrong();
        if (take("(")) {
            NodePointer inner = level(0);
            return inner && take(")") ? inner : wrong();
        }
        const char first = m_text[m_place];
        if (isDigit(first) || first == '.') {
            auto number = std::make_shared<Node>();
            const auto [end, error] = std::from_chars(
                m_text.data() + m_place, m_text.data() + m_text.size(), number->number);
            if (error != std::errc() || !std::isfinite(number->number))
                return wrong();
            m_place = static_cast<std::size_t>(end - m_text.data());
            return number;
        }
        if (!isLetter(first))
            return wrong();
        const std::size_t begin = m_place;
        while (m_place < m_text.size() &&
               (isLetter(m_text[m_place]) || isDigit(m_text[m_place]) || m_text[m_place] == '@'))
            ++m_place;
        std::string name(m_text.substr(begin, m_place - begin));
        if (!take("("))
            return made(Node::Kind::Name, std::move(name), {});
        std::vector<NodePointer> arguments;
        if (take(")"))
            return made(Node::Kind::Call, std::move(name), {});
        do {
            arguments.push_back(level(0));
            if (!arguments.back())
                return nullptr;
        } while (take(","));
        return take(")") ? made(Node::Kind::Call, std::move(name), std::move(arguments)) : wrong();
    }

    std::string_view m_text;
    std::size_t m_place = 0;
    int m_depth = 0;
    bool m_failed = false;
};

std::optional<double> calledBuiltIn(std::string_view name, std::span<const double> of) {
    if (!isBuiltIn(name, of.size()))
        return std::nullopt;
    const double a = of[0];
    return name == "sqrt"    ? std::sqrt(a)
           : name == "abs"   ? std::abs(a)
           : name == "floor" ? std::floor(a)
           : name == "round" ? std::round(a)
           : name == "exp"   ? std::exp(a)
           : name == "log"   ? std::log(a)
           : name == "min"   ? std::min(a, of[1])
           : name == "max"   ? std::max(a, of[1])
                             : static_cast<double>(std::isnan(a));
}

double applied(std::string_view name, double a, double b) {
    return name == "+"    ? a + b
           : name == "-"  ? a - b
           : name == "*"  ? a * b
           : name == "/"  ? a / b
           : name == "^"  ? std::pow(a, b)
           : name == "="  ? static_cast<double>(a == b)
           : name == "!=" ? static_cast<double>(a != b)
           : name == "<"  ? static_cast<double>(a < b)
           : name == "<=" ? static_cast<double>(a <= b)
           : name == ">"  ? static_cast<double>(a > b)
                          : static_cast<double>(a >= b);
}

// NOLINTNEXTLINE(misc-no-recursion): no deeper than what was parsed
std::optional<double> valueOf(const Node& node, const ExpressionScope& scope) {
    if (node.kind == Node::Kind::Number)
        return node.number;
    if (node.kind == Node::Kind::Name)
        return scope.number(node.name);
    // The second condition is not asked where the first decides: "k < keys and weight(h, q, k) > 0"
    if (node.name == "and" || node.name == "or") {
        const std::optional<double> first = valueOf(*node.children[0], scope);
        if (!first || (*first != 0) == (node.name == "or"))
            return first;
        return valueOf(*node.children[1], scope);
    }
    std::vector<double> arguments;
    for (const NodePointer& child : node.children) {
        const std::optional<double> value = valueOf(*child, scope);
        if (!value)
            return std::nullopt;
        arguments.push_back(*value);
    }
    if (node.kind == Node::Kind::Call)
        return isBuiltIn(node.name, arguments.size()) ? calledBuiltIn(node.name, arguments)
                                                      : scope.call(node.name, arguments);
    if (node.name == "negative")
        return -arguments[0];
    if (node.name == "not")
        return static_cast<double>(arguments[0] == 0);
    return applied(node.name, arguments[0], arguments[1]);
}

// NOLINTNEXTLINE(misc-no-recursion)
void visit(const Node& node, const std::function<void(const Node&)>& seen) {
    seen(node);
    for (const NodePointer& child : node.children)
        visit(*child, seen);
}

} // namespace

bool isBuiltIn(std::string_view function, std::size_t arguments) {
    return std::ranges::find(builtIns, std::pair(function, arguments)) != std::end(builtIns);
}

Result<Expression> Expression::parse(std::string_view text) {
    Parser parser(text.substr(0, mostBytes));
    Expression expression;
    expression.m_root = text.size() <= mostBytes ? parser.parse() : nullptr;
    if (!expression.m_root)
        return makeError(HEADSCOPE_MESSAGE("Message", "“%1” cannot be read from its character %2 "
                                                      "on"),
                         text.substr(0, 80), parser.place() + 1);
    expression.m_text = text;
    return expression;
}

std::vector<Expression> Expression::conditions() const {
    std::vector<Expression> all;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        depth += (m_text[i] == '(') - (m_text[i] == ')');
        const std::string_view rest = std::string_view(m_text).substr(i);
        if (depth == 0 && rest.starts_with(" or "))
            return {*this};
        if (depth != 0 || !rest.starts_with(" and "))
            continue;
        if (const auto part = parse(std::string_view(m_text).substr(begin, i - begin)))
            all.push_back(*part);
        begin = i + std::string_view(" and ").size();
    }
    if (all.empty())
        return {*this};
    if (const auto last = parse(std::string_view(m_text).substr(begin)))
        all.push_back(*last);
    return all;
}

Expression Expression::constant(double value) {
    Expression expression;
    auto node = std::make_shared<Node>();
    node->number = value;
    expression.m_root = node;
    return expression;
}

std::optional<double> Expression::value(const ExpressionScope& scope) const {
    return m_root ? valueOf(*m_root, scope) : std::nullopt;
}

bool Expression::holds(const ExpressionScope& scope) const {
    const std::optional<double> found = value(scope);
    return found && *found != 0;
}

std::set<std::string> Expression::names() const {
    std::set<std::string> all;
    if (m_root)
        visit(*m_root, [&](const Node& node) {
            if (node.kind == Node::Kind::Name)
                all.insert(node.name);
        });
    return all;
}

std::set<std::pair<std::string, std::size_t>> Expression::functions() const {
    std::set<std::pair<std::string, std::size_t>> all;
    if (m_root)
        visit(*m_root, [&](const Node& node) {
            if (node.kind == Node::Kind::Call)
                all.emplace(node.name, node.children.size());
        });
    return all;
}

Index Expression::steps(const std::function<Index(const std::string&)>& ofName) const {
    Index all = 0;
    if (m_root)
        visit(*m_root, [&](const Node& node) {
            all = std::min(mostSteps,
                           all + (node.kind == Node::Kind::Name ? ofName(node.name) : Index{1}));
        });
    return all;
}

} // namespace headscope
