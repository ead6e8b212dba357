// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_table.h"

#include <QString>

namespace headscope {

class MainWindow;

/// What of a lesson is shown.
struct PlayedLesson {
    QString id;       ///< empty: none
    int question = 1; ///< those before are answered
    bool hidesAnswers = false;
};

/// --lesson, --question and --hide-answers.
const OptionTable<PlayedLesson>& lessonOptions();

/// Opens the lesson at its question, in a settled window; those before are answered with the first
/// choice, or with the middle of the range. An Error where it does not suit the experiment that
/// the command names, if it names one.
Status playLesson(MainWindow& window, const PlayedLesson& lesson, bool ownExperiment);

} // namespace headscope
