// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation.h"
#include "inspector/derivation/trace_walk.h"
#include "operations/explanation.h"
#include "scene/panels/matrix_panel.h"
#include "scene/value_scale.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>

#include <span>

namespace headscope {

/// Short for the call that lupdate looks for.
inline QString translate(const char* context, const char* text) {
    return QCoreApplication::translate(context, text);
}

/// What every part of a derivation reads.
struct DerivationContext {
    const Scene& scene;
    const Unfolding& unfolding;
    const Trace& trace;
    Index sequence;
    std::optional<CellSpan> seen = {}; ///< of the shown matrix; nothing: all
    ValueScale scale = {};             ///< of its weights

    AxisTokens tokens() const { return scene.tokens(); }
};

/// Up to this many products stand in full; of more, the largest few and the sum of the rest.
inline constexpr std::size_t mostTerms = 8;
inline constexpr std::size_t largestTerms = 6;
/// Up to this many keys stand in a table; more become a chart and the largest few.
inline constexpr Index mostKeys = 12;
inline constexpr std::size_t largestKeys = 6;

/// A text out of the experiment, safe inside math markup, shortened in the
/// middle to `most` characters.
QString plainMarkup(const QString& text, int most = 24);
/// The tokens of queries or keys, each with what it means: "机票 ticket".
QStringList tokenLabels(const DerivationContext& context, Axis axis, Index count);
/// What stands at index i of an axis of a tensor: a token, else the number from 1.
QString indexLabel(const DerivationContext& context, const TraceStep& step, std::size_t axis,
                   Index i);
/// The letter of a tensor, "x" for a row of X; its name in words where it has none.
QString nameOf(const DerivationContext& context, const TraceStep& step);

ShownNumber shownNumber(const Trace& trace, const TraceCell& at);
ShownNumber computedNumber(double value);
/// The number that a step computed in a cell: what stands there, or what would where one is typed.
ShownNumber computedAt(const Trace& trace, const TraceCell& at);
/// Under what was computed in a cell: what is typed there instead, if anything.
void addTyped(DerivationSection& section, const Trace& trace, const TraceCell& at);
/// Gives the numbers at one place of all rows the texts of one column.
void alignColumn(std::span<DerivationRow> rows, std::size_t number, int significant = 4,
                 Small small = Small::Exponent);

/// The same of rows that add up to `result`: with as many digits as it takes that the printed
/// numbers do, too.
void alignSum(std::span<DerivationRow> rows, std::size_t number, const QString& result);
/// The same where the result may have a digit more: float32 rounded the sum itself, which at four
/// digits can lie on the other side of a half.
void alignSum(std::span<DerivationRow> rows, std::size_t number, ShownNumber& result);

DerivationRow noteRow(const QString& words, bool warning = false);
DerivationRow equationRow(const QString& label, ShownNumber number, bool strong = true);

/// left × right = product for a cell of a sum of products, with its bias:
/// all terms, or the largest and "… n more terms sum to". `labels`: what stands
/// before each term, no markup; may be empty.
std::vector<DerivationRow> termRows(const DerivationContext& context, const TraceCell& at,
                                    const QStringList& labels = {});

/// The numbers of a vector whose first component is `first` and which lies
/// along the last axis; the first few unless all are unfolded.
std::vector<DerivationRow> componentRows(const DerivationContext& context, const TraceCell& first,
                                         Projection projection);

/// q = x(token) · W_Q of one head, for q, k or v: one number with its terms, or
/// the vector. `first` is component 0 in Q, K or V [batch, heads, token, d].
DerivationSection projectionSection(const DerivationContext& context, const TraceCell& first,
                                    Projection projection);
Badge projectionBadge(Projection projection);

/// The sections of what stands around attention: sums, norms, activations, positions,
/// the choice of the next word.
void addBlockSections(const DerivationContext& context, const TraceCell& at,
                      Derivation& derivation);
/// The sections of what is told of an attention beside what it computes.
void addAnalysisSections(const DerivationContext& context, const TraceCell& at,
                         Derivation& derivation);
/// The sections of a cell of two words: what their pieces say.
void addPieceSections(const DerivationContext& context, const TraceCell& at,
                      Derivation& derivation);
/// The block that a step of the shown block was received from: its step in the whole
/// trace; nothing for what is given or computed here.
std::optional<std::size_t> receivedFrom(const DerivationContext& context, std::size_t step);
/// What came from another block, with the way there.
DerivationSection receivedSection(const DerivationContext& context, const TraceCell& at,
                                  std::size_t origin);

/// Which axis of a tensor per head is which, in either layout.
struct HeadAxes {
    std::size_t batch = 0;
    std::size_t head = 1;
    std::size_t row = 2;    ///< queries; tokens of Q, K, V
    std::size_t column = 3; ///< keys; features of Q, K, V

    Cell cell(Index sequence, Index headIndex, Index rowIndex, Index columnIndex) const;
};
HeadAxes headAxes(const Tensor& tensor);

/// Why the pair [batch, head, query, key], in this order whatever the layout, may not attend: a
/// sentence for each reason.
QStringList maskReasons(const DerivationContext& context, const Cell& cell);
/// Whether and why a pair is masked, for a cell of a step that applies a mask.
DerivationSection maskSection(const DerivationContext& context, const TraceCell& at);

/// Says where a NaN or an infinity came into being; nothing for finite numbers and masked scores.
std::optional<DerivationSection> nonFiniteSection(const DerivationContext& context,
                                                  const TraceCell& at);

/// The row of a softmax laid onto the text of its keys: the lines around the query, where both
/// are one text, and around the asked key. `at` is the asked cell.
DerivationSection textSection(const DerivationContext& context, const TraceCell& at,
                              const std::vector<bool>& masked);

/// The chain of a query × key cell.
void addQueryKeySections(const DerivationContext& context, const TraceCell& at,
                         Derivation& derivation);
/// The sections of any other cell.
void addCellSections(const DerivationContext& context, const TraceCell& at, Derivation& derivation);
/// The sections of a cell of the mean or the maximum of all heads.
void addSummarySections(const DerivationContext& context, const std::vector<MatrixPanel>& panels,
                        const PanelCell& cell, Derivation& derivation);

} // namespace headscope
