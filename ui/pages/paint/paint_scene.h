// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_fit/descent_numbers.h"
#include "head_fit/head_fit.h"
#include "head_fit/key_plane.h"
#include "scene/scene.h"

#include <QStringList>

#include <map>
#include <memory>
#include <optional>

namespace headscope {

/// What a press on a cell does.
enum class PaintBrush : std::uint8_t { Paint, Erase, Row };

/// How the next stroke paints.
struct PaintTools {
    PaintBrush brush = PaintBrush::Paint;
    double weight = 1;
    bool keepRowsAtOne = true;
    bool operator==(const PaintTools&) const = default;
};

/// A cell of the matrices of the Paint page.
struct PaintCell {
    Index query = 0;
    Index key = 0;
    bool operator==(const PaintCell&) const = default;
};

/// All that the parts of the Paint page receive.
struct PaintScene {
    DisplayOptions display;
    QStringList queryLabels;
    QStringList keyLabels;
    std::shared_ptr<const FitProblem> problem; ///< nullptr: nothing can be painted
    PaintTools tools;
    FitOptions options; ///< of the next search
    bool positions = false;
    bool positionsFixed = false; ///< the run adds them itself
    /// The limit as the inputs are, and as they are not: with positions, without them.
    std::optional<double> limitWithPositions;
    std::optional<double> limitWithout;
    int head = 0; ///< whose mask holds, and who gets the weights
    bool canUndo = false;
    bool canRedo = false;

    /// The newest search for d_k = options.keyDim; may be of an earlier painting while another is
    /// on its way.
    std::shared_ptr<const HeadFit> fit;
    /// The last one for every d_k, of the painting as it stands.
    std::map<Index, std::shared_ptr<const HeadFit>> byKeyDim;
    /// Where the playhead stands in fit->descents.history.
    std::size_t record = 0;
    HeadWeights weights; ///< at the playhead
    FittedHead now;      ///< what the head does with them
    std::optional<KeyPlane> plane;
    PaintStop stop = PaintStop::Weights; ///< that is shown
    DescentNumbers numbers;              ///< with these weights; empty for PaintStop::Weights
    /// What the next step of Adam adds; while it is computed, and where none follows, nothing.
    std::optional<HeadWeights> update;
    bool playing = false; ///< the way of the descent
    std::optional<PaintCell> asked;
    bool isBusy = false;
    Index stepsDone = 0; ///< of all starts, while busy
    Index stepsAll = 0;

    bool isEmpty() const { return !problem; }
    /// What was found, and all that is shown of it, fits the problem or the options no more.
    void forgetPainting() {
        fit.reset();
        record = 0;
        weights = {};
        now = {};
        plane.reset();
        numbers = {};
        update.reset();
    }
    Index step() const { return fit ? fit->descents.history[record].step : 0; }
    /// Whether the weights are what a search found: the best at any step.
    bool isFound() const {
        return fit && !fit->isWalk && record + 1 == fit->descents.history.size();
    }
    /// Whether keys are the rows as drawn.
    bool isTurned() const { return display.rowsAreKeys; }
    const QStringList& rowLabels() const { return isTurned() ? keyLabels : queryLabels; }
    const QStringList& columnLabels() const { return isTurned() ? queryLabels : keyLabels; }
};

} // namespace headscope
