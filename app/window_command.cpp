// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_command.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "window/main_window.h"
#include "window_session.h"

#include <csignal>

namespace headscope {

int windowCommand(QStringList arguments, QTextStream& err) {
    std::optional<Profile> profile;
    if (arguments.value(0) == QLatin1String(profileOption)) {
        const Result<Profile> read = profileFrom(arguments.value(1).toStdString());
        if (!read)
            return calledWrongly(err, {}, printable(read.error()));
        profile = *read;
        arguments = arguments.mid(2);
    }
    if (arguments.value(0) == QStringLiteral("--"))
        arguments.removeFirst();
    if (!hasDisplay()) {
        err << "headscope: there is no display to open a window on; \"headscope export\" and "
               "\"headscope screenshot\" need none\n";
        err.flush();
        return exitUsage;
    }
    int status = 0;
    int signal = 0;
    {
        Application application;
        const Preferences preferences = loadPreferences();
        useLanguage(preferences.language);
        WindowSession session(preferences, WindowSession::usualRecoveryFolder());
        application.onOutOfMemory([&session] { session.sayOutOfMemory(); });
        if (!arguments.isEmpty())
            session.firstWindow().openFiles(arguments);
        if (profile)
            session.firstWindow().setProfile(*profile);
        session.offerRecovery();
        status = session.exec();
        signal = session.signal();
        application.onOutOfMemory({});
    }
    // All is kept: who asked us to end by a signal sees that it did.
    if (signal != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    return status == 0 ? exitDone : exitFailure;
}

} // namespace headscope
