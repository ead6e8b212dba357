// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/file_attention.h"

#include "characters/characters.h"
#include "measures/attention_head.h"
#include "run/analyses.h"
#include "run/finished_attention.h"
#include "run/readable_tokens.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

/// Numbers that steps are joined to, of all layers.
constexpr Index mostJoined = Index{1} << 27;

bool hasAxis(const ArrayAxes& axes, ArrayAxis axis) {
    return std::ranges::find(axes, axis) != axes.end();
}

/// [layers, batch, heads, query, key] of an array, missing axes of size 1; a view.
Tensor inOrder(const Tensor& tensor, const ArrayAxes& axes) {
    constexpr std::size_t all = 5;
    const Tensor dense = tensor.contiguous();
    Shape padded(all - axes.size(), 1);
    for (const Index size : dense.shape())
        padded.push_back(size);
    ArrayAxes named;
    for (const ArrayAxis axis : {ArrayAxis::Layers, ArrayAxis::Batch, ArrayAxis::Heads}) {
        if (!hasAxis(axes, axis))
            named.push_back(axis);
    }
    named.insert(named.end(), axes.begin(), axes.end());
    std::array<std::size_t, all> order{};
    for (std::size_t i = 0; i < all; ++i)
        order[i] = static_cast<std::size_t>(std::ranges::find(named, static_cast<ArrayAxis>(i)) -
                                            named.begin());
    return dense.reshaped(padded, Axes(all, Axis::Feature)).permuted(order);
}

/// Whether all lines along an axis sum to 1, as the keys of each query do. Lines of 0, and those
/// with a NaN, say nothing.
bool sumsToOne(const Tensor& dense, std::size_t axis) {
    const Index size = dense.size(axis);
    Index inner = 1;
    for (std::size_t behind = axis + 1; behind < dense.rank(); ++behind)
        inner *= dense.size(behind);
    Index lines = 0;
    const float* const values = dense.data();
    for (Index line = 0; line < dense.elementCount() / size; ++line) {
        const float* const from = values + line / inner * inner * size + line % inner;
        double sum = 0;
        bool zero = true;
        for (Index i = 0; i < size; ++i) {
            sum += from[i * inner];
            zero = zero && from[i * inner] == 0;
        }
        if (zero || std::isnan(sum))
            continue;
        if (std::abs(sum - 1) > strayingSum)
            return false;
        ++lines;
    }
    return lines > 1 && size > 1;
}

/// The axis along which the numbers sum to 1 where it is not the last one, as they do whose queries
/// or heads stand behind the keys; nothing where there is no such axis, or several.
std::optional<std::size_t> otherKeyAxis(const Tensor& array) {
    const Tensor dense = array.contiguous();
    const std::size_t rank = dense.rank();
    if (dense.elementCount() == 0 || sumsToOne(dense, rank - 1))
        return std::nullopt;
    std::optional<std::size_t> found;
    for (std::size_t axis = 0; axis + 1 < rank; ++axis) {
        if (!sumsToOne(dense, axis))
            continue;
        if (found)
            return std::nullopt;
        found = axis;
    }
    return found;
}

/// What the other axes count where the keys are said: the queries stand beside those, as many as
/// they are, or before them; the rest is as PyTorch orders it.
ArrayAxes axesAround(std::size_t key, const Shape& shape) {
    const std::size_t rank = shape.size();
    const bool isBehind = key == 0 || (key + 1 < rank && shape[key - 1] != shape[key] &&
                                       shape[key + 1] == shape[key]);
    const std::size_t query = isBehind ? key + 1 : key - 1;
    std::vector<ArrayAxis> others = {ArrayAxis::Layers, ArrayAxis::Batch, ArrayAxis::Heads};
    others.erase(others.begin(), others.end() - static_cast<std::ptrdiff_t>(rank - 2));
    ArrayAxes axes;
    for (std::size_t axis = 0, next = 0; axis < rank; ++axis)
        axes.push_back(axis == key     ? ArrayAxis::Key
                       : axis == query ? ArrayAxis::Query
                                       : others[next++]);
    return axes;
}

/// Whether a reading has as many sequences as there are lists of words.
bool fitsWords(const ArrayAxes& axes, const Shape& shape, std::size_t lists) {
    const auto found = std::ranges::find(axes, ArrayAxis::Batch);
    const Index batch =
        found == axes.end() ? 1 : shape[static_cast<std::size_t>(found - axes.begin())];
    return static_cast<std::size_t>(batch) == lists;
}

/// How the arrays are to be read, from their names and shapes, from how many sequences the words
/// are of, and from the numbers.
ArrayAxes likelyAxes(const FileAttention& attention) {
    const AxesGuess guess = guessAxes(factsOf(attention));
    const Tensor& first = attention.arrays.front().tensor;
    if (!attention.scores) {
        if (const auto key = otherKeyAxis(first))
            return axesAround(*key, first.shape());
    }
    const std::size_t lists = attention.tokens.size();
    if (lists < 2 || fitsWords(guess.axes, first.shape(), lists))
        return guess.axes;
    const auto fitting = std::ranges::find_if(
        guess.others, [&](const ArrayAxes& axes) { return fitsWords(axes, first.shape(), lists); });
    return fitting == guess.others.end() ? guess.axes : *fitting;
}

/// Heads that were saved as matrices of their own, in the order of their names, become one array
/// for each layer.
std::vector<NamedArray> withHeadsTogether(std::vector<NamedArray> arrays) {
    struct Layer {
        std::string name;
        std::vector<const Tensor*> heads;
    };
    std::vector<Layer> layers;
    for (const NamedArray& array : arrays) {
        const auto head = headNamed(array.name);
        if (!head || array.tensor.rank() != 2)
            return arrays;
        const bool isNew = layers.empty() || layers.back().name != head->first;
        if (isNew)
            layers.push_back({head->first, {}});
        else if (array.tensor.shape() != layers.back().heads.front()->shape())
            return arrays;
        layers.back().heads.push_back(&array.tensor);
    }
    std::vector<NamedArray> together;
    for (const Layer& layer : layers) {
        const Shape& matrix = layer.heads.front()->shape();
        Tensor tensor = Tensor::uninitialized(
            {static_cast<Index>(layer.heads.size()), matrix[0], matrix[1]}, Axes(3, Axis::Feature));
        float* to = tensor.mutableData();
        for (const Tensor* const head : layer.heads) {
            const Tensor dense = head->contiguous();
            to = std::ranges::copy(dense.values(), to).out;
        }
        together.push_back({layer.name + "_HQK", std::move(tensor)}); // as guessAxes() reads it
    }
    return together;
}

/// What generate() gives, a tuple of layers for each step ("3.0": step 3, layer 0) whose keys grow,
/// becomes layers: below each other stand the queries of all steps, 0 where a key came later.
std::vector<NamedArray> withStepsTogether(std::vector<NamedArray> arrays) {
    std::vector<std::vector<const Tensor*>> layers; ///< the steps of each
    for (const NamedArray& array : arrays) {
        const std::size_t dot = array.name.find('.');
        if (dot == array.name.npos || array.tensor.rank() != 4 ||
            array.name.find_first_not_of("0123456789", dot + 1) != array.name.npos ||
            array.name.find_first_not_of("0123456789") != dot || dot + 7 < array.name.size() ||
            dot + 1 == array.name.size())
            return arrays;
        const std::size_t layer = std::stoul(array.name.substr(dot + 1));
        // In the order of their names: of each step all layers.
        const std::size_t steps = layers.empty() ? 0 : layers.front().size();
        if (layer == layers.size() && steps <= 1)
            layers.emplace_back();
        if (layer >= layers.size() ||
            (layer > 0 && layers[layer].size() + 1 != layers.front().size()))
            return arrays;
        const Shape& shape = array.tensor.shape();
        if (!layers[layer].empty()) {
            const Shape& before = layers[layer].back()->shape();
            if (shape[0] != before[0] || shape[1] != before[1] || shape[3] <= before[3])
                return arrays;
        }
        layers[layer].push_back(&array.tensor);
    }
    if (layers.empty() || layers.front().size() < 2 ||
        layers.back().size() != layers.front().size())
        return arrays;
    std::vector<NamedArray> together;
    for (std::size_t layer = 0; layer < layers.size(); ++layer) {
        Index queries = 0;
        for (const Tensor* const step : layers[layer])
            queries += step->size(2);
        const Shape& last = layers[layer].back()->shape();
        Index count = 0;
        const Shape shape = {last[0], last[1], queries, last[3]};
        if (!checkedElementCount(shape, count) || count > mostJoined / std::ssize(layers))
            return arrays;
        Tensor tensor = Tensor::filled(shape, Axes(4, Axis::Feature), 0);
        Index from = 0;
        for (const Tensor* const step : layers[layer]) {
            const Tensor dense = step->contiguous();
            const Index rows = step->size(2);
            const Index keys = step->size(3);
            for (Index head = 0; head < last[0] * last[1]; ++head) {
                for (Index row = 0; row < rows; ++row)
                    std::copy_n(dense.data() + (head * rows + row) * keys, keys,
                                tensor.mutableData() + (head * queries + from + row) * last[3]);
            }
            from += rows;
        }
        together.push_back({std::to_string(layer), std::move(tensor)});
    }
    return together;
}

std::string scopeOf(AttentionKind kind, Index layer) {
    switch (kind) {
    case AttentionKind::Plain:
        return Scope::of(ModelPart::Layers, layer, Sublayer::SelfAttention).path();
    case AttentionKind::Encoder:
        return Scope::of(ModelPart::Encoder, layer, Sublayer::SelfAttention).path();
    case AttentionKind::Decoder:
        return Scope::of(ModelPart::Decoder, layer, Sublayer::SelfAttention).path();
    case AttentionKind::Cross:
        return Scope::of(ModelPart::Decoder, layer, Sublayer::CrossAttention).path();
    }
    return {};
}

/// What each attention of the file is called, in the order of a model.
std::vector<FinishedBlock> blocksOf(const FileAttention& attention) {
    struct Layered {
        AttentionKind kind;
        Index layer;
        Tensor weights;
    };
    std::vector<Layered> all;
    std::array<Index, 4> next{};
    for (const NamedArray& array : attention.arrays) {
        const AttentionKind kind = kindNamed(array.name);
        Index& layer = next[static_cast<std::size_t>(kind)];
        const Tensor layers = inOrder(array.tensor, attention.axes);
        if (const auto said = layerNamed(array.name); said && layers.size(0) == 1)
            layer = std::max(layer, *said);
        for (Index i = 0; i < layers.size(0); ++i)
            all.push_back({kind, layer++, layers.selected(0, i)});
    }
    // A decoder alternates.
    std::ranges::stable_sort(all, [](const Layered& a, const Layered& b) {
        const auto place = [](const Layered& one) {
            const bool decodes =
                one.kind == AttentionKind::Decoder || one.kind == AttentionKind::Cross;
            return std::tuple(decodes, one.layer, one.kind);
        };
        return place(a) < place(b);
    });
    std::vector<FinishedBlock> blocks;
    const bool alone = all.size() == 1;
    for (const Layered& one : all)
        blocks.push_back(
            {alone ? std::string() : scopeOf(one.kind, one.layer), one.weights, attention.scores});
    return blocks;
}

/// The largest number of places that a side has in any block.
Index placesOf(const std::vector<FinishedBlock>& blocks, std::size_t axis) {
    Index places = 0;
    for (const FinishedBlock& block : blocks)
        places = std::max(places, block.weights.size(axis));
    return places;
}

} // namespace

bool sumsToOne(const FileAttention& attention) {
    const Tensor dense = attention.arrays.front().tensor.contiguous();
    for (std::size_t axis = 0; dense.elementCount() > 0 && axis < dense.rank(); ++axis) {
        if (sumsToOne(dense, axis))
            return true;
    }
    return false;
}

std::vector<ArrayFacts> factsOf(const FileAttention& attention) {
    std::vector<ArrayFacts> facts;
    for (const NamedArray& array : attention.arrays)
        facts.push_back({array.name, array.tensor.shape()});
    return facts;
}

std::vector<ArrayAxes> otherAxesOf(const FileAttention& attention) {
    const AxesGuess guess = guessAxes(factsOf(attention));
    std::vector<ArrayAxes> others = guess.others;
    if ((!others.empty() || !attention.axesSaid) && guess.axes != attention.axes)
        others.insert(others.begin(), guess.axes);
    std::erase(others, attention.axes);
    return others;
}

namespace {

/// Names and words as text: a file that is saved holds nothing else, and is to say the same when it
/// is read.
void makeReadable(ArrayFile& file) {
    const auto make = [](std::string& text) { text = characters::readable(std::move(text)); };
    for (NamedArray& array : file.arrays)
        make(array.name);
    for (ArrayFacts& other : file.others)
        make(other.name);
    for (TokenLists* lists : {&file.tokens, file.keyTokens ? &*file.keyTokens : nullptr}) {
        for (std::size_t i = 0; lists && i < lists->size(); ++i)
            std::ranges::for_each((*lists)[i], make);
    }
}

} // namespace

Result<FileAttention> attentionFrom(ArrayFile file, const std::string& name,
                                    const AttentionChoices& choices) {
    makeReadable(file);
    std::vector<ArrayFacts> facts;
    for (const NamedArray& array : file.arrays)
        facts.push_back({array.name, array.tensor.shape()});
    const std::vector<std::size_t> chosen = attentionsAmong(facts);
    if (chosen.empty()) {
        facts.insert(facts.end(), file.others.begin(), file.others.end());
        std::string shapes;
        for (std::size_t i = 0; i < std::min<std::size_t>(facts.size(), 5); ++i)
            shapes +=
                (shapes.empty() ? "" : ", ") + (i >= file.arrays.size() && facts[i].shape.empty()
                                                    ? facts[i].name // nobody knows its shape
                                                    : shapeText(facts[i].shape));
        return makeError(HEADSCOPE_MESSAGE("Message", "there is no attention of 2 to 5 axes, such "
                                                      "as [heads, query, key], but %1"),
                         shapes.empty() ? "nothing" : shapes);
    }
    FileAttention attention;
    attention.name = name;
    attention.rawPieces = choices.rawPieces;
    for (const std::size_t i : chosen)
        attention.arrays.push_back(file.arrays[i]);
    for (std::size_t i = 0; i < file.arrays.size(); ++i) {
        if (std::ranges::find(chosen, i) == chosen.end())
            attention.leftOut.push_back(file.arrays[i].name);
    }
    for (ArrayFacts& other : file.others)
        attention.leftOut.push_back(std::move(other.name));
    attention.arrays = withStepsTogether(withHeadsTogether(std::move(attention.arrays)));
    attention.tokens = choices.tokens.empty() ? std::move(file.tokens) : choices.tokens;
    attention.keyTokens = choices.keyTokens ? choices.keyTokens : std::move(file.keyTokens);
    attention.axesSaid = choices.axes.has_value();
    attention.scores =
        choices.scores.value_or(attention.arrays.front().name.ends_with("hook_attn_scores"));
    attention.axes = choices.axes ? *choices.axes : likelyAxes(attention);
    const std::size_t rank = attention.arrays.front().tensor.rank();
    if (attention.axes.size() != rank)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "axes \"%1\" are %2, but the attention has %3: "
                                           "its shape is %4"),
                         axesText(attention.axes), attention.axes.size(), rank,
                         shapeText(attention.arrays.front().tensor.shape()));
    const Status fits = checkAttention(attention);
    return fits ? Result<FileAttention>(std::move(attention)) : fits.error();
}

namespace {

/// A list for each sequence; one alone is that of all of them.
TokenLists ofAllSequences(TokenLists lists, const std::vector<FinishedBlock>& blocks) {
    if (lists.size() == 1 && !blocks.empty() && blocks.front().weights.size(0) > 1) {
        const TokenList all = lists.front();
        lists.resize(static_cast<std::size_t>(blocks.front().weights.size(0)), all);
    }
    return lists;
}

RunLabels labelsFor(const FileAttention& attention, const std::vector<FinishedBlock>& blocks) {
    RunLabels labels;
    labels.tokens = ofAllSequences(readableTokens(attention.tokens, attention.rawPieces), blocks);
    if (attention.keyTokens)
        labels.keyTokens =
            ofAllSequences(readableTokens(*attention.keyTokens, attention.rawPieces), blocks);
    const bool translates = std::ranges::any_of(attention.arrays, [](const NamedArray& array) {
        return kindNamed(array.name) == AttentionKind::Cross;
    });
    // Nobody named the other side: places of its own, not the words of this one.
    if (!labels.keyTokens && !labels.tokens.empty() &&
        (translates || placesOf(blocks, 2) != placesOf(blocks, 3)))
        labels.keyTokens = TokenLists(labels.tokens.size(), placeTokens(placesOf(blocks, 3)));
    return labels;
}

} // namespace

Status checkAttention(const FileAttention& attention) {
    const std::vector<FinishedBlock> blocks = blocksOf(attention);
    return checkFinished(blocks, labelsFor(attention, blocks));
}

Result<std::shared_ptr<const Run>> runOf(const FileAttention& attention) {
    const std::vector<FinishedBlock> blocks = blocksOf(attention);
    Result<Run> run = finishedAttention(blocks, labelsFor(attention, blocks), attention.name);
    if (!run)
        return run.error();
    return withAnalyses(*run);
}

AttentionDoubts doubtsOf(const Run& run) {
    AttentionDoubts doubts;
    for (const TraceStep& step : run.trace()->steps()) {
        const bool weights = step.name == TensorName::AttentionWeights;
        if (step.operation != Operation::Input && !weights)
            continue;
        const Tensor dense = step.result.contiguous();
        const Index keys = dense.shape().back();
        const std::span<const float> values = dense.values();
        for (Index from = 0; from < std::ssize(values); from += keys) {
            double sum = 0;
            bool zero = true;
            for (Index k = 0; k < keys; ++k) {
                const float value = values[static_cast<std::size_t>(from + k)];
                doubts.noNumber += std::isnan(value) && step.operation == Operation::Input ? 1 : 0;
                doubts.negative += weights && value < 0 ? 1 : 0;
                zero = zero && value == 0;
                sum += value;
            }
            if (!weights)
                continue;
            ++doubts.rows;
            doubts.zero += zero ? 1 : 0;
            if (zero || std::isnan(sum) || std::abs(sum - 1) <= strayingSum)
                continue;
            ++doubts.offSum;
            if (std::abs(sum - 1) > std::abs(doubts.farthest - 1))
                doubts.farthest = sum;
        }
    }
    return doubts;
}

namespace {

/// How the words go with the places, where nobody would expect it.
void remarkOnWords(const FileAttention& attention, std::vector<Error>& remarks) {
    const std::vector<FinishedBlock> blocks = blocksOf(attention);
    const Index batch = blocks.empty() ? 0 : blocks.front().weights.size(0);
    const TokenLists keys = attention.keyTokens.value_or(TokenLists());
    if (batch > 1 && (attention.tokens.size() == 1 || keys.size() == 1))
        remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "one list of words names all %1 sequences"), batch));
    if (std::ranges::any_of(attention.arrays, [](const NamedArray& array) {
            return kindNamed(array.name) != AttentionKind::Plain;
        }))
        return; // a translation has sides of several lengths
    const auto compare = [&](const TokenLists& lists, std::size_t axis) {
        std::size_t longest = 0;
        for (const TokenList& list : lists)
            longest = std::max(longest, list.size());
        const auto places = static_cast<std::size_t>(placesOf(blocks, axis));
        if (longest > 0 && longest < places)
            remarks.push_back(
                makeError(HEADSCOPE_MESSAGE("Message", "there are %1 words for %2 places: those "
                                                       "behind them count as padding"),
                          longest, places));
    };
    compare(attention.tokens, 2);
    compare(keys, 3);
}

} // namespace

std::vector<Error> remarksOn(const FileAttention& attention, const AttentionDoubts& doubts) {
    std::vector<Error> remarks;
    const auto key = std::ranges::find(attention.axes, ArrayAxis::Key);
    if (!attention.axesSaid && key + 1 != attention.axes.end() &&
        guessAxes(factsOf(attention)).axes != attention.axes)
        remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "the numbers sum to 1 along axis %1 of %2, which is read "
                                         "as the keys"),
            key - attention.axes.begin() + 1, attention.axes.size()));
    remarkOnWords(attention, remarks);
    if (!attention.scores && doubts.offSum > 0)
        remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "rows that do not sum to 1: %1 of %2; one sums to %3"),
            doubts.offSum, doubts.rows, static_cast<float>(doubts.farthest)));
    if (!attention.scores && doubts.negative > 0)
        remarks.push_back(
            makeError(HEADSCOPE_MESSAGE("Message", "values below 0, as scores before the softmax "
                                                   "have them: %1"),
                      doubts.negative));
    if (doubts.noNumber > 0)
        remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "values that are no numbers (NaN): %1"), doubts.noNumber));
    if (!attention.scores && doubts.zero > 0)
        remarks.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "rows that are 0 throughout, as padding is: %1 of %2"),
            doubts.zero, doubts.rows));
    if (!attention.leftOut.empty())
        remarks.push_back(
            makeError(HEADSCOPE_MESSAGE(
                          "Message", "left out, as they are no attention: %2 arrays, such as %1"),
                      attention.leftOut.front(), attention.leftOut.size()));
    return remarks;
}

} // namespace headscope
