// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QTextStream>

namespace headscope {

/// `animate --view train`: the film of a training as a GIF. The exit code.
int animateTraining(const QCommandLineParser& parser, QTextStream& out, QTextStream& err);

} // namespace headscope
