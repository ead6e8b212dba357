// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "source/source.h"

#include <QTextStream>

namespace headscope {

/// The words that a picture of it shows.
QString wordsOf(const Experiment& experiment);
QString wordsOf(const Source& source);

/// Whether a picture can be read that shows `words` beside the program's own in the language that
/// is set; asked once there is an application object, before anything is drawn. Letters that no
/// font here has are drawn as boxes: `err` says which, and the Debian packages that have them.
/// Without digits and Latin letters nothing can be read, which is an Error.
Status checkFonts(const QString& words, QTextStream& err);

} // namespace headscope
