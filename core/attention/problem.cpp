// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/problem.h"

#include "attention/masks/mask_check.h"
#include "attention/memory_need.h"
#include "attention/number_check.h"
#include "attention/typed_number_check.h"
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

/// A weight and its bias, between `in` and `out` numbers for each token.
Status checkProjection(const AttentionProblem& problem, const ProjectionRoles& projection, Index in,
                       TensorName input, Index out) {
    const Tensor* const weight = problem.weights.find(projection.weight, problem.scope);
    if (!weight)
        return missingError(problem.scope, projection.weight);
    const RoleInfo& info = infoOf(projection.weight);
    if (!(weight->shape() == Shape{in, out}))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 has shape %2; it must have shape %3: as many rows "
                                           "as %4 is wide, and %5 columns (%6)"),
                         std::string(info.name), shapeText(weight->shape()), shapeText({in, out}),
                         nameOf(input), out, sizeText(info.axes.back()));
    const Tensor* const bias = problem.weights.find(projection.bias, problem.scope);
    if (!bias || bias->shape() == Shape{out})
        return Done{};
    return makeError(
        HEADSCOPE_MESSAGE("Message", "%1 has shape %2; it must have shape %3: one value for "
                                     "each column of its weight"),
        std::string(infoOf(projection.bias).name), shapeText(bias->shape()), shapeText({out}));
}

Status checkWeights(const AttentionProblem& problem, const HeadSizes& sizes) {
    const Index keyColumns = problem.config.heads * sizes.keyDim;
    const Index valueColumns = problem.config.heads * sizes.valueDim;
    const TensorName keys = problem.keyInput ? TensorName::KeyInput : TensorName::QueryInput;
    const TensorName values = problem.valueInput ? TensorName::ValueInput : keys;
    struct Around {
        Index in;
        TensorName input;
        Index out;
    };
    const std::array<Around, projections.size()> around = {
        {{problem.queryInput.size(2), TensorName::QueryInput, keyColumns},
         {problem.keys().size(2), keys, keyColumns},
         {problem.values().size(2), values, valueColumns},
         {valueColumns, TensorName::ConcatenatedContext, problem.config.modelDim}}};
    for (std::size_t i = 0; i < projections.size(); ++i) {
        const auto& [in, input, out] = around[i];
        if (Status status = checkProjection(problem, projections[i], in, input, out); !status)
            return status;
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

Error missingError(const Scope& scope, Role role) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is missing among the weights"),
                     pathOf(scope, role));
}

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
    const PairSizes pairs = {problem.batch(), problem.config.heads, problem.queryLength(),
                             problem.keyLength()};
    const auto sizesOf = [&](const Scope& scope) {
        return scope == problem.scope ? std::optional(pairs) : std::nullopt;
    };
    if (Status status = checkTypedNumbers(problem.typedNumbers, problem.config.dropout, sizesOf);
        !status)
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
