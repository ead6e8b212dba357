// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/problem.h"

#include "attention/memory_need.h"
#include "attention/number_check.h"
#include "trace/tensor_name.h"

namespace headscope {

namespace {

std::string nameOf(TensorName name) {
    return std::string(snakeCase(name));
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
    if (Status status = checkInput(problem.queryInput, TensorName::QueryInput); !status)
        return status;
    if (problem.keyInput) {
        if (Status status = checkInput(*problem.keyInput, TensorName::KeyInput); !status)
            return status;
    }
    if (problem.valueInput) {
        if (Status status = checkInput(*problem.valueInput, TensorName::ValueInput); !status)
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

Status checkMaskShapes(const AttentionProblem& problem) {
    const MaskOptions& mask = problem.mask;
    const Shape padding = {problem.queryInput.size(0), problem.keys().size(1)};
    if (mask.keyPadding && !(mask.keyPadding->shape() == padding))
        return makeError(HEADSCOPE_MESSAGE("Message", "the key padding has shape %1; it must have "
                                                      "shape %2 (batch, key)"),
                         shapeText(mask.keyPadding->shape()), shapeText(padding));
    if (Status status = checkPairs(mask.mayAttend, TensorName::MayAttend, problem); !status)
        return status;
    return checkPairs(mask.additive, TensorName::AdditiveMask, problem);
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

Status validate(const AttentionProblem& problem, const CancellationToken& token) {
    const Result<HeadSizes> sizes = headSizes(problem.config);
    if (!sizes)
        return sizes.error();
    if (Status status = checkInputs(problem); !status)
        return status;
    if (Status status = checkWeights(problem, *sizes); !status)
        return status;
    if (Status status = checkMaskShapes(problem); !status)
        return status;
    if (Status status = checkMemory(problem, *sizes); !status)
        return status;
    return checkNumbers(problem, token);
}

} // namespace headscope
