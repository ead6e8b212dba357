// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/problem.h"

#include "attention/mask_check.h"
#include "attention/memory_need.h"
#include "attention/number_check.h"
#include "trace/tensor_name.h"

namespace headscope {

namespace {

std::string nameOf(TensorName name) {
    return std::string(snakeCase(name));
}

Status checkInput(const Tensor& input, TensorName name, Layout layout) {
    if (input.rank() != 3 && layout == Layout::SequenceFirst)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has %2 axes, shape %3; it must have three: "
                                           "sequence, batch, d_model"),
                         nameOf(name), input.rank(), shapeText(input.shape()));
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
    const Layout layout = problem.config.layout;
    if (Status status = checkInput(problem.queryInput, TensorName::QueryInput, layout); !status)
        return status;
    if (problem.keyInput) {
        if (Status status = checkInput(*problem.keyInput, TensorName::KeyInput, layout); !status)
            return status;
    }
    if (problem.valueInput) {
        if (Status status = checkInput(*problem.valueInput, TensorName::ValueInput, layout);
            !status)
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
    const std::size_t batch = problem.batchAxis();
    if (keys.size(batch) != query.size(batch))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "key_input has batch %1 and query_input has batch "
                                           "%2; they must be equal"),
                         keys.size(batch), query.size(batch));
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

/// What no machine has is refused here; what this one has is for the caller to know.
Status checkMemory(const AttentionProblem& problem, const HeadSizes& sizes) {
    if (traceBytes(problem, sizes))
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the stages would need more memory than any machine "
                                       "has; use fewer tokens, heads or features"));
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
    if (Status status = checkMasks(problem); !status)
        return status;
    if (Status status = checkMemory(problem, *sizes); !status)
        return status;
    return checkNumbers(problem, token);
}

AttentionProblem inLayout(AttentionProblem problem, Layout layout) {
    if (problem.config.layout == layout)
        return problem;
    problem.config.layout = layout;
    problem.queryInput = problem.queryInput.transposed(0, 1).contiguous();
    for (std::optional<Tensor>* input : {&problem.keyInput, &problem.valueInput}) {
        if (*input)
            *input = (*input)->transposed(0, 1).contiguous();
    }
    for (std::optional<Tensor>* mask : {&problem.mask.mayAttend, &problem.mask.additive}) {
        if (*mask)
            *mask = pairsInLayout(**mask, layout, problem.queryLength());
    }
    return problem;
}

} // namespace headscope
