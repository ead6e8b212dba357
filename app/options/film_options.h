// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "film/gif_writer.h"
#include "film/timeline_film.h"
#include "head_shapes/code_lines.h"
#include "options/option_table.h"
#include "output.h"
#include "words/language.h"

#include <QTextStream>

namespace headscope {

/// What is said of an animation, whatever it is of.
struct FilmRequest {
    FilmChoice choice; ///< of its view; its stretch is that of `from` and `to`
    QSize smallest;    ///< it can be
    CodeDialect dialect = CodeDialect::PyTorch;
    Language language = Language::English;
    QString from{}; ///< as typed; empty: the first of all
    QString to{};
    bool repeats = true;
    bool estimated = false; ///< said how large it is, and not written
    Output out{};
};

/// Of a training, where nothing else is said.
FilmChoice filmOfTraining();
const OptionTable<FilmRequest>& filmOptions();
/// Reads them into one whose choice and smallest size are those of its view. The Error is one of
/// usage.
Status readFilm(const QCommandLineParser& parser, FilmRequest& request);
/// `from` and `to` as steps of those that were recorded: the places among them go into the choice.
/// The sentence where such a step was not recorded, or the order is wrong.
Status chooseRecords(const std::vector<Index>& steps, FilmRequest& request);

/// Writes a film and says how large it is, or what it will be. The exit code.
int writeFilm(const FilmRequest& request, GifRequest film, QTextStream& out, QTextStream& err);

} // namespace headscope
