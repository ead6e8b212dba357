// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/compared_side.h"
#include "tensor/cell_span.h"
#include "trace/tensor_name.h"

#include <utility>
#include <vector>

namespace headscope {

/// What somebody looks at, to be found again: kept in a list under a title, by a file for whoever
/// opens it, or asked for on the command line. Not a part of what is computed. What is not said
/// is as it stands; what the run does not have any more is as near as it has.
struct PreparedView {
    std::string title;                ///< UTF-8
    std::string page;                 ///< as the registry of pages calls it
    std::optional<std::string> scope; ///< the block of a model
    std::optional<TensorName> stage;
    std::optional<Index> sequence;               ///< from 0, as all numbers here
    std::optional<int> head;                     ///< the enlarged one; behind the heads: mean, max
    bool alone = false;                          ///< that one alone
    std::optional<std::pair<Index, Index>> cell; ///< query and key of the asked cell
    std::optional<CellSpan> zoom;                ///< of the enlarged matrix
    struct Comparison {
        ComparedSide a;
        ComparedSide b;
        bool operator==(const Comparison&) const = default;
    };
    std::optional<Comparison> compared;
    std::string lesson;             ///< id; empty: none
    int question = 0;               ///< the open one; those before it are behind
    bool hidesAnswers = false;      ///< of the lesson
    std::string way;                ///< of Shapes: "split", "merge" or "side_by_side"
    bool wrong = false;             ///< of Shapes: the wrong way stands beside it
    std::string step;               ///< of Shapes: what is done to the tensor, "transpose(1, 2)"
    std::optional<double> progress; ///< of the move of Shapes or Steps, from 0 to 1

    bool operator==(const PreparedView&) const = default;
};

using PreparedViews = std::vector<PreparedView>;

} // namespace headscope
