// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "commands/window_command.h"
#include "exit_code.h"
#include "support/crash_handler.h"

#include <QFile>
#include <QHashFunctions>

#include <csignal>
#include <cstdio>

using namespace headscope;

int main(int argc, char** argv) {
    crash_handler::install();
    // Qt orders the fonts of a PDF by hashes: the same input is to give the same bytes.
    QHashSeed::setDeterministicGlobalSeed();
    // A reader that goes away is an error of writing, not the end without a word.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // the same of a file that may not grow (ulimit -f)
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments += QFile::decodeName(argv[i]);

    // A QFile, because it notices when the standard output cannot be written.
    QFile standardOutput;
    QFile standardError;
    if (!standardOutput.open(stdout, QIODevice::WriteOnly) ||
        !standardError.open(stderr, QIODevice::WriteOnly | QIODevice::Unbuffered))
        return exitFailure;
    QTextStream out(&standardOutput);
    QTextStream err(&standardError);
    if (wantsWindow(arguments))
        return windowCommand(arguments, err);
    const int status = runCommandLine(arguments, out, err);
    out.flush();
    const bool written = out.status() == QTextStream::Ok && standardOutput.flush();
    if (!written)
        err << "headscope: cannot write to the standard output\n";
    err.flush();
    return status == exitDone && !written ? exitFailure : status;
}
