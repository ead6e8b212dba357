// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshot_command.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "exit_code.h"
#include "formats/file_io.h"
#include "scene/stage_text.h"
#include "screenshot_options.h"
#include "shapes_options.h"
#include "views/heads_view.h"
#include "window/main_window.h"
#include "window/shapes_tab.h"

#include <QBuffer>
#include <QCommandLineParser>
#include <QImageWriter>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

QString help() {
    return commandHelp({u"screenshot --out FILE.png [--example NAME] [OPTIONS]"_s,
                        u"screenshot --out FILE.png FILE.headscope [OPTIONS]"_s},
                       u"Paints the whole window into a PNG. Examples: %1."_s.arg(
                           QString::fromStdString(exampleNames())),
                       screenshotOptions());
}

/// What does not fit the example, as a sentence; empty where all does.
QString misfit(const ScreenshotOptions& request, const Experiment& experiment) {
    if (request.head && *request.head >= experiment.config.heads)
        return u"--head %1: the example has %2 heads"_s.arg(*request.head + 1)
            .arg(experiment.config.heads);
    if (request.sequence >= experiment.batch())
        return u"--sequence %1: the example has %2 sequences"_s.arg(request.sequence + 1)
            .arg(experiment.batch());
    if (request.cell && (request.cell->first >= experiment.queryLength() ||
                         request.cell->second >= experiment.keyLength()))
        return u"--cell %1,%2: the example has %3 queries and %4 keys"_s
            .arg(request.cell->first + 1)
            .arg(request.cell->second + 1)
            .arg(experiment.queryLength())
            .arg(experiment.keyLength());
    return {};
}

/// What does not fit the computed model, as a sentence; empty where all does.
QString misfit(const ScreenshotOptions& request, const Scene& scene) {
    const std::vector<TraceScope>& scopes = scene.blocks->scopes;
    if (request.scope &&
        std::ranges::find(scopes, *request.scope, &TraceScope::path) == scopes.end()) {
        QStringList paths;
        for (const TraceScope& scope : scopes)
            paths << u"\"%1\""_s.arg(QString::fromStdString(scope.path));
        return u"--scope %1: the example has no such block; it has %2"_s.arg(
            QString::fromStdString(*request.scope), paths.join(u", "_s));
    }
    if (request.view == View::Layers && !hasView(scene, View::Layers))
        return u"--view layers: the example has one attention only; try --example stack"_s;
    return {};
}

/// The same for the stage and the cell in the block that is shown.
QString misfitOfBlock(const ScreenshotOptions& request, const Scene& scene) {
    const auto choose = [&](ScopeKind kind) {
        const auto& scopes = scene.blocks->scopes;
        const auto found = std::ranges::find(scopes, kind, &TraceScope::kind);
        return found == scopes.end()
                   ? u"the example has none"_s
                   : u"choose one with --scope, such as %1"_s.arg(
                         QString::fromStdString(found->path.empty() ? "\"\"" : found->path));
    };
    if ((request.viewName == "heads"_L1 || request.viewName == "shapes"_L1) &&
        scene.kind() != ScopeKind::Attention)
        return u"--view %1: this block has no heads, it is no attention; %2"_s.arg(
            request.viewName, choose(ScopeKind::Attention));
    if (request.viewName == "norm"_L1 && scene.kind() != ScopeKind::Norm)
        return u"--view norm: this block is no norm; %1"_s.arg(choose(ScopeKind::Norm));
    if (request.stage) {
        const auto stage = stageOf(*request.stage, *scene.trace);
        if (!scene.trace->find(*request.stage) || !stage) {
            QStringList names;
            for (const Stage candidate : stagesOf(scene.kind(), *scene.trace)) {
                const std::string_view name = snakeCase(tensorsOf(candidate, *scene.trace).front());
                names << QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
            }
            return u"--stage %1: this block has no such stage; it has %2"_s.arg(
                QString::fromStdString(std::string(snakeCase(*request.stage))),
                names.join(u", "_s));
        }
    }
    return {};
}

/// Zooms the enlarged matrix; an empty text where it has those rows and columns.
QString zoom(HeadsView& heads, const ScreenshotOptions& request) {
    if (!request.zoom)
        return {};
    if (!heads.isVisible())
        return u"--zoom: the heads are not what is shown; choose --view heads"_s;
    const MatrixGeometry& matrix = heads.layoutNow().matrix;
    if (request.zoom->endRow > matrix.rows || request.zoom->endColumn > matrix.columns)
        return u"--zoom: the matrix has %1 rows and %2 columns"_s.arg(matrix.rows)
            .arg(matrix.columns);
    heads.showCells(*request.zoom);
    return {};
}

void select(Workspace& workspace, const ScreenshotOptions& request) {
    Selection selection = workspace.selection();
    selection.sequence = request.sequence;
    if (request.stage) {
        selection.stage = *stageOf(*request.stage, *workspace.scene().trace);
        const auto tensors = tensorsOf(selection.stage, *workspace.scene().trace);
        const auto found = std::find(tensors.begin(), tensors.end(), *request.stage);
        selection.tensor =
            found == tensors.end() ? 0 : static_cast<std::size_t>(found - tensors.begin());
    }
    if (request.head)
        selection.panel = *request.head;
    if (selection.hovered)
        selection.hovered->panel = selection.panel;
    if (request.cell) {
        selection.locked = PanelCell{selection.panel, request.cell->first, request.cell->second};
        selection.hovered = selection.locked;
    }
    workspace.setSelection(selection);
}

/// Brings the Shapes view to the asked moment; an empty text where it exists.
QString showMoment(ShapesDesk& desk, const ScreenshotOptions& request) {
    ShapesOptions options = desk.options();
    options.path = request.path;
    desk.setOptions(options);
    desk.finish();
    if (desk.scene().isEmpty())
        return u"--view shapes: there is nothing to show"_s;
    const ShapesModel& model = *desk.scene().model;
    if (!request.step.isEmpty()) {
        const int step = stepNamed(model.right, request.step);
        if (step < 0)
            return u"--step: there is no step \"%1\"; there are %2"_s.arg(request.step,
                                                                          stepNames(model.right));
        desk.animation().seek(
            model.timeline.timeOf(static_cast<std::size_t>(step), request.progress));
    }
    if (request.element && *request.element >= model.right.elementCount())
        return u"--element takes a number below %1, not %2"_s.arg(model.right.elementCount())
            .arg(*request.element);
    if (request.element)
        desk.lock(request.element);
    return {};
}

} // namespace

int screenshotCommand(const QStringList& arguments, QTextStream& out, QTextStream& err) {
    const QString name = u"screenshot"_s;
    QCommandLineParser parser;
    if (const auto ended =
            parseOrEnd(parser, name, screenshotOptions(), help(), arguments, out, err))
        return *ended;
    const Result<ScreenshotOptions> read = readScreenshotOptions(parser);
    if (!read)
        return calledWrongly(err, name, printable(read.error()));
    const ScreenshotOptions& request = *read;
    if (const Status writable = checkOutput(request.out); !writable)
        return failed(err, writable.error());
    const Result<OpenedExperiment> opened = openProblem(request.problem);
    if (!opened)
        return failed(err, opened.error());
    if (const QString wrong = misfit(request, opened->experiment); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);

    useOffscreenPlatform();
    qputenv("QT_SCALE_FACTOR", QByteArray::number(request.scale));
    Application application;
    useLanguage(request.language);
    Preferences preferences;
    preferences.theme = request.theme == ThemeKind::Dark ? ThemeChoice::Dark : ThemeChoice::Light;
    preferences.language = request.language;
    MainWindow window(opened->experiment, preferences);
    window.setRemembering(false);
    window.workspace().setTimed(false);
    window.setPresentation(request.presentation);
    window.resize(request.size);
    window.show();
    window.settle();
    if (request.timing) {
        window.grab();
        err << "painted\n";
        err.flush();
    }
    if (const QString wrong = misfit(request, window.workspace().scene()); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    if (request.scope)
        window.workspace().showScope(*request.scope);
    if (const QString wrong = misfitOfBlock(request, window.workspace().scene()); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    select(window.workspace(), request);
    window.settle(); // the tabs come with the scene
    // Nothing that was asked for says which view: what the example is about.
    const bool asked = request.scope || request.stage || request.head || request.cell;
    if (!request.viewName.isEmpty() || asked)
        window.showView(request.view);
    window.settle();
    if (request.view == View::Shapes) {
        if (request.path != LayoutPath::Split)
            window.workspace().showStage(Stage::Merge);
        const QString wrong = showMoment(window.shapes().desk(), request);
        if (!wrong.isEmpty())
            return calledWrongly(err, name, wrong);
        window.settle();
    }
    if (const QString wrong = zoom(window.headsView(), request); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);

    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    if (!writer.write(window.grab().toImage()))
        return failed(err, makeError("%1 cannot be encoded as PNG", request.out.fileName()));
    const Status written = writeFileAtomically(
        request.out.fileName(), {png.constData(), static_cast<std::size_t>(png.size())});
    if (!written)
        return failed(err, written.error());
    out << request.out.path << '\n';
    return exitDone;
}

} // namespace headscope
