// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/gif_writer.h"
#include "option_meaning.h"
#include "output.h"

#include <QCommandLineParser>
#include <QTextStream>

namespace headscope {

/// Writes a film and says how large it is. The exit code.
int writeFilm(const Output& output, const GifFile& film, QTextStream& out, QTextStream& err);

/// `animate --view train`: the film of a training as a GIF. The exit code.
int animateTraining(const Call& call, QTextStream& out, QTextStream& err);

} // namespace headscope
