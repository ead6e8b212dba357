// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QTextStream>

namespace headscope {

/// What `animate --view steps` understands beside what every animation does.
QList<QCommandLineOption> stepsAnimationOptions();

/// `animate --view steps`: the operations of a block one after another as a GIF. The exit code.
int animateSteps(const QCommandLineParser& parser, QTextStream& out, QTextStream& err);

} // namespace headscope
