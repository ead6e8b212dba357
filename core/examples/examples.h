// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "source/source.h"
#include "support/language.h"
#include "trace/tensor_name.h"

#include <span>
#include <string_view>

namespace headscope {

/// What an example is about: what a person sees first of it.
struct ExampleFocus {
    std::string_view scope = {}; ///< the block; empty: the only one, or what a model is about
    std::optional<TensorName> tensor = {}; ///< nothing: the block's own
    bool allLayers = false;                ///< every head of every layer at once
};

/// What the words of a sentence mean, one for each, to who reads another language.
struct ExampleGloss {
    const char* words = nullptr; ///< as parseTokens() reads them; nullptr: there is none
    Language reader = Language::English;
};

/// An example of the chooser. Title and explanation are English and keys of
/// their translations (context "Example").
struct Example {
    std::string_view id; ///< as on the command line: "ticket", "one-row"
    const char* title;
    const char* explanation;   ///< one sentence
    const Source& (*source)(); ///< an experiment, made once, with its training if it was learnt
    ExampleFocus focus = {};
    /// Whose words it has, where it exists once for each language; nothing: the same for all.
    std::optional<Language> language = {};
    std::string_view sibling = {}; ///< id of the one in the other language
    ExampleGloss gloss = {};       ///< of the tokens of its first sentence
    ExampleGloss keyGloss = {};    ///< of those of the keys, where they are others

    /// What that reader is told of one side; empty: these words are theirs.
    TokenList glosses(bool ofKeys, Language reader) const;
    /// What an experiment is compared with after every edit.
    const Experiment& original() const { return *source().experiment(); }
    Experiment make() const { return original(); }
};

/// All of them, in the order of the chooser, those of both languages beside each other.
std::span<const Example> examples();
/// What the chooser offers to who reads this language; the first one is what the program opens
/// with.
std::vector<const Example*> examplesIn(Language language);
/// nullptr where there is none of that id.
const Example* findExample(std::string_view id);
/// The example of that id, or the same one in the words of that language, where it has some.
/// nullptr where there is none.
const Example* findExample(std::string_view id, Language language);
/// Whether an experiment is still just what the example that it names made.
bool isUnedited(const Experiment& experiment);

} // namespace headscope
