// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"
#include "trace/tensor_name.h"

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// What a person said before the answer was shown.
struct LessonAnswer {
    std::size_t option = 0; ///< of Choice
    double number = 0;      ///< of Number
    Index head = 0;         ///< of Pair
    Index query = 0;
    Index key = 0;

    bool operator==(const LessonAnswer&) const = default;
};

/// How that stands to what was computed.
struct LessonVerdict {
    bool right = false;
    std::optional<double> answer; ///< of Number
    double difference = 0;        ///< of Number: what was said minus the answer
    bool exact = false;           ///< of Number: as near as what is typed can be
    std::vector<bool> options;    ///< of Choice: which are right
    std::optional<Index> query;   ///< of Pair: what was to be clicked
    std::optional<Index> key;
};

/// A mark as places, counted from 0.
struct LessonPlace {
    std::string scope; ///< path of its attention; empty: whichever is shown
    std::optional<Index> head;
    std::optional<Index> query;
    std::optional<Index> key;
    std::optional<TensorName> stage;

    bool operator==(const LessonPlace&) const = default;
};

} // namespace headscope
