// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QCommandLineParser>

namespace headscope {

struct Experiment;
struct TrainingRecipe;

/// What is known of a call, from which follows what its options mean.
struct Call {
    QString command; ///< "export"
    const QCommandLineParser& parser;
    /// What is shown or written, as --view calls it, "compare" for a figure of --compare and
    /// "lesson" for the slide of --lesson; empty where the command has no views.
    QString view{};
    const TrainingRecipe* recipe = nullptr; ///< once it is read
    const Experiment* experiment = nullptr; ///< once it is opened

    bool has(const char* option) const;     ///< whether it was given
    QString text(const char* option) const; ///< what it was given; empty where it was not
    bool namesExperiment() const;           ///< FILE.headscope, --example or an attention
    bool namesAttention() const;            ///< --attention, or its file
    bool namesModel() const;                ///< --model, or its folder
    bool namesInputs() const;               ///< files of inputs and weights instead
};

/// The one table of which option means something where, asked again when more is known of the
/// call. The Error is one of usage: about the first option that was given and does nothing, why,
/// and what it goes with.
Status checkOptions(const Call& call);

/// Whether an option of the command means something in that view, whatever else is given.
bool belongsToView(const QString& command, const QString& option, const QString& view);

} // namespace headscope
