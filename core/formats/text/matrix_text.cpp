// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/text/matrix_text.h"

#include "formats/text/latex_text.h"
#include "support/number_text.h"
#include "support/visible_text.h"

#include <charconv>
#include <cmath>

namespace headscope {

namespace {

std::string tableText(const LabelledMatrix& matrix, char separator) {
    std::string text = tableField(matrix.corner, separator);
    for (const std::string& column : matrix.columns)
        text.append(1, separator).append(tableField(column, separator));
    text += '\n';
    for (Index row = 0; row < matrix.values.size(0); ++row) {
        text += tableField(matrix.rows[static_cast<std::size_t>(row)], separator);
        for (Index column = 0; column < matrix.values.size(1); ++column)
            text.append(1, separator).append(shortestText(matrix.values(row, column)));
        text += '\n';
    }
    return text;
}

/// A hyphen is no minus outside of formulas.
std::string latexNumber(float value) {
    if (std::isinf(value))
        return value < 0 ? "$-\\infty$" : "$\\infty$";
    const std::string digits = shortestText(value);
    const std::size_t exponent = digits.find('e');
    if (exponent != std::string::npos) {
        int power = 0;
        const char* const from = digits.data() + exponent + (digits[exponent + 1] == '+' ? 2 : 1);
        std::from_chars(from, digits.data() + digits.size(), power);
        return '$' + digits.substr(0, exponent) + " \\times 10^{" + std::to_string(power) + "}$";
    }
    return value < 0 ? '$' + digits + '$' : digits;
}

std::string latexTable(const LabelledMatrix& matrix) {
    std::string text = "% " + visibleText(matrix.name) + ", \\usepackage{booktabs}\n";
    text += "\\begin{tabular}{l" + std::string(matrix.columns.size(), 'r') + "}\n\\toprule\n";
    text += latexText(matrix.corner);
    for (const std::string& column : matrix.columns)
        text += " & " + latexText(column);
    text += " \\\\\n\\midrule\n";
    for (Index row = 0; row < matrix.values.size(0); ++row) {
        text += latexText(matrix.rows[static_cast<std::size_t>(row)]);
        for (Index column = 0; column < matrix.values.size(1); ++column)
            text += " & " + latexNumber(matrix.values(row, column));
        text += " \\\\\n";
    }
    return text + "\\bottomrule\n\\end{tabular}\n";
}

std::string numPyNumber(float value) {
    if (std::isnan(value))
        return "np.nan";
    if (std::isinf(value))
        return value < 0 ? "-np.inf" : "np.inf";
    return shortestText(value);
}

std::string numPyText(const LabelledMatrix& matrix) {
    std::string text = "# " + visibleText(matrix.name) + "; " + visibleText(matrix.corner) + ':';
    for (const std::string& column : matrix.columns)
        text += ' ' + visibleText(column);
    text += "\nnp.array([\n";
    for (Index row = 0; row < matrix.values.size(0); ++row) {
        text += "    [";
        for (Index column = 0; column < matrix.values.size(1); ++column)
            text += (column == 0 ? "" : ", ") + numPyNumber(matrix.values(row, column));
        text += "],  # " + visibleText(matrix.rows[static_cast<std::size_t>(row)]) + '\n';
    }
    return text + "], dtype=np.float32)\n";
}

} // namespace

std::string tableField(std::string_view text, char separator) {
    const char special[] = {separator, '"', '\n', '\r', '\0'};
    if (text.find_first_of(special) == std::string_view::npos)
        return std::string(text);
    std::string quoted = "\"";
    for (const char letter : text)
        quoted.append(letter == '"' ? 2 : 1, letter);
    return quoted + '"';
}

std::string matrixText(const LabelledMatrix& matrix, MatrixFormat format) {
    switch (format) {
    case MatrixFormat::Tsv: return tableText(matrix, '\t');
    case MatrixFormat::Csv: return tableText(matrix, ',');
    case MatrixFormat::Latex: return latexTable(matrix);
    case MatrixFormat::NumPy: return numPyText(matrix);
    }
    return {};
}

namespace {

std::string htmlText(std::string_view text) {
    std::string escaped;
    for (const char letter : text) {
        switch (letter) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        default: escaped += letter;
        }
    }
    return escaped;
}

/// sdnum is LibreOffice's, mso-number-format Excel's: the format of text.
std::string htmlWord(std::string_view text) {
    return "<th sdnum=\"1033;0;@\" style=\"mso-number-format:'\\@'\">" + htmlText(text) + "</th>";
}

std::string htmlNumber(float value) {
    const std::string digits = shortestText(value);
    if (!std::isfinite(value))
        return htmlWord(digits);
    return "<td sdval=\"" + digits + "\" sdnum=\"1033;\" x:num=\"" + digits + "\">" + digits +
           "</td>";
}

} // namespace

std::string matrixHtml(const LabelledMatrix& matrix) {
    // Excel reads x:num where x is named, and the digits by its own locale elsewhere.
    std::string text = "<html xmlns:x=\"urn:schemas-microsoft-com:office:excel\"><head>"
                       "<meta charset=\"utf-8\"></head><body><table><tr>" +
                       htmlWord(matrix.corner);
    for (const std::string& column : matrix.columns)
        text += htmlWord(column);
    text += "</tr>\n";
    for (Index row = 0; row < matrix.values.size(0); ++row) {
        text += "<tr>" + htmlWord(matrix.rows[static_cast<std::size_t>(row)]);
        for (Index column = 0; column < matrix.values.size(1); ++column)
            text += htmlNumber(matrix.values(row, column));
        text += "</tr>\n";
    }
    return text + "</table></body></html>\n";
}

LabelledMatrix rowOf(const LabelledMatrix& matrix, Index row) {
    const Tensor values = matrix.values.selected(0, row);
    return {matrix.name,
            matrix.corner,
            {matrix.rows[static_cast<std::size_t>(row)]},
            matrix.columns,
            values.reshaped({1, values.size(0)}, matrix.values.axes())};
}

} // namespace headscope
