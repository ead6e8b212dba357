// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/recipe.h"
#include "options/option_meaning.h"

#include <QCommandLineParser>

namespace headscope {

/// --task … --context: all that a recipe says but its data.
QList<QCommandLineOption> recipeOptions();
/// The recipe of the task with what the options change. The Error is one of usage.
Result<TrainingRecipe> recipeFrom(const Call& call);
/// The same on top of a recipe that is there, of which only --steps may be given.
Result<TrainingRecipe> recipeToGoOn(const QCommandLineParser& parser, TrainingRecipe recipe);
/// Why no training can be made of a recipe, with the option or the file of --data (empty: none is
/// given) whose fault it is.
Error withItsOption(const TrainingRecipe& recipe, const std::string& data, Error error);

} // namespace headscope
