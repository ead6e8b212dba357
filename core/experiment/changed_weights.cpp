// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/changed_weights.h"

#include "tensor/recipes.h"

#include <algorithm>
#include <bit>

namespace headscope {

bool haveSamePlaces(const Parameters& a, const Parameters& b) {
    return std::ranges::equal(a.entries(), b.entries(), [](const auto& one, const auto& other) {
        return one.role == other.role && one.scope == other.scope &&
               one.tensor.shape() == other.tensor.shape();
    });
}

ChangedNumbers changedNumbers(const Parameters& now, const Parameters& before) {
    ChangedNumbers numbers;
    for (std::size_t i = 0; i < now.entries().size(); ++i) {
        const Tensor& here = now.entries()[i].tensor;
        const Tensor& there = before.entries()[i].tensor;
        numbers.all += here.elementCount();
        if (recipes::haveOneOrigin(here, there))
            continue;
        const Tensor mine = here.contiguous();
        const Tensor other = there.contiguous();
        Index changed = 0;
        for (Index k = 0; k < mine.elementCount(); ++k)
            changed += std::bit_cast<std::uint32_t>(mine.data()[k]) !=
                               std::bit_cast<std::uint32_t>(other.data()[k])
                           ? 1
                           : 0;
        numbers.changed += changed;
        numbers.inPart += changed < mine.elementCount() ? changed : 0;
    }
    return numbers;
}

} // namespace headscope
