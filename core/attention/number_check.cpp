// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/number_check.h"

#include "arithmetic/arithmetic.h"
#include "tensor/storage.h"
#include "trace/tensor_name.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace headscope {

Status checkFinite(const std::string& where, float value) {
    if (std::isnan(value))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is not a number (NaN); it must be a finite number"),
            where);
    if (std::isinf(value))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is infinite; it must be a finite number"),
                         where);
    return Done{};
}

namespace {

/// One tensor of the problem, as sentences call it.
struct Named {
    const Tensor* tensor = nullptr;
    std::string_view name;
    const char* letters = ""; ///< one for each axis
};

std::string cellText(const Named& named, Index position) {
    const Cell cell = cellInOrder(position, named.tensor->shape());
    std::string text(named.name);
    for (std::size_t i = 0; i < cell.size(); ++i) {
        text += i ? ", " : "[";
        text += named.letters[i];
        text += '=';
        text += std::to_string(cell[i]);
    }
    text += ']';
    return text;
}

enum class Rule { Finite, ZeroOrOne, FiniteOrMinusInfinity };

/// The first element that breaks the rule, or `count`.
Index findBroken(const float* values, Index count, Rule rule) {
    const float* const end = values + count;
    switch (rule) {
    case Rule::Finite: return arithmetic::findNonFinite(values, count);
    case Rule::ZeroOrOne:
        return std::find_if_not(values, end, [](float v) { return v == 0.0F || v == 1.0F; }) -
               values;
    case Rule::FiniteOrMinusInfinity:
        return std::find_if_not(
                   values, end,
                   [](float v) { return v < std::numeric_limits<float>::infinity(); }) -
               values;
    }
    return count;
}

Error brokenError(const Named& named, Index position, float value, Rule rule) {
    const std::string where = cellText(named, position);
    switch (rule) {
    case Rule::Finite: break;
    case Rule::ZeroOrOne:
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is %2; it must be 1 (may attend) or 0 (may not)"),
            where, value);
    case Rule::FiniteOrMinusInfinity:
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 is %2; it must be a finite number, or -inf "
                                           "where a query may not attend"),
                         where, value);
    }
    return checkFinite(where, value).error();
}

/// The same elements in the order of memory, where that is another view's order:
/// reading a turned mask of many tokens in its own order would take a copy.
Tensor inMemoryOrder(const Tensor& tensor) {
    std::vector<std::size_t> order(tensor.rank());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(
        order, [&](std::size_t a, std::size_t b) { return tensor.stride(a) > tensor.stride(b); });
    return tensor.permuted(order).contiguous();
}

/// The first position that breaks the rule, or the number of elements; that too if cancelled.
Index findBroken(const Tensor& dense, Rule rule, const CancellationToken& token) {
    const Index count = dense.elementCount();
    // A million numbers are read in less than a millisecond; then somebody may have cancelled.
    constexpr Index part = 1 << 20;
    for (Index first = 0; first < count && !token.isCancelled(); first += part) {
        const Index size = std::min(part, count - first);
        const Index broken = findBroken(dense.data() + first, size, rule);
        if (broken != size)
            return first + broken;
    }
    return count;
}

Status check(const Named& named, Rule rule, const CancellationToken& token) {
    // An edit changes one tensor, and reading the weights of all others again takes a tenth of a
    // short run, or more.
    const bool remembered = rule == Rule::Finite;
    if (!named.tensor || (remembered && isKnownFinite(named.tensor->storage())))
        return Done{};
    const bool plain = named.tensor->isContiguous();
    const Tensor scanned = plain ? *named.tensor : inMemoryOrder(*named.tensor);
    Index broken = findBroken(scanned, rule, token);
    if (broken == scanned.elementCount()) {
        if (remembered && named.tensor->isWholeStorage() && !token.isCancelled())
            rememberFinite(named.tensor->storage());
        return Done{};
    }
    // Rare, and people want the first one by its place.
    const Tensor dense = named.tensor->contiguous();
    if (!plain)
        broken = findBroken(dense, rule, {});
    return brokenError(named, broken, dense.data()[broken], rule);
}

const Tensor* pointer(const std::optional<Tensor>& tensor) {
    return tensor ? &*tensor : nullptr;
}

const char* pairLetters(const std::optional<Tensor>& mask, Layout layout) {
    if (!mask)
        return "";
    if (layout == Layout::SequenceFirst)
        return mask->rank() == 4 ? "qkbh" : mask->rank() == 3 ? "qkb" : "qk";
    return mask->rank() == 4 ? "bhqk" : mask->rank() == 3 ? "bqk" : "qk";
}

} // namespace

Status checkFinite(const Tensor& parameter, std::string_view name, const CancellationToken& token) {
    constexpr const char* letters[] = {"", "j", "ij", "bsd"};
    const std::size_t rank = parameter.rank();
    return check({&parameter, name, rank < std::size(letters) ? letters[rank] : "abcdef"},
                 Rule::Finite, token);
}

Status checkNumbers(const AttentionProblem& problem, const CancellationToken& token) {
    const MaskOptions& mask = problem.mask;
    const Layout layout = problem.config.layout;
    const char* const inputLetters = layout == Layout::BatchFirst ? "bsd" : "sbd";
    using enum TensorName;
    const std::pair<Named, Rule> all[] = {
        {{pointer(mask.keyPadding), "key_padding", "bk"}, Rule::ZeroOrOne},
        {{pointer(mask.mayAttend), snakeCase(MayAttend), pairLetters(mask.mayAttend, layout)},
         Rule::ZeroOrOne},
        {{pointer(mask.additive), snakeCase(AdditiveMask), pairLetters(mask.additive, layout)},
         Rule::FiniteOrMinusInfinity},
        {{&problem.queryInput, snakeCase(QueryInput), inputLetters}, Rule::Finite},
        {{pointer(problem.keyInput), snakeCase(KeyInput), inputLetters}, Rule::Finite},
        {{pointer(problem.valueInput), snakeCase(ValueInput), inputLetters}, Rule::Finite}};
    for (const auto& [named, rule] : all) {
        if (Status status = check(named, rule, token); !status)
            return status;
    }
    for (const RoleInfo& info : roles()) {
        const Tensor* const parameter = problem.weights.find(info.role, problem.scope);
        if (info.block != ScopeKind::Attention || !parameter)
            continue;
        if (Status status = checkFinite(*parameter, info.name, token); !status)
            return status;
    }
    return Done{};
}

} // namespace headscope
