// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/learnt_tokens.h"

#include "characters/characters.h"
#include "experiment/edits/seeded_values.h"
#include "learning/history/taken_model.h"
#include "support/utf8.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace headscope {

namespace {

/// One side of a model: which words it knows, and how many places.
struct ModelSide {
    const TakenModel& model;
    bool ofSource = false;

    const Dataset& data() const { return model.learner.data(); }
    const Vocabulary& words() const { return ofSource ? data().sourceWords : data().words; }
    Scope table() const {
        return Scope::of(ofSource ? ModelPart::SourceEmbedding : ModelPart::Embedding);
    }
    /// Behind them no place was learnt; a stack adds places that nobody learns.
    std::optional<Index> places() const {
        const Tensor* const table =
            model.parameters.find(Role::PositionWeight, Scope::of(ModelPart::Positions));
        return table ? std::optional(table->size(0)) : std::nullopt;
    }
};

ModelSide sideOf(const TakenModel& model, const Experiment& experiment, TokenSide side) {
    return {model, side == TokenSide::Key && experiment.isCross()};
}

/// The table with more rows, each drawn from the seed by its name.
Tensor withDrawnRows(const Tensor& table, const TokenList& names, std::string_view stream,
                     double deviation, std::uint64_t seed) {
    const Index width = table.size(1);
    Tensor more = Tensor::uninitialized({table.size(0) + static_cast<Index>(names.size()), width},
                                        table.axes());
    const Tensor old = table.contiguous();
    float* row = std::copy_n(old.data(), old.elementCount(), more.mutableData());
    for (const std::string& name : names) {
        fillSeededNormal({row, static_cast<std::size_t>(width)}, seed, std::string(stream) + name,
                         0, 0, static_cast<float>(deviation));
        row += width;
    }
    return more;
}

/// What the model looks up for a sentence, [1, tokens, d_model].
Tensor rowsOf(const ModelSide& side, const TokenList& tokens, std::uint64_t seed) {
    const bool layers = side.model.experiment.model.architecture != Architecture::Attention;
    const auto width = static_cast<double>(side.model.experiment.config.modelDim);
    const double deviation = layers ? 1 / std::sqrt(width) : 1; // of fresh embeddings
    Parameters parameters = side.model.parameters;
    TokenList fresh;
    std::map<std::string, int> ids;
    Sample sample;
    std::vector<int>& to = side.ofSource ? sample.source : sample.tokens;
    for (const std::string& token : tokens) {
        const std::optional<int> known = side.words().findMeant(token);
        const int next = static_cast<int>(side.words().size()) + static_cast<int>(fresh.size());
        if (!known && ids.try_emplace(token, next).second)
            fresh.push_back(token);
        to.push_back(known ? *known : ids.at(token));
    }
    parameters.set(Role::EmbeddingWeight, side.table(),
                   withDrawnRows(parameters.at(Role::EmbeddingWeight, side.table()), fresh,
                                 "new word ", deviation, seed));
    const std::optional<Index> places = side.places();
    if (places && static_cast<Index>(tokens.size()) > *places) {
        const Scope scope = Scope::of(ModelPart::Positions);
        TokenList names;
        for (auto place = *places; place < static_cast<Index>(tokens.size()); ++place)
            names.push_back(std::to_string(place + 1));
        parameters.set(Role::PositionWeight, scope,
                       withDrawnRows(parameters.at(Role::PositionWeight, scope), names,
                                     "new place ", deviation, seed));
    }
    return side.ofSource ? side.model.learner.embeddedSource(parameters, sample)
                         : side.model.learner.embedded(parameters, sample);
}

std::span<const float> rowAt(const Tensor& rows, Index sequence, Index place) {
    return {rows.data() + (sequence * rows.size(1) + place) * rows.size(2),
            static_cast<std::size_t>(rows.size(2))};
}

bool sameBits(std::span<const float> a, std::span<const float> b) {
    return std::ranges::equal(a, b, [](float one, float other) {
        return std::bit_cast<std::uint32_t>(one) == std::bit_cast<std::uint32_t>(other);
    });
}

UnlearntTokens unlearntOfSide(const ModelSide& side, const std::vector<TokenList>& lists,
                              const Tensor& input, std::uint64_t seed) {
    UnlearntTokens all;
    const Tensor rows = input.contiguous();
    for (std::size_t sequence = 0; sequence < lists.size(); ++sequence) {
        std::vector<UnlearntToken>& found = all.emplace_back();
        const TokenList& tokens = lists[sequence];
        if (tokens.empty())
            continue;
        const Tensor learnt = rowsOf(side, tokens, seed);
        for (Index place = 0; place < static_cast<Index>(tokens.size()); ++place) {
            if (!side.words().findMeant(tokens[static_cast<std::size_t>(place)]))
                found.push_back({place, NotLearnt::Word});
            else if (place >= side.places().value_or(place + 1))
                found.push_back({place, NotLearnt::Place});
            else if (!sameBits(rowAt(rows, static_cast<Index>(sequence), place),
                               rowAt(learnt, 0, place)))
                found.push_back({place, NotLearnt::Numbers});
        }
    }
    return all;
}

} // namespace

Result<Experiment> withLearntTokens(const Experiment& experiment,
                                    const PackedTrainingPointer& training, TokenSide side,
                                    Index sequence, const TokenList& tokens) {
    Result<Experiment> next = withTokens(experiment, side, sequence, tokens);
    const std::shared_ptr<const TakenModel> model = next ? modelOf(experiment, training) : nullptr;
    if (!model)
        return next;
    const ModelSide known = sideOf(*model, experiment, side);
    const bool ofKeys = known.ofSource;
    const Tensor before = (ofKeys ? *experiment.keyInput : experiment.queryInput).contiguous();
    const auto list = static_cast<std::size_t>(sequence);
    const TokenList& words = (ofKeys ? *experiment.keyTokens : experiment.tokens)[list];
    // What somebody typed is theirs, wherever its word stands now.
    std::vector<std::pair<std::string, std::span<const float>>> typed;
    if (!words.empty()) {
        const Tensor learnt = rowsOf(known, words, experiment.seed);
        for (Index place = 0; place < static_cast<Index>(words.size()); ++place) {
            const std::span<const float> row = rowAt(before, sequence, place);
            if (!sameBits(row, rowAt(learnt, 0, place)))
                typed.emplace_back(words[static_cast<std::size_t>(place)], row);
        }
    }
    Tensor& input = ofKeys ? *next->keyInput : next->queryInput;
    Tensor rows = Tensor::uninitialized(input.shape(), input.axes());
    const Tensor old = input.contiguous();
    std::copy_n(old.data(), old.elementCount(), rows.mutableData());
    const Tensor learnt = rowsOf(known, tokens, experiment.seed);
    for (Index place = 0; place < static_cast<Index>(tokens.size()); ++place) {
        const std::span<const float> row = rowAt(old, sequence, place);
        const bool isTyped = std::ranges::any_of(typed, [&](const auto& each) {
            return each.first == tokens[static_cast<std::size_t>(place)] &&
                   sameBits(each.second, row);
        });
        if (!isTyped)
            std::ranges::copy(rowAt(learnt, 0, place),
                              rows.mutableData() + (row.data() - old.data()));
    }
    input = std::move(rows);
    return next;
}

Unlearnt unlearntOf(const Experiment& experiment, const PackedTrainingPointer& training) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    if (!model)
        return {};
    Unlearnt unlearnt;
    unlearnt.tokens =
        unlearntOfSide({*model, false}, experiment.tokens, experiment.queryInput, experiment.seed);
    if (experiment.isCross() && experiment.keyInput)
        unlearnt.keyTokens = unlearntOfSide({*model, true}, *experiment.keyTokens,
                                            *experiment.keyInput, experiment.seed);
    return unlearnt;
}

namespace {

void addMeant(std::vector<MeantWord>& meant, const Vocabulary& words,
              const std::vector<TokenList>& lists) {
    for (const TokenList& tokens : lists) {
        for (const std::string& token : tokens) {
            const std::optional<int> known = words.findMeant(token);
            if (!known || words[*known] == token)
                continue;
            if (const MeantWord word{token, words[*known]}; !std::ranges::count(meant, word))
                meant.push_back(word);
        }
    }
}

} // namespace

std::vector<MeantWord> meantWords(const Experiment& experiment,
                                  const PackedTrainingPointer& training) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    std::vector<MeantWord> meant;
    if (!model)
        return meant;
    addMeant(meant, ModelSide{*model, false}.words(), experiment.tokens);
    if (experiment.isCross())
        addMeant(meant, ModelSide{*model, true}.words(), *experiment.keyTokens);
    return meant;
}

namespace {

/// Of a text without spaces: the longest known word at each place; what stands between known words
/// is one word, letters of other scripts are a word as far as they go, and marks of punctuation are
/// one each.
class WordCutter {
public:
    WordCutter(const Vocabulary& words, std::string_view text)
        : m_words(words)
        , m_rest(text) {
        while (!m_rest.empty())
            takeNext();
        endUnknown();
    }

    TokenList tokens;
    int known = 0;

private:
    void takeNext() {
        if (const std::size_t bytes = otherLetters()) {
            known += m_words.findMeant(std::string(m_rest.substr(0, bytes))) ? 1 : 0;
            return takeWord(bytes);
        }
        if (const std::size_t bytes = longestKnown()) {
            ++known;
            return takeWord(bytes);
        }
        const Character next = firstCharacter(m_rest);
        const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
        if (characters::isPunctuation(next.code))
            return takeWord(bytes);
        m_unknown += m_rest.substr(0, bytes);
        m_rest.remove_prefix(bytes);
    }
    /// How many bytes of neither Chinese nor marks come now: "Tom" in 请Tom帮我.
    std::size_t otherLetters() const {
        std::size_t bytes = 0;
        while (bytes < m_rest.size()) {
            const Character next = firstCharacter(m_rest.substr(bytes));
            if (characters::isChineseOfBert(next.code) || characters::isPunctuation(next.code))
                break;
            bytes += std::max<std::size_t>(next.bytes, 1);
        }
        return bytes;
    }
    std::size_t longestKnown() const {
        for (std::size_t bytes = m_rest.size(); bytes > 0; --bytes) {
            if (m_words.find(std::string(m_rest.substr(0, bytes))))
                return bytes;
        }
        return 0;
    }
    void takeWord(std::size_t bytes) {
        endUnknown();
        tokens.emplace_back(m_rest.substr(0, bytes));
        m_rest.remove_prefix(bytes);
    }
    void endUnknown() {
        if (!m_unknown.empty())
            tokens.push_back(std::exchange(m_unknown, {}));
    }

    const Vocabulary& m_words;
    std::string_view m_rest;
    std::string m_unknown;
};

} // namespace

bool isKnownWord(const Experiment& experiment, const PackedTrainingPointer& training,
                 TokenSide side, const std::string& word) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    return model && sideOf(*model, experiment, side).words().findMeant(word);
}

TokenList cutAtKnownWords(const Experiment& experiment, const PackedTrainingPointer& training,
                          TokenSide side, const std::string& text) {
    const std::shared_ptr<const TakenModel> model = modelOf(experiment, training);
    if (!model || isKnownWord(experiment, training, side, text))
        return {};
    WordCutter cut(sideOf(*model, experiment, side).words(), text);
    return cut.known < 2 ? TokenList() : std::move(cut.tokens);
}

} // namespace headscope
