// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <cmath>
#include <cstdio>
#include <span>
#include <string>

/// "scores[b=0,h=1,q=2,k=3]": the axes by their letters.
inline std::string cellName(const std::string& name, const headscope::Tensor& tensor,
                            const headscope::Cell& cell) {
    const auto letter = [](headscope::Axis axis) -> const char* {
        using headscope::Axis;
        switch (axis) {
        case Axis::Batch: return "b";
        case Axis::Heads: return "h";
        case Axis::Query: return "q";
        case Axis::Key: return "k";
        case Axis::Sequence: return "s";
        case Axis::BatchHeads: return "bh";
        default: return "d";
        }
    };
    std::string text = name + "[";
    for (std::size_t i = 0; i < cell.size(); ++i)
        text +=
            (i ? "," : "") + std::string(letter(tensor.axes()[i])) + "=" + std::to_string(cell[i]);
    return text + "]";
}

/// Empty where every element is within `tolerance` of `expected` (in C order;
/// infinities and NaN must be equal), else the worst element:
/// "scores[b=0,h=1,q=2,k=3]: 0.25 != 0.5 (tolerance 1e-06)".
inline std::string differenceText(const std::string& name, const headscope::Tensor& tensor,
                                  std::span<const double> expected, double tolerance) {
    if (static_cast<std::size_t>(tensor.elementCount()) != expected.size())
        return name + " has shape " + headscope::shapeText(tensor.shape()) + ", but " +
               std::to_string(expected.size()) + " elements are expected";
    if (expected.empty())
        return {};
    headscope::Cell cell(tensor.rank(), 0);
    headscope::Cell worstCell;
    double worst = -1;
    double worstExpected = 0;
    std::size_t i = 0;
    do {
        const auto value = static_cast<double>(tensor.at(cell));
        const double wanted = expected[i++];
        const bool same = value == wanted || (std::isnan(value) && std::isnan(wanted));
        double difference = same ? 0 : std::abs(value - wanted);
        if (std::isnan(difference))
            difference = HUGE_VAL;
        if (difference > tolerance && difference > worst) {
            worst = difference;
            worstCell = cell;
            worstExpected = wanted;
        }
    } while (advance(cell, tensor.shape()));
    if (worst < 0)
        return {};
    char numbers[160];
    std::snprintf(numbers, sizeof numbers, ": %.9g != %.17g (difference %.3g, tolerance %.3g)",
                  static_cast<double>(tensor.at(worstCell)), worstExpected, worst, tolerance);
    return cellName(name, tensor, worstCell) + numbers;
}
