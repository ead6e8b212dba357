// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/problem.h"

#include "attention/memory_need.h"
#include "kernels/kernels.h"
#include "trace/tensor_name.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace headscope {

namespace {

std::string nameOf(TensorName name) {
    return std::string(snakeCase(name));
}

/// "query_input[b=0, s=1, d=2]": one letter for each axis.
std::string cellText(const std::string& name, const Cell& cell, const char* letters) {
    std::string text = name + "[";
    for (std::size_t i = 0; i < cell.size(); ++i)
        text += (i ? ", " : "") + std::string(1, letters[i]) + "=" + std::to_string(cell[i]);
    return text + "]";
}

Cell cellAt(Index position, const Shape& shape) {
    Cell cell(shape.size(), 0);
    for (std::size_t i = shape.size(); i-- > 0;) {
        cell[i] = position % shape[i];
        position /= shape[i];
    }
    return cell;
}

Status checkFinite(const Tensor& tensor, TensorName name, const char* letters) {
    const Tensor dense = tensor.contiguous();
    const Index position = kernels::findNonFinite(dense.data(), dense.elementCount());
    if (position == dense.elementCount())
        return Done{};
    const std::string where = cellText(nameOf(name), cellAt(position, dense.shape()), letters);
    if (std::isnan(dense.data()[position]))
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is not a number (NaN); it must be a finite number"),
            where);
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is infinite; it must be a finite number"),
                     where);
}

Status checkInput(const Tensor& input, TensorName name) {
    if (input.rank() != 3)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has %2 axes, shape %3; it must have three: "
                                           "batch, sequence, d_model"),
                         nameOf(name), input.rank(), shapeText(input.shape()));
    if (input.isEmpty())
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has shape %2 and so no values; it needs at "
                                           "least one sequence, one token and one feature"),
                         nameOf(name), shapeText(input.shape()));
    return Done{};
}

Status checkInputs(const AttentionProblem& problem) {
    if (const Status status = checkInput(problem.queryInput, TensorName::QueryInput); !status)
        return status;
    if (problem.keyInput) {
        if (const Status status = checkInput(*problem.keyInput, TensorName::KeyInput); !status)
            return status;
    }
    if (problem.valueInput) {
        if (const Status status = checkInput(*problem.valueInput, TensorName::ValueInput); !status)
            return status;
    }
    const Tensor& query = problem.queryInput;
    const Tensor& keys = problem.keys();
    const Tensor& values = problem.values();
    const TensorName keysName = problem.keyInput ? TensorName::KeyInput : TensorName::QueryInput;
    if (query.size(2) != problem.config.modelDim)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "query_input is %1 wide, shape %2, but d_model is "
                                           "%3; they must be equal"),
                         query.size(2), shapeText(query.shape()), problem.config.modelDim);
    if (keys.size(0) != query.size(0))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "key_input has batch %1 and query_input has batch "
                                           "%2; they must be equal"),
                         keys.size(0), query.size(0));
    if (values.size(0) != keys.size(0) || values.size(1) != keys.size(1))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "value_input has shape %1 and %2 has shape %3; "
                                           "batch and sequence must be equal, for each key "
                                           "has one value"),
                         shapeText(values.shape()), nameOf(keysName), shapeText(keys.shape()));
    return Done{};
}

Status checkWeight(const Tensor& weight, TensorName name, Index in, TensorName input, Index out,
                   const char* columns) {
    if (weight.shape() == Shape{in, out})
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have shape %3: as many rows "
                                     "as %4 is wide, and %5 columns (%6)"),
        nameOf(name), shapeText(weight.shape()), shapeText({in, out}), nameOf(input), out, columns);
}

Status checkBias(const std::optional<Tensor>& bias, TensorName name, Index size) {
    if (!bias || bias->shape() == Shape{size})
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 has shape %2; it must have shape %3: one value for "
                                       "each column of its weight"),
                     nameOf(name), shapeText(bias->shape()), shapeText({size}));
}

Status checkWeights(const AttentionProblem& problem, const HeadSizes& sizes) {
    const AttentionWeights& w = problem.weights;
    const Index keyColumns = problem.config.heads * sizes.keyDim;
    const Index valueColumns = problem.config.heads * sizes.valueDim;
    const Index modelDim = problem.config.modelDim;
    const TensorName keys = problem.keyInput ? TensorName::KeyInput : TensorName::QueryInput;
    const TensorName values = problem.valueInput ? TensorName::ValueInput : keys;
    const Status checks[] = {checkWeight(w.query, TensorName::QueryWeight,
                                         problem.queryInput.size(2), TensorName::QueryInput,
                                         keyColumns, "heads·d_k"),
                             checkWeight(w.key, TensorName::KeyWeight, problem.keys().size(2), keys,
                                         keyColumns, "heads·d_k"),
                             checkWeight(w.value, TensorName::ValueWeight, problem.values().size(2),
                                         values, valueColumns, "heads·d_v"),
                             checkWeight(w.output, TensorName::OutputWeight, valueColumns,
                                         TensorName::ConcatenatedContext, modelDim, "d_model"),
                             checkBias(w.queryBias, TensorName::QueryBias, keyColumns),
                             checkBias(w.keyBias, TensorName::KeyBias, keyColumns),
                             checkBias(w.valueBias, TensorName::ValueBias, valueColumns),
                             checkBias(w.outputBias, TensorName::OutputBias, modelDim)};
    for (const Status& check : checks) {
        if (!check)
            return check;
    }
    return Done{};
}

/// Whether a mask over pairs fits; axes of size 1 in front stand for all.
bool pairsFit(const Shape& shape, Index batch, Index heads, Index queries, Index keys) {
    const std::size_t rank = shape.size();
    if (rank < 2 || rank > 4 || shape[rank - 1] != keys || shape[rank - 2] != queries)
        return false;
    if (rank > 2 && shape[0] != batch && shape[0] != 1)
        return false;
    return rank < 4 || shape[1] == heads || shape[1] == 1;
}

Status checkPairs(const std::optional<Tensor>& mask, TensorName name,
                  const AttentionProblem& problem) {
    const Index batch = problem.queryInput.size(0);
    const Index heads = problem.config.heads;
    const Index queries = problem.queryInput.size(1);
    const Index keys = problem.keys().size(1);
    if (!mask || pairsFit(mask->shape(), batch, heads, queries, keys))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "%1 has shape %2; it must have shape %3 (query, key), "
                                       "%4 (batch, query, key) or %5 (batch, heads, query, "
                                       "key); batch and heads may be 1"),
                     nameOf(name), shapeText(mask->shape()), shapeText({queries, keys}),
                     shapeText({batch, queries, keys}), shapeText({batch, heads, queries, keys}));
}

/// The first element that `good` refuses, or the number of elements.
template <class Good> Index findBad(const Tensor& dense, const Good& good) {
    const auto values = dense.values();
    return std::find_if_not(values.begin(), values.end(), good) - values.begin();
}

Status checkZeroOrOne(const Tensor& mask, const std::string& name, const char* letters) {
    const Tensor dense = mask.contiguous();
    const Index bad = findBad(dense, [](float v) { return v == 0.0F || v == 1.0F; });
    if (bad == dense.elementCount())
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "%1 is %2; it must be 1 (may attend) or 0 (may not)"),
        cellText(name, cellAt(bad, dense.shape()), letters),
        static_cast<double>(dense.values()[static_cast<std::size_t>(bad)]));
}

const char* pairLetters(const Tensor& mask) {
    return mask.rank() == 4 ? "bhqk" : mask.rank() == 3 ? "bqk" : "qk";
}

Status checkMask(const AttentionProblem& problem) {
    const MaskOptions& mask = problem.mask;
    if (mask.keyPadding) {
        const Shape wanted = {problem.queryInput.size(0), problem.keys().size(1)};
        if (!(mask.keyPadding->shape() == wanted))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the key padding has shape %1; it must have "
                                               "shape %2 (batch, key)"),
                             shapeText(mask.keyPadding->shape()), shapeText(wanted));
        if (const Status status = checkZeroOrOne(*mask.keyPadding, "key_padding", "bk"); !status)
            return status;
    }
    if (const Status status = checkPairs(mask.mayAttend, TensorName::MayAttend, problem); !status)
        return status;
    if (const Status status = checkPairs(mask.additive, TensorName::AdditiveMask, problem); !status)
        return status;
    if (mask.mayAttend) {
        const Status status = checkZeroOrOne(*mask.mayAttend, nameOf(TensorName::MayAttend),
                                             pairLetters(*mask.mayAttend));
        if (!status)
            return status;
    }
    if (mask.additive) {
        const Tensor dense = mask.additive->contiguous();
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const Index bad = findBad(dense, [](float v) { return v < infinity; });
        if (bad != dense.elementCount())
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 is %2; it must be a finite number, or -inf "
                                               "where a query may not attend"),
                             cellText(nameOf(TensorName::AdditiveMask), cellAt(bad, dense.shape()),
                                      pairLetters(dense)),
                             static_cast<double>(dense.values()[static_cast<std::size_t>(bad)]));
    }
    return Done{};
}

Status checkNumbers(const AttentionProblem& problem) {
    const AttentionWeights& w = problem.weights;
    const auto check = [](const Tensor* tensor, TensorName name, const char* letters) -> Status {
        return tensor ? checkFinite(*tensor, name, letters) : Done{};
    };
    const auto pointer = [](const std::optional<Tensor>& tensor) {
        return tensor ? &*tensor : nullptr;
    };
    const std::tuple<const Tensor*, TensorName, const char*> all[] = {
        {&problem.queryInput, TensorName::QueryInput, "bsd"},
        {pointer(problem.keyInput), TensorName::KeyInput, "bsd"},
        {pointer(problem.valueInput), TensorName::ValueInput, "bsd"},
        {&w.query, TensorName::QueryWeight, "ij"},
        {&w.key, TensorName::KeyWeight, "ij"},
        {&w.value, TensorName::ValueWeight, "ij"},
        {&w.output, TensorName::OutputWeight, "ij"},
        {pointer(w.queryBias), TensorName::QueryBias, "j"},
        {pointer(w.keyBias), TensorName::KeyBias, "j"},
        {pointer(w.valueBias), TensorName::ValueBias, "j"},
        {pointer(w.outputBias), TensorName::OutputBias, "j"}};
    for (const auto& [tensor, name, letters] : all) {
        if (const Status status = check(tensor, name, letters); !status)
            return status;
    }
    return Done{};
}

Status checkMemory(const AttentionProblem& problem, const HeadSizes& sizes) {
    const std::optional<Index> bytes = traceBytes(problem, sizes);
    if (bytes && *bytes <= maximumTraceBytes)
        return Done{};
    constexpr Index mebibyte = Index{1} << 20;
    if (!bytes)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the stages would need more memory than any machine "
                                           "has; use fewer tokens, heads or features"));
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the stages would need %1 MiB of memory and the limit is "
                                       "%2 MiB; use fewer tokens or heads"),
                     *bytes / mebibyte, maximumTraceBytes / mebibyte);
}

} // namespace

Status validate(const AttentionProblem& problem) {
    const Result<HeadSizes> sizes = headSizes(problem.config);
    if (!sizes)
        return sizes.error();
    if (const Status status = checkInputs(problem); !status)
        return status;
    if (const Status status = checkWeights(problem, *sizes); !status)
        return status;
    if (const Status status = checkMemory(problem, *sizes); !status)
        return status;
    if (const Status status = checkMask(problem); !status)
        return status;
    return checkNumbers(problem);
}

} // namespace headscope
