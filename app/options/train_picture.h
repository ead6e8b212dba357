// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/recipe.h"
#include "options/option_meaning.h"
#include "pages/train/train_scene.h"

#include <QCommandLineParser>

namespace headscope {

class PackedTraining;
class TrainPage;

/// A training of which a picture or a film is wanted.
struct TrainPicture {
    TrainingRecipe recipe;
    bool ownTask = false; ///< --task was given; else an experiment's own training comes first
    std::shared_ptr<const PackedTraining> kept; ///< of a file or an example that was named
    std::optional<Index> playhead;              ///< a step; nothing: the last one
    TrainValues values = TrainValues::Weights;
    std::string scope;       ///< empty: what the task is about
    std::optional<int> head; ///< from 0
};

/// --task and all that a recipe says, --playhead and --values.
QList<QCommandLineOption> trainPictureOptions();
/// Those of another view with those of a training behind them; what both have, such as --heads,
/// once.
QList<QCommandLineOption> withTrainPictureOptions(QList<QCommandLineOption> options);
/// Whether any of them was given.
bool asksForTraining(const QCommandLineParser& parser);
/// What they say; --data is read. An Error is one of usage.
Result<TrainPicture> trainPictureFrom(const Call& call);
/// Where no --task is given and a file or an example is: the training that it was taken from.
/// An Error where it cannot be read, or was taken from none.
Status readPackedTraining(const QCommandLineParser& parser, TrainPicture& picture);
/// Trains it to its end, or takes the one that the experiment came with, and goes to the playhead.
/// An Error where it could not be trained, or has no such attention or head.
Status showTraining(TrainPage& page, const TrainPicture& picture);

} // namespace headscope
