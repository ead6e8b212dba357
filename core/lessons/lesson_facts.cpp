// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_facts.h"

#include "checkpoint/model_source.h"
#include "experiment/experiment_run.h"
#include "head_shapes/trace_journeys.h"
#include "head_shapes/wrong_way.h"
#include "measures/head_cost.h"
#include "support/execution.h"
#include "trace/scopes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {

// clang-format off
constexpr std::string_view numberNames[] = {
    "heads",        "d_model",    "d_k",           "d_v",
    "batch",        "queries",    "keys",          "scale",
    "auto_scale",   "dropout",    "causal",        "masked",
    "self",         "plain",      "fully_masked",  "parameters",
    "elements",     "misplaced",  "multiplications", "projection_parameters",
    "score_numbers", "projection_multiplications", "score_multiplications",
    "dropout_seed",  "mask_holds", "positions",   "biased",
    "drawn",         "seed",       "trained",       "layers",
    "next_token",    "likeliest",     "rows",          "columns"};
// clang-format on

using Value = LessonFacts::Value;

template <typename T> Value value(T number) {
    return static_cast<double>(number);
}

/// How many that sequence of them has; `otherwise` where there is no such list.
Index wordCount(const std::vector<TokenList>* lists, Index sequence, Index otherwise) {
    const auto at = static_cast<std::size_t>(sequence);
    return lists && at < lists->size() ? static_cast<Index>((*lists)[at].size()) : otherwise;
}

AttentionCounts countsOf(const Source& source, Index sequence) {
    if (const ModelSourcePointer model = source.model())
        return {model->model->checkpoint.config.attention.heads, 0, 0};
    const Experiment& experiment = *source.experiment();
    return {experiment.config.heads,
            wordCount(&experiment.tokens, sequence, experiment.queryLength()),
            wordCount(&experiment.keySideTokens(), sequence, experiment.keyLength())};
}

/// Each number must be one that counts something, from 0 on.
std::optional<std::vector<Index>> placesOf(std::span<const double> arguments) {
    constexpr double most = 1e15; // beyond that not every number is there
    std::vector<Index> places;
    for (const double at : arguments) {
        if (!(at >= 0 && at < most && at == std::floor(at)))
            return std::nullopt;
        places.push_back(static_cast<Index>(at));
    }
    return places;
}

Value misplacedIn(const Trace* attention) {
    if (!attention || !attention->find(TensorName::ProjectedQuery))
        return std::nullopt;
    const auto journey = splitJourney(*attention, SplitOf::Query);
    if (!journey)
        return std::nullopt;
    const std::vector<WrongWay> ways = wrongWays(*journey);
    const WrongWay usual;
    if (std::ranges::find(ways, usual) == ways.end())
        return 0; // one head: there is nothing to exchange
    return value(countMisplaced(*journey, wrongJourney(*journey, usual)).misplaced());
}

Value costOf(const Trace* attention, std::string_view name) {
    const auto sizes = attention ? attentionSizes(*attention) : std::nullopt;
    if (!sizes)
        return std::nullopt;
    const AttentionCost cost = attentionCost(*sizes);
    Cost matrices;
    for (const CostPart part : {CostPart::QueryProjection, CostPart::KeyProjection,
                                CostPart::ValueProjection, CostPart::OutputProjection})
        matrices += cost[part];
    return value(name == "parameters"                   ? cost.all().parameters
                 : name == "multiplications"            ? cost.all().multiplications
                 : name == "projection_parameters"      ? matrices.parameters
                 : name == "projection_multiplications" ? matrices.multiplications
                 : name == "score_multiplications"      ? cost[CostPart::Scores].multiplications
                                                        : cost[CostPart::Scores].numbers);
}

/// `scope`: of the attention that is asked.
Value numberOf(const Experiment& experiment, const AttentionFacts& attention,
               const std::string& scope, std::string_view name) {
    const AttentionConfig& config = experiment.config;
    if (name == "next_token")
        return 0;
    if (name == "layers" || name == "likeliest")
        return std::nullopt;
    if (name == "d_model")
        return value(config.modelDim);
    if (name == "batch")
        return value(experiment.batch());
    if (name == "queries")
        return value(attention.counts().queries);
    if (name == "keys")
        return value(attention.counts().keys);
    if (name == "dropout")
        return value(config.dropout);
    if (name == "dropout_seed")
        return value(config.dropoutSeed);
    if (name == "positions")
        return value(experiment.model.positions);
    if (name == "biased")
        return value(std::ranges::any_of(experiment.weights.entries(), [](const auto& entry) {
            return std::ranges::find(projections, entry.role, &ProjectionRoles::bias) !=
                   projections.end();
        }));
    if (name == "seed")
        return value(experiment.seed);
    if (name == "drawn")
        return value(experiment.weightSource.kind == WeightSource::Kind::Random);
    if (name == "mask_holds")
        return value(holdsOwnMask(experiment, scope));
    if (name == "causal")
        return value(experiment.causal);
    if (name == "self")
        return value(!experiment.isCross());
    if (name == "plain")
        return value(experiment.model.architecture == Architecture::Attention);
    if (name == "fully_masked")
        return value(config.fullyMasked);
    if (name == "masked")
        return value(experiment.causal || experiment.window || experiment.prefix ||
                     experiment.mayAttend || experiment.additiveMask);
    if (name == "d_k" || name == "d_v" || name == "scale" || name == "auto_scale" ||
        name == "elements") {
        // Of the attention that is asked: beside an encoder the decoder's words are others.
        const TraceStep* const split =
            name == "elements" ? attention.find(TensorName::ProjectedQuery) : nullptr;
        if (split)
            return value(split->result.elementCount());
        const Result<HeadSizes> sizes = headSizes(config);
        if (!sizes)
            return std::nullopt;
        return name == "d_k"          ? value(sizes->keyDim)
               : name == "d_v"        ? value(sizes->valueDim)
               : name == "scale"      ? value(sizes->scale)
               : name == "auto_scale" ? value(1 / std::sqrt(static_cast<float>(sizes->keyDim)))
                                      : value(experiment.batch() * experiment.queryLength() *
                                              config.heads * sizes->keyDim);
    }
    return costOf(attention.trace(), name);
}

Value numberOf(const Checkpoint& checkpoint, std::string_view name) {
    const CheckpointConfig& config = checkpoint.config;
    const bool oneStack = config.model.architecture != Architecture::EncoderDecoder;
    if (name == "d_model")
        return value(config.attention.modelDim);
    if (name == "batch" || name == "self")
        return 1;
    if (name == "plain")
        return 0;
    if (name == "causal")
        return value(config.causal);
    if (name == "layers")
        return oneStack ? value(config.model.layers) : std::nullopt;
    if (name == "next_token")
        return value(oneStack && config.causal && checkpoint.predicts);
    return std::nullopt;
}

/// X of the sequence, before positions are added; nothing of a trained model.
std::optional<Tensor> inputOf(const LessonMoment& moment) {
    const auto experiment = moment.experiment();
    return experiment ? std::optional(experiment->queryInput.selected(0, moment.sequence))
                      : std::nullopt;
}

/// How long what a head adds to the vector of a token is, by the length of that vector.
Value addedShare(const LessonMoment& moment, const std::string& scope,
                 const AttentionFacts& attention, Index head, Index query) {
    const ModelSourcePointer source = moment.source.model();
    const TraceStep* const matrix = attention.find(TensorName::OutputWeight);
    const Index heads = attention.counts().heads;
    if (!source || !matrix || head >= heads || !attention.isQuery(query))
        return std::nullopt;
    const Scope block = *Scope::parse(scope);
    const Trace& trace = *moment.run->trace();
    const auto row = [&](const Tensor& all) {
        return all.selected(0, moment.sequence).selected(0, query).contiguous();
    };
    const Tensor context = row(contextsOf(trace, block));
    const Index wide = context.size(0) / heads;
    const auto ofHead = context.values().subspan(static_cast<std::size_t>(head * wide),
                                                 static_cast<std::size_t>(wide));
    const double added = lengthOfProduct(ofHead, matrix->result, head * wide);
    const Tensor before = row(streamBefore(trace, source->model->checkpoint.config.model, block));
    const double whole = lengthOf(before.values());
    return whole > 0 ? Value(added / whole) : std::nullopt;
}

} // namespace

/// A function that lessons can call.
struct LessonFacts::Function {
    enum class Kind : std::uint8_t {
        Number,  ///< of as many places as there are weights: found anew each time
        Measure, ///< goes through many numbers, and is counted once
        Change,  ///< the same, against the start of the lesson
        Source   ///< of the input or the words, and counted once; alone in taking no layer
    };
    struct Asked {
        const LessonFacts& facts;
        const AttentionFacts& attention;
        const Places& at;         ///< its arguments
        const LessonFacts* start; ///< there for a change, else perhaps nullptr
    };
    std::string_view name;
    std::size_t arguments = 0;
    Kind kind = Kind::Number;
    Value (*find)(const Asked& asked) = nullptr;

    static const Function all[];
    /// nullptr: there is none.
    static const Function* named(std::string_view name);
    /// Without a layer, and with one.
    bool takes(std::size_t count) const {
        return count == arguments || (count == arguments + 1 && kind != Kind::Source);
    }

    template <TensorName tensor> static Value cell(const Asked& a) {
        return a.attention.element(tensor, a.at[0], a.at[1], a.at[2]);
    }
    template <Value (AttentionFacts::*of)() const> static Value measured(const Asked& a) {
        return (a.attention.*of)();
    }
    template <Value (AttentionFacts::*of)(Index) const> static Value measured(const Asked& a) {
        return (a.attention.*of)(a.at[0]);
    }
    template <Value (AttentionFacts::*of)(Index, Index) const>
    static Value measured(const Asked& a) {
        return (a.attention.*of)(a.at[0], a.at[1]);
    }
    /// Of the evidence for kinds of heads.
    template <double KindEvidence::*part> static Value share(const Asked& a) {
        const KindEvidence* const kind = a.facts.kindOf(a.at[0]);
        return kind ? Value(kind->*part) : std::nullopt;
    }
};

// In the order of the list in the header.
const LessonFacts::Function LessonFacts::Function::all[] = {
    {"weight", 3, Kind::Number, cell<TensorName::AttentionWeights>},
    {"scored", 3, Kind::Number, cell<TensorName::Scores>},
    {"scaled", 3, Kind::Number, cell<TensorName::ScaledScores>},
    {"masked_score", 3, Kind::Number, cell<TensorName::MaskedScores>},
    {"dropped", 3, Kind::Number, cell<TensorName::DroppedWeights>},
    {"row_sum", 2, Kind::Measure, measured<&AttentionFacts::rowSum>},
    {"dropped_sum", 2, Kind::Measure, measured<&AttentionFacts::droppedSum>},
    {"largest_weight", 2, Kind::Measure, measured<&AttentionFacts::largestWeight>},
    {"second_weight", 2, Kind::Measure, measured<&AttentionFacts::secondWeight>},
    {"column_sum", 2, Kind::Measure, measured<&AttentionFacts::columnSum>},
    {"kept_factor", 2, Kind::Measure, measured<&AttentionFacts::keptFactor>},
    {"mean_dropped_sum", 0, Kind::Measure, measured<&AttentionFacts::meanDroppedSum>},
    {"mean_largest_weight", 0, Kind::Measure, measured<&AttentionFacts::meanLargestWeight>},
    {"uneven_dropped_rows", 0, Kind::Measure, measured<&AttentionFacts::unevenDroppedRows>},
    {"score_variance", 0, Kind::Measure, measured<&AttentionFacts::scoreVariance>},
    {"scaled_variance", 0, Kind::Measure, measured<&AttentionFacts::scaledVariance>},
    {"head_score_variance", 1, Kind::Measure, measured<&AttentionFacts::headScoreVariance>},
    {"context", 3, Kind::Number, cell<TensorName::HeadContext>},
    {"share_of_output", 3, Kind::Number,
     [](const Asked& a) { return a.facts.shareOfOutput(a.at[0], a.at[1], a.at[2]); }},
    {"rows_differ", 2, Kind::Measure, measured<&AttentionFacts::rowsDiffer>},
    {"same_vector", 2, Kind::Source,
     [](const Asked& a) -> Value {
         const auto input = inputOf(a.facts.m_moment);
         if (!input || !a.attention.isQuery(a.at[0]) || !a.attention.isQuery(a.at[1]))
             return std::nullopt;
         return value(input->selected(0, a.at[0]).contiguous() ==
                      input->selected(0, a.at[1]).contiguous());
     }},
    {"word_length", 1, Kind::Source,
     [](const Asked& a) -> Value {
         const auto input = inputOf(a.facts.m_moment);
         return input && a.attention.isQuery(a.at[0]) ? Value(lengthOf(input->selected(0, a.at[0]).contiguous().values()))
                                                      : std::nullopt;
     }},
    {"feature_length", 1, Kind::Source,
     [](const Asked& a) -> Value {
         const auto input = inputOf(a.facts.m_moment);
         if (!input || a.at[0] >= input->size(1))
             return std::nullopt;
         const Tensor column = input->selected(1, a.at[0]).contiguous();
         const auto words = static_cast<std::size_t>(a.attention.counts().queries);
         return lengthOf(column.values().first(words)); // without padding
     }},
    {"allowed", 2, Kind::Number, measured<&AttentionFacts::allowed>},
    {"allowed_keys", 1, Kind::Measure, measured<&AttentionFacts::allowedKeys>},
    {"same_word", 2, Kind::Number,
     [](const Asked& a) { return a.facts.sameWord(a.at[0], a.at[1]); }},
    {"previous_share", 1, Kind::Measure, share<&KindEvidence::previous>},
    {"first_share", 1, Kind::Measure, share<&KindEvidence::first>},
    {"self_share", 1, Kind::Measure, share<&KindEvidence::self>},
    {"added", 2, Kind::Measure,
     [](const Asked& a) {
         return addedShare(a.facts.m_moment, a.facts.m_scope, a.attention, a.at[0], a.at[1]);
     }},
    {"probability", 1, Kind::Source,
     [](const Asked& a) {
         const std::vector<NextWord>& said = a.facts.said();
         return a.at[0] < std::ssize(said) ? Value(probabilityIn(said, a.at[0])) : std::nullopt;
     }},
    {"output_moved", 1, Kind::Change,
     [](const Asked& a) { return a.attention.outputMoved(a.start->m_attention, a.at[0]); }},
    {"moved_heads", 0, Kind::Change,
     [](const Asked& a) { return a.attention.movedHeads(a.start->m_attention); }},
    {"head_moved", 1, Kind::Change,
     [](const Asked& a) { return a.attention.headMoved(a.start->m_attention, a.at[0]); }},
};

const LessonFacts::Function* LessonFacts::Function::named(std::string_view name) {
    const auto found = std::ranges::find(all, name, &Function::name);
    return found == std::end(all) ? nullptr : &*found;
}

std::string attentionOf(Index layer) {
    return Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention).path();
}

bool LessonFacts::knows(std::string_view name) {
    return std::ranges::find(numberNames, name) != std::end(numberNames);
}

bool LessonFacts::knows(std::string_view function, std::size_t arguments) {
    const Function* const known = Function::named(function);
    return known && known->takes(arguments);
}

LessonFacts::LessonFacts(LessonMoment moment, std::optional<Index> layer)
    : m_moment(std::move(moment)) {
    const auto experiment = m_moment.experiment();
    // A model reads one sequence.
    m_moment.sequence =
        experiment ? std::clamp<Index>(m_moment.sequence, 0, experiment->batch() - 1) : 0;
    AttentionCounts counts = countsOf(m_moment.source, m_moment.sequence);
    std::shared_ptr<const Trace> attention;
    if (m_moment.run) {
        const auto& scopes = m_moment.run->scopes();
        const auto found = std::ranges::find_if(scopes, [&](const TraceScope& block) {
            return block.kind == ScopeKind::Attention &&
                   (!layer || block.path == attentionOf(*layer));
        });
        if (found != scopes.end()) {
            m_scope = found->path;
            attention = std::make_shared<const Trace>(slice(*m_moment.run->trace(), m_scope).trace);
            const AxisTokens tokens = m_moment.run->tokens(m_scope);
            counts.queries = wordCount(tokens.queries, m_moment.sequence, counts.queries);
            counts.keys = wordCount(tokens.keys, m_moment.sequence, counts.keys);
        }
    }
    m_attention = AttentionFacts(std::move(attention), m_moment.sequence, counts);
}

template <typename Count>
LessonFacts::Value LessonFacts::once(std::string_view what, const Places& at,
                                     const Count& count) const {
    const std::pair key(std::string(what), at);
    const auto known = m_counted.find(key);
    return known != m_counted.end() ? known->second : m_counted.emplace(key, count()).first->second;
}

const LessonFacts* LessonFacts::inLayer(Index layer) const {
    const Value layers = number("layers");
    if (!layers || static_cast<double>(layer) >= *layers)
        return nullptr;
    std::shared_ptr<const LessonFacts>& facts = m_layers[layer];
    if (!facts)
        facts = std::make_shared<const LessonFacts>(m_moment, layer);
    return facts.get();
}

const std::vector<NextWord>& LessonFacts::said() const {
    if (!m_said)
        m_said = m_moment.run ? saidWords(*m_moment.run) : std::vector<NextWord>();
    return *m_said;
}

const KindEvidence* LessonFacts::kindOf(Index head) const {
    if (!m_heads)
        m_heads = m_moment.run
                      ? measureHeads(*m_moment.run, m_scope, m_moment.sequence, {allThreads(), {}})
                      : std::vector<HeadMeasures>();
    if (head >= std::ssize(*m_heads))
        return nullptr;
    const std::optional<KindEvidence>& kind = (*m_heads)[static_cast<std::size_t>(head)].kind;
    return kind ? &*kind : nullptr;
}

LessonFacts::Value LessonFacts::shareOfOutput(Index head, Index query, Index key) const {
    const Value weight = m_attention.element(TensorName::AttentionWeights, head, query, key);
    if (!weight)
        return std::nullopt;
    // What a word would add at a weight of 1 is the same for every query.
    const Value added =
        once("length of a value", {head, key}, [&] { return m_attention.valueLength(head, key); });
    const Value whole =
        once("length of an output", {query}, [&] { return m_attention.outputLength(query); });
    return added && whole && *whole > 0 ? Value(*weight * *added / *whole) : std::nullopt;
}

LessonFacts::Value LessonFacts::sameWord(Index query, Index key) const {
    if (!m_attention.isQuery(query) || !m_attention.isKey(key) || !m_moment.run)
        return std::nullopt;
    const AxisTokens tokens = m_moment.run->tokens(m_scope);
    const auto sequence = static_cast<std::size_t>(m_moment.sequence);
    if (!tokens.queries || !tokens.keys || sequence >= tokens.queries->size() ||
        sequence >= tokens.keys->size())
        return 0;
    return value((*tokens.queries)[sequence][static_cast<std::size_t>(query)] ==
                 (*tokens.keys)[sequence][static_cast<std::size_t>(key)]);
}

LessonFacts::Value LessonFacts::number(std::string_view name) const {
    if (!knows(name))
        return std::nullopt;
    const ModelSourcePointer model = m_moment.source.model();
    const auto& [heads, queries, keys] = m_attention.counts();
    if (name == "heads")
        return value(heads);
    if (name == "trained")
        return model ? 1 : 0;
    if (name == "rows" || name == "columns") {
        const TraceStep* const table = m_attention.find(TensorName::AttentionWeights);
        const std::size_t axis =
            table ? table->result.axisOf(name == "rows" ? Axis::Query : Axis::Key) : 0;
        if (table && axis < table->result.rank())
            return value(table->result.size(axis));
        return number(name == "rows" ? "queries" : "keys"); // nobody has run it
    }
    if (!model && name == "misplaced")
        return once(name, {}, [this] { return misplacedIn(m_attention.trace()); });
    if (!model)
        return numberOf(*m_moment.experiment(), m_attention, m_scope, name);
    if (name == "queries" || name == "keys")
        return m_moment.run ? value(name == "queries" ? queries : keys) : std::nullopt;
    if (name == "likeliest")
        return said().empty() ? std::nullopt : value(said().front().id);
    return numberOf(model->model->checkpoint, name);
}

LessonFacts::Value LessonFacts::call(std::string_view function, std::span<const double> arguments,
                                     const LessonFacts* start) const {
    const Function* const known = Function::named(function);
    const std::optional<Places> at = placesOf(arguments);
    if (!known || !known->takes(arguments.size()) || !at ||
        (known->kind == Function::Kind::Change && !start))
        return std::nullopt;
    if (arguments.size() > known->arguments) {
        const LessonFacts* const there = inLayer(at->front());
        return there ? there->call(function, arguments.subspan(1),
                                   start ? start->inLayer(at->front()) : nullptr)
                     : std::nullopt;
    }
    const auto find = [&] { return known->find({*this, m_attention, *at, start}); };
    return known->kind == Function::Kind::Number ? find() : once(function, *at, find);
}

} // namespace headscope
