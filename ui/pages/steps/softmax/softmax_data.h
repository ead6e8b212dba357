// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/explanation.h"
#include "scene/panels/matrix_panel.h"
#include "scene/value_scale.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace headscope {

/// One key of a row, or one word of a vocabulary.
struct SoftmaxColumn {
    QString label; ///< "the (1)"
    QString note;  ///< with what is to be known of it: "机票 ticket"
    QString word;  ///< "the", where that is too long
    float score = 0;
    double exponential = 0;         ///< e^(score − largest)
    double sumSoFar = 0;            ///< of the exponentials up to this one
    float weight = 0;               ///< the trace's own number
    std::optional<float> insteadOf; ///< what the weight would be, where somebody typed another

    bool isMasked() const { return score == -std::numeric_limits<float>::infinity(); }
    /// Nothing to draw: no key, no weight.
    bool isEmpty() const { return isMasked() && weight == 0.0F; }
};

/// The numbers of one row of a softmax as the picture shows them; of explain() and of the trace.
struct SoftmaxData {
    QString row;       ///< "on"
    QString scoreMade; ///< "÷ √4, mask": what the scores went through. Markup; may be empty
    bool vocabulary = false; ///< logits and probabilities instead of scores and weights
    std::vector<SoftmaxColumn> columns;
    std::optional<Index> asked;   ///< a column
    std::optional<Index> largest; ///< the first column with the largest score; none: nothing counts
    double sum = 0;               ///< of the exponentials
    double weightSum = 0;         ///< of the weights; 1 but for fully masked rows and typed numbers
    QString note; ///< a sentence on a row that has no largest score; empty for the others
    ColourMap scoreMap = ColourMap::RedBlue;
    ValueScale scoreScale;
    ColourMap weightMap = ColourMap::Viridis;
    ValueScale weightScale;
    Index scaleRow = 0; ///< the row as the scales count it

    Index size() const { return static_cast<Index>(columns.size()); }
    const SoftmaxColumn& operator[](Index i) const { return columns[static_cast<std::size_t>(i)]; }
};

/// What the data is made of; `weights` is a panel of a step of Operation::Softmax, not turned,
/// of one head or without heads.
struct SoftmaxRequest {
    const Trace& trace;
    const MatrixPanel& weights;
    Index row = 0;
    std::optional<Index> asked;
    QString rowLabel;
    QStringList columnLabels;
    QStringList columnWords = {}; ///< the same with their marks; empty: there are none
    QStringList columnNotes = {}; ///< with what is to be known of them; empty: nothing
    ColourMap scoreMap = ColourMap::RedBlue;
    ValueScale scoreScale{};
    ColourMap weightMap = ColourMap::Viridis;
    ValueScale weightScale{};
    const Explanation* known = nullptr; ///< of a cell of the row, where somebody has it already
};
SoftmaxData softmaxData(const SoftmaxRequest& request);

} // namespace headscope
