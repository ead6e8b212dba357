// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/compared_side.h"
#include "run/run.h"
#include "support/result.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// A state that can stand at a side of a comparison.
struct StateChoice {
    enum class Kind : std::uint8_t { Pin, Now, Step, File, Example };
    Kind kind = Kind::Now;
    std::string key; ///< "now", "pin/3"; what people choose, in ComparedSide::state
    QString name;    ///< "pinned: Book a flight", "now", "before: mask causally"

    bool operator==(const StateChoice&) const = default;
};

/// One edit that lies between A and B.
struct ComparedEdit {
    QString subject;   ///< "X[北京, 2]"
    QString change;    ///< "0.8 → 2.4"
    bool taken = true; ///< B has it; else B is shown without it
    /// A and this edit alone; nullptr: not computed, or not yet.
    std::shared_ptr<const Run> alone;
    bool failed = false; ///< alone it cannot be computed
};

/// A comparison of two runs, as pages receive it.
struct Compared {
    struct Side {
        ComparedSide side;
        QString name;                   ///< of its state
        std::shared_ptr<const Run> run; ///< nullptr: not yet, or it cannot be computed
    };
    std::vector<StateChoice> choices;
    Side a;
    Side b;
    /// What leads from A to B; empty also where both are not states of experiments.
    std::vector<ComparedEdit> edits;
    bool computing = false;
    std::optional<Error> error; ///< why a side has no run
};

} // namespace headscope
