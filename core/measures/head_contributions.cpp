// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/head_contributions.h"

#include "trace/scopes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

/// The steps from the last norm to the logits; all of them, or there is no way for a share.
struct LastSteps {
    const TraceStep* logits = nullptr;
    const TraceStep* words = nullptr; ///< W [d_model, vocabulary]
    const TraceStep* gain = nullptr;  ///< γ
    const TraceStep* normalised = nullptr;
    const TraceStep* spread = nullptr; ///< the variance, or the mean square
};

std::optional<LastSteps> lastSteps(const Trace& trace) {
    LastSteps last;
    last.logits = logitsOf(trace);
    if (!last.logits || last.logits->operands.size() < 2)
        return std::nullopt;
    last.words = &trace[last.logits->operands[1]];
    const TraceStep& output = trace[last.logits->operands[0]];
    const std::optional<Scope> norm = Scope::parse(output.scope);
    if (output.name != TensorName::NormOutput || !norm || *norm != Scope::lastNorm(norm->part) ||
        sublayersOf(norm->part).empty() || output.operands.size() < 2)
        return std::nullopt;
    last.normalised = &trace[output.operands[0]];
    last.gain = &trace[output.operands[1]];
    if (last.normalised->operands.size() < 2)
        return std::nullopt;
    last.spread = &trace[last.normalised->operands.back()];
    return last;
}

/// By which the numbers of the residual stream at the asked place are multiplied to be shares of
/// the logit, [d_model]: γ·w ÷ √(variance + ε), less its mean where the norm takes the mean off.
std::vector<double> logitDirection(const LastSteps& last, const LogitQuestion& asked) {
    const Tensor& gain = last.gain->result;
    const double variance = double{last.spread->result(asked.sequence, asked.place, 0)};
    const double root = std::sqrt(variance + double{last.normalised->factor});
    std::vector<double> direction;
    for (Index i = 0; i < gain.size(0); ++i)
        direction.push_back(double{gain(i)} * double{last.words->result(i, asked.target)} / root);
    if (last.normalised->operation != Operation::Normalise)
        return direction;
    const double mean = std::accumulate(direction.begin(), direction.end(), 0.0) /
                        static_cast<double>(direction.size());
    for (double& number : direction)
        number -= mean;
    return direction;
}

/// x + f(x) of a sublayer, where that is added to the stream as it is; else nullptr.
const TraceStep* addition(const Trace& trace, const Scope& sublayer) {
    return trace.find(TensorName::Residual, sublayer.residual().path());
}

/// Takes what is added up at the asked place apart.
class Parts {
public:
    Parts(const Trace& trace, const LastSteps& last, const LogitQuestion& asked)
        : m_trace(trace)
        , m_asked(asked)
        , m_direction(logitDirection(last, asked)) {}

    /// Of a row of the residual stream, or of what is added to it.
    double share(const Tensor& rows) const {
        double sum = 0;
        for (std::size_t i = 0; i < m_direction.size(); ++i)
            sum += double{rows(m_asked.sequence, m_asked.place, static_cast<Index>(i))} *
                   m_direction[i];
        return sum;
    }
    /// Of a row that is the same at all places.
    double shareOfRow(const Tensor& row) const {
        double sum = 0;
        for (std::size_t i = 0; i < m_direction.size(); ++i)
            sum += double{row(static_cast<Index>(i))} * m_direction[i];
        return sum;
    }
    /// Σ over the columns of each head of z · (W_O·direction).
    std::vector<double> heads(const std::string& attention) const {
        const TraceStep& output = *m_trace.find(TensorName::Output, attention);
        const Tensor& context = m_trace[output.operands[0]].result;
        const Tensor& weight = m_trace[output.operands[1]].result;
        const Tensor& apart = m_trace.find(TensorName::HeadContext, attention)->result;
        const Index count = apart.size(apart.axisOf(Axis::Heads));
        const Index width = weight.size(0) / count;
        std::vector<double> shares(static_cast<std::size_t>(count), 0);
        for (Index i = 0; i < weight.size(0); ++i) {
            double along = 0;
            for (std::size_t j = 0; j < m_direction.size(); ++j)
                along += double{weight(i, static_cast<Index>(j))} * m_direction[j];
            shares[static_cast<std::size_t>(i / width)] +=
                double{context(m_asked.sequence, m_asked.place, i)} * along;
        }
        return shares;
    }

private:
    const Trace& m_trace;
    const LogitQuestion& m_asked;
    std::vector<double> m_direction;
};

/// β·w of the last norm, and b of the vocabulary.
void addLast(HeadContributions& all, const Trace& trace, const LastSteps& last) {
    const TraceStep& output = trace[last.logits->operands[0]];
    const Tensor& words = last.words->result;
    const Index target = all.question.target;
    for (Index i = 0; output.operands.size() > 2 && i < words.size(0); ++i)
        all.shift += double{trace[output.operands[2]].result(i)} * double{words(i, target)};
    if (last.logits->operands.size() > 2)
        all.biases += double{trace[last.logits->operands[2]].result(target)};
}

} // namespace

std::optional<double> HeadContributions::of(std::string_view attention, Index head) const {
    const auto found = std::ranges::find(layers, attention, &Layer::attention);
    if (found == layers.end() || head < 0 || head >= std::ssize(found->heads))
        return std::nullopt;
    return found->heads[static_cast<std::size_t>(head)];
}

double HeadContributions::rest() const {
    double rest = logit;
    for (const Layer& layer : layers)
        rest = std::accumulate(layer.heads.begin(), layer.heads.end(), rest, std::minus());
    return rest;
}

std::optional<HeadContributions> contributionsTo(const Trace& trace,
                                                 const LogitQuestion& question) {
    const std::optional<LastSteps> last = lastSteps(trace);
    if (!last)
        return std::nullopt;
    const Tensor& logits = last->logits->result;
    if (question.sequence >= logits.size(0) || question.place >= logits.size(1) ||
        question.target >= logits.size(2))
        return std::nullopt;
    HeadContributions all;
    all.question = question;
    all.logit = double{logits(question.sequence, question.place, question.target)};
    const Parts parts(trace, *last, question);
    const ModelPart stack = Scope::parse(trace[last->logits->operands[0]].scope)->part;
    for (const TraceScope& block : scopesOf(trace)) {
        const std::optional<Scope> scope = Scope::parse(block.path);
        if (!scope || scope->part != stack || !scope->layer || scope->place != Scope::Place::Itself)
            continue; // what the heads of another stack give comes in through those of this one
        const TraceStep* const sum = addition(trace, *scope);
        if (!sum)
            return std::nullopt;
        if (all.layers.empty()) // what the first sublayer is added to
            all.embedding = parts.share(trace[sum->operands[0]].result);
        if (block.kind == ScopeKind::FeedForward && !all.layers.empty()) {
            all.layers.back().feedForward = parts.share(trace[sum->operands[1]].result);
        } else if (block.kind == ScopeKind::Attention &&
                   trace.find(TensorName::HeadContext, block.path)) {
            const TraceStep& output = trace[sum->operands[1]];
            all.layers.push_back({block.path, parts.heads(block.path), 0});
            if (output.operands.size() > 2)
                all.biases += parts.shareOfRow(trace[output.operands[2]].result);
        } else {
            return std::nullopt;
        }
    }
    addLast(all, trace, *last);
    return all;
}

std::optional<LogitQuestion> logitQuestion(const Run& run, std::optional<Index> target) {
    const std::optional<Index>& place = run.origin().askedPlace;
    const TraceStep* const step = logitsOf(*run.trace());
    if (!place || !step || *place >= step->result.size(1))
        return std::nullopt;
    const Tensor& logits = run.origin().logitsAsItIs.value_or(step->result);
    if (target && *target < logits.size(2))
        return LogitQuestion{*place, *target};
    Index best = 0;
    for (Index word = 1; word < logits.size(2); ++word) {
        if (logits(0, *place, word) > logits(0, *place, best))
            best = word;
    }
    return LogitQuestion{*place, best};
}

} // namespace headscope
