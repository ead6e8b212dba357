// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"

#include "examples/make_example.h"

#include <algorithm>
#include <utility>

namespace headscope {

namespace {

template <std::size_t place> const Experiment& madeOnce() {
    static const Experiment made = makeExample(exampleTable[place]);
    return made;
}

template <std::size_t... place>
std::array<Example, exampleCount> listed(std::index_sequence<place...> /*places*/) {
    return {Example{exampleTable[place].id, exampleTable[place].title,
                    exampleTable[place].explanation, madeOnce<place>,
                    exampleTable[place].focus}...};
}

} // namespace

std::span<const Example> examples() {
    static const std::array<Example, exampleCount> all =
        listed(std::make_index_sequence<exampleCount>());
    return all;
}

const Example* findExample(std::string_view id) {
    const auto found = std::ranges::find(examples(), id, &Example::id);
    return found == examples().end() ? nullptr : &*found;
}

bool isUnedited(const Experiment& experiment) {
    const Example* example = findExample(experiment.example);
    return example && experiment == example->original();
}

} // namespace headscope
