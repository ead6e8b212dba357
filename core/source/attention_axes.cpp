// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/attention_axes.h"

#include <algorithm>
#include <array>
#include <optional>

namespace headscope {

namespace {

using enum ArrayAxis;

constexpr std::array<std::pair<std::string_view, ArrayAxis>, 5> axisWords = {
    {{"layers", Layers}, {"batch", Batch}, {"heads", Heads}, {"query", Query}, {"key", Key}}};

bool isDecimal(char letter) {
    return letter >= '0' && letter <= '9';
}

/// "layer_10" behind "layer_9".
bool naturallyBefore(std::string_view a, std::string_view b) {
    std::size_t i = 0;
    std::size_t j = 0;
    const auto number = [](std::string_view text, std::size_t& place) {
        while (place < text.size() && text[place] == '0')
            ++place;
        const std::size_t from = place;
        while (place < text.size() && isDecimal(text[place]))
            ++place;
        return text.substr(from, place - from);
    };
    while (i < a.size() && j < b.size()) {
        if (isDecimal(a[i]) && isDecimal(b[j])) {
            const std::string_view x = number(a, i);
            const std::string_view y = number(b, j);
            if (x != y)
                return x.size() != y.size() ? x.size() < y.size() : x < y;
            continue;
        }
        if (a[i] != b[j])
            return a[i] < b[j];
        ++i;
        ++j;
    }
    return a.size() - i < b.size() - j;
}

} // namespace

std::string lowerCase(std::string_view text) {
    std::string result(text);
    for (char& letter : result)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    return result;
}

std::string axesText(const ArrayAxes& axes) {
    std::string text;
    for (const ArrayAxis axis : axes) {
        const auto found =
            std::ranges::find(axisWords, axis, &decltype(axisWords)::value_type::second);
        text.append(text.empty() ? "" : ",").append(found->first);
    }
    return text;
}

Result<ArrayAxes> axesFrom(std::string_view text) {
    ArrayAxes axes;
    bool good = true;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        std::string word = lowerCase(text.substr(from, end - from));
        std::erase(word, ' ');
        const auto found = std::ranges::find_if(axisWords, [&](const auto& name) {
            return !word.empty() &&
                   (name.first == word || (name.first.starts_with(word)) ||
                    name.first == word + "s" || (name.first == "query" && word == "queries") ||
                    (name.first == "key" && word == "keys"));
        });
        good = good && found != axisWords.end() &&
               std::ranges::find(axes, found->second) == axes.end();
        if (found != axisWords.end())
            axes.push_back(found->second);
        from = end + 1;
    }
    const auto has = [&](ArrayAxis axis) { return std::ranges::find(axes, axis) != axes.end(); };
    if (good && has(Query) && has(Key))
        return axes;
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "axes \"%1\": each of layers, batch, heads, query "
                                       "and key at most once is needed, query and key "
                                       "among them, as in layers,heads,query,key"),
                     std::string(text));
}

AttentionKind kindNamed(std::string_view name) {
    const std::string low = lowerCase(name);
    const auto has = [&](const char* word) { return low.find(word) != low.npos; };
    if (has("cross") || has("encoder_attn") || has("encdec"))
        return AttentionKind::Cross;
    if (has("decoder"))
        return AttentionKind::Decoder;
    return has("encoder") ? AttentionKind::Encoder : AttentionKind::Plain;
}

std::optional<Index> layerNamed(std::string_view name) {
    for (const std::string_view before : {"blocks.", "layers.", "layer.", "h."}) {
        const std::size_t found = name.find(before);
        if (found == name.npos || (found > 0 && name[found - 1] != '.'))
            continue;
        Index layer = 0;
        std::size_t place = found + before.size();
        const std::size_t from = place;
        for (; place < name.size() && isDecimal(name[place]) && place < from + 6; ++place)
            layer = layer * 10 + (name[place] - '0');
        if (place > from)
            return layer;
    }
    return std::nullopt;
}

bool isAttentionName(std::string_view name) {
    const std::string low = lowerCase(name);
    if (low.ends_with("mask"))
        return false;
    return low.find("attn") != low.npos || low.find("attention") != low.npos ||
           low.find("pattern") != low.npos;
}

bool isWeightName(std::string_view name) {
    return std::ranges::any_of(
        std::array<std::string_view, 4>{"weight", "bias", "in_proj_weight", "in_proj_bias"},
        [&](std::string_view word) {
            return name == word ||
                   (name.ends_with(word) && name[name.size() - word.size() - 1] == '.');
        });
}

std::optional<std::pair<std::string, Index>> headNamed(std::string_view name) {
    const std::string low = lowerCase(name);
    for (std::size_t found = low.find("head"); found != low.npos;
         found = low.find("head", found + 1)) {
        std::size_t place = found + 4;
        if (place < low.size() && (low[place] == '_' || low[place] == '.' || low[place] == '-'))
            ++place;
        const std::size_t digits = place;
        Index head = 0;
        for (; place < low.size() && isDecimal(low[place]) && place < digits + 6; ++place)
            head = head * 10 + (low[place] - '0');
        if (place > digits)
            return std::pair(std::string(name.substr(0, found)) + std::string(name.substr(place)),
                             head);
    }
    return std::nullopt;
}

std::vector<std::size_t> attentionsAmong(std::span<const ArrayFacts> arrays) {
    std::vector<std::size_t> chosen;
    const auto take = [&](auto&& wanted) {
        for (std::size_t i = 0; chosen.empty() || i < arrays.size(); ++i) {
            if (i == arrays.size())
                break;
            const std::size_t rank = arrays[i].shape.size();
            if (rank >= 2 && rank <= 5 && !isWeightName(arrays[i].name) && wanted(arrays[i].name))
                chosen.push_back(i);
        }
        return !chosen.empty();
    };
    // A cache has much beside them, and the scores as well.
    const bool any =
        take([](std::string_view name) { return name.ends_with("hook_pattern"); }) ||
        take([](std::string_view name) { return name.ends_with("hook_attn_scores"); }) ||
        take([](std::string_view name) {
            return isAttentionName(name) && lowerCase(name).ends_with("softmax");
        }) ||
        take(isAttentionName) || take([](std::string_view) { return true; });
    if (!any)
        return {};
    std::ranges::stable_sort(chosen, [&](std::size_t a, std::size_t b) {
        const AttentionKind kind = kindNamed(arrays[a].name);
        const AttentionKind other = kindNamed(arrays[b].name);
        return kind != other ? kind < other : naturallyBefore(arrays[a].name, arrays[b].name);
    });
    // One rank is read in one way: that of the most, else the larger one.
    std::array<std::size_t, 6> count{};
    for (const std::size_t i : chosen)
        ++count[arrays[i].shape.size()];
    std::size_t rank = 5;
    for (std::size_t other = rank; other-- > 2;)
        rank = count[other] > count[rank] ? other : rank;
    std::erase_if(chosen, [&](std::size_t i) { return arrays[i].shape.size() != rank; });
    return chosen;
}

AxesGuess guessAxes(std::span<const ArrayFacts> arrays) {
    if (arrays.empty())
        return {};
    const Shape& shape = arrays.front().shape;
    // A letter for each axis, as people write them at the end of a name: attn_BHQK.
    const std::string_view name = arrays.front().name;
    if (name.size() > shape.size() && name[name.size() - shape.size() - 1] == '_') {
        const std::string letters = lowerCase(name.substr(name.size() - shape.size()));
        std::string words;
        for (const char letter : letters)
            words.append(words.empty() ? "" : ",").append(1, letter);
        if (const Result<ArrayAxes> said = axesFrom(words))
            return {*said, {}};
    }
    std::array<std::size_t, 4> ofKind{};
    for (const ArrayFacts& array : arrays)
        ++ofKind[static_cast<std::size_t>(kindNamed(array.name))];
    const bool layered = std::ranges::any_of(ofKind, [](std::size_t count) { return count > 1; });
    const bool batchOfOne = shape[0] == 1;
    const ArrayAxes pairs = {Query, Key};
    const ArrayAxes heads = {Heads, Query, Key};
    const ArrayAxes batch = {Batch, Query, Key};
    const ArrayAxes layers = {Layers, Query, Key};
    const ArrayAxes batchHeads = {Batch, Heads, Query, Key};
    const ArrayAxes layersHeads = {Layers, Heads, Query, Key};
    const ArrayAxes layersBatch = {Layers, Batch, Heads, Query, Key};
    const ArrayAxes batchLayers = {Batch, Layers, Heads, Query, Key};
    const bool hookedOne = name.find("hook_") != name.npos || layerNamed(name).has_value();
    switch (shape.size()) {
    case 3:
        if (layered)
            return {heads, {batch}};
        return batchOfOne ? AxesGuess{heads, {}} : AxesGuess{heads, {layers, batch}};
    case 4:
        // As this program writes it, and as a layer of a model calls it.
        if (!layered && !batchOfOne && name.ends_with("attention_weights"))
            return {batchHeads, {layersHeads}};
        if (layered || hookedOne)
            return {batchHeads, {}};
        return batchOfOne ? AxesGuess{batchHeads, {}} : AxesGuess{layersHeads, {batchHeads}};
    case 5:
        return {layersBatch, batchOfOne || shape[1] == 1 ? std::vector<ArrayAxes>()
                                                         : std::vector<ArrayAxes>{batchLayers}};
    default: return {pairs, {}};
    }
}

} // namespace headscope
