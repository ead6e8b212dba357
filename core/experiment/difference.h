// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "trace/tensor_name.h"

namespace headscope {

/// One way in which an experiment differs from another, as a person would have made it: what
/// cannot be taken over by itself is one change.
struct ExperimentChange {
    enum class Kind : std::uint8_t {
        Tokens,  ///< the words, with their numbers and with the masks over them
        Sizes,   ///< heads, d_model, d_k, d_v, layers, vocabulary …, with the weights that follow
        Seed,    ///< seed, or where the weights come from, with the weights
        Number,  ///< one number of a tensor
        Numbers, ///< several numbers of one tensor
        Presence,  ///< a tensor that only one of both has, such as a bias
        Positions, ///< model.positions and rotaryTheta
        Residual,
        Activation,
        Norm, ///< layer or batch norm, ε, and whether the other is computed too
        Causal,
        Window,
        Prefix,
        MaskPadding,
        PaintedMask,
        AdditiveMask,
        Scale,
        Dropout, ///< probability or seed
        FullyMasked,
        Layout,       ///< order of the axes, weights fused or per head
        Typed,        ///< one number (typed_number.h), where none was or another one
        Restored,     ///< one that was typed
        TypedNumbers, ///< several of these two
    };
    Kind kind = Kind::Causal;
    // Of Number, Numbers and Presence; of Typed and Restored, where the cell is [batch, head,
    // query, key] whatever the layout.
    Scope scope;
    TensorName tensor = TensorName::QueryInput;
    Cell cell;      ///< of Number, Typed and Restored
    float from = 0; ///< of Number and Restored
    float to = 0;   ///< of Number and Typed
    /// How many numbers differ, of Numbers, of TypedNumbers and of PaintedMask of one shape.
    Index count = 0;

    bool operator==(const ExperimentChange&) const = default;
};

/// Single numbers of one tensor are named as long as they are so few.
inline constexpr Index mostNamedNumbers = 4;

/// What leads from one experiment to another: each difference once, however many edits made
/// it. Taken over one after the other they make `from` into `to`, but for the example that it
/// started from and whether pieces of words are shown as they are, which nothing is computed from.
/// Empty where nothing is computed differently. Looks at every number where both do not share it.
std::vector<ExperimentChange> changesBetween(const Experiment& from, const Experiment& to);

/// `base` with one change taken over from `to`, of which it is. Not every such experiment can be
/// computed: tokens alone do not suit a mask that was painted for others.
Experiment withChange(const Experiment& base, const Experiment& to, const ExperimentChange& change);

} // namespace headscope
