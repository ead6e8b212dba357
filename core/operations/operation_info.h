// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arithmetic/activations.h"
#include "operations/operation_rules.h"

#include <optional>
#include <span>
#include <string_view>

namespace headscope {

class Gradients;

/// How an operation is told as a picture.
enum class StepForm : std::uint8_t {
    Product,     ///< rows times columns: Linear, HeadLinear, QueryKeyProduct, WeightedSum
    CellByCell,  ///< every cell out of the cells at its place: Scale, Dropout, Add, Gelu …
    Reduction,   ///< one number out of a row or a column: Mean, Variance
    Masking,     ///< ApplyMask: the hatch that falls on the scores
    Softmax,     ///< a row of scores becomes shares
    Splitting,   ///< columns become heads; no number changes
    Joining,     ///< heads become columns again
    Rearranging, ///< any other way to read the same numbers
};

/// The formula of an operation, in the markup of formulas. "[0]" stands for what operand 0 is made
/// by, "[0*]" for the same as a factor, "[1#]" for the letter of operand 1, "[bias]" for " + b"
/// where there is one, "[scale]" for what a Scale does.
struct OperationFormula {
    /// What binds its parts most loosely; Given has the letter of the result for a formula.
    enum class Binding : std::uint8_t { Sum, Product, Atom, Given };
    std::string_view text;
    Binding binding = Binding::Atom;
    /// What it does to its first operand, without that: "· [1#][bias]". Empty: the whole formula.
    std::string_view alone = {};
};

/// How a number is computed of a few others, which are Explanation::numbers.
struct CellCalculation {
    std::string_view pattern = {}; ///< "(%1 − %2) ÷ √(%3 + %4)"; empty where there is none
    double (*value)(std::span<const double> numbers) = nullptr;
};

/// The right side of an assignment in each language, "[0]" being the first operand, "[factor]" the
/// factor of the step. Empty where it takes more than a pattern.
struct OperationCode {
    std::string_view torch = {};
    std::string_view numpy = {};
};

/// A function that is applied to every number by itself: all that is known of it.
struct ActivationInfo {
    Activation activation;
    Operation operation;
    std::string_view name;  ///< "gelu", as in files
    std::string_view title; ///< "GELU", as people write it
    OperationFormula formula;
    std::string_view meaning; ///< "x · Φ(x)"
    CellCalculation calculation;
    OperationCode code;
    void (*apply)(ConstMatrix x, Matrix y);
    /// result (+)= gradient · the slope at x.
    void (*backward)(ConstMatrix x, ConstMatrix gradient, Matrix result, arithmetic::Into into);
    /// Where the function is x times a share between 0 and 1: that share, its letter "Φ(x)" and, if
    /// there is one, its formula.
    double (*share)(double x) = nullptr;
    std::string_view shareSymbol = {};
    std::string_view shareFormula = {};
};

/// All of them, in their order.
std::span<const ActivationInfo> activations();
const ActivationInfo& infoOf(Activation activation);

/// A row of the table that says all that is known of an operation: who needs to know something
/// looks it up, so that a new one is a new row.
struct OperationInfo {
    Operation operation;
    std::string_view name; ///< "query_key_product", as in trace.json
    /// Which cells of its operands make a cell (contributors()).
    Contributors (*contributors)(const StepCell& at);
    /// How explain() tells a cell; nothing where the number alone is told.
    void (*explain)(const CellValues& of, Explanation& explanation) = nullptr;
    /// From the gradient of a step to those of its operands; nothing where none is wanted.
    void (*backward)(Gradients& gradients, std::size_t step) = nullptr;
    /// Nothing where there is nothing to compute (inputs, parameters, masks), where no matrix
    /// comes out (the losses of a training) and where the model itself does not compute it.
    std::optional<StepForm> form = {};
    OperationFormula formula = {};
    CellCalculation calculation = {};
    OperationCode code = {};
    bool hasFactor = false; ///< TraceStep::factor means something
    const ActivationInfo* activation = nullptr;
};

const OperationInfo& infoOf(Operation operation);

} // namespace headscope
