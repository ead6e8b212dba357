// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet_document.h"

#include "examples/origin.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "figure/figure_canvas.h"
#include "figure/figure_page.h"
#include "figure/figure_preset.h"
#include "scene/palette.h"
#include "scene/panels/matrix_panel.h"
#include "transformer/run_model.h"
#include "words/statements.h"
#include "worksheet/handy_weights.h"
#include "worksheet/worksheet_latex.h"

#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

constexpr double hatchStep = 10;

void paint(const WorksheetPiece& page, FigureCanvas& canvas) {
    const QRgb lines = theme(ThemeKind::Light).hatchLight.rgb();
    canvas.hatch(page.hatched, 0xffffffff, lines, hatchStep, 1);
    for (const WorksheetPiece::Fill& fill : page.fills)
        canvas.fill(fill.rect, fill.colour);
    for (const WorksheetPiece::Line& line : page.lines)
        canvas.line(line.points, line.colour, line.width, {});
    for (const WorksheetPiece::Label& label : page.labels)
        canvas.text(label.text, label.colour);
}

FigurePage figurePage(const WorksheetDocument& document, const WorksheetPiece& page) {
    FigurePage result;
    result.size = document.pages.size * pixelsPerHalfPoint;
    result.unit = pixelsPerHalfPoint;
    result.ground = Qt::white;
    result.title = QString::fromStdString(document.words.title);
    result.description = QString::fromStdString(document.words.source);
    result.paint = [&page](FigureCanvas& canvas) { paint(page, canvas); };
    return result;
}

std::vector<std::string> texts(const QStringList& list) {
    std::vector<std::string> result;
    for (const QString& text : list)
        result.push_back(printable(bareLabel(text)).toStdString());
    return result;
}

/// The block that a sheet is about: that of the path, else the first attention.
Result<std::string> blockOf(const Run& run, const std::optional<std::string>& path) {
    std::string paths;
    for (const TraceScope& scope : run.scopes()) {
        const bool attends = run.trace()->find(TensorName::Scores, scope.path) != nullptr;
        if (path ? scope.path == *path : attends)
            return scope.path;
        if (attends)
            paths += (paths.empty() ? "" : ", ") + scope.path;
    }
    if (path && paths.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "--scope is \"%1\", but this computation "
                                                      "is one attention alone: leave it out"),
                         *path);
    return makeError(HEADSCOPE_MESSAGE("Message", "there is no block \"%1\"; there are %2"),
                     path.value_or(std::string()), paths);
}

/// The run whose weights hands can compute: of the experiment with larger or smaller queries and
/// keys in that block. That of the experiment itself where no factor suits.
std::shared_ptr<const Run> handyRun(const std::shared_ptr<const Run>& own, const Experiment& cut,
                                    const std::string& path, const WorksheetOptions& options,
                                    const ComputeRun& compute, double& factor) {
    const std::optional<Scope> scope = Scope::parse(path);
    const auto judged = [&](const Run& run) {
        return handyWeights(slice(*run.trace(), path).trace, options);
    };
    const Index sequences = own->batch();
    // Of a sheet that shows weights, at so many decimals that they can be told apart.
    const bool shown = std::ranges::any_of(options.steps, [](WorksheetStep step) {
        return step == WorksheetStep::Softmax || step == WorksheetStep::Context;
    });
    if (!scope || !shown || options.decimals < 2 || options.sequence < 0 ||
        options.sequence >= sequences)
        return own;
    for (const double tried : handyFactors(judged(*own))) {
        Result<std::shared_ptr<const Run>> run =
            compute(withQueriesAndKeysTimes(cut, *scope, tried));
        if (!run)
            break;
        if (judged(**run) == HandyWeights::Fit) {
            factor = tried;
            return *run;
        }
    }
    return own;
}

} // namespace

Result<std::shared_ptr<const Run>> computeWorksheetRun(const Experiment& experiment) {
    Result<Trace> trace = runModel(modelProblemOf(experiment));
    if (!trace)
        return trace.error();
    return runOf(experiment, std::make_shared<const Trace>(std::move(trace).value()));
}

Result<WorksheetDocument> makeWorksheetDocument(const WorksheetRequest& request,
                                                const ComputeRun& compute) {
    const Experiment& whole = *request.experiment;
    const Index tokens = std::max(whole.queryLength(), whole.keyLength());
    if (request.cut.tokens.value_or(tokens) > worksheetMostSide)
        return makeError(HEADSCOPE_MESSAGE("Message", "on a sheet there is room for %1 tokens, not "
                                                      "for %2: take the first 4"),
                         worksheetMostSide, request.cut.tokens.value_or(tokens));
    const Result<Experiment> cut = withFirstTokens(whole, request.cut.tokens);
    if (!cut)
        return cut.error();
    Result<std::shared_ptr<const Run>> run = compute(*cut);
    if (!run)
        return run.error();
    const Result<std::string> scope = blockOf(**run, request.scope);
    if (!scope)
        return scope.error();
    WorksheetOptions options = request.options;
    options.heads = request.cut.heads;
    double factor = 1;
    if (request.handy)
        run = handyRun(*run, *cut, *scope, options, compute, factor);
    const TraceSlice block = slice(*(*run)->trace(), *scope);

    const AxisTokens words = (*run)->tokens(*scope);
    const TraceStep* scores = block.trace.find(TensorName::Scores);
    WorksheetLabels labels;
    if (scores) {
        labels = {texts(axisLabels(words, Axis::Query, options.sequence, scores->result.size(2))),
                  texts(axisLabels(words, Axis::Key, options.sequence, scores->result.size(3)))};
    }
    Result<Worksheet> sheet = makeWorksheet(block.trace, options, labels);
    if (!sheet)
        return sheet.error();

    WorksheetOrigin origin;
    origin.title = request.title;
    origin.source = runTitle(originOf(whole), request.fileName);
    if ((*run)->scopes().size() > 1) {
        const auto shown = std::ranges::find((*run)->scopes(), *scope,
                                             [](const TraceScope& known) { return known.path; });
        const BlockMap blocks{(*run)->trace(), (*run)->scopes(), *shown, block.origins};
        origin.block = blockTitle(&blocks);
    }
    origin.batch = (*run)->batch();
    origin.sequence = options.sequence;
    origin.heads = whole.config.heads;
    origin.shownHeads = options.heads;
    origin.tokens = tokens;
    origin.cut = request.cut.tokens;
    origin.made = request.made;
    origin.factor = factor;

    WorksheetDocument document;
    document.words = worksheetWords(*sheet, origin);
    document.sheet = std::move(sheet).value();
    document.paper = request.paper;
    document.solutions = request.solutions;
    document.apart = request.apart;
    document.factor = factor;
    document.leftOut = placelessIn(*cut, whole.typedNumbers).count;
    Result<WorksheetPages> pages = layoutWorksheet(document.sheet, document.words, request.paper,
                                                   request.solutions, request.apart, FontMeasure());
    if (!pages)
        return pages.error();
    document.pages = std::move(pages).value();
    return document;
}

std::vector<FigurePage> worksheetFigurePages(const WorksheetDocument& document) {
    std::vector<FigurePage> pages;
    for (const WorksheetPiece& page : document.pages.pages)
        pages.push_back(figurePage(document, page));
    return pages;
}

namespace {

QByteArray texOf(const WorksheetDocument& document, bool questions, bool solutions) {
    return QByteArray::fromStdString(
        worksheetLatex(document.sheet, document.words,
                       {document.paper == WorksheetPaper::Letter, solutions, questions}));
}

} // namespace

QString solutionsPath(const QString& path) {
    const QString ending = u'.' + QFileInfo(path).suffix();
    return path.chopped(ending.size()) + QStringLiteral("-solutions") + ending;
}

Result<std::vector<WorksheetFile>> worksheetFiles(const WorksheetDocument& document,
                                                  const QString& path) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    const bool latex = suffix == QStringLiteral("tex");
    // A pipe is one file, whatever is wanted.
    const bool one = !document.apart || !(latex || suffix == QStringLiteral("pdf"));
    const std::vector<FigurePage> pages = worksheetFigurePages(document);
    const auto questions = static_cast<std::size_t>(document.pages.questions);
    const std::span<const FigurePage> all(pages);
    std::vector<WorksheetFile> files;
    const auto add = [&](const QString& name, bool asks, bool solves) -> Status {
        if (latex) {
            files.push_back({name, texOf(document, asks, solves)});
            return Done{};
        }
        Result<QByteArray> pdf = renderPdf(asks && solves ? all
                                           : asks         ? all.first(questions)
                                                          : all.subspan(questions));
        if (!pdf)
            return pdf.error();
        files.push_back({name, std::move(pdf).value()});
        return Done{};
    };
    const bool solved = document.solutions && !document.sheet.blanks.empty();
    if (const Status made = add(path, true, solved && one); !made)
        return made.error();
    if (solved && !one) {
        if (const Status made = add(solutionsPath(path), false, true); !made)
            return made.error();
    }
    return files;
}

Result<QByteArray> worksheetPng(const WorksheetDocument& document, int page, double dotsPerInch) {
    FigurePage shown = figurePage(document, document.pages.pages[static_cast<std::size_t>(page)]);
    shown.dotsPerInch = dotsPerInch;
    return renderPage(shown, FigureFormat::Png);
}

} // namespace headscope
