// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_fit/limit/row_space.h"

#include <cmath>
#include <numeric>

namespace headscope {

namespace {

constexpr double negligible = 1e-6;

double product(const double* a, const double* b, Index count) {
    return std::inner_product(a, a + count, b, 0.0);
}

} // namespace

RowSpace rowSpaceOf(const Tensor& input) {
    const Index rows = input.size(0);
    const Index width = input.size(1);
    const Tensor contiguous = input.contiguous();
    const std::vector<double> values(contiguous.values().begin(), contiguous.values().end());
    std::vector<double> rest = values;
    RowSpace space;
    double longest = 0;
    while (space.rank < std::min(rows, width)) {
        Index next = 0;
        double length = -1;
        for (Index row = 0; row < rows; ++row) {
            const double* const remainder = rest.data() + row * width;
            const double here = std::sqrt(product(remainder, remainder, width));
            if (here > length) {
                length = here;
                next = row;
            }
        }
        longest = std::max(longest, length);
        if (space.rank > 0 && length <= negligible * longest)
            break;
        std::vector<double> direction(rest.begin() + next * width,
                                      rest.begin() + (next + 1) * width);
        for (Index known = 0; known < space.rank; ++known) { // the second time
            const double* const other = space.basis.data() + known * width;
            const double share = product(direction.data(), other, width);
            for (Index i = 0; i < width; ++i)
                direction[static_cast<std::size_t>(i)] -= share * other[i];
        }
        const double norm = std::sqrt(product(direction.data(), direction.data(), width));
        if (norm > 0) {
            for (double& number : direction)
                number /= norm;
        }
        space.basis.insert(space.basis.end(), direction.begin(), direction.end());
        ++space.rank;
        for (Index row = 0; row < rows; ++row) {
            double* const remainder = rest.data() + row * width;
            const double share = product(remainder, direction.data(), width);
            for (Index i = 0; i < width; ++i)
                remainder[i] -= share * direction[static_cast<std::size_t>(i)];
        }
    }
    space.coordinates.resize(static_cast<std::size_t>(rows * space.rank));
    for (Index row = 0; row < rows; ++row) {
        for (Index known = 0; known < space.rank; ++known)
            space.coordinates[static_cast<std::size_t>(row * space.rank + known)] =
                product(values.data() + row * width, space.basis.data() + known * width, width);
    }
    return space;
}

} // namespace headscope
