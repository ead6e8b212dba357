// SPDX-License-Identifier: GPL-3.0-or-later
#include "steps/code_text.h"

#include "operations/contributors.h"
#include "steps/operation_code.h"
#include "support/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

std::string codeName(TensorName name) {
    const TensorInfo& info = infoOf(name);
    return std::string(info.code.empty() ? info.name : info.code);
}

namespace code {

const TraceStep& Made::operandStep(std::size_t i) const {
    const TraceStep* step = &block[this->step().operands[i]];
    while (masksNothing(*step))
        step = &block[step->operands[0]];
    return *step;
}

std::string Made::name(std::size_t i) const {
    return codeName(operandStep(i).name);
}

std::string Made::filled(std::string_view pattern) const {
    std::string text;
    while (!pattern.empty()) {
        const std::size_t open = std::min(pattern.find('['), pattern.size());
        text += pattern.substr(0, open);
        pattern.remove_prefix(open);
        if (pattern.size() > 2 && pattern[2] == ']' && pattern[1] >= '0' && pattern[1] <= '9') {
            text += name(static_cast<std::size_t>(pattern[1] - '0'));
            pattern.remove_prefix(3);
        } else if (constexpr std::string_view factor = "[factor]"; pattern.starts_with(factor)) {
            text += shortestText(step().factor);
            pattern.remove_prefix(factor.size());
        } else if (!pattern.empty()) {
            text += pattern.front();
            pattern.remove_prefix(1);
        }
    }
    return text;
}

std::string Made::bias(const std::string& placed) const {
    return hasOperand(2) ? " + " + name(2) + placed : std::string();
}

std::size_t Made::mask(TensorName name) const {
    std::size_t i = 1;
    while (hasOperand(i) && operandStep(i).name != name)
        ++i;
    return i;
}

std::string dropoutText(float factor) {
    const double exact = 1 - 1 / static_cast<double>(factor);
    double scale = 1;
    for (int digits = 1; digits < 9; ++digits) {
        scale *= 10;
        const double rounded = std::round(exact * scale) / scale;
        if (static_cast<float>(1 / (1 - rounded)) == factor)
            return shortestText(static_cast<float>(rounded));
    }
    return shortestText(static_cast<float>(exact));
}

char letter(Axis axis) {
    switch (axis) {
    case Axis::Batch: return 'b';
    case Axis::Sequence: return 's';
    case Axis::Query: return 'i';
    case Axis::Key: return 'j';
    case Axis::Heads: return 'h';
    case Axis::ModelDim: return 'm';
    case Axis::HiddenDim: return 'f';
    case Axis::Vocabulary: return 'w';
    case Axis::Feature: return 'n';
    default: return 'd';
    }
}

std::string pattern(const Axes& axes, const char* between) {
    std::string text;
    for (const Axis axis : axes) {
        if (!text.empty())
            text += between;
        text += letter(axis);
    }
    return text;
}

std::string broadcastIndex(const Axes& axes, const Axes& result) {
    std::vector<bool> own; // of each axis of the result; new ones in front come by themselves
    std::size_t next = 0;
    for (const Axis axis : result) {
        const bool has = next < axes.size() && axes[next] == axis;
        if (has || next > 0)
            own.push_back(has);
        next += has;
    }
    while (!own.empty() && own.back() && std::ranges::find(own, false) != own.end() &&
           own.size() > 1)
        own.pop_back(); // nothing changes behind the last new one
    if (std::ranges::find(own, false) == own.end())
        return {};
    if (std::ranges::count(own, false) == 1 && own.size() > 2)
        return "[..., None]";
    std::string text;
    for (const bool has : own)
        text += (text.empty() ? "" : ", ") + std::string(has ? ":" : "None");
    return "[" + text + "]";
}

bool hasFullyMaskedRow(const Made& softmax) {
    const Tensor& scores = softmax.operand(0);
    const std::size_t axis = softmaxAxis(scores);
    const Tensor last = scores.transposed(axis, scores.rank() - 1);
    const Index keys = last.size(last.rank() - 1);
    const Index stride = last.stride(last.rank() - 1);
    Shape rows = last.shape();
    rows.back() = 1;
    Cell cell(last.rank(), 0);
    do {
        const float* row = last.data() + (last.storageIndex(cell) - last.offset());
        Index key = 0;
        while (key < keys && row[key * stride] == -std::numeric_limits<float>::infinity())
            ++key;
        if (key == keys)
            return true;
    } while (advance(cell, rows));
    return false;
}

std::size_t positionAxis(const Tensor& heads) {
    const std::size_t query = heads.axisOf(Axis::Query);
    return query < heads.rank() ? query : heads.axisOf(Axis::Key);
}

bool isOfRows(const Tensor& x, const Tensor& meanOrVariance) {
    return meanOrVariance.shape().back() == 1 && x.shape().back() > 1;
}

std::vector<CodePart> withSizes(std::string statement, const char* comment, const Tensor& result,
                                const std::string& remark) {
    std::vector<CodePart> line = {{std::move(statement), std::nullopt, true},
                                  {std::string("  ") + comment + " (", std::nullopt, false}};
    for (std::size_t i = 0; i < result.rank(); ++i) {
        if (i > 0)
            line.push_back({", ", std::nullopt, false});
        line.push_back({std::to_string(result.size(i)), axisFamily(result.axes()[i]), false});
    }
    line.push_back({(result.rank() == 1 ? ",)" : ")") + remark, std::nullopt, false});
    return line;
}

} // namespace code
} // namespace headscope
