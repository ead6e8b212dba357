// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/handy_weights.h"

#include "trace/typed_number.h"

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

/// What is printed is rounded, and what is computed from it a little more.
constexpr double rounding = 0.015;
/// Two keys of a row that differ by less look the same at two decimals' glance.
constexpr double apart = 0.05;

bool isTyped(const Trace& block, Index sequence, Index head, Index query) {
    return std::ranges::any_of(
        std::array{TensorName::Scores, TensorName::ScaledScores, TensorName::MaskedScores,
                   TensorName::AttentionWeights},
        [&](TensorName name) {
            const TraceStep* step = block.find(name);
            if (!step)
                return false;
            return std::ranges::any_of(typedNumbers(*step), [&](const TypedNumber& number) {
                return number.batch == sequence && number.head == head && number.query == query;
            });
        });
}

} // namespace

HandyWeights handyWeights(const Trace& block, const WorksheetOptions& options) {
    const TraceStep* weights = block.find(TensorName::AttentionWeights);
    const TraceStep* scores = block.find(TensorName::MaskedScores);
    if (!weights || !scores)
        return HandyWeights::Fit;
    const Tensor& all = weights->result;
    bool differ = false;
    bool several = false;
    for (Index head = 0; head < all.size(1); ++head) {
        if (!options.heads.empty() && std::ranges::find(options.heads, head) == options.heads.end())
            continue;
        for (Index query = 0; query < all.size(2); ++query) {
            if (isTyped(block, options.sequence, head, query))
                continue;
            std::vector<double> row;
            for (Index key = 0; key < all.size(3); ++key) {
                if (std::isfinite(scores->result(options.sequence, head, query, key)))
                    row.push_back(all(options.sequence, head, query, key));
            }
            if (row.size() < 2)
                continue;
            const auto [least, most] = std::ranges::minmax(row);
            if (!(least >= leastHandyWeight + rounding && most <= mostHandyWeight - rounding))
                return HandyWeights::TooFar;
            several = true;
            differ = differ || most - least >= apart;
        }
    }
    return several && !differ ? HandyWeights::TooEven : HandyWeights::Fit;
}

std::span<const double> handyFactors(HandyWeights weights) {
    static constexpr double smaller[] = {0.9,  0.8,  0.7,  0.6,  0.5,   0.4,   0.3,
                                         0.25, 0.2,  0.15, 0.1,  0.08,  0.06,  0.05,
                                         0.04, 0.03, 0.02, 0.01, 0.005, 0.002, 0.001};
    static constexpr double larger[] = {1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100};
    switch (weights) {
    case HandyWeights::Fit: break;
    case HandyWeights::TooFar: return smaller;
    case HandyWeights::TooEven: return larger;
    }
    return {};
}

Experiment withQueriesAndKeysTimes(const Experiment& experiment, const Scope& scope,
                                   double factor) {
    Experiment result = experiment;
    for (const Role role : {Role::QueryWeight, Role::QueryBias, Role::KeyWeight, Role::KeyBias}) {
        const Tensor* given = experiment.weights.find(role, scope);
        if (!given)
            continue;
        const Tensor whole = given->contiguous();
        std::vector<float> values(whole.values().begin(), whole.values().end());
        for (float& value : values)
            value = static_cast<float>(value * factor);
        result.weights.set(role, scope, Tensor::fromValues(whole.shape(), whole.axes(), values));
    }
    return result;
}

} // namespace headscope
