// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
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

/// An example of the chooser. Title and explanation are English and keys of
/// their translations (context "Example").
struct Example {
    std::string_view id; ///< as on the command line: "ticket", "one-row"
    const char* title;
    const char* explanation;         ///< one sentence
    const Experiment& (*original)(); ///< made once: it is compared with after every edit
    ExampleFocus focus = {};

    Experiment make() const { return original(); }
};

/// In the order of the chooser; the first one is what the program opens with.
std::span<const Example> examples();
/// nullptr where there is none of that id.
const Example* findExample(std::string_view id);
/// Whether an experiment is still just what the example that it names made.
bool isUnedited(const Experiment& experiment);

} // namespace headscope
