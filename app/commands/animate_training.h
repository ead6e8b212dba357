// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_writer.h"
#include "options/option_meaning.h"
#include "options/option_reader.h"
#include "output.h"

#include <QCommandLineParser>
#include <QTextStream>

namespace headscope {

/// --once, of every animation.
QCommandLineOption onceOption();
/// Writes a film and says how large it is, with --once such that it plays once; with --estimate it
/// says what it will be, and writes nothing. The exit code.
int writeFilm(const QCommandLineParser& parser, const Output& output, GifRequest film,
              QTextStream& out, QTextStream& err);
/// --from and --to, as steps of those that were recorded; `from` and `to` are places among them.
/// The sentence where such a step was not recorded, or the order is wrong.
Status readRecords(OptionReader& reader, const std::vector<Index>& steps, std::size_t& from,
                   std::size_t& to);
/// --speed.
void readSpeed(OptionReader& reader, double& speed);

/// `animate --view train`: the film of a training as a GIF. The exit code.
int animateTraining(const Call& call, QTextStream& out, QTextStream& err);

} // namespace headscope
