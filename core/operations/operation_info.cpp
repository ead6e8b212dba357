// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/operation_info.h"

#include "operations/backward/rules.h"
#include "support/table_order.h"

#include <array>
#include <cmath>

namespace headscope {

namespace {

using enum OperationFormula::Binding;
using Numbers = std::span<const double>;

double sumOfTwo(Numbers v) {
    return v[0] + v[1];
}
double timesPlus(Numbers v) {
    return v[0] * v[1] + v[2];
}
double sumOfProducts(Numbers v) {
    return v[0] * v[1] + v[2] * v[3];
}
double timesOther(Numbers v) {
    return v[0] * v[1];
}
double sizeTimesOther(Numbers v) {
    return std::fabs(v[0]) * v[1];
}
double byTheRoot(Numbers v) {
    return v[0] / std::sqrt(v[1] + v[2]);
}
double offTheMean(Numbers v) {
    return (v[0] - v[1]) / std::sqrt(v[2] + v[3]);
}
double aboveZero(Numbers v) {
    return v[0] < 0 ? 0 : v[0];
}
double normalShare(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}
double tanhShare(double x) {
    return 0.5 * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
double quickShare(double x) {
    return 1 / (1 + std::exp(-1.702 * x));
}
double hyperbolicTangent(Numbers v) {
    return std::tanh(v[0]);
}
double logisticShare(double x) {
    return 1 / (1 + std::exp(-x));
}
/// x times a share.
template <double (*share)(double)> double ofShare(Numbers v) {
    return v[0] * share(v[0]);
}

constexpr ActivationInfo activationRows[] = {
    {.activation = Activation::Relu,
     .operation = Operation::Relu,
     .name = "relu",
     .title = "ReLU",
     .formula = {"relu([0])", Atom, "relu"},
     .meaning = "max(x, 0)",
     .calculation = {"max(%1, 0)", aboveZero},
     .code = {"torch.relu([0])", "np.maximum([0], 0)"},
     .apply = arithmetic::relu,
     .backward = arithmetic::reluBackward},
    {.activation = Activation::Gelu,
     .operation = Operation::Gelu,
     .name = "gelu",
     .title = "GELU",
     .formula = {"gelu([0])", Atom, "gelu"},
     .meaning = "x · Φ(x)",
     .calculation = {"gelu(%1)", ofShare<normalShare>},
     .code = {"torch.nn.functional.gelu([0])",
              "[0] * (1 + np.vectorize(math.erf)([0] / math.sqrt(2))) / 2"},
     .apply = arithmetic::gelu,
     .backward = arithmetic::geluBackward,
     .share = normalShare,
     .shareSymbol = "Φ(x)"},
    {.activation = Activation::GeluTanh,
     .operation = Operation::GeluTanh,
     .name = "gelu_tanh",
     .title = "GELU (tanh)",
     .formula = {"gelu_{tanh}([0])", Atom, "gelu_{tanh}"},
     .meaning = "x · φ(x)",
     .calculation = {"gelu_tanh(%1)", ofShare<tanhShare>},
     .code = {"torch.nn.functional.gelu([0], approximate='tanh')",
              "[0] * (1 + np.tanh(math.sqrt(2 / math.pi) * ([0] + 0.044715 * [0] ** 3))) / 2"},
     .apply = arithmetic::geluTanh,
     .backward = arithmetic::geluTanhBackward,
     .share = tanhShare,
     .shareSymbol = "φ(x)",
     .shareFormula = "½·(1 + tanh(√(2÷π)·(x + 0.044715·x³)))"},
    {.activation = Activation::QuickGelu,
     .operation = Operation::QuickGelu,
     .name = "quick_gelu",
     .title = "GELU (quick)",
     .formula = {"gelu_{quick}([0])", Atom, "gelu_{quick}"},
     .meaning = "x · σ(1.702·x)",
     .calculation = {"quick_gelu(%1)", ofShare<quickShare>},
     .code = {"[0] * torch.sigmoid(1.702 * [0])", "[0] / (1 + np.exp(-1.702 * [0]))"},
     .apply = arithmetic::quickGelu,
     .backward = arithmetic::quickGeluBackward,
     .share = quickShare,
     .shareSymbol = "σ(1.702·x)",
     .shareFormula = "1 ÷ (1 + e^{−1.702·x})"},
    {.activation = Activation::Silu,
     .operation = Operation::Silu,
     .name = "silu",
     .title = "SiLU",
     .formula = {"silu([0])", Atom, "silu"},
     .meaning = "x · σ(x)",
     .calculation = {"silu(%1)", ofShare<logisticShare>},
     .code = {"torch.nn.functional.silu([0])", "[0] / (1 + np.exp(-[0]))"},
     .apply = arithmetic::silu,
     .backward = arithmetic::siluBackward,
     .share = logisticShare,
     .shareSymbol = "σ(x)",
     .shareFormula = "1 ÷ (1 + e^{−x})"},
    {.activation = Activation::Tanh,
     .operation = Operation::Tanh,
     .name = "tanh",
     .title = "tanh",
     .formula = {"tanh([0])", Atom, "tanh"},
     .meaning = "(e^{2x} − 1) ÷ (e^{2x} + 1)",
     .calculation = {"tanh(%1)", hyperbolicTangent},
     .code = {"torch.tanh([0])", "np.tanh([0])"},
     .apply = arithmetic::tanh,
     .backward = arithmetic::tanhBackward},
};

/// Numbers that are there before anything is computed.
constexpr OperationInfo given(Operation operation, std::string_view name) {
    return {.operation = operation,
            .name = name,
            .contributors = reads::nothing,
            .formula = {"", Given}};
}

/// Numbers that are computed of their place alone, as sines are of a position.
constexpr OperationInfo ofPlace(Operation operation, std::string_view name, bool hasFactor) {
    return {.operation = operation,
            .name = name,
            .contributors = reads::nothing,
            .form = StepForm::CellByCell,
            .formula = {"", Given},
            .hasFactor = hasFactor};
}

/// The same numbers in another order.
constexpr OperationInfo layout(Operation operation, std::string_view name,
                               Contributors (*contributors)(const StepCell&)) {
    return {.operation = operation,
            .name = name,
            .contributors = contributors,
            .explain = explains::value,
            .backward = layoutRule,
            .form = StepForm::Rearranging,
            .formula = {"[0]", Given}};
}

constexpr OperationInfo product(Operation operation, std::string_view name,
                                Contributors (*contributors)(const StepCell&),
                                void (*backward)(Gradients&, std::size_t),
                                OperationFormula formula) {
    return {.operation = operation,
            .name = name,
            .contributors = contributors,
            .explain = explains::products,
            .backward = backward,
            .form = StepForm::Product,
            .formula = formula};
}

constexpr OperationInfo function(Activation activation) {
    const ActivationInfo& info = activationRows[static_cast<std::size_t>(activation)];
    return {.operation = info.operation,
            .name = info.name,
            .contributors = reads::samePlace,
            .explain = explains::value,
            .backward = activationRule,
            .form = StepForm::CellByCell,
            .formula = info.formula,
            .calculation = info.calculation,
            .code = info.code,
            .activation = &info};
}

constexpr std::size_t operationCount = static_cast<std::size_t>(Operation::MergeWords) + 1;

constexpr std::array<OperationInfo, operationCount> rows = {{
    given(Operation::Input, "input"),
    given(Operation::Parameter, "parameter"),
    given(Operation::Mask, "mask"),
    product(Operation::Linear, "linear", reads::linear, productRule,
            {"[0*]·[1#][bias]", Product, "· [1#][bias]"}),
    layout(Operation::View, "view", reads::sameOrder),
    layout(Operation::Transpose, "transpose", reads::exchanged),
    layout(Operation::Merge, "merge", reads::sameOrder),
    product(Operation::QueryKeyProduct, "query_key_product", reads::sharedAxis, headProductRule,
            {"[0*]·[1*]^{T}", Product}),
    {.operation = Operation::Scale,
     .name = "scale",
     .contributors = reads::samePlace,
     .explain = explains::timesFactor,
     .backward = scaleRule,
     .form = StepForm::CellByCell,
     .formula = {"[0*] [scale]", Product, "[scale]"},
     .calculation = {"%1 × %2", timesOther},
     .hasFactor = true},
    {.operation = Operation::ApplyMask,
     .name = "apply_mask",
     .contributors = reads::masked,
     .explain = explains::mask,
     .backward = maskRule,
     .form = StepForm::Masking,
     .formula = {"[0] + M", Sum, "+ M"}},
    {.operation = Operation::Softmax,
     .name = "softmax",
     .contributors = reads::softmaxRow,
     .explain = explains::softmax,
     .backward = softmaxRule,
     .form = StepForm::Softmax,
     .formula = {"softmax([0])", Atom, "softmax"}},
    {.operation = Operation::Dropout,
     .name = "dropout",
     .contributors = reads::samePlace,
     .explain = explains::dropout,
     .backward = dropoutRule,
     .form = StepForm::CellByCell,
     .formula = {"dropout([0])", Atom, "dropout"},
     .calculation = {"%1 × %2", timesOther},
     .code = {"[0] * kept * [factor]", "[0] * kept * [factor]"},
     .hasFactor = true},
    product(Operation::WeightedSum, "weighted_sum", reads::sharedAxis, headProductRule,
            {"[0*]·[1*]", Product, "· [1*]"}),
    product(Operation::HeadLinear, "head_linear", reads::headLinear, productRule,
            {"[0*]·[1#][bias]", Product, "· [1#][bias]"}),
    ofPlace(Operation::Positions, "positions", false),
    ofPlace(Operation::RotaryCosine, "rotary_cosine", true),
    ofPlace(Operation::RotarySine, "rotary_sine", true),
    {.operation = Operation::Rotate,
     .name = "rotate",
     .contributors = reads::turned,
     .explain = explains::turned,
     .backward = rotateRule,
     .form = StepForm::CellByCell,
     .formula = {"rotate([0])", Atom, "rotate"},
     .calculation = {"%1 × %2 + %3 × %4", sumOfProducts}},
    {.operation = Operation::Add,
     .name = "add",
     .contributors = reads::samePlace,
     .explain = explains::sum,
     .backward = sumRule,
     .form = StepForm::CellByCell,
     .formula = {"x + f(x)", Sum},
     .calculation = {"%1 + %2", sumOfTwo},
     .code = {"[0] + [1]", "[0] + [1]"}},
    {.operation = Operation::Mean,
     .name = "mean",
     .contributors = reads::reduced,
     .explain = explains::sum, // its quotient by the number of terms is the result
     .form = StepForm::Reduction,
     .formula = {"Σ x ÷ n", Product}},
    {.operation = Operation::Variance,
     .name = "variance",
     .contributors = reads::reduced,
     .explain = explains::deviations,
     .form = StepForm::Reduction,
     .formula = {"Σ (x − μ)² ÷ n", Product}},
    {.operation = Operation::Normalise,
     .name = "normalise",
     .contributors = reads::samePlace,
     .explain = explains::normalised,
     .backward = normaliseRule, // goes through the mean and the variance
     .form = StepForm::CellByCell,
     .formula = {"(x − μ) ÷ √(σ² + ε)", Product},
     .calculation = {"(%1 − %2) ÷ √(%3 + %4)", offTheMean},
     .code = {"([0] - [1]) / torch.sqrt([2] + [factor])", "([0] - [1]) / np.sqrt([2] + [factor])"},
     .hasFactor = true},
    {.operation = Operation::ScaleShift,
     .name = "scale_shift",
     .contributors = reads::samePlace,
     .explain = explains::products,
     .backward = scaleShiftRule,
     .form = StepForm::CellByCell,
     .formula = {"[0*] · [1#][bias]", Sum, "· [1#][bias]"},
     .calculation = {"%1 × %2 + %3", timesPlus},
     .code = {"[0] * [1] + [2]", "[0] * [1] + [2]"}},
    {.operation = Operation::MeanSquare,
     .name = "mean_square",
     .contributors = reads::reduced,
     .explain = explains::squares,
     .form = StepForm::Reduction,
     .formula = {"Σ x² ÷ n", Product},
     .code = {"([0] ** 2).mean(dim=-1, keepdim=True)", "([0] ** 2).mean(axis=-1, keepdims=True)"}},
    {.operation = Operation::RootNormalise,
     .name = "root_normalise",
     .contributors = reads::samePlace,
     .explain = explains::rootNormalised,
     .backward = rootNormaliseRule, // goes through the mean square
     .form = StepForm::CellByCell,
     .formula = {"x ÷ √(m + ε)", Product},
     .calculation = {"%1 ÷ √(%2 + %3)", byTheRoot},
     .code = {"[0] / torch.sqrt([1] + [factor])", "[0] / np.sqrt([1] + [factor])"},
     .hasFactor = true},
    {.operation = Operation::Multiply,
     .name = "multiply",
     .contributors = reads::samePlace,
     .explain = explains::products,
     .backward = multiplyRule,
     .form = StepForm::CellByCell,
     .formula = {"[0*] · [1*]", Product, "· [1*]"},
     .calculation = {"%1 × %2", timesOther},
     .code = {"[0] * [1]", "[0] * [1]"}},
    function(Activation::Relu),
    function(Activation::Gelu),
    function(Activation::GeluTanh),
    function(Activation::QuickGelu),
    function(Activation::Silu),
    function(Activation::Tanh),
    {.operation = Operation::Lookup,
     .name = "lookup",
     .contributors = reads::tableRow,
     .explain = explains::timesFactor,
     .backward = lookupRule,
     .form = StepForm::CellByCell,
     .formula = {"E[id]", Product}},
    {.operation = Operation::CrossEntropy, // of many terms the number alone is told
     .name = "cross_entropy",
     .contributors = reads::everything,
     .backward = lossRule,
     .formula = {"−Σ q ln p ÷ n", Sum}},
    {.operation = Operation::ProjectedNorm,
     .name = "projected_norm",
     .contributors = reads::projected,
     .explain = explains::projectedNorm,
     .formula = {"‖v·W_{O}‖", Atom}},
    {.operation = Operation::WeightedNorm,
     .name = "weighted_norm",
     .contributors = reads::sameNames,
     .explain = explains::weightedNorm,
     .formula = {"‖w·v·W_{O}‖", Atom, "‖wv‖"},
     .calculation = {"|%1| × %2", sizeTimesOther}},
    {.operation = Operation::Rollout,
     .name = "rollout",
     .contributors = reads::rolledOut,
     .explain = explains::rolledOut,
     .formula = {"(½Ā + ½I)·R", Product}},
    {.operation = Operation::MergeWords,
     .name = "merge_words",
     .contributors = reads::piecesOfWords,
     .explain = explains::piecesOfWords,
     .formula = {"mean_{q} Σ_{k} a_{qk}", Product, "Σ_{w}"}},
}};

static_assert(standsInOrder(rows, &OperationInfo::operation));
static_assert(standsInOrder(activationRows, &ActivationInfo::activation));

} // namespace

const OperationInfo& infoOf(Operation operation) {
    return rows[static_cast<std::size_t>(operation)];
}

std::span<const ActivationInfo> activations() {
    return activationRows;
}

const ActivationInfo& infoOf(Activation activation) {
    return activationRows[static_cast<std::size_t>(activation)];
}

} // namespace headscope
