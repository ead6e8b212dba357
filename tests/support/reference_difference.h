// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/reference_file.h"
#include "support/tensor_difference.h"

/// Half the distance of float32 numbers around the largest one.
inline double halfUlpOfLargest(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    const auto single = static_cast<float>(largest);
    return static_cast<double>(std::nextafter(single, HUGE_VALF) - single) / 2;
}

/// Empty where a stage is within four times PyTorch's own float32 error, else what differs.
inline std::string difference(const ReferenceFile& file, const std::string& stage,
                              const headscope::Tensor& ours) {
    const ReferenceFile::Entry& expected = file["stage:" + stage];
    if (!(ours.shape() == expected.shape))
        return stage + " has shape " + headscope::shapeText(ours.shape()) + ", not " +
               headscope::shapeText(expected.shape);
    const double tolerance =
        4 * std::max(file.number("error:" + stage), halfUlpOfLargest(expected.values));
    return differenceText(stage, ours, expected.values, tolerance);
}
