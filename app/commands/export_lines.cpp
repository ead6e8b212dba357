// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export_lines.h"

#include "pages/lines/lines_figure.h"
#include "pages/lines/lines_picture.h"

#include <algorithm>

namespace headscope {

namespace {

/// What a window would show of the same run.
Scene sceneOf(const FigureRequest& figure) {
    Scene scene;
    scene.run = figure.run;
    scene.trace = figure.trace;
    scene.blocks = figure.blocks;
    scene.selection.scope = std::string(figure.scope());
    scene.selection.stage = stageOf(figure.tensor).value_or(Stage::Weights);
    scene.selection.sequence = figure.sequence;
    scene.display.theme = figure.theme;
    const auto heads = static_cast<int>(figure.run->heads());
    if (figure.mean)
        scene.selection.panel = heads; // behind the heads
    else if (figure.heads.size() == 1)
        scene.selection.panel = figure.heads.front();
    scene.selection.solo = figure.heads.size() == 1;
    // In the order in which they were named.
    scene.display.headOrder = figure.heads;
    return scene;
}

/// The choice that is asked for, or an Error where it means nothing here.
Result<LinesChoice> choiceOf(const LinesRequest& request, const FigureRequest& figure, Index keys) {
    LinesChoice choice;
    choice.percent = request.kept;
    choice.toItself = request.toItself;
    choice.hidden = request.hidden;
    if (!choice.hidden.others.empty() && *choice.hidden.others.rbegin() >= keys)
        return makeError("--hide: there is no key %1; there are %2",
                         *choice.hidden.others.rbegin() + 1, keys);
    if (request.query)
        choice.side = LinesSide::Query;
    else if (request.key)
        choice.side = LinesSide::Key;
    for (int head = 0; head < static_cast<int>(figure.run->heads()) && !figure.heads.empty();
         ++head) {
        if (std::ranges::find(figure.heads, head) == figure.heads.end())
            choice.without.insert(head);
    }
    return choice;
}

} // namespace

Result<QByteArray> exportLines(const ExportOptions& options, QTextStream& err) {
    const FigureRequest& request = options.figure;
    const Tensor& weights = (*request.trace)[request.tensor];
    const Result<LinesChoice> choice =
        choiceOf(options.lines, request, weights.size(weights.rank() - 1));
    if (!choice)
        return choice.error();
    const Scene scene = sceneOf(request);
    LinesPicture picture = linesPicture(scene, *choice);
    LinesFigure figure{.picture = picture, .asked = {}};
    const std::optional<Index> token =
        options.lines.query ? options.lines.query : options.lines.key;
    if (token) {
        figure.asked = askToken(picture, choice->side, *token);
        if (!figure.asked)
            return makeError("--ask-%1 takes a number from 1 to %2 here",
                             options.lines.query ? "query" : "key", picture.count(choice->side));
    }
    if (request.part) {
        const CellSpan& part = *request.part;
        const bool query = choice->side == LinesSide::Query;
        if (figure.asked && (*token < (query ? part.firstRow : part.firstColumn) ||
                             *token >= (query ? part.endRow : part.endColumn)))
            return makeError("--ask-%1 %2 is none of those that --zoom leaves",
                             query ? "query" : "key", *token + 1);
        cutTo(picture, figure.asked, part);
    }
    if (!token && picture.askedOnly) {
        return makeError("of more than %1 tokens only one can be drawn with its "
                         "lines: choose it with --ask-query or --ask-key",
                         mostTokensAtOnce);
    }
    figure.source = request.source;
    figure.theme = request.theme;
    figure.preset = request.preset;
    figure.millimetres = request.millimetres;
    if (options.sizeGiven)
        figure.size = request.size;
    figure.dotsPerInch = request.dotsPerInch;
    figure.titled = request.titled;
    figure.title = request.title;
    figure.subtitle = request.subtitle;
    FigureNotes notes;
    Result<QByteArray> file = renderLines(figure, options.format, &notes);
    for (const QString& note : notes)
        err << "headscope: " << note << '\n';
    return file;
}

} // namespace headscope
