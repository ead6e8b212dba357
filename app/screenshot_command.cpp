// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshot_command.h"

#include "application.h"
#include "command_line.h"
#include "display.h"
#include "examples/examples.h"
#include "exit_code.h"
#include "formats/file_io.h"
#include "output.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/registry.h"
#include "pages/shapes/shapes_page.h"
#include "pages/train/train_page.h"
#include "run_options.h"
#include "scene/stage_text.h"
#include "scene/statements.h"
#include "shapes_options.h"
#include "train_picture.h"
#include "window/main_window.h"
#include "window/page_stack.h"

#include <QBuffer>
#include <QCommandLineParser>
#include <QImageWriter>
#include <QRegularExpression>

#include <algorithm>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

struct Request {
    ProblemRequest problem;
    QSize size{1440, 900};
    ThemeChoice theme = ThemeChoice::Light;
    Language language = Language::English;
    QString view;                 ///< as typed; empty: what the example is about
    QString step;                 ///< of the Shapes view; empty: as the view opens
    double progress = 1;          ///< of that step's move
    std::optional<Index> element; ///< marked in the Shapes view
    LayoutPath path = LayoutPath::Split;
    std::optional<std::string> scope; ///< the block of a model
    std::optional<TensorName> stage;
    std::optional<int> head;                     ///< from 0
    std::optional<std::pair<Index, Index>> cell; ///< query and key, from 0
    std::optional<CellSpan> zoom;                ///< of the enlarged matrix
    Index sequence = 0;
    std::optional<TrainPicture> training;
    double scale = 1;
    bool presentation = false;
    Output out;
};

/// "heads, shapes or norm": the names of the pages.
QString viewNames(const QString& last) {
    QStringList names;
    for (const PageEntry& entry : pageEntries()) {
        names << QString::fromLatin1(entry.id.data(), static_cast<qsizetype>(entry.id.size()));
    }
    const QString end = names.takeLast();
    return names.join(u", "_s) + last + end;
}

QList<QCommandLineOption> windowOptions() {
    return {
        {u"out"_s, u"the PNG to write"_s, u"FILE.png"_s},
        {u"example"_s, u"what is shown (default: ticket)"_s, u"NAME"_s},
        {u"view"_s,
         u"the view: %1 (default: what the example is about)"_s.arg(viewNames(u" or "_s)),
         u"VIEW"_s},
        {u"scope"_s, u"the block of a model, such as encoder/0/self_attention"_s, u"PATH"_s},
        {u"path"_s, u"of shapes: split (default), merge or side-by-side"_s, u"PATH"_s, u"split"_s},
        {u"step"_s, u"of shapes: the step, such as transpose"_s, u"STEP"_s},
        {u"progress"_s, u"of shapes: how far the step's move is, 0 to 1 (default: 1)"_s, u"P"_s},
        {u"element"_s, u"of shapes: mark an element, counted in memory from 0"_s, u"N"_s},
        {u"stage"_s, u"the stage, such as scores (default: what the example is about)"_s,
         u"NAME"_s},
        {u"head"_s, u"the enlarged head, from 1"_s, u"H"_s},
        {u"cell"_s, u"lock the cell of query Q and key K, from 1"_s, u"Q,K"_s},
        {u"zoom"_s, u"show these rows and columns of the enlarged matrix, from 1: 3-9,1-12"_s,
         u"ROWS,COLUMNS"_s},
        {u"sequence"_s, u"the sequence of the batch, from 1"_s, u"N"_s},
        {u"size"_s, u"of the window (default: 1440x900)"_s, u"WxH"_s},
        {u"scale"_s, u"pixels for each logical pixel, 1 to 4 (default: 1)"_s, u"S"_s},
        {u"theme"_s, u"light or dark (default: light)"_s, u"THEME"_s},
        {u"language"_s, u"en or zh (default: en)"_s, u"CODE"_s},
        {u"presentation"_s, u"presentation mode: larger type, only the picture"_s},
        {u"timing"_s, u"say on the standard error when the first frame is painted"_s},
        {u"help"_s, u"this text"_s},
    };
}

QList<QCommandLineOption> options() {
    return windowOptions() + trainPictureOptions();
}

QString exampleNames() {
    QStringList names;
    for (const Example& example : examples())
        names << QString::fromUtf8(example.id.data(), static_cast<qsizetype>(example.id.size()));
    return names.join(u", "_s);
}

/// The options of the Shapes view; an empty text where all is well, else the sentence.
QString readShapes(const QCommandLineParser& parser, Request& request) {
    for (const QString& option : {u"path"_s, u"step"_s, u"progress"_s, u"element"_s}) {
        if (parser.isSet(option) && request.view != "shapes"_L1)
            return u"--%1 belongs to --view shapes"_s.arg(option);
    }
    const qsizetype path =
        QStringList{u"split"_s, u"merge"_s, u"side-by-side"_s}.indexOf(parser.value(u"path"_s));
    if (path < 0)
        return u"--path takes split, merge or side-by-side, not \"%1\""_s.arg(
            parser.value(u"path"_s));
    request.path = static_cast<LayoutPath>(path);
    request.step = parser.value(u"step"_s);
    bool ok = true;
    if (parser.isSet(u"progress"_s)) {
        request.progress = parser.value(u"progress"_s).toDouble(&ok);
        if (!ok || !(request.progress >= 0 && request.progress <= 1))
            return u"--progress takes a number from 0 to 1, not \"%1\""_s.arg(
                parser.value(u"progress"_s));
    }
    if (parser.isSet(u"element"_s)) {
        request.element = parser.value(u"element"_s).toLongLong(&ok);
        if (!ok || *request.element < 0)
            return u"--element takes a number from 0 on, not \"%1\""_s.arg(
                parser.value(u"element"_s));
    }
    return {};
}

/// Reads the options; an empty text where all is well, else the sentence.
QString read(const QCommandLineParser& parser, Request& request) {
    const auto number = [&](const QString& name, int low, int high, int& value) -> QString {
        bool ok = false;
        value = parser.value(name).toInt(&ok);
        return ok && value >= low && value <= high
                   ? QString()
                   : u"--%1 takes a number from %2 to %3, not \"%4\""_s.arg(name)
                         .arg(low)
                         .arg(high)
                         .arg(parser.value(name));
    };
    const Result<Output> output = readOutput(parser, {u".png"_s});
    if (!output)
        return QString::fromStdString(output.error().text());
    request.out = *output;
    const Result<std::optional<ProblemRequest>> whole = wholeRequest(parser);
    if (!whole)
        return printable(whole.error());
    request.problem.example = "ticket";
    request.problem = whole->value_or(request.problem);
    request.view = parser.value(u"view"_s);
    if (parser.isSet(u"view"_s) && std::ranges::find(pageEntries(), request.view.toStdString(),
                                                     &PageEntry::id) == pageEntries().end())
        return u"there is no view \"%1\"; there are %2"_s.arg(request.view, viewNames(u" and "_s));
    if (const QString wrong = readShapes(parser, request); !wrong.isEmpty())
        return wrong;
    if (parser.isSet(u"scope"_s))
        request.scope = parser.value(u"scope"_s).toStdString();
    if (parser.isSet(u"size"_s)) {
        static const QRegularExpression pattern(u"^([0-9]{1,5})x([0-9]{1,5})$"_s);
        const auto match = pattern.match(parser.value(u"size"_s));
        request.size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
        if (!match.hasMatch() || request.size.width() < 720 || request.size.height() < 520 ||
            request.size.width() > 8192 || request.size.height() > 8192)
            return u"--size takes 720x520 to 8192x8192, such as 1440x900, not \"%1\""_s.arg(
                parser.value(u"size"_s));
    }
    if (parser.isSet(u"theme"_s)) {
        const QString theme = parser.value(u"theme"_s);
        if (theme != "light"_L1 && theme != "dark"_L1)
            return u"--theme is light or dark, not \"%1\""_s.arg(theme);
        request.theme = theme == "dark"_L1 ? ThemeChoice::Dark : ThemeChoice::Light;
    }
    if (parser.isSet(u"language"_s)) {
        const auto language = languageFrom(parser.value(u"language"_s));
        if (!language)
            return u"--language is en or zh, not \"%1\""_s.arg(parser.value(u"language"_s));
        request.language = *language;
    }
    if (parser.isSet(u"stage"_s)) {
        request.stage = tensorNameFrom(parser.value(u"stage"_s).toStdString());
        if (!request.stage || !stageOf(*request.stage))
            return u"there is no stage \"%1\"; try scores, masked_scores, attention_weights, "
                   "head_context or output"_s.arg(parser.value(u"stage"_s));
    }
    if (parser.isSet(u"scale"_s)) {
        bool ok = false;
        request.scale = parser.value(u"scale"_s).toDouble(&ok);
        if (!ok || !(request.scale >= 1 && request.scale <= 4))
            return u"--scale takes a number from 1 to 4, not \"%1\""_s.arg(
                parser.value(u"scale"_s));
    }
    if (parser.isSet(u"head"_s)) {
        int head = 0;
        if (QString wrong = number(u"head"_s, 1, 100000, head); !wrong.isEmpty())
            return wrong;
        request.head = head - 1;
    }
    if (parser.isSet(u"sequence"_s)) {
        int sequence = 0;
        if (QString wrong = number(u"sequence"_s, 1, 100000, sequence); !wrong.isEmpty())
            return wrong;
        request.sequence = sequence - 1;
    }
    if (parser.isSet(u"cell"_s)) {
        static const QRegularExpression pattern(u"^([0-9]{1,6}),([0-9]{1,6})$"_s);
        const auto match = pattern.match(parser.value(u"cell"_s));
        const int query = match.captured(1).toInt();
        const int key = match.captured(2).toInt();
        if (!match.hasMatch() || query < 1 || key < 1)
            return u"--cell takes a query and a key from 1, such as 10,6, not \"%1\""_s.arg(
                parser.value(u"cell"_s));
        request.cell = {query - 1, key - 1};
    }
    if (parser.isSet(u"zoom"_s)) {
        static const QRegularExpression pattern(
            u"^([0-9]{1,6})-([0-9]{1,6}),([0-9]{1,6})-([0-9]{1,6})$"_s);
        const auto match = pattern.match(parser.value(u"zoom"_s));
        const auto part = [&](int place) { return match.captured(place).toLongLong(); };
        request.zoom = CellSpan{part(1) - 1, part(2), part(3) - 1, part(4)};
        if (!match.hasMatch() || part(1) < 1 || part(3) < 1 || request.zoom->rows() < 1 ||
            request.zoom->columns() < 1)
            return u"--zoom takes rows and columns from 1, such as 3-9,1-12, not \"%1\""_s.arg(
                parser.value(u"zoom"_s));
    }
    request.presentation = parser.isSet(u"presentation"_s);
    if (!asksForTraining(parser))
        return {};
    Result<TrainPicture> training = trainPictureFrom(parser);
    if (!training)
        return printable(training.error());
    request.training = std::move(*training);
    // What is chosen is chosen of the trained model.
    request.training->scope = std::exchange(request.scope, std::nullopt).value_or(std::string());
    request.training->head = std::exchange(request.head, std::nullopt);
    return {};
}

/// What does not fit the example, as a sentence; empty where all does.
QString misfit(const Request& request, const Experiment& experiment) {
    if (request.head && *request.head >= experiment.config.heads)
        return u"--head %1: the example has %2 heads"_s.arg(*request.head + 1)
            .arg(experiment.config.heads);
    if (request.sequence >= experiment.batch())
        return u"--sequence %1: the example has %2 sequences"_s.arg(request.sequence + 1)
            .arg(experiment.batch());
    return {};
}

/// What does not fit the computed model, as a sentence; empty where all does.
QString misfit(const Request& request, const Scene& scene) {
    const std::vector<TraceScope>& scopes = scene.blocks->scopes;
    if (request.scope &&
        std::ranges::find(scopes, *request.scope, &TraceScope::path) == scopes.end()) {
        QStringList paths;
        for (const TraceScope& scope : scopes)
            paths << u"\"%1\""_s.arg(QString::fromStdString(scope.path));
        return u"--scope %1: the example has no such block; it has %2"_s.arg(
            QString::fromStdString(*request.scope), paths.join(u", "_s));
    }
    return {};
}

/// The same for the stage and the cell in the block that is shown.
QString misfitOfBlock(const Request& request, const Scene& scene) {
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

/// Why the asked page is not the one that is shown, as a sentence; empty where it is.
QString misfitOfPage(const Request& request, const PageStack& pages) {
    const Page* page = pages.find(request.view.toStdString());
    if (!page)
        return {}; // none was asked for
    const Scene& scene = page->scene();
    const std::optional<ScopeKind> subject = page->subject();
    if (subject && scene.kind() != *subject) {
        const auto& scopes = scene.blocks->scopes;
        const auto found = std::ranges::find(scopes, *subject, &TraceScope::kind);
        const QString choose =
            found == scopes.end()
                ? u"the example has none"_s
                : u"choose one with --scope, such as %1"_s.arg(
                      QString::fromStdString(found->path.empty() ? "\"\"" : found->path));
        return u"--view %1: this block %2; %3"_s.arg(request.view,
                                                     *subject == ScopeKind::Attention
                                                         ? u"has no heads, it is no attention"_s
                                                         : u"is no norm"_s,
                                                     choose);
    }
    if (const Status available = page->available(scene); !available && page != &pages.page())
        return u"--view %1: %2"_s.arg(request.view,
                                      QString::fromStdString(available.error().text()));
    return {};
}

/// The same for head and cell in the stage that is shown: it may have fewer panels than the
/// example has heads, or other rows and columns than queries and keys.
QString misfitOfStage(const Request& request, const Workspace& workspace) {
    const Scene& scene = workspace.scene();
    const Selection& shown = workspace.selection();
    const std::optional<TensorName> name = shownTensor(scene);
    const auto panels =
        name ? slicesOf(*scene.trace, *name, shown.sequence) : std::vector<MatrixPanel>();
    if (request.head && shown.panel != *request.head)
        return u"--head %1: this stage has %2"_s.arg(*request.head + 1)
            .arg(panels.size() == 1 ? u"one matrix, not one for each head"_s
                                    : u"%1 heads"_s.arg(panels.size()));
    if (!request.cell || panels.empty())
        return {};
    const Tensor& matrix = panels.front().matrix;
    if (shown.locked && shown.locked->row == request.cell->first &&
        shown.locked->column == request.cell->second)
        return {};
    return u"--cell %1,%2: the matrix of this stage has %3 rows and %4 columns"_s
        .arg(request.cell->first + 1)
        .arg(request.cell->second + 1)
        .arg(matrix.size(0))
        .arg(matrix.size(1));
}

/// Zooms the enlarged matrix; an empty text where it has those rows and columns.
QString zoom(HeadsView& heads, const Request& request) {
    if (!request.zoom)
        return {};
    if (!heads.isVisible())
        return u"--zoom: the heads are not what is shown; choose --view heads"_s;
    const MatrixGeometry& matrix = heads.geometryNow().matrix;
    if (request.zoom->endRow > matrix.rows || request.zoom->endColumn > matrix.columns)
        return u"--zoom: the matrix has %1 rows and %2 columns"_s.arg(matrix.rows)
            .arg(matrix.columns);
    heads.showCells(*request.zoom);
    return {};
}

void select(Workspace& workspace, const Request& request) {
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
QString showMoment(ShapesDesk& desk, const Request& request) {
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
    parser.addOptions(options());
    if (!parser.parse(QStringList(name) + arguments))
        return calledWrongly(err, name, parser.errorText());
    if (parser.isSet(u"help"_s)) {
        out << commandHelp(
            {u"screenshot --out FILE.png [--example NAME] [OPTIONS]"_s,
             u"screenshot --out FILE.png FILE.headscope [OPTIONS]"_s},
            u"Paints the whole window into a PNG. Examples: %1."_s.arg(exampleNames()), options());
        return exitDone;
    }
    Request request;
    if (const QString wrong = read(parser, request); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
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
    preferences.theme = request.theme;
    preferences.language = request.language;
    MainWindow window(opened->experiment, preferences);
    window.setRemembering(false);
    window.workspace().setTimed(false);
    window.setPresentation(request.presentation);
    window.resize(request.size);
    window.show();
    window.settle();
    if (parser.isSet(u"timing"_s)) {
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
    if (request.training) {
        // Any other page shows the model at the playhead, too.
        window.showPage("train");
        window.settle();
        const Status trained = showTraining(window.page<TrainPage>(), *request.training);
        if (!trained)
            return failed(err, trained.error());
        window.settle();
        if (request.view.isEmpty())
            request.view = u"train"_s;
    }
    select(window.workspace(), request);
    window.settle(); // the tabs come with the scene
    if (const QString wrong = misfitOfStage(request, window.workspace()); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    // Nothing that was asked for says which view: what the example is about.
    const bool asked = request.scope || request.stage || request.head || request.cell;
    if (!request.view.isEmpty() || asked)
        window.showPage(request.view.toStdString());
    window.settle();
    if (const QString wrong = misfitOfPage(request, window.pages()); !wrong.isEmpty())
        return calledWrongly(err, name, wrong);
    if (request.view == "shapes"_L1) {
        if (request.path != LayoutPath::Split)
            window.workspace().showStage(Stage::Merge);
        const QString wrong = showMoment(window.page<ShapesPage>().desk(), request);
        if (!wrong.isEmpty())
            return calledWrongly(err, name, wrong);
        window.settle();
    }
    if (const QString wrong = zoom(window.page<HeadsPage>().heads(), request); !wrong.isEmpty())
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
