// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/axis.h"

namespace headscope {

std::string_view axisName(Axis axis) {
    switch (axis) {
    case Axis::Batch: return "batch";
    case Axis::Sequence: return "sequence";
    case Axis::Query: return "query";
    case Axis::Key: return "key";
    case Axis::Heads: return "heads";
    case Axis::ModelDim: return "d_model";
    case Axis::KeyDim: return "d_k";
    case Axis::ValueDim: return "d_v";
    case Axis::HeadsKeyDim: return "heads*d_k";
    case Axis::HeadsValueDim: return "heads*d_v";
    case Axis::BatchHeads: return "batch*heads";
    case Axis::HiddenDim: return "d_ff";
    case Axis::Vocabulary: return "vocabulary";
    case Axis::Feature: return "feature";
    }
    return "feature";
}

AxisFamily axisFamily(Axis axis) {
    switch (axis) {
    case Axis::Batch: return AxisFamily::Batch;
    case Axis::Sequence:
    case Axis::Query:
    case Axis::Key: return AxisFamily::Sequence;
    case Axis::Heads:
    case Axis::BatchHeads: return AxisFamily::Heads;
    case Axis::ModelDim:
    case Axis::KeyDim:
    case Axis::ValueDim:
    case Axis::HeadsKeyDim:
    case Axis::HeadsValueDim:
    case Axis::HiddenDim:
    case Axis::Vocabulary:
    case Axis::Feature: return AxisFamily::Features;
    }
    return AxisFamily::Features;
}

} // namespace headscope
