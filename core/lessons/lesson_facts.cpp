// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/lesson_facts.h"

#include "checkpoint/model_source.h"
#include "experiment/experiment_run.h"
#include "layout/trace_journeys.h"
#include "layout/wrong_way.h"
#include "measures/head_cost.h"
#include "trace/scopes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {

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

constexpr std::pair<std::string_view, std::size_t> functionNames[] = {
    {"weight", 3},  {"scored", 3},      {"scaled", 3},         {"masked_score", 3},
    {"dropped", 3}, {"row_sum", 2},     {"dropped_sum", 2},    {"column_sum", 2},
    {"allowed", 2}, {"allowed_keys", 1}, {"largest_weight", 2}, {"same_word", 2},
    {"second_weight", 2},
    {"kept_factor", 2}, {"mean_dropped_sum", 0}, {"mean_largest_weight", 0},
    {"uneven_dropped_rows", 0},
    {"score_variance", 0}, {"scaled_variance", 0}, {"context", 3}, {"share_of_output", 3},
    {"rows_differ", 2}, {"same_vector", 2}, {"output_moved", 1}, {"moved_heads", 0},
    {"head_moved", 1}, {"word_length", 1}, {"feature_length", 1}, {"head_score_variance", 1},
    {"previous_share", 1}, {"first_share", 1}, {"self_share", 1}, {"added", 2},
    {"probability", 1}};

bool isOfAttention(std::string_view function) {
    return function != "probability" && function != "same_vector" && function != "word_length" &&
           function != "feature_length";
}

/// How many arguments it has; nothing: there is no such function.
std::optional<std::size_t> argumentsOf(std::string_view function) {
    for (const auto& [name, count] : functionNames) {
        if (name == function)
            return count;
    }
    return std::nullopt;
}

constexpr double wholeLine = -1; ///< in the place of a key: all of them

std::optional<TensorName> tensorOf(std::string_view function) {
    return function == "weight"         ? std::optional(TensorName::AttentionWeights)
           : function == "scored"       ? std::optional(TensorName::Scores)
           : function == "scaled"       ? std::optional(TensorName::ScaledScores)
           : function == "masked_score" ? std::optional(TensorName::MaskedScores)
           : function == "dropped"      ? std::optional(TensorName::DroppedWeights)
           : function == "context"      ? std::optional(TensorName::HeadContext)
                                        : std::nullopt;
}

bool isOfTwoMoments(std::string_view function) {
    return function == "output_moved" || function == "moved_heads" || function == "head_moved";
}

} // namespace

std::string attentionOf(Index layer) {
    return Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention).path();
}

bool LessonFacts::knows(std::string_view name) {
    return std::ranges::find(numberNames, name) != std::end(numberNames);
}

bool LessonFacts::knows(std::string_view function, std::size_t arguments) {
    const std::optional<std::size_t> count = argumentsOf(function);
    return count && (arguments == *count || (arguments == *count + 1 && isOfAttention(function)));
}

LessonFacts::LessonFacts(LessonMoment moment, std::optional<Index> layer)
    : m_moment(std::move(moment)) {
    if (const ModelSourcePointer model = m_moment.source.model()) {
        m_moment.sequence = 0; // it reads one
        m_headCount = model->model->checkpoint.config.attention.heads;
    } else {
        countExperiment(*m_moment.experiment());
    }
    if (!m_moment.run)
        return;
    const auto& scopes = m_moment.run->scopes();
    const auto found = std::ranges::find_if(scopes, [&](const TraceScope& block) {
        return block.kind == ScopeKind::Attention && (!layer || block.path == attentionOf(*layer));
    });
    if (found == scopes.end())
        return;
    m_scope = found->path;
    m_attention = std::make_shared<const Trace>(slice(*m_moment.run->trace(), m_scope).trace);
    const AxisTokens tokens = m_moment.run->tokens(m_scope);
    m_queries = lengthOf(tokens.queries, m_queries);
    m_keys = lengthOf(tokens.keys, m_keys);
}

void LessonFacts::countExperiment(const Experiment& experiment) {
    m_moment.sequence = std::clamp<Index>(m_moment.sequence, 0, experiment.batch() - 1);
    m_headCount = experiment.config.heads;
    m_queries = lengthOf(&experiment.tokens, experiment.queryLength());
    m_keys = lengthOf(&experiment.keySideTokens(), experiment.keyLength());
}

Index LessonFacts::lengthOf(const std::vector<TokenList>* lists, Index otherwise) const {
    const auto sequence = static_cast<std::size_t>(m_moment.sequence);
    return lists && sequence < lists->size() ? static_cast<Index>((*lists)[sequence].size())
                                             : otherwise;
}

const LessonFacts* LessonFacts::inLayer(double layer) const {
    const std::optional<double> layers = number("layers");
    if (!layers || !isPlace(layer, static_cast<Index>(*layers)))
        return nullptr;
    const auto place = static_cast<Index>(layer);
    std::shared_ptr<const LessonFacts>& facts = m_layers[place];
    if (!facts)
        facts = std::make_shared<const LessonFacts>(m_moment, place);
    return facts.get();
}

const TraceStep* LessonFacts::stepOf(TensorName name) const {
    const TraceStep* step = m_attention ? m_attention->find(name) : nullptr;
    if (!step && name == TensorName::DroppedWeights) // no dropout: it leaves all as it is
        return stepOf(TensorName::AttentionWeights);
    return step;
}

double LessonFacts::placeOn(Axis axis, double head, double query, double key) const {
    return axis == Axis::Batch   ? static_cast<double>(m_moment.sequence)
           : axis == Axis::Heads ? head
           : axis == Axis::Query ? query
                                 : key;
}

std::optional<Tensor> LessonFacts::line(TensorName name, double head, double query,
                                        double key) const {
    const TraceStep* step = stepOf(name);
    if (!step)
        return std::nullopt;
    Tensor left = step->result;
    const Axis along = key < 0 ? Axis::Key : Axis::Query;
    for (std::size_t i = left.rank(); i-- > 0;) {
        if (left.axes()[i] == along)
            continue;
        const double at = placeOn(left.axes()[i], head, query, key);
        if (!isPlace(at, left.size(i)))
            return std::nullopt;
        left = left.selected(i, static_cast<Index>(at));
    }
    const Index count = key < 0 ? m_keys : m_queries;
    return left.rank() == 1 && left.size(0) >= count ? std::optional(left) : std::nullopt;
}

std::optional<double> LessonFacts::element(TensorName name, double head, double query,
                                           double key) const {
    const TraceStep* step = stepOf(name);
    if (!step)
        return std::nullopt;
    const Tensor& tensor = step->result;
    Cell cell;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        const double at = placeOn(tensor.axes()[i], head, query, key);
        if (!isPlace(at, tensor.size(i)))
            return std::nullopt;
        cell.push_back(static_cast<Index>(at));
    }
    return tensor.at(cell);
}

std::optional<double> LessonFacts::sum(TensorName name, double head, double query,
                                       double key) const {
    const auto numbers = line(name, head, query, key);
    if (!numbers)
        return std::nullopt;
    double total = 0;
    for (Index i = 0; i < (key < 0 ? m_keys : m_queries); ++i)
        total += (*numbers)(i);
    return total;
}

std::optional<double> LessonFacts::allowed(double query, double key) const {
    if (!isPlace(query, m_queries) || !isPlace(key, m_keys))
        return std::nullopt;
    const auto score = element(TensorName::MaskedScores, 0, query, key);
    if (!score)
        return std::nullopt;
    return *score == -std::numeric_limits<double>::infinity() ? 0.0 : 1.0;
}

std::optional<double> LessonFacts::misplaced() const {
    if (!m_attention || !m_attention->find(TensorName::ProjectedQuery))
        return std::nullopt;
    const auto journey = splitJourney(*m_attention, SplitOf::Query);
    if (!journey)
        return std::nullopt;
    const std::vector<WrongWay> ways = wrongWays(*journey);
    const WrongWay usual;
    if (std::ranges::find(ways, usual) == ways.end())
        return 0; // one head: there is nothing to exchange
    return static_cast<double>(
        countMisplaced(*journey, wrongJourney(*journey, usual)).misplaced());
}

Index LessonFacts::mostPlaces(std::string_view function) const {
    if (function == "probability")
        return std::ssize(said());
    if (function == "feature_length")
        return m_moment.experiment() ? m_moment.experiment()->queryInput.size(2) : Index{0};
    return std::max({m_queries, m_keys, m_headCount});
}

bool LessonFacts::isPlace(double at, Index count) {
    return at >= 0 && at < static_cast<double>(count) && at == std::floor(at);
}

bool LessonFacts::isWordOf(double query) const {
    return isPlace(query, m_queries);
}

std::optional<double> LessonFacts::counted(std::string_view function,
                                           std::span<const double> arguments,
                                           const LessonFacts* start) const {
    for (const double at : arguments) {
        if (!isPlace(at, mostPlaces(function)))
            return std::nullopt;
    }
    const Asked asked(function, std::vector(arguments.begin(), arguments.end()));
    if (const auto known = m_counted.find(asked); known != m_counted.end())
        return known->second;
    const std::optional<double> found =
        function == "misplaced" ? misplaced()
        : function == "probability" ? probability(arguments[0])
        : function == "added" ? added(arguments[0], arguments[1])
        : function.ends_with("_share") ? share(function, arguments[0])
        : function == "mean_dropped_sum" || function == "uneven_dropped_rows"
            ? ofDroppedSums(function)
        : function == "kept_factor" ? keptFactor(arguments[0], arguments[1])
        : function == "row_sum"
            ? sum(TensorName::AttentionWeights, arguments[0], arguments[1], wholeLine)
        : function == "dropped_sum"
            ? sum(TensorName::DroppedWeights, arguments[0], arguments[1], wholeLine)
        : function == "column_sum"
            ? sum(TensorName::AttentionWeights, arguments[0], 0, arguments[1])
        : function == "allowed_keys" || function == "largest_weight" || function == "second_weight"
            ? overKeys(function, arguments)
        : isOfTwoMoments(function) ? since(*start, function, arguments)
                                   : measured(function, arguments);
    return m_counted.emplace(asked, found).first->second;
}

std::optional<double> LessonFacts::cost(std::string_view name) const {
    const auto sizes = m_attention ? attentionSizes(*m_attention) : std::nullopt;
    if (!sizes)
        return std::nullopt;
    const AttentionCost cost = attentionCost(*sizes);
    Cost matrices;
    for (const CostPart part : {CostPart::QueryProjection, CostPart::KeyProjection,
                                CostPart::ValueProjection, CostPart::OutputProjection})
        matrices += cost[part];
    const Index found = name == "parameters"                   ? cost.all().parameters
                        : name == "multiplications"            ? cost.all().multiplications
                        : name == "projection_parameters"      ? matrices.parameters
                        : name == "projection_multiplications" ? matrices.multiplications
                        : name == "score_multiplications" ? cost[CostPart::Scores].multiplications
                                                          : cost[CostPart::Scores].numbers;
    return static_cast<double>(found);
}

std::optional<double> LessonFacts::number(std::string_view name) const {
    if (name == "heads")
        return static_cast<double>(m_headCount);
    if (name == "trained")
        return m_moment.source.model() ? 1 : 0;
    if (name == "rows" || name == "columns") {
        const TraceStep* const table = stepOf(TensorName::AttentionWeights);
        const Axis axis = name == "rows" ? Axis::Query : Axis::Key;
        const std::size_t place = table ? table->result.axisOf(axis) : 0;
        if (table && place < table->result.rank())
            return static_cast<double>(table->result.size(place));
        return number(name == "rows" ? "queries" : "keys"); // nobody has run it
    }
    return m_moment.source.model() ? numberOfModel(name) : numberOfExperiment(name);
}

std::optional<double> LessonFacts::numberOfModel(std::string_view name) const {
    const Checkpoint& checkpoint = m_moment.source.model()->model->checkpoint;
    const CheckpointConfig& config = checkpoint.config;
    const bool oneStack = config.model.architecture != Architecture::EncoderDecoder;
    const auto of = [](auto value) { return std::optional(static_cast<double>(value)); };
    if (name == "d_model")
        return of(config.attention.modelDim);
    if (name == "batch" || name == "self")
        return 1;
    if (name == "plain")
        return 0;
    if (name == "causal")
        return of(config.causal);
    if (name == "layers")
        return oneStack ? of(config.model.layers) : std::nullopt;
    if (name == "next_token")
        return of(oneStack && config.causal && checkpoint.predicts);
    if (m_moment.run && (name == "queries" || name == "keys"))
        return of(name == "queries" ? m_queries : m_keys);
    if (name == "likeliest" && !said().empty())
        return of(said().front().id);
    return std::nullopt;
}

std::optional<double> LessonFacts::numberOfExperiment(std::string_view name) const {
    const Experiment& experiment = *m_moment.experiment();
    const AttentionConfig& config = experiment.config;
    const auto of = [](auto value) { return std::optional(static_cast<double>(value)); };
    if (name == "next_token")
        return 0;
    if (name == "layers" || name == "likeliest")
        return std::nullopt;
    if (name == "d_model")
        return of(config.modelDim);
    if (name == "batch")
        return of(experiment.batch());
    if (name == "queries")
        return of(m_queries);
    if (name == "keys")
        return of(m_keys);
    if (name == "dropout")
        return of(config.dropout);
    if (name == "dropout_seed")
        return of(config.dropoutSeed);
    if (name == "positions")
        return of(experiment.model.positions);
    if (name == "biased")
        return of(std::ranges::any_of(experiment.weights.entries(), [](const auto& entry) {
            return std::ranges::find(projections, entry.role, &ProjectionRoles::bias) !=
                   projections.end();
        }));
    if (name == "seed")
        return of(experiment.seed);
    if (name == "drawn")
        return of(experiment.weightSource.kind == WeightSource::Kind::Random);
    if (name == "mask_holds")
        return of(holdsOwnMask(experiment, m_scope));
    if (name == "causal")
        return of(experiment.causal);
    if (name == "self")
        return of(!experiment.isCross());
    if (name == "plain")
        return of(experiment.model.architecture == Architecture::Attention);
    if (name == "fully_masked")
        return of(config.fullyMasked);
    if (name == "masked")
        return of(experiment.causal || experiment.window || experiment.prefix ||
                  experiment.mayAttend || experiment.additiveMask);
    if (name == "d_k" || name == "d_v" || name == "scale" || name == "auto_scale" ||
        name == "elements") {
        // Of the attention that is asked: beside an encoder the decoder's words are others.
        const TraceStep* const split = name == "elements" && m_attention
                                           ? m_attention->find(TensorName::ProjectedQuery)
                                           : nullptr;
        if (split)
            return of(split->result.elementCount());
        const Result<HeadSizes> sizes = headSizes(config);
        if (!sizes)
            return std::nullopt;
        return name == "d_k"          ? of(sizes->keyDim)
               : name == "d_v"        ? of(sizes->valueDim)
               : name == "scale"      ? of(sizes->scale)
               : name == "auto_scale" ? of(1 / std::sqrt(static_cast<float>(sizes->keyDim)))
                                      : of(experiment.batch() * experiment.queryLength() *
                                           config.heads * sizes->keyDim);
    }
    if (name == "misplaced")
        return counted(name, {}, nullptr);
    return knows(name) ? cost(name) : std::nullopt;
}

std::optional<double> LessonFacts::call(std::string_view function,
                                        std::span<const double> arguments,
                                        const LessonFacts* start) const {
    if (!knows(function, arguments.size()) || (isOfTwoMoments(function) && !start))
        return std::nullopt;
    if (arguments.size() > *argumentsOf(function)) {
        const LessonFacts* const there = inLayer(arguments[0]);
        return there ? there->call(function, arguments.subspan(1),
                                   start ? start->inLayer(arguments[0]) : nullptr)
                     : std::nullopt;
    }
    if (const auto tensor = tensorOf(function))
        return element(*tensor, arguments[0], arguments[1], arguments[2]);
    if (function == "allowed")
        return allowed(arguments[0], arguments[1]);
    if (function == "same_word") {
        if (!isPlace(arguments[0], m_queries) || !isPlace(arguments[1], m_keys) || !m_moment.run)
            return std::nullopt;
        const AxisTokens tokens = m_moment.run->tokens(m_scope);
        const auto sequence = static_cast<std::size_t>(m_moment.sequence);
        if (!tokens.queries || !tokens.keys || sequence >= tokens.queries->size() ||
            sequence >= tokens.keys->size())
            return 0;
        return static_cast<double>(
            (*tokens.queries)[sequence][static_cast<std::size_t>(arguments[0])] ==
            (*tokens.keys)[sequence][static_cast<std::size_t>(arguments[1])]);
    }
    if (function == "share_of_output") // of as many places as there are weights: not kept
        return shareOfOutput(arguments[0], arguments[1], arguments[2]);
    return counted(function, arguments, start);
}

std::vector<double> LessonFacts::droppedSums() const {
    std::vector<double> sums;
    for (Index head = 0; head < m_headCount; ++head) {
        for (Index query = 0; query < m_queries; ++query) {
            const auto row = sum(TensorName::DroppedWeights, static_cast<double>(head),
                                 static_cast<double>(query), wholeLine);
            if (!row)
                return {};
            sums.push_back(*row);
        }
    }
    return sums;
}

std::optional<double> LessonFacts::ofDroppedSums(std::string_view function) const {
    constexpr double writtenAsOne = 0.005;
    const std::vector<double> sums = droppedSums();
    if (sums.empty())
        return std::nullopt;
    if (function == "uneven_dropped_rows")
        return static_cast<double>(std::ranges::count_if(
            sums, [](double total) { return !(std::abs(total - 1) < writtenAsOne); }));
    double total = 0;
    for (const double each : sums)
        total += each;
    return total / static_cast<double>(sums.size());
}

std::optional<double> LessonFacts::keptFactor(double head, double query) const {
    const Index heads = m_headCount;
    const Index rows = heads * m_queries;
    const Index asked = static_cast<Index>(head) * m_queries + static_cast<Index>(query);
    std::optional<double> found;
    for (Index next = 0; next < rows && found.value_or(0) <= 0; ++next) {
        const Index row = (asked + next) % rows;
        const auto of = [&](TensorName name) {
            return line(name, static_cast<double>(row / m_queries),
                        static_cast<double>(row % m_queries), wholeLine);
        };
        const auto weights = of(TensorName::AttentionWeights);
        const auto kept = of(TensorName::DroppedWeights);
        if (!weights || !kept)
            return std::nullopt;
        for (Index key = 0; key < m_keys; ++key) {
            const double weight = (*weights)(key);
            const double factor = weight > 0 ? static_cast<double>((*kept)(key)) / weight : 0;
            found = std::max(found.value_or(0), factor);
        }
    }
    return found;
}

std::optional<double> LessonFacts::overKeys(std::string_view function,
                                            std::span<const double> arguments) const {
    if (function == "allowed_keys") {
        const auto scores = line(TensorName::MaskedScores, 0, arguments[0], wholeLine);
        if (!scores)
            return std::nullopt;
        double allowed = 0;
        for (Index key = 0; key < m_keys; ++key)
            allowed += (*scores)(key) == -std::numeric_limits<float>::infinity() ? 0 : 1;
        return allowed;
    }
    const auto weights =
        line(TensorName::AttentionWeights, arguments[0], arguments[1], wholeLine);
    if (!weights)
        return std::nullopt;
    std::optional<double> largest;
    std::optional<double> second;
    for (Index key = 0; key < m_keys; ++key) {
        const double value = (*weights)(key);
        if (!largest || value > *largest)
            second = std::exchange(largest, value);
        else
            second = second ? std::max(*second, value) : value;
    }
    return function == "second_weight" ? second : largest;
}

} // namespace headscope
