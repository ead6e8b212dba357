// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "measures/head_measures.h"
#include "run/run.h"
#include "scene/palette.h"
#include "scene/panels/matrix_panel.h"
#include "scene/stage.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// A cell of one panel of the stage that is shown; panels count as panelsOf()
/// gives them: heads first, then mean and max.
struct PanelCell {
    int panel = 0;
    Index row = 0;
    Index column = 0;

    bool operator==(const PanelCell&) const = default;
};

/// What the person looks at. Not undoable: undo concerns the experiment.
struct Selection {
    std::string scope; ///< the block: "encoder/0/self_attention"; empty for plain attention
    Stage stage = Stage::Weights;
    std::size_t tensor = 0; ///< which of tensorsOf(stage): Q, K or V
    Index sequence = 0;
    int panel = 0;     ///< the enlarged one
    bool solo = false; ///< that one alone
    /// Id of the token that the heads of a model are asked about; nothing: the likeliest.
    std::optional<Index> target;
    std::optional<PanelCell> hovered;
    std::optional<PanelCell> locked; ///< the question that stays until Esc

    /// The cell that the inspector explains: the locked one, else the hovered one.
    std::optional<PanelCell> asked() const { return locked ? locked : hovered; }
    bool operator==(const Selection&) const = default;
};

enum class RangeMode : std::uint8_t {
    Fixed,    ///< [0, 1] for weights; scores symmetric, one range for scores to masked scores
    AllHeads, ///< from the values of all heads of this stage
    PerHead,  ///< from the values of each head
    PerRow,   ///< every row from its own values
};

/// What the colours stand for, as a person chooses it: scaleOf() says what that is.
struct RangeChoice {
    RangeMode mode = RangeMode::Fixed;
    bool squareRoot = false; ///< small values are told apart
    /// Ends that were typed go before the mode: low < high, both finite.
    std::optional<ValueRange> typed = {};

    RangeChoice() = default;
    RangeChoice(RangeMode chosen, bool root = false) // NOLINT: values alike unless said otherwise
        : mode(chosen)
        , squareRoot(root) {}
    bool operator==(const RangeChoice&) const = default;
    bool operator==(RangeMode other) const { return mode == other && !typed; }
};

/// Presentation mode is drawn for 1920 × 1080, type of 12 becomes 20 there; other screens
/// get the same picture larger or smaller.
inline constexpr double presentedTextScale = 1.7;

/// How the overview of the layers is arranged, by what stands under every head: a measure, or
/// what a comparison says. The largest comes first.
enum class LayersOrder : std::uint8_t {
    Number,
    Layers, ///< rows by the mean of their heads
    Heads,  ///< columns by their mean over all layers
    LayersAndHeads,
    Within, ///< the heads of each layer by their own numbers: columns are no heads any more
};
inline constexpr int layersOrderCount = static_cast<int>(LayersOrder::Within) + 1;

struct LayersLook {
    std::optional<Measure> measure = Measure::Entropy; ///< under every head; nothing: none
    LayersOrder order = LayersOrder::Number;

    bool operator==(const LayersLook&) const = default;
};

struct DisplayOptions {
    ThemeKind theme = ThemeKind::Light;
    ColourMap map = ColourMap::Viridis; ///< of weights; other stages diverge around 0
    RangeChoice range;
    bool valuesInCells = true;
    bool rowsAreKeys = false; ///< the transposed drawing of queries and keys
    bool words = false; ///< pieces of a tokenizer are merged to words, where a page shows those
    bool presentation = false;
    double textScale = 1.0; ///< presentedTextScale and what the screen makes of it
    bool summaries = false; ///< mean and largest of the heads, in small
    bool spotlight = false; ///< all but the asked row and column fades
    bool reducedMotion = false;
    bool notes = true; ///< what an example says of itself; not while a lesson asks about it
    std::vector<int> headOrder; ///< sorted by a measure, from left to right; empty: by numbers
    LayersLook layers;
    CodeDialect dialect = CodeDialect::PyTorch; ///< of the code lines

    /// In presentation mode: what a pixel of 1920 × 1080 is here.
    double presentedUnit() const { return textScale / presentedTextScale; }

    bool operator==(const DisplayOptions&) const = default;
};

/// The whole run and the place of the shown block in it.
struct BlockMap {
    std::shared_ptr<const Trace> whole;
    std::vector<TraceScope> scopes; ///< all blocks, in the order of the computation
    TraceScope shown;
    std::vector<std::size_t> origins; ///< which step of `whole` each step of the block is
};

/// Something in the picture that words beside it point at; a part that is not there means all.
struct PointedAt {
    std::optional<int> panel;
    std::optional<Index> row;
    std::optional<Index> column;
    std::optional<Stage> stage; ///< a stop of the strip
    QString letter;             ///< of one that people choose from: "A"; all of them look alike
    bool faded = false;         ///< of those, one that was not it

    bool operator==(const PointedAt&) const = default;
};

struct Compared;
class PackedTraining;
struct PreparedLayers;
struct PreparedStage;

/// All that a view receives. The run may be a moment older than what the editors show.
struct Scene {
    std::shared_ptr<const Run> run;
    std::uint64_t revision = 0; ///< of the document that was computed
    bool ofPage = false; ///< the run is a page's own, not the document's: its numbers are read only
    QString pageRunName; ///< what it is then
    /// The run of pieces of which the attentions of `run` are in words; nullptr: they are not.
    std::shared_ptr<const Run> pieces;
    bool hasPieces = false; ///< tokens of the run are pieces of words, merged or not
    /// The training that the document was taken from, as its file keeps it.
    std::shared_ptr<const PackedTraining> training;
    std::shared_ptr<const Trace> trace; ///< of the block that selection.scope names
    std::shared_ptr<const BlockMap> blocks;
    /// What costs passes over the matrices of the shown stage: preparedStage(scene).
    std::shared_ptr<const PreparedStage> stage;
    /// The same of the overview of the layers, while that is shown: preparedLayers(scene).
    std::shared_ptr<const PreparedLayers> layers;
    /// Two states beside each other; nullptr: nobody compares.
    std::shared_ptr<const Compared> compared;
    Selection selection;
    DisplayOptions display;
    std::vector<PointedAt> pointed;
    /// That the engine took for this trace; nothing: not to be shown.
    std::optional<double> computeMilliseconds;

    bool isEmpty() const { return !trace; }
    /// Whether nothing can be typed into its matrices.
    bool isReadOnly() const { return ofPage || pieces; }
    /// What kind of block is shown.
    ScopeKind kind() const { return blocks ? blocks->shown.kind : ScopeKind::Attention; }
    /// Whether there is more than one block to choose from.
    bool isModel() const { return blocks && blocks->scopes.size() > 1; }
    /// Whether keys are the rows as drawn. Where there are no queries and keys, nothing turns.
    bool isTurned() const { return display.rowsAreKeys && isQueryKeyStage(selection.stage); }
    /// The words at the axes of the shown block.
    AxisTokens tokens() const { return run->tokens(selection.scope); }
};

/// The tensor of the chosen stage that is shown; nothing where the block has not got it.
std::optional<TensorName> shownTensor(const Scene& scene);

} // namespace headscope
