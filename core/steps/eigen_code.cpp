// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/operation_info.h"
#include "steps/code_text.h"
#include "steps/operation_code.h"
#include "steps/scale_root.h"
#include "support/number_text.h"

#include <algorithm>

namespace headscope::code {

namespace {

/// What Eigen's matrices are of: one sequence, or all rows of a batch norm; of one head.
struct MatrixOf {
    Axes axes;
    PerAxis<Index> sizes;
    bool head = false;
};

bool isHeadAxis(Axis axis) {
    return axis == Axis::Heads;
}

/// The axes of a tensor without batch and heads.
MatrixOf matrixOf(const Tensor& tensor, bool allSequences) {
    MatrixOf matrix;
    Index rows = 1;
    for (std::size_t i = 0; i < tensor.rank(); ++i) {
        const Axis axis = tensor.axes()[i];
        if (isHeadAxis(axis)) {
            matrix.head = true;
        } else if (axis == Axis::Batch) {
            rows *= allSequences ? tensor.size(i) : 1;
        } else {
            matrix.axes.push_back(axis);
            matrix.sizes.push_back(tensor.size(i));
        }
    }
    if (allSequences && !matrix.sizes.empty())
        matrix.sizes[0] *= rows;
    return matrix;
}

/// "2.0f": a literal of float.
std::string literal(float value) {
    std::string text = shortestText(value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text + "f";
}

class EigenStep {
public:
    explicit EigenStep(const Made& made)
        : m_made(made) {}

    std::string statement() const;

private:
    /// Operand i: "q_h" where each head has a matrix of its own.
    std::string name(std::size_t i) const { return named(m_made.operandStep(i)); }
    /// Only what is cut and what is put together again goes by two names.
    std::string named(const TraceStep& step) const {
        const bool both =
            step.name == TensorName::Query || step.name == TensorName::Key ||
            step.name == TensorName::Value || step.name == TensorName::SplitQuery ||
            step.name == TensorName::SplitKey || step.name == TensorName::SplitValue ||
            step.name == TensorName::RotatedQuery || step.name == TensorName::RotatedKey ||
            step.name == TensorName::HeadContext || step.name == TensorName::TransposedContext;
        return codeName(step.name) + (both && step.result.has(Axis::Heads) ? "_h" : "");
    }
    std::string result() const { return named(m_made.step()); }

    std::string masked() const;
    std::string softmax() const;
    std::string rearranged() const;
    std::string positions() const;
    std::string normalised() const;
    std::string rotaryTable(const char* function) const;
    std::string rotated() const;

    const Made& m_made;
};

std::string EigenStep::masked() const {
    const std::size_t allowed = m_made.mask(TensorName::MayAttend);
    const std::size_t added = m_made.mask(TensorName::AdditiveMask);
    const auto isOneRow = [&](std::size_t i) {
        const Tensor& mask = m_made.operand(i);
        const std::size_t query = mask.axisOf(Axis::Query);
        return query == mask.rank() || mask.size(query) == 1;
    };
    std::string sum = name(0);
    if (m_made.hasOperand(added))
        sum = isOneRow(added) ? sum + ".rowwise() + " + name(added) + ".row(0)"
                              : sum + " + " + name(added);
    if (!m_made.hasOperand(allowed))
        return sum;
    const Tensor& scores = m_made.result();
    const std::string may =
        isOneRow(allowed) ? name(allowed) + ".row(0).replicate(" +
                                std::to_string(scores.size(scores.axisOf(Axis::Query))) + ", 1)"
                          : name(allowed);
    return may + ".select(" + sum + ", -std::numeric_limits<float>::infinity())";
}

std::string EigenStep::softmax() const {
    const bool empty = hasFullyMaskedRow(m_made);
    const FullyMasked choice = m_made.step().fullyMasked;
    const std::string s = name(0);
    const std::string w = result();
    std::string text;
    if (empty && choice == FullyMasked::Uniform)
        text = s + " = " + s + ".cwiseMax(std::numeric_limits<float>::lowest()); ";
    text += w + " = (" + s + ".colwise() - " + s + ".rowwise().maxCoeff()).array().exp(); " + w +
            ".array().colwise() /= " + w + ".rowwise().sum().eval().array();";
    if (empty && choice == FullyMasked::Zeros)
        text += " " + w + " = " + w + ".array().isNaN().select(0.0f, " + w + ");";
    return text;
}

/// Cutting and putting together: columns of one matrix are the matrix of a head.
std::string EigenStep::rearranged() const {
    const Tensor& from = m_made.block[codeSource(m_made.block, m_made.index)].result;
    const Tensor& to = m_made.result();
    if (from.rank() == to.rank())
        return {};
    const bool split = from.rank() < to.rank();
    const std::string width = std::to_string((split ? to : from).shape().back());
    const std::string whole = codeName(m_made.step().name);
    const std::string columns = whole + ".middleCols(h * " + width + ", " + width + ")";
    return split ? whole + "_h = " + columns + ";" : columns + " = " + whole + "_h;";
}

std::string EigenStep::positions() const {
    const Tensor& p = m_made.result();
    const std::string width = std::to_string(p.shape().back());
    return result() + " = Eigen::MatrixXf::NullaryExpr(" +
           std::to_string(p.elementCount() / p.shape().back()) + ", " + width +
           ", [](int p, int c) { float a = p / std::pow(10000.0f, c / 2 * 2 / " + width +
           ".0f); return c % 2 ? std::cos(a) : std::sin(a); });";
}

std::string EigenStep::normalised() const {
    const char* along =
        isOfRows(m_made.operand(0), m_made.operand(1)) ? ".colwise()" : ".rowwise()";
    return result() + " = (" + name(0) + along + " - " + name(1) + ").array()" + along + " / (" +
           name(2) + ".array() + " + literal(m_made.step().factor) + ").sqrt();";
}

std::string EigenStep::rotaryTable(const char* function) const {
    const Tensor& table = m_made.result();
    const std::string half = std::to_string(table.shape().back() / 2);
    return "Eigen::MatrixXf::NullaryExpr(" + std::to_string(table.size(0)) + ", " +
           std::to_string(table.shape().back()) + ", [](int p, int c) { return std::" + function +
           "(p / std::pow(" + literal(m_made.step().factor) + ", c % " + half + " / " + half +
           ".0f)); })";
}

std::string EigenStep::rotated() const {
    const std::string half = std::to_string(m_made.result().shape().back() / 2);
    const Index length = m_made.result().size(positionAxis(m_made.result()));
    const std::string rows = ".topRows(" + std::to_string(length) + ")";
    const std::string halves = "(Eigen::MatrixXf(" + std::to_string(length) + ", 2 * " + half +
                               ") << -" + name(0) + ".rightCols(" + half + "), " + name(0) +
                               ".leftCols(" + half + ")).finished()";
    return "(" + name(0) + ".cwiseProduct(" + name(1) + rows + ") + " + halves + ".cwiseProduct(" +
           name(2) + rows + ")).eval()";
}

std::string EigenStep::statement() const {
    const auto assigned = [&](const std::string& right) { return result() + " = " + right + ";"; };
    const auto by = [&] {
        return isOfRows(m_made.operand(0), m_made.result()) ? ".rowwise()" : ".colwise()";
    };
    const std::string_view code = infoOf(m_made.step().operation).code.eigen;
    if (!code.empty())
        return assigned(m_made.filled(code));
    switch (m_made.step().operation) {
    case Operation::Linear:
        return assigned(m_made.hasOperand(2)
                            ? "(" + name(0) + " * " + name(1) + ").rowwise() + " + name(2)
                            : name(0) + " * " + name(1));
    case Operation::HeadLinear:
        return assigned(m_made.hasOperand(2) ? "(" + name(0) + " * " + name(1) +
                                                   "[h]).rowwise() + " + name(2) + ".row(h)"
                                             : name(0) + " * " + name(1) + "[h]");
    case Operation::View:
    case Operation::Transpose:
    case Operation::Merge: return rearranged();
    case Operation::QueryKeyProduct: return assigned(name(0) + " * " + name(1) + ".transpose()");
    case Operation::Scale:
        if (const std::optional<Index> width = rootOfScale(m_made.block, m_made.index))
            return assigned(name(0) + " / std::sqrt(" + std::to_string(*width) + ".0f)");
        return assigned(name(0) + " * " + literal(m_made.step().factor));
    case Operation::ApplyMask: return assigned(masked());
    case Operation::Softmax: return softmax();
    case Operation::Dropout:
        return assigned(name(0) + ".cwiseProduct(kept) * " + literal(m_made.step().factor));
    case Operation::WeightedSum: return assigned(name(0) + " * " + name(1));
    case Operation::Positions: return positions();
    case Operation::Mean: return assigned(name(0) + by() + ".mean()");
    case Operation::RotaryCosine: return assigned(rotaryTable("cos"));
    case Operation::RotarySine: return assigned(rotaryTable("sin"));
    case Operation::Rotate: return assigned(rotated());
    case Operation::Multiply: // by γ in every row, or by another matrix
        return assigned(m_made.operand(1).rank() == 1
                            ? name(0) + ".array().rowwise() * " + name(1) + ".array()"
                            : name(0) + ".cwiseProduct(" + name(1) + ")");
    case Operation::Variance:
        return assigned(
            "(" + name(0) +
            (isOfRows(m_made.operand(0), m_made.result()) ? ".colwise()" : ".rowwise()") + " - " +
            name(1) + ").array().square()" + by() + ".mean()");
    case Operation::Normalise: return normalised();
    case Operation::Lookup: {
        const float factor = m_made.step().factor;
        return assigned(name(1) + "(" + name(0) + ", Eigen::all)" +
                        (factor == 1 ? "" : " * " + literal(factor)));
    }
    default: break; // nothing is computed, or what no line tells
    }
    return {};
}

/// Whether a norm takes the rows of all sequences together.
bool takesAllSequences(const Made& made) {
    switch (made.step().operation) {
    case Operation::Mean:
    case Operation::Variance: return !isOfRows(made.operand(0), made.result());
    case Operation::Normalise: return !isOfRows(made.operand(0), made.operand(1));
    default: return false;
    }
}

/// " if (h == 1) scores(9, 5) = 1.5f;" of a run of one sequence; else only said.
std::string typedStatements(const Made& made) {
    const Tensor& result = made.result();
    const std::vector<HeldNumber> typed = heldNumbers(made.step());
    if (typed.empty() || typed.size() > mostTyped || result.size(result.axisOf(Axis::Batch)) > 1)
        return {};
    std::string text;
    for (const HeldNumber& number : typed)
        text += " if (h == " + std::to_string(number.head) + ") " + codeName(made.step().name) +
                "(" + std::to_string(number.query) + ", " + std::to_string(number.key) +
                ") = " + literal(number.value) + ";";
    return text;
}

} // namespace

std::vector<CodePart> eigenLine(const Made& made) {
    std::string statement = EigenStep(made).statement();
    if (statement.empty())
        return {};
    const std::string typed = typedStatements(made);
    statement += typed;
    const bool all = takesAllSequences(made);
    const MatrixOf matrix = matrixOf(made.result(), all);
    std::vector<CodePart> line = {{std::move(statement), std::nullopt, true},
                                  {"  // (", std::nullopt, false}};
    for (std::size_t i = 0; i < matrix.sizes.size(); ++i) {
        if (i > 0)
            line.push_back({", ", std::nullopt, false});
        line.push_back({std::to_string(matrix.sizes[i]), axisFamily(matrix.axes[i]), false});
    }
    std::string of = all           ? "), the rows of all sequences"
                     : matrix.head ? "), head h of one sequence"
                                   : "), one sequence";
    const std::size_t count = made.step().held.size();
    if (count > 0 && typed.empty())
        of += "; " + std::to_string(count) + " typed instead, of all heads";
    line.push_back({std::move(of), std::nullopt, false});
    return line;
}

} // namespace headscope::code
