// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"

#include <QString>

#include <span>
#include <string_view>

namespace headscope {

/// A trained model that comes with the program, offered behind the examples.
struct CarriedModel {
    const char* name; ///< of its folder
    const char* title;
    const char* explanation; ///< both English, keys of their translations (context "Example")
};

std::span<const CarriedModel> carriedModels();
/// nullptr: none has that name.
const CarriedModel* findCarriedModel(std::string_view name);
/// Which of them lies in the folder that a model was opened from; nullptr: none.
const CarriedModel* carriedModelOf(const OpenModel& model);
/// Where it lies; empty where it does not.
QString folderOf(const CarriedModel& model);
/// Opens it, unless it is open somewhere. An Error where it does not lie there, and as of
/// openModel().
Result<std::shared_ptr<const OpenModel>> openCarried(const CarriedModel& model);

} // namespace headscope
