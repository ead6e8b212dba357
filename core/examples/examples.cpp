// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"

#include "examples/make_example.h"
#include "experiment/edits/edit.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

template <std::size_t place, Language language> const Source& madeOnce() {
    static const Source made = makeExample(exampleTable[place], language);
    return made;
}

template <std::size_t place> void list(std::vector<Example>& all) {
    const ExampleData& data = exampleTable[place];
    Example example = {data.id, data.title, data.explanation, madeOnce<place, Language::Chinese>,
                       data.focus};
    example.gloss = data.words.gloss;
    if (data.keyWords)
        example.keyGloss = data.keyWords->gloss;
    if (data.englishId.empty()) {
        all.push_back(example);
        return;
    }
    example.language = Language::Chinese;
    example.sibling = data.englishId;
    all.push_back(example);
    example.id = data.englishId;
    example.sibling = data.id;
    example.language = Language::English;
    example.source = madeOnce<place, Language::English>;
    example.gloss = data.english.gloss;
    all.push_back(example);
}

template <std::size_t... place>
std::vector<Example> listed(std::index_sequence<place...> /*places*/) {
    std::vector<Example> all;
    (list<place>(all), ...);
    return all;
}

} // namespace

std::span<const Example> examples() {
    static const std::vector<Example> all = listed(std::make_index_sequence<exampleCount>());
    return all;
}

TokenList Example::glosses(bool ofKeys, Language reader) const {
    const ExampleGloss& said = ofKeys ? keyGloss : gloss;
    return said.words && said.reader == reader ? parseTokens(said.words) : TokenList();
}

std::vector<const Example*> examplesIn(Language language) {
    std::vector<const Example*> offered;
    for (const Example& example : examples()) {
        if (example.language.value_or(language) == language)
            offered.push_back(&example);
    }
    return offered;
}

const Example* findExample(std::string_view id) {
    const auto found = std::ranges::find(examples(), id, &Example::id);
    return found == examples().end() ? nullptr : &*found;
}

const Example* findExample(std::string_view id, Language language) {
    const Example* const example = findExample(id);
    return example && example->language.value_or(language) != language
               ? findExample(example->sibling)
               : example;
}

bool isUnedited(const Experiment& experiment) {
    const Example* example = findExample(experiment.example);
    return example && experiment == example->original();
}

} // namespace headscope
