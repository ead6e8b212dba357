// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/window_command.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "options/option_meaning.h"
#include "options/run_options.h"
#include "window/files/experiment_file.h"
#include "window/main_window.h"
#include "window_session.h"

#include <algorithm>
#include <csignal>
#include <optional>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

struct NamedSource {
    Source source;
    OpenedFilesPointer opened; ///< what reads it again; nullptr: nothing does
};

/// What the options name, as every command takes it: opened before there is a window. Nothing
/// where there are only files, which the window opens itself, with its questions.
Result<std::optional<NamedSource>> sourceNamed(const QCommandLineParser& parser, QTextStream& err) {
    if (parser.optionNames().isEmpty())
        return std::optional<NamedSource>();
    const Result<ProblemRequest> request = problemRequest(parser);
    if (!request)
        return request.error();
    if (const Status useful = checkOptions({u"run"_s, parser}); !useful)
        return useful.error();
    const Result<OpenedExperiment> opened = openSource(*request);
    if (!opened)
        return opened.error();
    printQuestions(err, *opened);
    err.flush(); // who waits for the window reads it meanwhile
    NamedSource named{opened->source(), {}};
    if (opened->attention) // all that was said of it is in its files
        named.opened = ExperimentFile::openedFrom(request->files, named.source);
    return std::optional(std::move(named));
}

} // namespace

bool isWindowOption(const QString& word) {
    return word.startsWith("--"_L1) &&
           std::ranges::any_of(sourceOptions(), [&](const QCommandLineOption& option) {
               const QString name = u"--"_s + option.names().constFirst();
               return word == name || word.startsWith(name + u'=');
           });
}

int windowCommand(QStringList arguments, QTextStream& err) {
    std::optional<Profile> profile;
    if (arguments.value(0) == QLatin1String(profileOption)) {
        const Result<Profile> read = profileFrom(arguments.value(1).toStdString());
        if (!read)
            return calledWrongly(err, {}, printable(read.error()));
        profile = *read;
        arguments = arguments.mid(2);
    }
    QCommandLineParser parser;
    parser.addOptions(sourceOptions());
    if (!parser.parse(QStringList{u"headscope"_s} + arguments))
        return calledWrongly(err, {}, parser.errorText());
    const Result<std::optional<NamedSource>> source = sourceNamed(parser, err);
    if (!source)
        return calledWrongly(err, {}, printable(source.error()));
    const QStringList files = parser.positionalArguments();
    if (!hasDisplay()) {
        err << noDisplayText;
        err.flush();
        return exitUsage;
    }
    int status = 0;
    int signal = 0;
    {
        std::optional<EndsWithoutDisplay> noAbort(std::in_place);
        Application application;
        noAbort.reset();
        const Preferences preferences = loadPreferences();
        useLanguage(preferences.language);
        WindowSession session(preferences, WindowSession::usualRecoveryFolder());
        application.onOutOfMemory([&session] { session.sayOutOfMemory(); });
        MainWindow& window = session.firstWindow();
        if (*source)
            window.workspace().document().begin(ExperimentFile::stepOf((*source)->source),
                                                (*source)->source, (*source)->opened);
        else if (!files.isEmpty())
            window.openFiles(files);
        if (profile)
            window.setProfile(*profile);
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
