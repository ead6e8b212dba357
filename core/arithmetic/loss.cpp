// SPDX-License-Identifier: GPL-3.0-or-later
#include "arithmetic/backward.h"

#include <cmath>
#include <limits>

namespace headscope::arithmetic {

namespace {

/// softmax of one row in double: ln p = x − (maximum + ln Σ e^(x − maximum)).
double logOfSum(const float* x, Index count) {
    float maximum = -std::numeric_limits<float>::infinity();
    for (Index i = 0; i < count; ++i)
        maximum = std::max(maximum, x[i]);
    float sum = 0;
    for (Index i = 0; i < count; ++i)
        sum += std::exp(x[i] - maximum);
    return double{maximum} + std::log(double{sum});
}

Index asked(const CrossEntropy& loss) {
    Index count = 0;
    for (Index i = 0; i < loss.logits.rows * loss.groups; ++i)
        count += loss.targets[i] >= 0.0F ? 1 : 0;
    return count;
}

void put(float& to, double value, Into into) {
    to = static_cast<float>(into == Into::Sum ? double{to} + value : value);
}

} // namespace

double crossEntropy(const CrossEntropy& loss) {
    const Index classes = loss.logits.columns / loss.groups;
    const double share = double{loss.smoothing} / static_cast<double>(classes);
    double sum = 0;
    for (Index i = 0; i < loss.logits.rows * loss.groups; ++i) {
        if (loss.targets[i] < 0.0F)
            continue;
        const float* const x =
            loss.logits.data + i / loss.groups * loss.logits.rowStride + i % loss.groups * classes;
        const double normaliser = logOfSum(x, classes);
        const auto target = static_cast<Index>(loss.targets[i]);
        sum -= (1.0 - double{loss.smoothing}) * (double{x[target]} - normaliser);
        for (Index k = 0; share > 0 && k < classes; ++k)
            sum -= share * (double{x[k]} - normaliser);
    }
    const Index count = asked(loss);
    return count ? sum / static_cast<double>(count) : 0;
}

void crossEntropyBackward(const CrossEntropy& loss, float factor, Matrix result, Into into) {
    const Index classes = loss.logits.columns / loss.groups;
    const double share = double{loss.smoothing} / static_cast<double>(classes);
    const Index count = asked(loss);
    const double scale = count ? double{factor} / static_cast<double>(count) : 0;
    for (Index i = 0; i < loss.logits.rows * loss.groups; ++i) {
        const Index row = i / loss.groups;
        const Index column = i % loss.groups * classes;
        const float* const x = loss.logits.data + row * loss.logits.rowStride + column;
        float* const to = result.data + row * result.rowStride + column;
        if (loss.targets[i] < 0.0F) {
            if (into == Into::Fresh)
                std::fill_n(to, classes, 0.0F);
            continue;
        }
        const double normaliser = logOfSum(x, classes);
        const auto target = static_cast<Index>(loss.targets[i]);
        for (Index k = 0; k < classes; ++k) {
            const double p = double{std::exp(static_cast<float>(double{x[k]} - normaliser))};
            const double q = share + (k == target ? 1.0 - double{loss.smoothing} : 0.0);
            put(to[k], (p - q) * scale, into);
        }
    }
}

} // namespace headscope::arithmetic
