// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QString>

namespace headscope {

/// An error of core in the language of the interface.
QString translated(const Error& error);

/// A name of a person's, such as that of a file, as a sentence may show it (visibleText).
QString visibleName(const QString& name);

/// A word as a list shows it: one of spaces alone, which would look like nothing, is "␣" for each.
QString visibleWord(const std::string& word);

/// The same in the middle of a sentence: a space before it is drawn, too.
QString spacedWord(const std::string& word);

/// What a tool tip or a box shows, which take a text for HTML where it looks like that: a
/// token or a file called "<s>" is to be read there.
QString unmistaken(const QString& text);

} // namespace headscope
