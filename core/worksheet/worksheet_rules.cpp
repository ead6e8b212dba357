// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_rules.h"

#include "worksheet/printed_number.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Pairs of cells whose products are added, and the bias.
struct ProductCells {
    std::vector<std::pair<WorksheetPlace, WorksheetPlace>> pairs;
    std::optional<WorksheetPlace> bias;
};

bool isProduct(WorksheetStep step) {
    switch (step) {
    case WorksheetStep::ProjectQuery:
    case WorksheetStep::ProjectKey:
    case WorksheetStep::ProjectValue:
    case WorksheetStep::Scores:
    case WorksheetStep::Context:
    case WorksheetStep::Output: return true;
    case WorksheetStep::Scaled:
    case WorksheetStep::Masked:
    case WorksheetStep::Softmax:
    case WorksheetStep::Concatenation: break;
    }
    return false;
}

ProductCells productCells(const Worksheet& sheet, const WorksheetTask& task, Index row,
                          Index column) {
    const std::size_t left = task.operands[0];
    const std::size_t right = task.operands[1];
    const bool turned = task.step == WorksheetStep::Scores; // rows of K
    ProductCells cells;
    for (Index i = 0; i < sheet.matrices[left].columnCount(); ++i)
        cells.pairs.push_back({{left, row, i}, {right, turned ? column : i, turned ? i : column}});
    if (task.operands.size() > 2)
        cells.bias = WorksheetPlace{task.operands[2], 0, column};
    return cells;
}

/// Where a number of the concatenation comes from.
WorksheetPlace movedFrom(const Worksheet& sheet, const WorksheetTask& task, Index row,
                         Index column) {
    for (const std::size_t operand : task.operands) {
        const Index width = sheet.matrices[operand].columnCount();
        if (column < width)
            return {operand, row, column};
        column -= width;
    }
    return {};
}

double scaled(const WorksheetTask& task, double score) {
    if (!task.scales())
        return score;
    if (task.root)
        return score / std::sqrt(static_cast<double>(*task.root));
    return score * readPrinted(task.factor).value_or(1);
}

/// A score with what its task does to it.
double maskedScore(const WorksheetTask& task, Index row, Index column,
                   const WorksheetReader& read) {
    const double score = scaled(task, read({task.operands[0], row, column}));
    return task.masks ? score + read({task.operands.back(), row, column}) : score;
}

/// What a softmax needs of its row.
struct SoftmaxRow {
    double largest = -infinity;
    double sum = 0; ///< Σ exp(score − largest)
};

SoftmaxRow softmaxRow(const Worksheet& sheet, const WorksheetTask& task, Index row,
                      const WorksheetReader& read) {
    std::vector<double> scores;
    for (Index key = 0; key < sheet.matrices[task.operands[0]].columnCount(); ++key)
        scores.push_back(maskedScore(task, row, key, read));
    SoftmaxRow of;
    of.largest = std::ranges::max(scores);
    for (const double score : scores)
        of.sum += std::exp(score - of.largest);
    return of;
}

WorksheetValue softmaxValue(const Worksheet& sheet, const WorksheetTask& task, Index row,
                            Index column, const WorksheetReader& read) {
    const auto [largest, sum] = softmaxRow(sheet, task, row, read);
    const double own = maskedScore(task, row, column, read);
    const double value = std::exp(own - largest) / sum;
    // Only what is masked is 0; what is merely tiny is nothing to ask.
    const bool isClear = std::isinf(own) || value > 1e-9;
    return {value, 1, std::isfinite(largest) && std::isfinite(sum) && isClear};
}

const std::string& textAt(const Worksheet& sheet, const WorksheetPlace& place) {
    return sheet.matrices[place.matrix].at(place.row, place.column).text;
}

bool isNegative(const std::string& text) {
    return text.starts_with("\u2212");
}

/// A number behind a sign of operation.
std::string bracketed(const std::string& text) {
    return isNegative(text) ? '(' + text + ')' : text;
}

std::string scaleText(const WorksheetTask& task) {
    if (!task.scales())
        return {};
    return task.root ? " ÷ √" + std::to_string(*task.root) : " · " + bracketed(task.factor);
}

/// So many digits that matter: four as on a pocket calculator, and more.
std::string calculatorText(double value, int digits) {
    const int before = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
    return printedNumber(value, std::max(0, digits - before));
}

/// Without zeros at its end that say nothing.
std::string shortest(double value, int decimals) {
    std::string text = printedNumber(value, decimals);
    if (text.find('.') == std::string::npos)
        return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

std::string softmaxWorking(const Worksheet& sheet, const WorksheetTask& task, Index row,
                           Index column) {
    const WorksheetReader read = printedReader(sheet);
    const auto [largest, sum] = softmaxRow(sheet, task, row, read);
    const double own = maskedScore(task, row, column, read);
    if (std::isinf(own))
        return "exp(\u2212∞) ÷ " + calculatorText(sum, 4);
    // A quotient by a root, or a sum of exponentials, goes on for ever: what stands here has as
    // many digits as it takes to compute the answer from them, and two more than printed at first.
    const int decimals = sheet.decimals + (task.scales() ? 2 : 0);
    const int resultDecimals = sheet.matrices[task.result].decimals;
    const std::string& answer = textAt(sheet, {task.result, row, column});
    constexpr int mostMore = 12;
    for (int more = 0;; ++more) {
        const std::string score = shortest(own, decimals + more);
        const std::string most = shortest(largest, decimals + more);
        const std::string all = calculatorText(sum, 4 + more);
        const double found = std::exp(*readPrinted(score) - *readPrinted(most)) / *readPrinted(all);
        if (more == mostMore || printedNumber(found, resultDecimals) == answer)
            return "exp(" + score + " \u2212 " + bracketed(most) + ") ÷ " + all;
    }
}

} // namespace

WorksheetReader printedReader(const Worksheet& sheet) {
    return [&sheet](const WorksheetPlace& place) {
        return readPrinted(textAt(sheet, place)).value_or(std::nan(""));
    };
}

std::vector<WorksheetPlace> operandsOf(const Worksheet& sheet, const WorksheetTask& task, Index row,
                                       Index column) {
    std::vector<WorksheetPlace> places;
    if (isProduct(task.step)) {
        const ProductCells cells = productCells(sheet, task, row, column);
        for (const auto& [left, right] : cells.pairs) {
            places.push_back(left);
            places.push_back(right);
        }
        if (cells.bias)
            places.push_back(*cells.bias);
        return places;
    }
    if (task.step == WorksheetStep::Concatenation)
        return {movedFrom(sheet, task, row, column)};
    const bool wholeRow = task.step == WorksheetStep::Softmax;
    const Index keys = sheet.matrices[task.operands[0]].columnCount();
    for (Index key = wholeRow ? 0 : column; key < (wholeRow ? keys : column + 1); ++key) {
        places.push_back({task.operands[0], row, key});
        if (task.masks)
            places.push_back({task.operands.back(), row, key});
    }
    return places;
}

WorksheetValue computed(const Worksheet& sheet, const WorksheetTask& task, Index row, Index column,
                        const WorksheetReader& read) {
    if (isProduct(task.step)) {
        const ProductCells cells = productCells(sheet, task, row, column);
        WorksheetValue sum;
        const auto add = [&sum](double term) {
            sum.value += term;
            sum.magnitude += std::fabs(term);
        };
        for (const auto& [left, right] : cells.pairs)
            add(read(left) * read(right));
        if (cells.bias)
            add(read(*cells.bias));
        sum.asked = std::isfinite(sum.value);
        return sum;
    }
    switch (task.step) {
    case WorksheetStep::Softmax: return softmaxValue(sheet, task, row, column, read);
    case WorksheetStep::Concatenation: {
        const double value = read(movedFrom(sheet, task, row, column));
        return {value, std::fabs(value), std::isfinite(value)};
    }
    default: {
        const double value = maskedScore(task, row, column, read);
        const double score = std::fabs(scaled(task, read({task.operands[0], row, column})));
        return {value, std::isinf(value) ? 0 : score + std::fabs(value - score), value < infinity};
    }
    }
}

std::string workingOf(const Worksheet& sheet, const WorksheetTask& task, Index row, Index column) {
    if (isProduct(task.step)) {
        const ProductCells cells = productCells(sheet, task, row, column);
        std::string working;
        for (const auto& [left, right] : cells.pairs) {
            const std::string& first = textAt(sheet, left);
            working += (working.empty() ? first : " + " + bracketed(first)) + "·" +
                       bracketed(textAt(sheet, right));
        }
        if (cells.bias)
            working += " + " + bracketed(textAt(sheet, *cells.bias));
        return working;
    }
    switch (task.step) {
    case WorksheetStep::Softmax: return softmaxWorking(sheet, task, row, column);
    case WorksheetStep::Concatenation: return {};
    default: break;
    }
    std::string working = textAt(sheet, {task.operands[0], row, column}) + scaleText(task);
    if (task.masks)
        working += " + " + bracketed(textAt(sheet, {task.operands.back(), row, column}));
    return working;
}

} // namespace headscope
