// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"
#include "scene/panels/cell_mark.h"
#include "support/execution.h"
#include "tensor/cell_span.h"
#include "trace/trace.h"

#include <QString>
#include <QStringList>

#include <limits>
#include <string_view>
#include <vector>

namespace headscope {

/// Whether these are what the softmax gives, dropped out or not.
bool isWeights(TensorName name);

/// One matrix that is drawn: a slice [rows, columns] of a tensor of the trace.
struct MatrixPanel {
    enum class Kind : std::uint8_t {
        Whole,    ///< the tensor has no heads
        Head,     ///< one head
        MeanHead, ///< mean of all heads
        MaxHead,  ///< largest of all heads
    };
    Kind kind = Kind::Whole;
    int head = 0; ///< of Kind::Head, from 0
    TensorName name = TensorName::QueryInput;
    std::size_t step = 0; ///< in the trace
    Tensor matrix;        ///< [rows, columns], a view without a copy where one slice suffices
    std::optional<Tensor> mayAttend; ///< [rows, columns], of score-like tensors under a mask
    /// What the masks alone say: in `mayAttend` a pair that shows a number all the same, as in a
    /// row of NaN or where one was typed, is none of the masked ones.
    std::optional<Tensor> mask;
    std::optional<Tensor> added;         ///< [rows, columns], the numbers of an additive mask
    std::optional<Tensor> beforeDropout; ///< [rows, columns], of dropped weights
    /// A number that was typed in the place of the computed one.
    struct Typed {
        Index row = 0;
        Index column = 0;
        float wouldBe = 0; ///< what was computed there
    };
    std::vector<Typed> typedNumbers; ///< of one head, or of the whole
    /// Queries from here on are padding; where nobody said how long the sequence is, none.
    Index paddingFrom = std::numeric_limits<Index>::max();
    bool turned = false; ///< rows are keys
    Cell prefix; ///< cell of the slice's (0, 0) in the step's tensor; empty for mean and max
    std::size_t rowAxis = 0;
    std::size_t columnAxis = 1;

    /// The cell of the step's tensor that (row, column) shows; Kind::Head and Whole only.
    Cell cellAt(Index row, Index column) const;
    /// A bias: one row, which is no axis of the tensor.
    bool isVector() const { return rowAxis == columnAxis; }
    bool isMasked(Index row, Index column) const {
        return mayAttend && (*mayAttend)(row, column) == 0.0F;
    }
    /// Whether the masks forbid the pair, whatever is shown of it.
    bool isForbidden(Index row, Index column) const { return mask && (*mask)(row, column) == 0.0F; }
    /// Which row of the tensor a cell belongs to, as ValueScale counts them.
    Index scaleRow(Index row, Index column) const { return turned ? column : row; }
    bool isPadding(Index row, Index column) const { return (turned ? column : row) >= paddingFrom; }
    bool isDropped(Index row, Index column) const {
        return beforeDropout && matrix(row, column) == 0.0F && (*beforeDropout)(row, column) > 0.0F;
    }
    /// nullptr where the number is the computed one.
    const Typed* typedAt(Index row, Index column) const;
    /// The same of what is seen: a cell with a mark shows no number, typed or not.
    const Typed* seenTypedAt(Index row, Index column) const;
    /// How the cell is drawn; padding goes before all else.
    CellMark markOf(Index row, Index column) const;
    /// Whether any cell could have a mark, and which.
    bool hasMarks() const { return !possibleMarks().empty(); }
    std::vector<CellMark> possibleMarks() const;
    /// Exchanges rows and columns.
    void turn();
    /// Leaves those rows and columns; it does not know any more where in the tensor its cells are.
    void cut(const CellSpan& part);
};

/// The panels of tensor `name` for one sequence of the batch: one for each head
/// where it has heads, else one. `withSummaries` appends mean and max of the heads
/// for query × key tensors with more than one head.
std::vector<MatrixPanel> panelsOf(const Trace& trace, TensorName name, Index sequence,
                                  bool withSummaries = false, const Execution& execution = {});

/// The mean of the heads of one tensor [query, key], as panelsOf() has it.
MatrixPanel meanOfHeads(const std::vector<MatrixPanel>& heads, const Execution& execution = {});

/// The same without summaries and masks, which may cost a pass over all values: where
/// the cells of a tensor are, and how many.
std::vector<MatrixPanel> slicesOf(const Trace& trace, TensorName name, Index sequence);

/// The place behind the last token of an axis: what follows is padding. The largest number
/// where the axis counts no tokens.
Index paddingBegin(const AxisTokens& tokens, Axis axis, Index sequence);

/// The same panels, which know from where on their queries are padding. What is drawn, summed
/// up or asked goes by these.
std::vector<MatrixPanel> panelsOf(const Trace& trace, const AxisTokens& tokens, TensorName name,
                                  Index sequence, bool withSummaries = false,
                                  const Execution& execution = {});
std::vector<MatrixPanel> slicesOf(const Trace& trace, const AxisTokens& tokens, TensorName name,
                                  Index sequence);

/// What stands at the rows or columns of an axis: tokens ("我 (1)" where one
/// repeats, "·" for padding), words of the vocabulary, else 1, 2, 3 … One place
/// for all tokens, as of the mean of a batch norm, is "all".
QStringList axisLabels(const AxisTokens& tokens, Axis axis, Index sequence, Index count);
/// What was written, of a label: fonts for emoji have one sign for "1️⃣", which only they know.
QString writtenLabel(QString label);
/// A label as data, without what keeps the direction of its letters to itself on a screen.
QString bareLabel(const QString& label);
/// "queries 2–5 of 10, keys 1–4 of 10": which part of a matrix is shown.
QString spanText(const CellSpan& part, Index queries, Index keys);
/// Any text as pictures and files for people show it (visibleText); only the marks that labels
/// themselves put around a word that reads from right to left stay. What UTF-16 cannot mean
/// becomes U+FFFD.
QString visibleLabel(const QString& text);
/// Whose tokens an axis of a tensor counts: in cross-attention the rows of what belongs to keys
/// and values are key tokens, also where the tensor does not tell queries and keys apart yet.
Axis tokenSide(TensorName name, Axis axis);
/// The same for the rows and columns of a panel; in cross-attention those of
/// keys and values are the key tokens, whatever their axis is called.
QStringList rowLabels(const AxisTokens& tokens, const MatrixPanel& panel, Index sequence);
QStringList columnLabels(const AxisTokens& tokens, const MatrixPanel& panel, Index sequence);

} // namespace headscope
