// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/code_lines.h"
#include "scene/intent.h"
#include "scene/scene.h"
#include "window/export/worksheet_choices.h"
#include "window/frame/tool_bar.h"
#include "words/language.h"

#include <QByteArray>

#include <optional>

namespace headscope {

/// What the program remembers from one start to the next.
struct Preferences {
    ThemeChoice theme = ThemeChoice::System;
    Language language = Language::English;
    ColourMap map = ColourMap::Viridis;
    RangeChoice range;
    bool valuesInCells = true;
    bool rowsAreKeys = false;
    bool words = false;     ///< in the place of their pieces
    bool summaries = false; ///< mean and largest of the heads
    PageSwitches pages;
    LayersLook layers;
    CodeDialect dialect = CodeDialect::PyTorch; ///< of the code lines
    std::optional<bool> reducedMotion;          ///< nothing: as the system has it
    bool setupFolded = false;
    int setupWidth = 0; ///< 0: the usual one
    bool inspectorFolded = false;
    QStringList setupUnfolded; ///< sections of the setup, by their names
    bool beginHidden = false;  ///< the doors "begin here"
    QStringList lessonsDone;   ///< ids of those that were played to their end
    QByteArray geometry;
    QByteArray handbookGeometry;
    QString experimentFolder;
    QString figureFolder;
    WorksheetChoices worksheet;
};

Preferences loadPreferences();
void savePreferences(const Preferences& preferences);

} // namespace headscope
