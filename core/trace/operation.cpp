// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/operation.h"

namespace headscope {

std::string_view operationName(Operation operation) {
    switch (operation) {
    case Operation::Input: return "input";
    case Operation::Parameter: return "parameter";
    case Operation::Mask: return "mask";
    case Operation::Linear: return "linear";
    case Operation::View: return "view";
    case Operation::Transpose: return "transpose";
    case Operation::Merge: return "merge";
    case Operation::QueryKeyProduct: return "query_key_product";
    case Operation::Scale: return "scale";
    case Operation::ApplyMask: return "apply_mask";
    case Operation::Softmax: return "softmax";
    case Operation::Dropout: return "dropout";
    case Operation::WeightedSum: return "weighted_sum";
    case Operation::HeadLinear: return "head_linear";
    case Operation::Positions: return "positions";
    case Operation::Add: return "add";
    case Operation::Mean: return "mean";
    case Operation::Variance: return "variance";
    case Operation::Normalise: return "normalise";
    case Operation::ScaleShift: return "scale_shift";
    case Operation::Relu: return "relu";
    case Operation::Gelu: return "gelu";
    case Operation::Lookup: return "lookup";
    case Operation::CrossEntropy: return "cross_entropy";
    case Operation::KlDivergence: return "kl_divergence";
    }
    return "input";
}

} // namespace headscope
