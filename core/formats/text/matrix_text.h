// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tensor/tensor.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// A matrix with the words at its axes, as it is written out.
struct LabelledMatrix {
    std::string name;                 ///< "attention_weights, head 1"
    std::string corner;               ///< what rows and columns are: "query \\ key"
    std::vector<std::string> rows;    ///< as many as rows
    std::vector<std::string> columns; ///< as many as columns
    Tensor values;                    ///< [rows, columns], any strides
};

enum class MatrixFormat : std::uint8_t {
    Tsv,   ///< what spreadsheets take from the clipboard
    Csv,   ///< RFC 4180 with line feeds
    Latex, ///< a tabular of the package booktabs
    NumPy, ///< np.array([...], dtype=np.float32), tokens as comments
};

/// A field of a table: quoted where it holds the separator, a quote or a line end.
std::string tableField(std::string_view text, char separator);

/// The whole matrix; every finite number reads back as the same float32, and what is masked is
/// −∞ or 0, as its tensor has it. Ends with a line feed.
std::string matrixText(const LabelledMatrix& matrix, MatrixFormat format);
/// The same as a table of HTML, in which a spreadsheet of any country finds numbers as numbers and
/// words as words, whatever its decimal sign and its dates look like.
std::string matrixHtml(const LabelledMatrix& matrix);
/// One of its rows, with the words of the columns.
LabelledMatrix rowOf(const LabelledMatrix& matrix, Index row);

} // namespace headscope
