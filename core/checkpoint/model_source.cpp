// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/model_source.h"

#include "run/analyses.h"
#include "run/readable_tokens.h"
#include "tokenizers/tokenizer_folder.h"
#include "trace/scopes.h"

#include <algorithm>
#include <charconv>

namespace headscope {

namespace {

bool translates(const CheckpointConfig& config) {
    return config.model.architecture == Architecture::EncoderDecoder;
}

/// "15, 3, 7".
Result<std::vector<Index>> idsIn(std::string_view text) {
    std::vector<Index> ids;
    while (true) {
        const std::size_t begin = text.find_first_not_of(", \t\r\n");
        if (begin == text.npos)
            return ids;
        text.remove_prefix(begin);
        const std::size_t end = std::min(text.find_first_of(", \t\r\n"), text.size());
        Index id = 0;
        const auto [stop, code] = std::from_chars(text.data(), text.data() + end, id);
        if (code != std::errc() || stop != text.data() + end || id < 0)
            return makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" is no id: this model has no "
                                                          "tokenizer, it reads ids such as 15, 3, "
                                                          "7"),
                             text.substr(0, std::min<std::size_t>(end, 40)));
        ids.push_back(id);
        text.remove_prefix(end);
    }
}

/// The ids of one side, and what each is called.
struct SideWords {
    std::vector<Index> ids;
    TokenList labels;
};

Result<SideWords> sideOf(const std::optional<Tokenizer>& tokenizer, const std::string& text,
                         Tokenizer::Special special, std::vector<Error>& remarks) {
    SideWords side;
    if (!tokenizer) {
        Result<std::vector<Index>> ids = idsIn(text);
        if (!ids)
            return ids.error();
        side.ids = std::move(*ids);
        for (const Index id : side.ids)
            side.labels.push_back(std::to_string(id));
        return side;
    }
    Result<Encoding> encoding = tokenizer->encode(text, special);
    if (!encoding)
        return encoding.error();
    // Pieces of WordPiece have no spaces: a word that begins gets one where another piece goes on.
    TokenList spellings;
    bool goesOn = false;
    for (Piece& piece : encoding->pieces) {
        side.ids.push_back(piece.id);
        spellings.emplace_back(tokenizer->spelling(piece.id));
        goesOn = goesOn || (!piece.text.empty() && spellings.back() == "##" + piece.text);
        side.labels.push_back(piece.text.empty() ? std::to_string(piece.id)
                                                 : std::move(piece.text));
    }
    if (goesOn)
        side.labels = readableTokens(spellings);
    remarks.insert(remarks.end(), encoding->remarks.begin(), encoding->remarks.end());
    return side;
}

/// A word that can be shown by itself: of bytes that are no text, or of nothing, its spelling.
std::string shownWord(const Tokenizer& tokenizer, TokenId id) {
    std::string text = tokenizer.pieceText(id);
    if (text.empty())
        text = tokenizer.spelling(id);
    return text.empty() ? std::to_string(id) : text;
}

/// The trace of a run; origin.logitsAsItIs, where heads are off.
Result<Trace> traceOf(const ModelSource& source, const WordIds& ids, const RunOptions& options,
                      const KnownRun& known, RunOrigin& origin) {
    const Checkpoint& checkpoint = source.model->checkpoint;
    std::shared_ptr<const Trace> before;
    HeadsOff beforeOff;
    if (known.run && known.source && readsAlike(source, *known.source)) {
        before = known.run->trace();
        beforeOff = known.source->off;
        origin.logitsAsItIs = known.run->origin().logitsAsItIs;
    } else if (source.off.any()) {
        Result<Trace> asItIs = runCheckpoint(checkpoint, ids, options);
        if (!asItIs)
            return asItIs.error();
        before = std::make_shared<const Trace>(std::move(*asItIs));
    }
    if (!before)
        return runCheckpoint(checkpoint, ids, options);
    if (!beforeOff.any()) {
        const TraceStep* const logits = logitsOf(*before);
        origin.logitsAsItIs = logits ? std::optional(logits->result) : std::nullopt;
    }
    if (!source.off.any())
        origin.logitsAsItIs.reset();
    const std::optional<Index> first = firstDifference(beforeOff, source.off);
    if (!first)
        return Trace(*before);
    if (translates(checkpoint.config))
        return runCheckpoint(checkpoint, ids, options, source.off);
    return runOn(checkpoint, *before, *first, source.off, options);
}

/// Ids that were given as such.
SideWords sideOf(const OpenModel& model, const std::vector<Index>& ids) {
    SideWords side;
    side.ids = ids;
    for (const Index id : ids)
        side.labels.push_back(model.tokenizer
                                  ? shownWord(*model.tokenizer, static_cast<TokenId>(id))
                                  : std::to_string(id));
    return side;
}

} // namespace

Result<std::shared_ptr<const OpenModel>> openModel(const std::string& folder) {
    Result<Checkpoint> checkpoint = openCheckpoint(folder);
    if (!checkpoint)
        return checkpoint.error();
    auto model = std::make_shared<OpenModel>();
    model->checkpoint = std::move(*checkpoint);
    const std::string& path = model->checkpoint.folder.path;
    model->fingerprint = fingerprintOf(model->checkpoint.folder);
    if (hasTokenizer(path)) {
        Result<Tokenizer> tokenizer = openTokenizer(path);
        if (!tokenizer)
            return tokenizer.error();
        model->tokenizer = std::move(*tokenizer);
        model->targetTokenizer = model->tokenizer;
    }
    if (model->tokenizer && translates(model->checkpoint.config)) {
        Result<Tokenizer> tokenizer = openTokenizer(path, TokenizerSide::Target);
        if (!tokenizer)
            return tokenizer.error();
        model->targetTokenizer = std::move(*tokenizer);
    }
    const Index words = model->checkpoint.predicts ? model->checkpoint.config.vocabulary : 0;
    for (Index id = 0; id < words; ++id)
        model->vocabulary.push_back(
            model->targetTokenizer ? shownWord(*model->targetTokenizer, static_cast<TokenId>(id))
                                   : std::to_string(id));
    return std::shared_ptr<const OpenModel>(std::move(model));
}

std::optional<Error> remarkOnChange(const ModelSource& source) {
    if (source.saved.empty() || source.saved == source.model->fingerprint)
        return std::nullopt;
    return makeError(HEADSCOPE_MESSAGE("Message", "the folder has another model now than when this "
                                                  "was saved"));
}

ModelSource modelSource(std::shared_ptr<const OpenModel> model) {
    const CheckpointConfig& config = model->checkpoint.config;
    ModelSource source;
    source.text = model->tokenizer ? "The cat sat on the mat." : "0";
    if (model->tokenizer && !config.causal && !translates(config) &&
        model->tokenizer->idOf("[MASK]"))
        source.text = "The cat sat on the [MASK].";
    source.model = std::move(model);
    return source;
}

Result<ModelWords> wordsOf(const ModelSource& source) {
    const OpenModel& model = *source.model;
    const CheckpointConfig& config = model.checkpoint.config;
    ModelWords words;
    Result<SideWords> side = source.ids.empty() ? sideOf(model.tokenizer, source.text,
                                                         Tokenizer::Special::Added, words.remarks)
                                                : Result<SideWords>(sideOf(model, source.ids));
    if (!side)
        return side.error();
    words.ids.words = {std::move(side->ids)};
    if (translates(config)) {
        words.labels.keyTokens = TokenLists{std::move(side->labels)};
        Result<SideWords> target =
            sideOf(model.targetTokenizer, source.target, Tokenizer::Special::InText, words.remarks);
        if (!target)
            return target.error();
        const Index first = config.decoderStart.value_or(0);
        target->ids.insert(target->ids.begin(), first);
        target->labels.insert(target->labels.begin(),
                              model.targetTokenizer
                                  ? shownWord(*model.targetTokenizer, static_cast<TokenId>(first))
                                  : std::to_string(first));
        words.ids.target = {std::move(target->ids)};
        words.labels.tokens = {std::move(target->labels)};
    } else {
        words.labels.tokens = {std::move(side->labels)};
    }
    words.labels.vocabulary = model.vocabulary;
    return words;
}

ModelSource continued(const ModelSource& source, std::span<const Index> words) {
    const OpenModel& model = *source.model;
    const bool toTarget = translates(model.checkpoint.config);
    const auto read = [toTarget](const ModelSource& of) -> std::vector<Index> {
        const Result<ModelWords> found = wordsOf(of);
        if (!found)
            return {};
        return (toTarget ? found->ids.target : found->ids.words).front();
    };
    const std::vector<Index> before = read(source);
    std::vector<Index> wanted = before;
    wanted.insert(wanted.end(), words.begin(), words.end());
    ModelSource next = source;
    std::string& text = toTarget ? next.target : next.text;
    const std::optional<Tokenizer>& tokenizer = toTarget ? model.targetTokenizer : model.tokenizer;
    if (!tokenizer) {
        for (const Index id : words)
            text += (text.empty() ? "" : ", ") + std::to_string(id);
        return next;
    }
    const auto decoded = [&tokenizer](const std::vector<Index>& ids, bool skipSpecial) {
        return tokenizer->decode(std::vector<TokenId>(ids.begin(), ids.end()), skipSpecial);
    };
    // Behind what was typed, which stays as it is; or, where a character has come to its end, the
    // whole text anew.
    std::vector<std::string> candidates;
    const std::string from = decoded(before, false);
    const std::string to = decoded(wanted, false);
    if (to.starts_with(from))
        candidates.push_back(text + to.substr(from.size()));
    candidates.push_back(decoded(wanted, true));
    next.ids.clear();
    for (std::string& candidate : candidates) {
        text = std::move(candidate);
        if (read(next) == wanted)
            return next;
    }
    text = toTarget ? decoded(wanted, true) : source.text;
    if (!toTarget)
        next.ids = std::move(wanted);
    return next;
}

std::optional<Index> askedPlace(const CheckpointConfig& config, const RunLabels& labels) {
    if (labels.tokens.empty() || labels.tokens.front().empty())
        return std::nullopt;
    const TokenList& words = labels.tokens.front();
    if (config.causal)
        return static_cast<Index>(words.size()) - 1;
    const auto masked = std::ranges::find_if(
        words, [](const std::string& word) { return word == "[MASK]" || word == "<mask>"; });
    return masked == words.end() ? std::nullopt
                                 : std::optional(static_cast<Index>(masked - words.begin()));
}

Index memoryNeed(const OpenModel& model, const WordIds& ids, bool allScores,
                 const RunOptions& options) {
    const CheckpointConfig& config = model.checkpoint.config;
    const Index words = std::max(longestOf(ids.words), longestOf(ids.target));
    const Index all = words * static_cast<Index>(ids.words.size()); // shorter ones are padded
    const Index layers = config.model.layers + config.model.decoderLayers.value_or(0);
    const Index width = config.attention.modelDim;
    const Index hidden =
        std::max(*config.model.feedForwardDim, config.hiddenDimOf(ModelPart::Decoder));
    const Index heads =
        std::max(config.attention.heads, config.attentionOf(ModelPart::Decoder).heads);
    const Index ofLayer = all * (16 * width + 2 * hidden);
    const Index perNumber = sizeof(float);
    const bool keepsAll = translates(config) || layers * ofLayer <= options.mostStages / perNumber;
    // Else a layer is there at a time, and of the others what goes from layer to layer.
    const Index stages = keepsAll ? layers * ofLayer : ofLayer + layers * 3 * all * width;
    const Index attentions = layers + config.model.decoderLayers.value_or(0);
    const Index scores = 3 * (allScores && keepsAll ? attentions : 1); // scaled, masked ones
    // What is let go is there twice for a while: where it is computed again, and for its reader.
    const Index kept = keepsAll || options.keepsWeights ? attentions : 2;
    const Index squares = (kept + scores) * heads * words * all;
    const Index ofWords = config.vocabulary * 2 * all;
    return (squares + stages + ofWords) * perNumber +
           model.checkpoint.parameters->bytesToRead(translates(config) || options.keepsParameters);
}

RunOptions leanOptions(const OpenModel& model, const WordIds& ids, bool allScores, WeightsRead read,
                       RunOptions options, const std::function<bool(Index)>& fits) {
    const auto suffices = [&] { return fits(memoryNeed(model, ids, allScores, options)); };
    if (suffices())
        return options;
    options.mostStages = 0;
    if (suffices())
        return options;
    options.keepsParameters = false;
    if (read == WeightsRead::Often || suffices())
        return options;
    options.keepsWeights = false;
    return options;
}

bool readsAlike(const ModelSource& a, const ModelSource& b) {
    return a.model == b.model && a.text == b.text && a.ids == b.ids && a.target == b.target;
}

Result<std::shared_ptr<const Run>> runOf(const ModelSource& source, ModelWords words,
                                         const RunOptions& options, const KnownRun& known) {
    const Checkpoint& checkpoint = source.model->checkpoint;
    RunOrigin origin;
    Result<Trace> trace = traceOf(source, words.ids, options, known, origin);
    if (!trace)
        return trace.error();
    origin.model = source.model;
    origin.off = source.off;
    if (checkpoint.predicts)
        origin.askedPlace = askedPlace(checkpoint.config, words.labels);
    for (const TraceScope& scope : scopesOf(*trace)) {
        const std::optional<Scope> block = Scope::parse(scope.path);
        if (block && block->kind() == ScopeKind::Attention && checkpoint.config.causal &&
            block->part != ModelPart::Encoder && block->sublayer == Sublayer::SelfAttention) {
            MaskRules& rules = origin.masks[scope.path];
            rules.causal = true;
            const auto& windows = checkpoint.config.windows;
            if (!windows.empty())
                rules.window = windows[static_cast<std::size_t>(*block->layer)];
        }
    }
    return withAnalyses(Run(std::make_shared<const Trace>(std::move(*trace)),
                            std::move(words.labels), std::move(origin)));
}

std::vector<NextWord> saidWords(const Run& run) {
    const std::optional<Index>& place = run.origin().askedPlace;
    const std::vector<float> logits = place ? logitsAt(*run.trace(), *place) : std::vector<float>();
    return logits.empty() ? std::vector<NextWord>() : nextWords(logits, {});
}

std::vector<NextWord> saidWithAllHeads(const Run& run) {
    const RunOrigin& origin = run.origin();
    if (!origin.logitsAsItIs || !origin.askedPlace)
        return {};
    const Tensor row =
        origin.logitsAsItIs->selected(0, 0).selected(0, *origin.askedPlace).contiguous();
    return nextWords(row.values(), {});
}

std::string sizesText(const CheckpointConfig& config) {
    return std::string(config.family->type) + ", " + config.layersText() + " layers × " +
           config.headsText() + " heads, d_model " + std::to_string(config.attention.modelDim);
}

} // namespace headscope
