// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_meaning.h"
#include "pages/page_figures.h"
#include "training/training_view.h"

#include <QCommandLineParser>

namespace headscope {

/// --task and all that a recipe says, --playhead and --values.
QList<QCommandLineOption> trainPictureOptions();
/// Those of another view with those of a training behind them; what both have, such as --heads,
/// once.
QList<QCommandLineOption> withTrainPictureOptions(const QList<QCommandLineOption>& options);
/// Whether any of them was given.
bool asksForTraining(const QCommandLineParser& parser);
/// What they say; --data is read. An Error is one of usage.
Result<TrainingView> trainPictureFrom(const Call& call);
/// Where no --task is given and a file or an example is: the training that it was taken from.
/// An Error where it cannot be read, or was taken from none.
Status readPackedTraining(const QCommandLineParser& parser, TrainingView& picture);

/// What the page of trainings draws of it, in these colours, once it is trained. An Error where it
/// could not be, or has no such attention or head.
Result<PageFigures> trainingFigures(const TrainingView& training, const DisplayOptions& display);

} // namespace headscope
