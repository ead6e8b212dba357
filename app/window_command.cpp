// SPDX-License-Identifier: GPL-3.0-or-later
#include "window_command.h"

#include "application.h"
#include "display.h"
#include "exit_code.h"
#include "experiment/examples.h"
#include "window/main_window.h"

namespace headscope {

int windowCommand(const QStringList& arguments, QTextStream& err) {
    if (!hasDisplay()) {
        err << "headscope: there is no display to open a window on; \"headscope export\" and "
               "\"headscope screenshot\" need none\n";
        err.flush();
        return exitUsage;
    }
    Application application;
    const Preferences preferences = loadPreferences();
    useLanguage(preferences.language);
    MainWindow window(examples().front().make(), preferences);
    window.show();
    if (!arguments.isEmpty())
        window.openFile(arguments.first());
    return QApplication::exec() == 0 ? exitDone : exitFailure;
}

} // namespace headscope
