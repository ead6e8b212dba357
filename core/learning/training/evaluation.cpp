// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/training/evaluation.h"

#include "arithmetic/backward.h"
#include "transformer/attention_sizes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headscope {

namespace {

/// More held-out samples than this are not looked at: it happens at every record.
constexpr std::size_t mostSamples = 256;

/// What is summed up over all samples.
struct Sums {
    double loss = 0;
    double asked = 0;
    double right = 0;
    double counted = 0;
    double wholeSentences = 0;
    double sentences = 0;
    struct Share {
        double share = 0;
        double chance = 0;
        double count = 0;
    };
    std::map<std::tuple<std::string, Index, int>, Share> shares;
    std::map<std::pair<std::string, Index>, Share> entropies; ///< bits and at most
};

Index largest(const float* values, Index count) {
    return std::max_element(values, values + count) - values;
}

/// Right classes, one by one and of whole sentences.
void countAnswers(const Learner& learner, const Batch& batch, const Tensor& logits, Sums& sums) {
    const Dataset& data = learner.data();
    const auto classes = static_cast<Index>(data.classes.size());
    const Index rows = batch.targets.size(1) * data.groups;
    // Of several answers nearly all say that there is nothing to say: those do not count.
    const Index silent = data.groups > 1 ? classes - 1 : -1;
    for (std::size_t b = 0; b < batch.samples.size(); ++b) {
        bool whole = true;
        for (Index i = 0; i < rows; ++i) {
            const Index place = static_cast<Index>(b) * rows + i;
            const auto target = static_cast<Index>(batch.targets.data()[place]);
            if (target < 0)
                continue;
            const bool right = largest(logits.data() + place * classes, classes) == target;
            whole = whole && right;
            sums.asked += 1;
            if (target == silent)
                continue;
            sums.counted += 1;
            sums.right += right ? 1 : 0;
        }
        sums.sentences += 1;
        sums.wholeSentences += whole ? 1 : 0;
    }
}

double bitsOf(const float* weights, Index count) {
    double bits = 0;
    for (Index i = 0; i < count; ++i) {
        const auto w = static_cast<double>(weights[i]);
        if (w > 0)
            bits -= w * std::log2(w);
    }
    return bits;
}

/// How many keys a query may look at.
Index keysOf(const Dataset& data, const Sample& sample, const std::optional<Scope>& scope,
             Index query) {
    if (scope && sidesOf(data.isTranslation(), *scope).sourceKeys)
        return static_cast<Index>(sample.source.size());
    return data.causal ? query + 1 : static_cast<Index>(sample.tokens.size());
}

void measureHeads(const Learner& learner, const Batch& batch, const TraceStep& step, Sums& sums) {
    const Dataset& data = learner.data();
    const Tensor& weights = step.result; // [batch, heads, query, key]
    const std::optional<Scope> scope = Scope::parse(step.scope);
    const bool cross = scope && scope->sublayer == Sublayer::CrossAttention;
    const bool ofSource = scope && sidesOf(data.isTranslation(), *scope).sourceQueries;
    for (Index head = 0; head < weights.size(1); ++head) {
        Sums::Share& entropy = sums.entropies[{step.scope, head}];
        for (std::size_t b = 0; b < batch.samples.size(); ++b) {
            const Sample& sample = *batch.samples[b];
            const ConstMatrix rows = lastTwoAxes(weights, {static_cast<Index>(b), head});
            const std::size_t queries = ofSource ? sample.source.size() : sample.tokens.size();
            for (Index query = 0; query < static_cast<Index>(queries); ++query) {
                const Index keys = keysOf(data, sample, scope, query);
                entropy.share += bitsOf(rows.data + query * rows.rowStride, rows.columns);
                entropy.chance += std::log2(static_cast<double>(keys));
                entropy.count += 1;
            }
            if (ofSource)
                continue;
            for (const Reference& reference : sample.references) {
                if (data.relations[static_cast<std::size_t>(reference.relation)].cross != cross)
                    continue;
                Sums::Share& share = sums.shares[{step.scope, head, reference.relation}];
                const float* const row = rows.data + reference.query * rows.rowStride;
                for (const int key : reference.keys)
                    share.share += static_cast<double>(row[key]);
                share.chance += static_cast<double>(reference.keys.size()) /
                                static_cast<double>(keysOf(data, sample, scope, reference.query));
                share.count += 1;
            }
        }
    }
}

AnswerWord answerOf(const Learner& learner, const float* logits, int right) {
    const Dataset& data = learner.data();
    const auto classes = static_cast<Index>(data.classes.size());
    std::vector<float> probabilities(static_cast<std::size_t>(classes));
    arithmetic::softmax(denseMatrix(logits, Index{1}, classes),
                        denseMatrix(probabilities.data(), Index{1}, classes));
    const auto best = static_cast<std::size_t>(largest(logits, classes));
    return {data.classes[best], static_cast<double>(probabilities[best]),
            right < 0 ? std::string() : data.classes[static_cast<std::size_t>(right)]};
}

/// The model's own words fed back to it, until it says <End>.
std::vector<AnswerWord> translated(const Learner& learner, const Parameters& parameters) {
    const Dataset& data = learner.data();
    Sample sample = data.watched;
    const std::vector<int> expected = sample.targets;
    const int end = *data.words.find(endWord);
    sample.tokens.resize(1);
    std::vector<AnswerWord> answer;
    while (static_cast<Index>(answer.size()) < data.longest + 1) {
        sample.targets.assign(sample.tokens.size(), -1);
        const Sample* const only = &sample;
        const auto pass =
            learner.forward(parameters, learner.batchOf({&only, 1}, "watched", 0), 0, std::nullopt);
        const Tensor& logits = pass->run[pass->logits].result;
        const Index last = logits.size(1) - 1;
        const float* const row = logits.data() + last * logits.size(2);
        const std::size_t place = answer.size();
        answer.push_back(answerOf(learner, row, place < expected.size() ? expected[place] : -1));
        const auto word = static_cast<int>(largest(row, logits.size(2)));
        if (word == end)
            break;
        sample.tokens.push_back(word);
    }
    return answer;
}

std::vector<AnswerWord> answered(const Learner& learner, const Parameters& parameters) {
    const Dataset& data = learner.data();
    if (data.isTranslation())
        return translated(learner, parameters);
    const Sample* const only = &data.watched;
    const Batch batch = learner.batchOf({&only, 1}, "watched", 0);
    const auto pass = learner.forward(parameters, batch, 0, std::nullopt);
    const Tensor& logits = pass->run[pass->logits].result;
    const auto classes = static_cast<Index>(data.classes.size());
    std::vector<AnswerWord> answer;
    for (Index i = 0; i < batch.targets.elementCount(); ++i)
        answer.push_back(answerOf(learner, logits.data() + i * classes,
                                  static_cast<int>(batch.targets.data()[i])));
    return answer;
}

} // namespace

const Agreement* Evaluation::find(std::string_view scope, Index head, int relation) const {
    const auto found = std::ranges::find_if(agreement, [&](const Agreement& a) {
        return a.scope == scope && a.head == head && a.relation == relation;
    });
    return found == agreement.end() ? nullptr : &*found;
}

std::size_t measuredSamples(const Dataset& data) {
    return std::min(data.heldOut.size(), mostSamples);
}

std::optional<Evaluation> evaluate(const Learner& learner, const Parameters& parameters,
                                   const CancellationToken& token) {
    const Dataset& data = learner.data();
    const std::size_t count = measuredSamples(data);
    const auto ofBatch = static_cast<std::size_t>(std::max<Index>(learner.recipe().batch, 32));
    Sums sums;
    Execution execution;
    execution.cancellation = token;
    for (std::size_t first = 0; first < count; first += ofBatch) {
        std::vector<const Sample*> samples;
        for (std::size_t i = first; i < std::min(count, first + ofBatch); ++i)
            samples.push_back(&data.heldOut[i]);
        const Batch batch = learner.batchOf(samples, "held out", first);
        const auto pass = learner.forward(parameters, batch, 0, std::nullopt, execution);
        if (!pass)
            return std::nullopt;
        const double asked = sums.asked;
        countAnswers(learner, batch, pass->run[pass->logits].result, sums);
        sums.loss +=
            static_cast<double>(*pass->run[pass->loss].result.data()) * (sums.asked - asked);
        for (const TraceStep& step : pass->run.steps()) {
            if (step.name == TensorName::AttentionWeights)
                measureHeads(learner, batch, step, sums);
        }
    }
    const auto share = [](double sum, double of) { return of > 0 ? sum / of : 0; };
    Evaluation evaluation;
    evaluation.loss = share(sums.loss, sums.asked);
    evaluation.words = share(sums.right, sums.counted);
    evaluation.sentences = share(sums.wholeSentences, sums.sentences);
    evaluation.guessing = std::log(static_cast<double>(data.classes.size()));
    for (const auto& [place, sum] : sums.shares)
        evaluation.agreement.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place),
                                        share(sum.share, sum.count), share(sum.chance, sum.count)});
    for (const auto& [place, sum] : sums.entropies)
        evaluation.entropy.push_back(
            {place.first, place.second, share(sum.share, sum.count), share(sum.chance, sum.count)});
    evaluation.answer = answered(learner, parameters);
    return evaluation;
}

} // namespace headscope
