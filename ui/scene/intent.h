// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/matrix_text.h"
#include "layout/journey.h"
#include "scene/compared.h"
#include "scene/scene.h"

#include <QString>

#include <variant>

namespace headscope {

struct Experiment;

/// What pages show only to who asked for it, remembered from one start of the program to the next.
struct PageSwitches {
    bool wrongWay = false; ///< on Shapes, and …
    bool places = false;   ///< … places in memory
};

/// What pages, strips and the inspector want. They change nothing themselves: the window
/// carries it out, and what came of it is in everybody's next Scene.
namespace want {

// To look elsewhere.
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
/// Another run in the place of the document's, on every page, such as a training's at the
/// playhead: until the document is edited, another one is wanted, or nullptr gives it back.
struct ShowRun {
    std::shared_ptr<const Run> run;
    QString name; ///< what it is: "the training at step 80"
};

// To take along, on the clipboard.
struct CopyText {
    QString text;
};
struct CopyMatrix {
    LabelledMatrix matrix;
    MatrixFormat format = MatrixFormat::Tsv;
};
/// The figure of the heads.
struct CopyFigure {};

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

// To change the experiment; each is one step to undo.
/// "May this query attend to this key?" turned round for one pair.
struct TurnPair {
    static constexpr bool isEdit = true;
    Index query = 0;
    Index key = 0;
};
/// One number of a parameter.
struct Number {
    static constexpr bool isEdit = true;
    std::string scope;
    TensorName name = TensorName::QueryInput;
    Cell cell;
    float value = 0;
};
/// A number of a stage in the place of the computed one.
struct Hold {
    static constexpr bool isEdit = true;
    TypedNumber number;
};
/// The computed number again, where one is held.
struct Release {
    static constexpr bool isEdit = true;
    TypedNumber place; ///< its value does not count
};
/// All computed numbers again.
struct ReleaseAll {
    static constexpr bool isEdit = true;
};
/// The norm that is not computed beside the one that is.
struct BothNorms {
    static constexpr bool isEdit = true;
};
/// Other sizes of what is split into heads, or merged.
struct Sizes {
    static constexpr bool isEdit = true;
    LayoutSizes shown;
    LayoutSizes wanted;
    bool ofValue = false; ///< the heads are d_v wide
    bool ofKeys = false;  ///< the sequence is that of the keys
};
/// W_Q and W_K of one head of plain attention, with positions added to the inputs or not.
struct HeadWeights {
    static constexpr bool isEdit = true;
    int head = 0;
    Tensor queryWeight; ///< [width, d_k]
    Tensor keyWeight;
    bool positions = false;
};
/// Heads of a trained model, off or on.
struct SwitchHeads {
    static constexpr bool isEdit = true;
    std::vector<HeadPlace> heads;
    bool off = true;
};
/// What stands in the place of what they give that are off.
struct SwitchBy {
    static constexpr bool isEdit = true;
    OffBy by = OffBy::Zero;
};
/// An experiment that somebody made, such as the end of a training.
struct Adopt {
    static constexpr bool isEdit = true;
    QString text; ///< of the undo step
    std::shared_ptr<const Experiment> experiment;
};

} // namespace want

using Intent =
    std::variant<want::Hover, want::Lock, want::Panel, want::Solo, want::Place, want::StageOf,
                 want::Origin, want::Head, want::Target, want::ReducedMotion, want::Layers,
                 want::Dialect, want::Switches, want::ShowRun, want::CopyText, want::CopyMatrix,
                 want::CopyFigure, want::Compare, want::Pin, want::RenamePin, want::DeletePin,
                 want::CompareSide, want::SwapSides, want::TakeEdit, want::TurnPair, want::Number,
                 want::Hold, want::Release, want::ReleaseAll, want::BothNorms, want::Sizes,
                 want::HeadWeights, want::SwitchHeads, want::SwitchBy, want::Adopt>;

/// Whether it would change the experiment.
inline bool isEdit(const Intent& intent) {
    return std::visit(
        [](const auto& wanted) {
            return requires {
                wanted.isEdit;
            };
        },
        intent);
}

} // namespace headscope
