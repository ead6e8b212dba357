// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <span>

namespace headscope {

/// A trained model that comes with the program, offered behind the examples.
struct CarriedModel {
    const char* name; ///< of its folder
    const char* title;
    const char* explanation; ///< both English, keys of their translations (context "Example")
};

std::span<const CarriedModel> carriedModels();
/// Where it lies; empty where it does not.
QString folderOf(const CarriedModel& model);

} // namespace headscope
