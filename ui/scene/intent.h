// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/text/matrix_text.h"
#include "head_shapes/journey.h"
#include "scene/compared.h"
#include "scene/scene.h"

#include <QString>

#include <variant>

namespace headscope {

struct Experiment;
class PackedTraining;

/// What pages show only to who asked for it, remembered from one start of the program to the next.
struct PageSwitches {
    bool wrongWay = false; ///< on Shapes, and …
    bool places = false;   ///< … places in memory
};

/// What pages, strips and the inspector want, by kind. They change nothing themselves: the window
/// carries it out, and what came of it is in everybody's next Scene.
namespace want {

// What is looked at.
struct Hover {
    std::optional<PanelCell> cell;
};
struct Lock {
    std::optional<PanelCell> cell;
};
struct Panel {
    int panel = 0;
};
struct Solo {
    bool on = true;
};
struct Place {
    std::string scope;
};
struct StageOf {
    Stage stage = Stage::Weights;
    std::size_t tensor = 0;
};
/// A cell of the whole trace, in the block that computed it.
struct Origin {
    std::size_t step = 0;
    Cell cell;
};
/// A head of any block, enlarged on the page of the heads.
struct Head {
    std::string scope;
    int head = 0;
};
/// Another token that the heads of a model are asked about; nothing: the likeliest.
struct Target {
    std::optional<Index> id;
};
/// Another run in the place of the document's, on every page, such as a training's at the
/// playhead: until the document is edited, another one is wanted, or nullptr gives it back.
struct ShowRun {
    std::shared_ptr<const Run> run;
    QString name; ///< what it is: "the training at step 80"
};

using Look = std::variant<Hover, Lock, Panel, Solo, Place, StageOf, Origin, Head, Target, ShowRun>;

// How it is shown, remembered from one start of the program to the next.
struct ReducedMotion {
    bool on = true;
};
/// The overview of the layers with another measure, or in another order.
struct Layers {
    LayersLook look;
};
/// The code lines in another language.
struct Dialect {
    CodeDialect dialect = CodeDialect::PyTorch;
};
/// What is switched on, to be remembered.
struct Switches {
    PageSwitches on;
};

using Display = std::variant<ReducedMotion, Layers, Dialect, Switches>;

// To take along, on the clipboard.
struct CopyText {
    QString text;
};
struct CopyMatrix {
    LabelledMatrix matrix;
    MatrixFormat format = MatrixFormat::Tsv;
};
/// The figure of the page that is shown.
struct CopyFigure {};

using Copy = std::variant<CopyText, CopyMatrix, CopyFigure>;

// To compare states.
struct Compare {
    bool on = true;
};
/// Keeps what stands there now, as A.
struct Pin {};
struct RenamePin {
    std::string state; ///< key of its choice
    QString name;
};
struct DeletePin {
    std::string state;
};
struct CompareSide {
    bool isB = false;
    ComparedSide side;
};
/// A for B.
struct SwapSides {};
/// B with that edit, or without it.
struct TakeEdit {
    std::size_t edit = 0; ///< in Compared::edits
    bool taken = true;
};

using Comparison =
    std::variant<Compare, Pin, RenamePin, DeletePin, CompareSide, SwapSides, TakeEdit>;

// To change the experiment; each is one step to undo.
/// "May this query attend to this key?" turned round for one pair.
struct TurnPair {
    Index query = 0;
    Index key = 0;
};
/// The causal mask, on or off.
struct Causal {
    bool on = true;
};
/// The next number of heads that is possible, upwards (1) or downwards (−1).
struct NextHeads {
    Index by = 1;
};
/// Other random numbers.
struct NewSeed {};
/// One number of a parameter.
struct Number {
    std::string scope;
    TensorName name = TensorName::QueryInput;
    Cell cell;
    float value = 0;
};
/// A number of a stage in the place of the computed one.
struct TypeNumber {
    TypedNumber number;
};
/// The computed number again, where one is typed.
struct Restore {
    TypedNumber place; ///< its value does not count
};
/// All computed numbers again.
struct RestoreAll {};
/// The norm that is not computed beside the one that is.
struct BothNorms {};
/// Other sizes of what is split into heads, or merged.
struct Sizes {
    LayoutSizes shown;
    LayoutSizes wanted;
    bool ofValue = false; ///< the heads are d_v wide
    bool ofKeys = false;  ///< the sequence is that of the keys
};
/// W_Q and W_K of one head of plain attention, with positions added to the inputs or not.
struct HeadWeights {
    int head = 0;
    Tensor queryWeight; ///< [width, d_k]
    Tensor keyWeight;
    bool positions = false;
};
/// Heads of a trained model, off or on.
struct SwitchHeads {
    std::vector<HeadPlace> heads;
    bool off = true;
};
/// What stands in the place of what they give that are off.
struct SwitchBy {
    OffBy by = OffBy::Zero;
};
/// An experiment that somebody made, such as the end of a training.
struct Adopt {
    QString text; ///< of the undo step
    std::shared_ptr<const Experiment> experiment;
    std::shared_ptr<const PackedTraining> training = {}; ///< that it was taken from; nullptr: none
};

using Edit = std::variant<TurnPair, Causal, NextHeads, NewSeed, Number, TypeNumber, Restore,
                          RestoreAll, BothNorms, Sizes, HeadWeights, SwitchHeads, SwitchBy, Adopt>;

} // namespace want

/// One of a kind; who carries that kind out knows what is in it.
using Intent = std::variant<want::Look, want::Display, want::Copy, want::Comparison, want::Edit>;

} // namespace headscope
