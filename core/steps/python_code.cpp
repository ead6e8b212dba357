// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/operation_info.h"
#include "steps/code_text.h"
#include "steps/operation_code.h"
#include "steps/scale_root.h"
#include "support/number_text.h"

#include <cmath>

namespace headscope::code {

namespace {

/// One step in one of the dialects; every function gives the right side of the assignment.
class Python {
public:
    Python(const Made& made, CodeDialect dialect)
        : m_made(made)
        , m_numpy(dialect == CodeDialect::NumPy)
        , m_einops(dialect == CodeDialect::Einops) {}

    /// Empty where there is no line.
    std::string statement() const;
    /// The assignments of the numbers that a person typed: "; scores[0, 1, 9, 5] = 1.5".
    std::string typed() const;
    /// What has to be said behind the sizes.
    std::string remark() const;

private:
    std::string x() const { return m_made.name(0); }
    const Tensor& result() const { return m_made.result(); }
    /// "torch.relu(" or "np.relu(".
    std::string call(const char* torch, const char* numpy) const { return m_numpy ? numpy : torch; }
    /// "dim=-1" or "axis=-1".
    std::string along(const std::string& axes) const { return (m_numpy ? "axis=" : "dim=") + axes; }
    /// A product over the axis that the patterns share.
    std::string einsum(const std::string& left, const Axes& leftAxes, const std::string& right,
                       const Axes& rightAxes, const Axes& axes) const;

    std::string linear() const;
    std::string headLinear() const;
    std::string queryKeyProduct() const;
    std::string weightedSum() const;
    std::string scaled() const;
    std::string masked() const;
    std::string softmax() const;
    std::string rearranged() const;
    std::string rearrangedStep(std::size_t step, const std::string& before) const;
    std::string einopsRearranged() const;
    std::string positions() const;
    std::string reduced(const std::string& of, const char* method, const char* options) const;
    std::string lookup() const;
    std::string rotaryTable(const char* function) const;
    std::string rotated() const;

    const Made& m_made;
    bool m_numpy;
    bool m_einops;
};

std::string Python::einsum(const std::string& left, const Axes& leftAxes, const std::string& right,
                           const Axes& rightAxes, const Axes& axes) const {
    const char* space = m_einops ? " " : "";
    const std::string text = "'" + pattern(leftAxes, space) + (m_einops ? ", " : ",") +
                             pattern(rightAxes, space) + (m_einops ? " -> " : "->") +
                             pattern(axes, space) + "'";
    if (m_einops)
        return "einsum(" + left + ", " + right + ", " + text + ")";
    return call("torch.einsum(", "np.einsum(") + text + ", " + left + ", " + right + ")";
}

std::string Python::linear() const {
    const std::string weight = m_made.name(1);
    if (!m_einops)
        return x() + " @ " + weight + m_made.bias();
    // As letters an inner width of d, as of W_o, may come out as one of m.
    const Axes& from = m_made.operand(0).axes();
    Axes axes = from;
    axes[axes.size() - 1] = m_made.operand(1).axes()[1];
    Axes weights = {from[from.size() - 1], axes[axes.size() - 1]};
    if (letter(weights[0]) == letter(weights[1]))
        axes[axes.size() - 1] = weights[1] = Axis::Feature;
    return einsum(x(), from, weight, weights, axes) + m_made.bias();
}

std::string Python::headLinear() const {
    const Axes& from = m_made.operand(0).axes();
    Axes axes = result().axes();
    for (Axis& axis : axes) {
        if (axisFamily(axis) == AxisFamily::Sequence)
            axis = Axis::Sequence;
    }
    const Axes& bias = m_made.hasOperand(2) ? m_made.operand(2).axes() : axes;
    return einsum(x(), from, m_made.name(1),
                  {Axis::Heads, from[from.size() - 1], axes[axes.size() - 1]}, axes) +
           m_made.bias(broadcastIndex(bias, axes));
}

std::string Python::queryKeyProduct() const {
    const std::string key = m_made.name(1);
    const bool batchFirst = result().axes()[0] == Axis::Batch;
    if (m_einops || !batchFirst)
        return einsum(x(), m_made.operand(0).axes(), key, m_made.operand(1).axes(),
                      result().axes());
    return x() + " @ " + key + (m_numpy ? ".swapaxes(-2, -1)" : ".transpose(-2, -1)");
}

std::string Python::weightedSum() const {
    const bool batchFirst = result().axes()[0] == Axis::Batch;
    if (m_einops || !batchFirst)
        return einsum(x(), m_made.operand(0).axes(), m_made.name(1), m_made.operand(1).axes(),
                      result().axes());
    return x() + " @ " + m_made.name(1);
}

std::string Python::scaled() const {
    if (const std::optional<Index> width = rootOfScale(m_made.block, m_made.index))
        return x() + " / " + call("math.sqrt(", "np.sqrt(") + std::to_string(*width) + ")";
    return x() + " * " + shortestText(m_made.step().factor);
}

std::string Python::masked() const {
    const auto indexed = [&](std::size_t i) {
        return m_made.name(i) + broadcastIndex(m_made.operand(i).axes(), result().axes());
    };
    const std::size_t allowed = m_made.mask(TensorName::MayAttend);
    const std::size_t added = m_made.mask(TensorName::AdditiveMask);
    const bool adds = m_made.hasOperand(added);
    const std::string sum = adds ? x() + " + " + indexed(added) : x();
    if (!m_made.hasOperand(allowed)) // a copy, for what is typed into it
        return adds ? sum : x() + (m_numpy ? ".copy()" : ".clone()");
    if (m_numpy)
        return "np.where(" + indexed(allowed) + ", " + sum + ", -np.inf)";
    return (adds ? "(" + sum + ")" : sum) + ".masked_fill(~" + indexed(allowed) + ", -torch.inf)";
}

std::string Python::softmax() const {
    const std::size_t place = softmaxAxis(result());
    const std::string axis = along(place + 1 == result().rank() ? "-1" : std::to_string(place));
    const bool empty = hasFullyMaskedRow(m_made);
    const bool zeros = empty && m_made.step().fullyMasked == FullyMasked::Zeros;
    const bool uniform = empty && m_made.step().fullyMasked == FullyMasked::Uniform;
    if (m_numpy) {
        const std::string s = uniform ? "np.maximum(" + x() + ", np.finfo(np.float32).min)" : x();
        const std::string quotient = "e / e.sum(" + axis + ", keepdims=True)";
        return "e = np.exp(" + s + " - " + s + ".max(" + axis + ", keepdims=True)); " +
               codeName(m_made.step().name) + " = " +
               (zeros ? "np.nan_to_num(" + quotient + ")" : quotient);
    }
    const std::string s = uniform ? x() + ".clamp(min=torch.finfo().min)" : x();
    return "torch.softmax(" + s + ", " + axis + ")" + (zeros ? ".nan_to_num(0)" : "");
}

/// A view, transpose or merge behind what it is applied to.
std::string Python::rearrangedStep(std::size_t index, const std::string& before) const {
    const Made made = {m_made.block, index};
    std::string sizes;
    for (const Index size : made.result().shape())
        sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
    if (made.step().operation == Operation::Transpose)
        return before + (m_numpy ? ".transpose(0, 2, 1, 3)" : ".transpose(1, 2)");
    if (made.step().operation == Operation::View)
        return before + (m_numpy ? ".reshape(" : ".view(") + sizes + ")";
    // What is contiguous in the trace need not be so behind torch.einsum.
    if (made.operand(0).isContiguous())
        return before + ".reshape(" + sizes + ")";
    return m_numpy ? "np.ascontiguousarray(" + before + ").reshape(" + sizes + ")"
                   : before + ".contiguous().view(" + sizes + ")";
}

std::string Python::einopsRearranged() const {
    const Tensor& from = m_made.block[codeSource(m_made.block, m_made.index)].result;
    const Tensor& to = result();
    // Sequences of both sides are one axis here, whatever they are called.
    const auto letters = [](const Tensor& tensor, bool joined) {
        std::string text;
        for (std::size_t i = 0; i < tensor.rank(); ++i) {
            const Axis axis = tensor.axes()[i];
            const bool last = i + 1 == tensor.rank();
            text += text.empty() ? "" : " ";
            if (axisFamily(axis) == AxisFamily::Sequence)
                text += 's';
            else
                text += joined && last ? "(h d)" : std::string(1, letter(axis));
        }
        return text;
    };
    const bool split = from.rank() < to.rank();
    const bool merged = from.rank() > to.rank();
    const std::string cut =
        split ? ", h=" + std::to_string(to.size(to.axisOf(Axis::Heads))) : std::string();
    return "rearrange(" + x() + ", '" + letters(from, split) + " -> " + letters(to, merged) + "'" +
           cut + ")";
}

std::string Python::rearranged() const {
    if (m_einops)
        return einopsRearranged();
    std::vector<std::size_t> steps = {m_made.index};
    const std::size_t source = codeSource(m_made.block, m_made.index);
    while (m_made.block[steps.back()].operands[0] != source)
        steps.push_back(m_made.block[steps.back()].operands[0]);
    std::string text = codeName(m_made.block[source].name);
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
        text = rearrangedStep(*step, text);
    return text;
}

std::string Python::positions() const {
    const Tensor& p = result();
    const std::string length = std::to_string(p.elementCount() / p.shape().back());
    const std::string width = std::to_string(p.shape().back());
    const std::string module = m_numpy ? "np" : "torch";
    const std::string columns = module + ".arange(" + width + ")";
    return "angle = " + module + ".arange(" + length + ")[:, None] / 10000 ** (" + columns +
           " // 2 * 2 / " + width + "); " + codeName(m_made.step().name) + " = " + module +
           ".where(" + columns + " % 2 == 0, " +
           (m_numpy ? "np.sin(angle), np.cos(angle))" : "angle.sin(), angle.cos())") +
           (p.rank() == 3 ? "[:, None]" : "");
}

std::string Python::reduced(const std::string& of, const char* method, const char* options) const {
    const bool rows = isOfRows(m_made.operand(0), result());
    if (m_einops) {
        const std::string axes = pattern(m_made.operand(0).axes(), " ");
        return "reduce(" + of + ", '" + axes + " -> " +
               (rows ? axes.substr(0, axes.size() - 1) + "1" : "1 1 " + axes.substr(4)) +
               "', 'mean')";
    }
    return of + "." + method + "(" + along(rows ? "-1" : "(0, 1)") + options +
           (m_numpy ? ", keepdims=True)" : ", keepdim=True)");
}

std::string Python::lookup() const {
    const float factor = m_made.step().factor;
    return m_made.name(1) + "[" + x() + "]" + (factor == 1 ? "" : " * " + shortestText(factor));
}

std::string Python::rotaryTable(const char* function) const {
    const std::string module = m_numpy ? "np." : "torch.";
    const std::string half = std::to_string(result().shape().back() / 2);
    return module + function + "(" + module + "arange(" + std::to_string(result().size(0)) +
           ")[:, None] / " + shortestText(m_made.step().factor) + " ** (" + module + "arange(" +
           std::to_string(result().shape().back()) + ") % " + half + " / " + half + "))";
}

std::string Python::rotated() const {
    const std::string half = std::to_string(result().shape().back() / 2);
    const Index length = result().size(positionAxis(result()));
    const std::string rows = length < m_made.operand(1).size(0) ? std::to_string(length) : "";
    const bool batchFirst = result().axes()[0] == Axis::Batch;
    const std::string index = !batchFirst    ? "[:" + rows + ", None, None]"
                              : rows.empty() ? ""
                                             : "[:" + rows + "]";
    return x() + " * " + m_made.name(1) + index + " + " +
           (m_numpy ? "np.concatenate" : "torch.cat") + "((-" + x() + "[..., " + half + ":], " +
           x() + "[..., :" + half + "]), -1) * " + m_made.name(2) + index;
}

std::string Python::statement() const {
    const auto assigned = [&](const std::string& right) {
        return codeName(m_made.step().name) + " = " + right;
    };
    const OperationCode& code = infoOf(m_made.step().operation).code;
    if (!code.torch.empty())
        return assigned(m_made.filled(m_numpy ? code.numpy : code.torch));
    switch (m_made.step().operation) {
    case Operation::Linear: return assigned(linear());
    case Operation::HeadLinear: return assigned(headLinear());
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge: return assigned(rearranged());
    case Operation::QueryKeyProduct: return assigned(queryKeyProduct());
    case Operation::Scale: return assigned(scaled());
    case Operation::ApplyMask: return assigned(masked());
    case Operation::Softmax: return m_numpy ? softmax() : assigned(softmax());
    case Operation::WeightedSum: return assigned(weightedSum());
    case Operation::Positions: return positions();
    case Operation::RotaryCosine: return assigned(rotaryTable("cos"));
    case Operation::RotarySine: return assigned(rotaryTable("sin"));
    case Operation::Rotate: return assigned(rotated());
    case Operation::Mean: return assigned(reduced(x(), "mean", ""));
    case Operation::Variance:
        return assigned(m_einops ? reduced("(" + x() + " - " + m_made.name(1) + ") ** 2", "", "")
                                 : reduced(x(), "var", m_numpy ? "" : ", unbiased=False"));
    case Operation::Lookup: return assigned(lookup());
    default: break; // nothing is computed, or what no line tells
    }
    return {};
}

std::string Python::typed() const {
    const TraceStep& step = m_made.step();
    std::string text;
    for (const TypedCell& typed : step.typedNumbers) {
        std::string place;
        for (const Index index : typed.cell)
            place += (place.empty() ? "" : ", ") + std::to_string(index);
        text += "; " + codeName(step.name) + "[" + place +
                "] = " + shortestText(step.result.at(typed.cell));
    }
    return step.typedNumbers.size() <= mostTyped ? text : std::string();
}

std::string Python::remark() const {
    if (m_made.step().typedNumbers.size() > mostTyped)
        return "; " + std::to_string(m_made.step().typedNumbers.size()) +
               " numbers were typed instead";
    if (m_made.step().operation != Operation::Dropout)
        return {};
    const std::string p = dropoutText(m_made.step().factor);
    return m_numpy ? "; kept: 0 with probability " + p + ", else 1"
                   : "; what F.dropout(" + x() + ", p=" + p + ") does, kept: 1 or 0";
}

} // namespace

std::vector<CodePart> pythonLine(const Made& made, CodeDialect dialect) {
    const Python python(made, dialect);
    std::string statement = python.statement();
    if (statement.empty())
        return {};
    statement += python.typed();
    return withSizes(std::move(statement), "#", made.result(), python.remark());
}

} // namespace headscope::code
