// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/code_lines.h"

#include "head_shapes/einops_line.h"
#include "head_shapes/layout_step.h"

#include <numeric>

namespace headscope {

namespace {

using Line = std::vector<CodePart>;

void add(Line& line, std::string text) {
    line.push_back({std::move(text), std::nullopt, false});
}

void addSizes(Line& line, const Tensor& tensor) {
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        if (i > 0)
            add(line, ", ");
        line.push_back({std::to_string(tensor.size(i)), axisFamily(tensor.axes()[i]), false});
    }
}

/// The order of all axes that a transpose or permute makes.
PerAxis<std::size_t> wholeOrder(const LayoutStep& step) {
    if (step.operation == LayoutOperation::Permute)
        return step.order;
    PerAxis<std::size_t> order(step.tensor.rank(), 0);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::swap(order[step.order[0]], order[step.order[1]]);
    return order;
}

std::string matrixName(Index head) {
    return "Z_" + std::to_string(head + 1);
}

/// "Z_1, Z_2, Z_3"; the middle left out where there are many.
std::string matrixList(Index heads) {
    std::string text = matrixName(0);
    for (Index head = 1; head < heads; ++head) {
        if (heads > 9 && head == 2) {
            text += ", …";
            head = heads - 1;
        }
        text += ", " + matrixName(head);
    }
    return text;
}

/// What one step adds behind the line, and before it.
struct Addition {
    std::string before;
    Line behind;
};

Addition shaped(const char* method, const LayoutStep& step, const char* end) {
    Addition addition;
    add(addition.behind, method);
    addSizes(addition.behind, step.tensor);
    add(addition.behind, end);
    return addition;
}

Addition call(std::string text) {
    Addition addition;
    add(addition.behind, std::move(text));
    return addition;
}

Addition inPyTorch(const LayoutStep& step) {
    switch (step.operation) {
    case LayoutOperation::View: return shaped(".view(", step, ")");
    case LayoutOperation::Reshape: return shaped(".reshape(", step, ")");
    case LayoutOperation::Transpose:
    case LayoutOperation::Permute: return call("." + stepName(step));
    case LayoutOperation::Contiguous: return call(".contiguous()");
    default: return {};
    }
}

Addition inNumPy(const LayoutStep& step) {
    switch (step.operation) {
    case LayoutOperation::View:
    case LayoutOperation::Reshape: return shaped(".reshape(", step, ")");
    case LayoutOperation::Transpose:
    case LayoutOperation::Permute: return call(".transpose(" + numberList(wholeOrder(step)) + ")");
    case LayoutOperation::Contiguous:
        // A method would be .copy(), which copies even what is contiguous.
        return {"np.ascontiguousarray(", call(")").behind};
    default: return {};
    }
}

Line concatenation(Index heads, CodeDialect dialect) {
    Line line;
    add(line, (dialect == CodeDialect::PyTorch ? "torch.cat([" : "np.concatenate([") +
                  matrixList(heads) +
                  (dialect == CodeDialect::PyTorch ? "], dim=-1)" : "], axis=-1)"));
    return line;
}

/// What the source of the elements is called.
std::string sourceName(const Journey& journey) {
    if (journey.path() == LayoutPath::SideBySide)
        return "[" + matrixList(journey.sizes().heads) + "]";
    return journey.firstStep() > 0 ? std::string(1, journey.letter()) : stepName(journey, 0);
}

Addition projection(const std::string& matrix) {
    return call(" @ " + matrix);
}

void apply(Line& line, Addition addition) {
    for (CodePart& part : line)
        part.current = false;
    if (!addition.before.empty())
        line.insert(line.begin(), {std::move(addition.before), std::nullopt, true});
    for (CodePart& part : addition.behind) {
        part.current = true;
        line.push_back(std::move(part));
    }
}

/// The matrices Z_1 … as one tensor, for a way that does not lay them side by side.
Line stacked(Index heads, CodeDialect dialect) {
    const char* call = dialect == CodeDialect::PyTorch ? "torch.stack([" : "np.stack([";
    return {{call + matrixList(heads) + "])", std::nullopt, false}};
}

/// From the source to a step that only rearranges.
Line rearranged(const Journey& journey, std::size_t step, CodeDialect dialect) {
    if (dialect == CodeDialect::Einops)
        return einopsLine(journey, step, sourceName(journey));
    Line line = {{sourceName(journey), std::nullopt, true}};
    for (std::size_t i = journey.firstStep() + 1; i <= step; ++i) {
        const LayoutStep& made = journey[i];
        const bool leavesSource = i == journey.firstStep() + 1;
        if (journey.path() == LayoutPath::SideBySide && leavesSource)
            line = stacked(journey.sizes().heads, dialect);
        if (made.operation == LayoutOperation::Concatenate) {
            line.clear();
            apply(line, {{}, concatenation(journey.sizes().heads, dialect)});
        } else if (dialect == CodeDialect::PyTorch) {
            apply(line, inPyTorch(made));
        } else {
            apply(line, inNumPy(made));
        }
    }
    return line;
}

} // namespace

const char* dialectName(CodeDialect dialect) {
    switch (dialect) {
    case CodeDialect::PyTorch: return "PyTorch";
    case CodeDialect::NumPy: return "NumPy";
    case CodeDialect::Einops: return "einops";
    }
    return "";
}

std::vector<CodePart> codeLine(const Journey& journey, std::size_t step, CodeDialect dialect) {
    if (step < journey.firstStep())
        return {{"x", std::nullopt, true}};
    if (step == journey.firstStep() && step > 0) {
        Line line;
        add(line, std::string(1, journey.letter()) + " = x");
        apply(line, projection(std::string("W_") + journey.letter()));
        return line;
    }
    if (journey.follows(step))
        return rearranged(journey, step, dialect);
    Line line = rearranged(journey, journey.lastStep(), dialect);
    apply(line, projection("W_o"));
    return line;
}

std::string codeText(const std::vector<CodePart>& line) {
    std::string text;
    for (const CodePart& part : line)
        text += part.text;
    return text;
}

} // namespace headscope
