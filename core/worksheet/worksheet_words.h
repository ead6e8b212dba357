// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace headscope {

/// What a sheet says beside its numbers, in one language, UTF-8. Formulas and symbols are markup:
/// _{} below, ^{} above the line.
struct WorksheetWords {
    struct Task {
        std::string heading; ///< "scores · head 1"
        std::string formula; ///< "S = Q·K^{T}"
        std::string how;     ///< "row of Q times row of K: multiply place by place, add up"
    };
    struct Matrix {
        std::string symbol; ///< "S"
        std::string title;  ///< "scores"
        std::string row;    ///< what rows count: "query"; markup; empty: there is one
        std::string column; ///< "d_{k}"
    };
    std::string title;
    std::string source;      ///< what the numbers are of
    std::string instruction; ///< what is to be done
    std::string name;        ///< before the line for it
    std::string date;
    std::vector<Task> tasks;      ///< as Worksheet::tasks
    std::vector<Matrix> matrices; ///< as Worksheet::matrices
    std::string solutions;        ///< the heading
    std::string solutionsNote;    ///< why the program's own numbers may differ; may be empty
    std::string own;              ///< "the program: %1"
    std::string made;             ///< how the sheet came to be
    std::string page;             ///< "page %1 of %2"
};

} // namespace headscope
