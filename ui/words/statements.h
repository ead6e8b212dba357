// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QString>

namespace headscope {

// What is said of a tensor: composed here once, from its trace, and used by whoever says
// it: strip, title, inspector, figure, status line. Each writes as much of it as has room.

/// One tensor of a block.
struct TensorStatement {
    QString title;   ///< "attention weights"; what a block receives is called as where it was made
    QString letter;  ///< "W_{Q}"; may be empty. Markup, as the formula
    QString formula; ///< "softmax(Q·K^{T} ÷ √8 + M), 2 of it typed"; empty: given, or only moved
    QString shape;   ///< "(1, 4, 10, 10)"
    QString aside;   ///< what a caption says besides: "Kobayashi et al. 2020"; may be empty
    QString block;   ///< "encoder 7 · self-attention"; empty where there is only one block

    /// "attention weights = softmax(…)"
    QString equation() const {
        return formula.isEmpty() ? title : title + QStringLiteral(" = ") + formula;
    }
    /// The letter, or the title where it has none.
    QString name() const { return letter.isEmpty() ? title : letter; }
};
/// `blocks`: the run that the block was cut out of, null where it is all there is.
TensorStatement statementOf(const Trace& block, const BlockMap* blocks, TensorName name,
                            bool told = true);
TensorStatement statementOf(const Scene& scene, TensorName name);

/// "encoder 7 · self-attention"; empty where there is only one block.
QString blockTitle(const BlockMap* blocks);

/// An axis in words: "query", "d_{k}", "next word". Markup, as the formula.
QString axisWord(Axis axis);

/// What a cell holds: "0.25", "0, masked", "−∞, masked", "0.25, padding"; in full precision.
QString cellStatement(const MatrixPanel& panel, Index row, Index column);

/// What a run is called where it is shown without its window: the name of its file, or of the
/// folder of its model; "Book a flight" as long as it is just that example; "Book a flight, edited"
/// with the same words; else "own sentence". Empty where nothing is known.
QString runTitle(const RunOrigin& origin, const QString& fileName = {});

} // namespace headscope
