// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/training/recipe.h"

#include <string>
#include <string_view>

namespace headscope {

/// A recipe as one JSON object; numbers are the shortest that read back bit for bit.
std::string recipeToJson(const TrainingRecipe& recipe);
/// Reads it back; an Error says which member is wrong. The recipe is valid.
Result<TrainingRecipe> recipeFromJson(std::string_view json);

} // namespace headscope
