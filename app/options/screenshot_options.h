// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/run_options.h"
#include "output.h"
#include "played_lesson.h"
#include "shown_page.h"
#include "words/language.h"

namespace headscope {

/// What `headscope screenshot` was asked for, before anything is computed.
struct ScreenshotOptions : ShownPage {
    ProblemRequest problem;
    QSize size{1440, 900};
    ThemeKind theme = ThemeKind::Light;
    ColourMap map = ColourMap::Viridis;
    RangeChoice range;
    Language language = Language::English;
    std::optional<std::size_t> prepared;  ///< one of the file's own views, in the place of that
    std::optional<TrainingView> training; ///< of which any page shows the model
    PlayedLesson lesson;
    double scale = 1;
    std::optional<Profile> profile; ///< in the place of the file's
    bool presentation = false;
    bool timing = false;
    Output out;
};

/// All options of the command, for its help as well.
QList<QCommandLineOption> screenshotOptions();

/// Reads them out of a parser that knows them, and sees to it that each means something. The Error
/// is one of usage.
Result<ScreenshotOptions> readScreenshotOptions(const QCommandLineParser& parser);

} // namespace headscope
