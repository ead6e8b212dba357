// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/head_sum.h"

#include "steps/code_text.h"
#include "steps/operation_code.h"

#include <algorithm>

namespace headscope {

namespace {

std::string number(Index value) {
    return std::to_string(value);
}

/// "h*4:(h+1)*4"
std::string sliceOf(Index width) {
    return "h*" + number(width) + ":(h+1)*" + number(width);
}

std::string pythonSum(const code::Made& made, Index heads, Index width) {
    return "sum(" + made.name(0) + "[..., " + sliceOf(width) + "] @ " + made.name(1) + "[" +
           sliceOf(width) + "] for h in range(" + number(heads) + "))" + made.bias();
}

std::string einopsSum(const code::Made& made, Index heads) {
    const Axes& axes = made.operand(0).axes();
    Axes leading;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i)
        leading.push_back(axes[i]);
    const std::string rows = code::pattern(leading, " ");
    const std::string cut = ", h=" + number(heads) + ")";
    return "einsum(rearrange(" + made.name(0) + ", '" + rows + " (h d) -> " + rows + " h d'" + cut +
           ", rearrange(" + made.name(1) + ", '(h d) m -> h d m'" + cut + ", '" + rows +
           " h d, h d m -> " + rows + " m')" + made.bias();
}

} // namespace

Index headsOfProduct(const Trace& block, std::size_t step) {
    const TraceStep& made = block[step];
    if (made.operation != Operation::Linear || made.operands.size() < 2 ||
        block[made.operands[0]].result.axes().back() != Axis::HeadsValueDim)
        return 0;
    std::size_t source = made.operands[0];
    while (isLayout(block[source].operation) && !block[source].result.has(Axis::Heads) &&
           !block[source].operands.empty())
        source = block[source].operands[0];
    const Tensor& apart = block[source].result;
    if (!apart.has(Axis::Heads))
        return 0;
    const Index heads = apart.size(apart.axisOf(Axis::Heads));
    return heads > 1 && block[made.operands[0]].result.shape().back() % heads == 0 ? heads : 0;
}

std::vector<double> headParts(const Explanation& cell, Index heads) {
    std::vector<double> parts(static_cast<std::size_t>(heads), 0);
    const std::size_t width = cell.terms.size() / parts.size();
    for (std::size_t i = 0; i < width * parts.size(); ++i)
        parts[i / width] +=
            static_cast<double>(cell.terms[i].left) * static_cast<double>(cell.terms[i].right);
    return parts;
}

std::vector<CodePart> headSumLine(const Trace& block, std::size_t step, CodeDialect dialect) {
    const Index heads = headsOfProduct(block, step);
    if (heads == 0)
        return {};
    const code::Made made = {block, step};
    const Index width = made.operand(0).shape().back() / heads;
    const std::string sum =
        codeName(made.step().name) + " = " +
        (dialect == CodeDialect::Einops ? einopsSum(made, heads) : pythonSum(made, heads, width));
    // What stands behind the product is the same: typed numbers, sizes.
    std::vector<CodePart> line = codeLine(block, step, dialect);
    std::string& product = line.front().text;
    const std::size_t behind = std::min(product.find(';'), product.size());
    product = sum + product.substr(behind);
    return line;
}

} // namespace headscope
