// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/checkpoint_run.h"

#include "checkpoint/layers_again.h"
#include "support/execution.h"
#include "trace/complete_trace.h"
#include "trace/scopes.h"
#include "transformer/layers/feed_forward.h"
#include "transformer/layers/lookup.h"
#include "transformer/layers/norm_steps.h"
#include "transformer/layers/prediction.h"
#include "transformer/layers/residual.h"
#include "transformer/layers/rows.h"
#include "transformer/layers/stack.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

namespace {

using Lists = std::vector<std::vector<Index>>;

Status check(const CheckpointConfig& config, const Lists& lists) {
    if (lists.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no word to read"));
    for (const auto& list : lists) {
        if (list.empty())
            return makeError(HEADSCOPE_MESSAGE("Message", "there is no word to read"));
        const auto wrong =
            std::ranges::find_if(list, [&](Index id) { return id < 0 || id >= config.vocabulary; });
        if (wrong != list.end())
            return makeError(HEADSCOPE_MESSAGE("Message", "id %1 is none of the model: it has the "
                                                          "ids 0 to %2"),
                             *wrong, config.vocabulary - 1);
    }
    const std::optional<Index> most = config.longest();
    if (most && longestOf(lists) > *most)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "these are %1 words; the model has places for "
                                           "%2"),
                         longestOf(lists), *most);
    return Done{};
}

/// Whether the model has all of these heads.
Status check(const CheckpointConfig& config, const HeadsOff& off) {
    for (const HeadPlace& place : off.heads) {
        const Scope& block = place.block;
        const std::span<const Sublayer> sublayers = sublayersOf(block.part);
        const bool oneStack = config.model.architecture != Architecture::EncoderDecoder;
        const bool attention = block.kind() == ScopeKind::Attention &&
                               oneStack == (block.part == ModelPart::Layers) &&
                               std::ranges::find(sublayers, block.sublayer) != sublayers.end();
        if (!attention || block.layer.value_or(-1) < 0 ||
            *block.layer >= layersOf(config.model, block.part) || place.head < 0 ||
            place.head >= config.attentionOf(block.part).heads)
            return makeError(
                HEADSCOPE_MESSAGE("Message", "there is no head %1 in %2 of this model"),
                place.head + 1, block.path());
    }
    return Done{};
}

/// One run of a model; every function appends the stages it is named after.
class CheckpointSteps {
public:
    /// `parameters`: those of the run.
    CheckpointSteps(const Checkpoint& checkpoint, const ModelRun& run, const RunOptions& options,
                    Parameters& parameters)
        : m_checkpoint(checkpoint)
        , m_config(checkpoint.config)
        , m_run(run)
        , m_options(options)
        , m_parameters(parameters) {}

    /// The logits behind the last word alone.
    Step readOn(const std::vector<Index>& words, const std::optional<Tensor>& memory) const;
    /// The encoder of a translation.
    Step memory(const Lists& source, const MaskOptions& mask) const;
    /// A layer of one stack; its heads give `contexts` where it is not nullptr.
    Step layer(Index number, const Tensor& x, const MaskOptions& mask,
               const Tensor* contexts = nullptr) const;
    /// What stands behind the last layer, of rows that came out of it.
    Step ending(const Tensor& x) const;
    /// From a layer on, behind the steps of another run of as long sequences.
    Step goOn(const Trace& before, Index from) const;
    Step append(const WordIds& ids) const {
        return m_config.model.architecture == Architecture::EncoderDecoder ? translation(ids)
                                                                           : oneStack(ids.words);
    }

    /// Of parameters that are not kept.
    void letParametersGo() const {
        if (!m_options.keepsParameters)
            letGo(m_run.trace, m_parameters);
    }

private:
    Step oneStack(const Lists& words) const;
    Step translation(const WordIds& ids) const;
    Step decoder(const Lists& target, std::size_t memory, const MaskOptions& sourceMask) const;
    Step stack(const Lists& words) const;
    /// What layers of one stack read, and that their stages are let go where there are too many.
    LayerInputs around(const Lists& words) const;
    std::shared_ptr<LayersAgain> layersAgain(const MaskOptions& mask) const;
    /// Of a text by itself, or of what goes on with an earlier one.
    MaskOptions maskOf(const Lists& words) const;
    Step embedded(const Lists& words, const Scope& idScope, ModelPart table,
                  ModelPart places) const;
    Step withPlaces(std::size_t x, const Lists& words, ModelPart part) const;
    /// What stands behind the last layer of a whole text: the pooler if there is one, and the
    /// prediction.
    Step behindLayers(std::size_t x) const;
    Step prediction(std::size_t x) const;

    std::size_t addIds(const Scope& scope, const Lists& lists, Index filler) const;
    /// 1 = a word; nothing where all sequences are equally long.
    static std::optional<Tensor> paddingOf(const Lists& lists);
    Tensor sines(Index length) const;
    /// So many words were read before.
    Index wordsBefore() const { return m_run.cache ? m_run.cache->length() : 0; }

    const Checkpoint& m_checkpoint;
    const CheckpointConfig& m_config;
    const ModelRun& m_run;
    const RunOptions& m_options;
    Parameters& m_parameters;
};

/// [batch, sequence]
std::size_t CheckpointSteps::addIds(const Scope& scope, const Lists& lists, Index filler) const {
    const Index length = longestOf(lists);
    Tensor ids = Tensor::uninitialized({static_cast<Index>(lists.size()), length},
                                       {Axis::Batch, Axis::Sequence});
    float* to = ids.mutableData();
    for (const auto& list : lists) {
        float* const end =
            std::ranges::transform(list, to, [](Index id) { return static_cast<float>(id); }).out;
        to += length;
        std::fill(end, to, static_cast<float>(filler));
    }
    return TraceWriter(m_run.trace, scope.path()).add(TensorName::TokenIds, Operation::Input, ids);
}

std::optional<Tensor> CheckpointSteps::paddingOf(const Lists& lists) {
    const Index length = longestOf(lists);
    const auto isWhole = [length](const auto& list) {
        return static_cast<Index>(list.size()) == length;
    };
    if (std::ranges::all_of(lists, isWhole))
        return std::nullopt;
    Tensor real =
        Tensor::uninitialized({static_cast<Index>(lists.size()), length}, {Axis::Batch, Axis::Key});
    float* to = real.mutableData();
    for (const auto& list : lists) {
        std::fill_n(to, list.size(), 1.0F);
        std::fill_n(to + list.size(), length - static_cast<Index>(list.size()), 0.0F);
        to += length;
    }
    return real;
}

/// Marian's places, [sequence, d_model]: sin(p / 10000^(2i / d_model)) for all i, then the cosines
/// (Junczys-Dowmunt et al. 2018, as transformers computes them).
Tensor CheckpointSteps::sines(Index length) const {
    const Index width = m_config.attention.modelDim;
    const Index half = (width + 1) / 2;
    Tensor table = Tensor::uninitialized({length, width}, {Axis::Sequence, Axis::ModelDim});
    float* to = table.mutableData();
    for (Index place = 0; place < length; ++place) {
        for (Index column = 0; column < width; ++column) {
            const Index i = column < half ? column : column - half;
            const double angle =
                static_cast<double>(wordsBefore() + place) /
                std::pow(10000.0, 2.0 * static_cast<double>(i) / static_cast<double>(width));
            *to++ = static_cast<float>(column < half ? std::sin(angle) : std::cos(angle));
        }
    }
    return table;
}

/// x + places. A model may leave places out for padding within a text (RoBERTa).
Step CheckpointSteps::withPlaces(std::size_t x, const Lists& words, ModelPart part) const {
    const Scope scope = Scope::of(part);
    TraceWriter writer(m_run.trace, scope.path());
    std::size_t places = 0;
    switch (m_config.family->places) {
    case WordPlaces::None: return x;
    case WordPlaces::Sines:
        places = writer.add(TensorName::PositionalEncoding, Operation::Parameter,
                            sines(longestOf(words)));
        break;
    case WordPlaces::Learnt: {
        Lists rows = words;
        for (auto& list : rows) {
            Index next = m_config.firstPlace + wordsBefore();
            // Behind a text places are counted on, but where padding has one of its own.
            if (next == 0)
                list.resize(static_cast<std::size_t>(longestOf(words)), 0);
            for (Index& row : list) {
                const bool counts = m_config.firstPlace == 0 || row != m_config.firstPlace - 1;
                row = counts ? next++ : m_config.firstPlace - 1;
            }
        }
        const std::size_t ids = addIds(scope, rows, std::max<Index>(m_config.firstPlace - 1, 0));
        places = appendLookup(m_run.trace, m_run.weights(), {scope, Role::PositionWeight}, ids,
                              TensorName::Embedding, scope);
        break;
    }
    }
    return appendSum(writer, TensorName::EmbeddedInput, x, places, m_run.execution);
}

/// Words, their segments and their places, added up.
Step CheckpointSteps::embedded(const Lists& words, const Scope& idScope, ModelPart table,
                               ModelPart places) const {
    const Scope scope = Scope::of(table);
    const std::size_t ids = addIds(idScope, words, m_config.padding.value_or(0));
    Step x = appendLookup(m_run.trace, m_run.weights(),
                          {scope, Role::EmbeddingWeight, m_config.embeddingFactor}, ids,
                          TensorName::Embedding, scope);
    if (m_config.segments > 0) {
        const Scope segment = Scope::of(ModelPart::SegmentEmbedding);
        Lists zeros = words;
        for (auto& list : zeros)
            std::ranges::fill(list, 0);
        const std::size_t rows =
            appendLookup(m_run.trace, m_run.weights(), {segment}, addIds(segment, zeros, 0),
                         TensorName::Embedding, segment);
        TraceWriter writer(m_run.trace, segment.path());
        x = appendSum(writer, TensorName::EmbeddedInput, *x, rows, m_run.execution);
    }
    if (x)
        x = withPlaces(*x, words, places);
    return x && m_config.family->normsEmbedding ? appendNorm(m_run, scope.norm(), *x) : x;
}

Step CheckpointSteps::behindLayers(std::size_t x) const {
    const Scope pooler = Scope::of(ModelPart::Pooler);
    if (m_run.weights().find(Role::HiddenWeight, pooler) && !appendPooled(m_run, pooler, x))
        return std::nullopt;
    return prediction(x);
}

Step CheckpointSteps::prediction(std::size_t x) const {
    if (!m_checkpoint.predicts)
        return x;
    Step step = x;
    if (m_config.family->transforms) {
        const Scope transform = Scope::of(ModelPart::PredictionTransform);
        step = appendActivated(m_run, transform, x);
        if (step)
            step = appendNorm(m_run, transform.norm(), *step);
    }
    return step ? appendPrediction(m_run, *step) : step;
}

MaskOptions CheckpointSteps::maskOf(const Lists& words) const {
    MaskOptions mask;
    mask.causal = m_config.causal;
    mask.keyPadding = paddingOf(words);
    if (m_run.cache)
        mask.alignment = CausalAlignment::LowerRight;
    return mask;
}

Step CheckpointSteps::stack(const Lists& words) const {
    const Step x = embedded(words, Scope(), ModelPart::Embedding, ModelPart::Positions);
    return x ? appendStack(m_run, ModelPart::Layers, *x, around(words)) : x;
}

Step CheckpointSteps::oneStack(const Lists& words) const {
    const Step last = stack(words);
    return last ? behindLayers(*last) : last;
}

Step CheckpointSteps::memory(const Lists& source, const MaskOptions& mask) const {
    const Step x = embedded(source, Scope::of(ModelPart::SourceEmbedding),
                            ModelPart::SourceEmbedding, ModelPart::SourcePositions);
    return x ? appendStack(m_run, ModelPart::Encoder, *x, {.mask = mask}) : x;
}

Step CheckpointSteps::decoder(const Lists& target, std::size_t memory,
                              const MaskOptions& sourceMask) const {
    const Step x = embedded(target, Scope::of(ModelPart::Embedding), ModelPart::Embedding,
                            ModelPart::Positions);
    if (!x)
        return x;
    ModelProblem problem = m_run.problem;
    problem.attention.config = m_config.attentionOf(ModelPart::Decoder);
    const ModelRun run = {m_run.trace,     problem,     *headSizes(problem.attention.config),
                          m_run.execution, m_run.cache, m_run.off};
    return appendStack(run, ModelPart::Decoder, *x,
                       {.mask = maskOf(target), .memory = memory, .sourceMask = sourceMask});
}

Step CheckpointSteps::translation(const WordIds& ids) const {
    MaskOptions sourceMask;
    sourceMask.keyPadding = paddingOf(ids.words);
    const Step encoded = memory(ids.words, sourceMask);
    const Step last = encoded ? decoder(ids.target, *encoded, sourceMask) : encoded;
    return last ? prediction(*last) : last;
}

Step CheckpointSteps::layer(Index number, const Tensor& x, const MaskOptions& mask,
                            const Tensor* contexts) const {
    const std::size_t input =
        TraceWriter(m_run.trace).add(TensorName::QueryInput, Operation::Input, x);
    return appendLayer(m_run, ModelPart::Layers, number, input,
                       {.mask = mask, .windows = m_config.windows, .contexts = contexts});
}

Step CheckpointSteps::ending(const Tensor& x) const {
    Step step = TraceWriter(m_run.trace).add(TensorName::QueryInput, Operation::Input, x);
    if (hasLastNorm(m_config.model))
        step = appendNorm(m_run, Scope::lastNorm(ModelPart::Layers), *step);
    return step ? prediction(*step) : step;
}

Step CheckpointSteps::goOn(const Trace& before, Index from) const {
    const auto isBehind = [from](const TraceStep& step) {
        const std::optional<Scope> scope = Scope::parse(step.scope);
        return scope && scope->part >= ModelPart::Layers && scope->layer.value_or(from) >= from;
    };
    const auto end = std::ranges::find_if(before.steps(), isBehind);
    for (auto step = before.steps().begin(); step != end; ++step)
        m_run.trace.add(*step);
    const Step last = appendStack(m_run, ModelPart::Layers, m_run.trace.steps().size() - 1,
                                  around(Lists(1)), from);
    return last ? behindLayers(*last) : last;
}

Step CheckpointSteps::readOn(const std::vector<Index>& words,
                             const std::optional<Tensor>& memory) const {
    TraceWriter writer(m_run.trace);
    const Step last =
        memory ? decoder({words}, writer.add(TensorName::KeyInput, Operation::Input, *memory), {})
               : stack({words});
    if (!last)
        return last;
    // What would come behind the other words is not asked.
    const Tensor all = m_run.trace[*last].result;
    const Tensor row = all.selected(1, all.size(1) - 1).contiguous();
    return prediction(
        writer.add(TensorName::QueryInput, Operation::Input,
                   Tensor::fromValues({1, 1, all.size(2)}, all.axes(), row.values())));
}

Index multiplyAddsOf(const CheckpointConfig& config, Index rows) {
    const Index width = config.attention.modelDim;
    return rows * width * (4 * width + 2 * *config.model.feedForwardDim);
}

/// What a model computes of so many words; `append` says which of its stages.
template <class Append>
Result<Trace> computed(const Checkpoint& checkpoint, Index words, KeyValueCache* cache,
                       const HeadsOff& off, const RunOptions& options, const Append& append) {
    const CheckpointConfig& config = checkpoint.config;
    ModelProblem problem;
    problem.config = config.model;
    problem.attention.config = config.attention;
    problem.attention.weights =
        options.keepsParameters ? checkpoint.parameters->kept() : checkpoint.parameters->passing();
    problem.attention.scoresLater = true;
    const Execution execution =
        executionOf(multiplyAddsOf(config, words), options.threads, options.cancellation);
    return completeTrace([&](Trace& trace) {
        const std::size_t layers =
            static_cast<std::size_t>(config.model.layers + config.model.decoderLayers.value_or(0));
        trace.reserve(64 * (1 + layers));
        const ModelRun run = {trace, problem, *headSizes(config.attention), execution, cache, &off};
        const CheckpointSteps steps(checkpoint, run, options, problem.attention.weights);
        const bool done = append(steps).has_value();
        steps.letParametersGo();
        return done;
    });
}

std::shared_ptr<LayersAgain> CheckpointSteps::layersAgain(const MaskOptions& mask) const {
    auto model = std::make_shared<Checkpoint>();
    model->config = m_config;
    model->parameters = m_checkpoint.parameters;
    const HeadsOff off = m_run.off ? *m_run.off : HeadsOff();
    const auto compute = [model, off, mask, keepsParameters = m_options.keepsParameters](
                             Index layer, const Tensor& input) {
        RunOptions options;
        options.threads = allThreads();
        options.keepsParameters = keepsParameters;
        Result<Trace> made =
            computed(*model, input.size(0) * input.size(1), nullptr, off, options,
                     [&](const CheckpointSteps& steps) { return steps.layer(layer, input, mask); });
        return made ? std::move(*made) : Trace();
    };
    return std::make_shared<LayersAgain>(compute, m_options.keepsWeights);
}

LayerInputs CheckpointSteps::around(const Lists& words) const {
    LayerInputs around{.mask = maskOf(words), .windows = m_config.windows};
    if (m_run.cache)
        return around;
    // All layers are as large as the first one.
    around.behindLayer = [this, mask = around.mask, isFirst = true,
                          again = std::shared_ptr<LayersAgain>()](Index layer, std::size_t input,
                                                                  std::size_t begin) mutable {
        Trace& trace = m_run.trace;
        if (std::exchange(isFirst, false) &&
            LayersAgain::bytesOf(trace, begin) > m_options.mostStages / m_config.model.layers)
            again = layersAgain(mask);
        if (again)
            again->forget(trace, begin, layer, input);
        letParametersGo();
    };
    return around;
}

} // namespace

Index longestOf(const std::vector<std::vector<Index>>& lists) {
    std::size_t longest = 0;
    for (const auto& list : lists)
        longest = std::max(longest, list.size());
    return static_cast<Index>(longest);
}

Result<Trace> runCheckpoint(const Checkpoint& checkpoint, const WordIds& ids,
                            const RunOptions& options, const HeadsOff& off) {
    const CheckpointConfig& config = checkpoint.config;
    if (const Status there = check(config, off); !there)
        return there.error();
    const bool translates = config.model.architecture == Architecture::EncoderDecoder;
    WordIds given = ids;
    if (translates && given.target.empty())
        given.target.assign(given.words.size(), {config.decoderStart.value_or(0)});
    if (const Status fits = check(config, given.words); !fits)
        return fits.error();
    if (translates) {
        if (const Status fits = check(config, given.target); !fits)
            return fits.error();
    }
    const Index words = static_cast<Index>(given.words.size()) * longestOf(given.words);
    return computed(checkpoint, words, nullptr, off, options,
                    [&](const CheckpointSteps& steps) { return steps.append(given); });
}

Result<Trace> runOn(const Checkpoint& checkpoint, const Trace& before, Index layer,
                    const HeadsOff& off, const RunOptions& options) {
    if (const Status there = check(checkpoint.config, off); !there)
        return there.error();
    const Tensor& ids = before.steps().front().result;
    return computed(checkpoint, ids.elementCount(), nullptr, off, options,
                    [&](const CheckpointSteps& steps) { return steps.goOn(before, layer); });
}

const Tensor& streamBefore(const Trace& trace, const ModelConfig& model, const Scope& attention) {
    const Scope sum =
        model.placement == NormPlacement::Pre ? attention.residual() : attention.norm();
    return trace[trace.find(TensorName::Residual, sum.path())->operands[0]].result;
}

const Tensor& contextsOf(const Trace& trace, const Scope& attention) {
    const TraceStep* const output = trace.find(TensorName::Output, attention.path());
    return trace[output->operands[0]].result;
}

std::vector<float> logitsAt(const Trace& trace, Index place, Index sequence) {
    const TraceStep* const step = logitsOf(trace);
    if (!step || place >= step->result.size(1))
        return {};
    const Tensor row = step->result.selected(0, sequence).selected(0, place).contiguous();
    return {row.values().begin(), row.values().end()};
}

std::vector<float> lastLogits(const Trace& trace) {
    const TraceStep* const step = logitsOf(trace);
    return step ? logitsAt(trace, step->result.size(1) - 1) : std::vector<float>();
}

Result<Trace> runWithContexts(const Checkpoint& checkpoint, const Trace& trace,
                              const OtherContexts& other, const RunOptions& options) {
    const ModelConfig& model = checkpoint.config.model;
    const Scope attention = Scope::of(ModelPart::Layers, other.layer, Sublayer::SelfAttention);
    const Tensor before = streamBefore(trace, model, attention).contiguous();
    const Index variants = other.contexts.size(0);
    Tensor x = Tensor::uninitialized({variants, before.size(1), before.size(2)}, before.axes());
    float* to = x.mutableData();
    for (Index variant = 0; variant < variants; ++variant)
        to = std::copy_n(before.data(), before.elementCount(), to);
    const Index rows = variants * before.size(1);
    MaskOptions mask;
    mask.causal = checkpoint.config.causal;
    // A trace for each layer: only what comes out of it is needed.
    for (Index layer = other.layer; layer < model.layers; ++layer) {
        const Result<Trace> done = computed(
            checkpoint, rows, nullptr, other.off, options, [&](const CheckpointSteps& steps) {
                return steps.layer(layer, x, mask,
                                   layer == other.layer ? &other.contexts : nullptr);
            });
        if (!done)
            return done.error();
        x = done->steps().back().result;
    }
    Tensor asked = Tensor::uninitialized({variants, 1, x.size(2)}, x.axes());
    to = asked.mutableData();
    for (Index variant = 0; variant < variants; ++variant)
        to = std::copy_n(x.data() + (variant * x.size(1) + other.place) * x.size(2), x.size(2), to);
    return runEnding(checkpoint, asked, options);
}

Result<Trace> runEnding(const Checkpoint& checkpoint, const Tensor& stream,
                        const RunOptions& options) {
    return computed(checkpoint, stream.size(0) * stream.size(1), nullptr, {}, options,
                    [&](const CheckpointSteps& steps) { return steps.ending(stream); });
}

namespace {

/// The last logits. An Error where they are no numbers, of which nothing can be drawn.
Result<std::vector<float>> saidBy(const Trace& trace) {
    std::vector<float> logits = lastLogits(trace);
    if (std::ranges::any_of(logits, [](float logit) { return std::isnan(logit); }))
        return makeError(HEADSCOPE_MESSAGE("Message", "what the model says is no number: its "
                                                      "weights hold some that are none, or are "
                                                      "too large"));
    return logits;
}

} // namespace

TextReader::TextReader(const Checkpoint& checkpoint, RunOptions options, std::vector<Index> source,
                       HeadsOff off)
    : m_checkpoint(checkpoint)
    , m_options(std::move(options))
    , m_source(std::move(source))
    , m_off(std::move(off)) {}

Result<std::vector<float>> TextReader::read(const std::vector<Index>& words) {
    if (const Status fits = check(m_checkpoint.config, {words}); !fits)
        return fits.error();
    const bool translates = m_checkpoint.config.model.architecture == Architecture::EncoderDecoder;
    if (m_off.any() && m_off.by == OffBy::Mean) {
        m_read.insert(m_read.end(), words.begin(), words.end());
        const WordIds ids = translates ? WordIds{{m_source}, {m_read}} : WordIds{{m_read}, {}};
        const Result<Trace> whole = runCheckpoint(m_checkpoint, ids, m_options, m_off);
        return whole ? saidBy(*whole) : whole.error();
    }
    if (const Status there = check(m_checkpoint.config, m_off); !there)
        return there.error();
    if (translates && !m_memory) {
        const Lists source = {m_source};
        if (const Status fits = check(m_checkpoint.config, source); !fits)
            return fits.error();
        const Result<Trace> encoded =
            computed(m_checkpoint, static_cast<Index>(m_source.size()), nullptr, m_off, m_options,
                     [&](const CheckpointSteps& steps) { return steps.memory(source, {}); });
        if (!encoded)
            return encoded.error();
        m_memory = encoded->steps().back().result;
    }
    const Result<Trace> read =
        computed(m_checkpoint, static_cast<Index>(words.size()), &m_cache, m_off, m_options,
                 [&](const CheckpointSteps& steps) { return steps.readOn(words, m_memory); });
    if (!read)
        return read.error();
    m_cache.advance(static_cast<Index>(words.size()));
    return saidBy(*read);
}

} // namespace headscope
