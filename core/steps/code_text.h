// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "trace/trace.h"

namespace headscope::code {

// What the lines of all dialects are made of.

/// A step of a block with its operands.
struct Made {
    const Trace& block;
    std::size_t index = 0;

    const TraceStep& step() const { return block[index]; }
    const Tensor& result() const { return step().result; }
    /// The step that operand i is: of a mask that masks nothing what stands before it, which has
    /// the same numbers and a line of its own.
    const TraceStep& operandStep(std::size_t i) const;
    const Tensor& operand(std::size_t i) const { return operandStep(i).result; }
    bool hasOperand(std::size_t i) const { return i < step().operands.size(); }
    /// What operand i is called.
    std::string name(std::size_t i) const;
    /// A pattern of the table of operations with the names of the operands and the factor.
    std::string filled(std::string_view pattern) const;
    /// " + b_q", where there is a bias, with the index `placed` behind it.
    std::string bias(const std::string& placed = {}) const;
    /// Whether operand i is the mask that says which pairs are allowed, or the added one; the
    /// number of operands where there is none.
    std::size_t mask(TensorName name) const;
};

/// The probability that dropout with that factor has.
std::string dropoutText(float factor);
/// The letters of axes in a pattern: "b h i d" (`between` a space) or "bhid".
std::string pattern(const Axes& axes, const char* between);
/// The letter of one axis.
char letter(Axis axis);
/// The index that puts axes into those of a result, in their order: "[:, None]"; empty where they
/// fit as they are.
std::string broadcastIndex(const Axes& axes, const Axes& result);
/// Whether some row of a softmax's operand is −∞ throughout.
bool hasFullyMaskedRow(const Made& softmax);
/// The axis of queries or keys.
std::size_t positionAxis(const Tensor& heads);
/// Whether the mean or variance is one of every row by itself, else of every column.
bool isOfRows(const Tensor& x, const Tensor& meanOrVariance);

/// So many typed numbers are assigned in a line; of more only the number is said.
inline constexpr std::size_t mostTyped = 3;

/// A statement with how many numbers have which sizes behind it: "  # (1, 4, 10, 10)".
std::vector<CodePart> withSizes(std::string statement, const char* comment, const Tensor& result,
                                const std::string& remark = {});

/// Statements of Python: PyTorch, NumPy, einops (with PyTorch's tensors).
std::vector<CodePart> pythonLine(const Made& made, CodeDialect dialect);

} // namespace headscope::code
