// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure.h"

#include "figure/figure_page.h"
#include "figure/figure_painter.h"
#include "scene/panels/matrix_panel.h"
#include "words/numbers/formula.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace headscope {

std::span<const FigureEnding> figureEndings() {
    static constexpr FigureEnding endings[] = {
        {".svg", FigureFormat::Svg}, {".pdf", FigureFormat::Pdf}, {".png", FigureFormat::Png}};
    return endings;
}

std::optional<FigureFormat> figureFormatOf(const QString& fileName) {
    for (const auto& [ending, format] : figureEndings()) {
        if (fileName.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return format;
    }
    return std::nullopt;
}

Error noFigureName(const QString& fileName, const char* also) {
    std::string endings;
    for (const FigureEnding& each : figureEndings())
        endings.append(endings.empty() ? "" : ", ").append(each.ending);
    if (also)
        endings.append(", ").append(also);
    return makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" ends in none of %2"),
                     QFileInfo(fileName).fileName().toStdString(), endings);
}

Status checkFigureSize(const QSizeF& size) {
    if (size.width() >= smallestFigureWidth && size.height() >= smallestFigureHeight &&
        std::max(size.width(), size.height()) <= largestFigureSide)
        return Done{};
    return makeError(HEADSCOPE_MESSAGE("Message", "a figure is from %1x%2 to %3x%3 pixels "
                                                  "large"),
                     smallestFigureWidth, smallestFigureHeight, largestFigureSide);
}

FigureRequest figureRequest(const Scene& scene) {
    FigureRequest request;
    request.trace = scene.trace;
    request.blocks = scene.blocks;
    request.run = scene.run;
    request.tensor = shownTensor(scene).value_or(request.tensor);
    request.sequence = scene.selection.sequence;
    request.map = scene.display.map;
    request.range = scene.display.range;
    request.values = scene.display.valuesInCells;
    request.rowsAreKeys = scene.display.rowsAreKeys;
    request.told = tellsScale(scene.pointed);
    if (scene.selection.solo && scene.selection.panel < scene.run->heads())
        request.heads = {scene.selection.panel};
    request.mean = scene.selection.solo && scene.selection.panel == scene.run->heads() &&
                   hasMeanOfHeads(*request.trace, request.tensor);
    return request;
}

Status checkPart(const CellSpan& part, Index rows, Index columns) {
    if (part.endRow <= rows && part.endColumn <= columns)
        return Done{};
    return makeError("--zoom: the matrix has %1 rows and %2 columns", rows, columns);
}

bool hasMeanOfHeads(const Trace& trace, TensorName name) {
    const std::vector<MatrixPanel> heads = slicesOf(trace, name, 0);
    return heads.size() > 1 && heads.front().matrix.axes()[0] == Axis::Query &&
           heads.front().matrix.axes()[1] == Axis::Key;
}

Error noMeanOfHeads(TensorName name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" has no mean of several heads"),
                     std::string(snakeCase(name)));
}

namespace {

QString sentence(const char* text) {
    return QCoreApplication::translate("Figure", text);
}

FigureNotes notesOf(const FigureRequest& request, const FigureContent& content,
                    const FigureGeometry& geometry) {
    FigureNotes notes;
    if (!content.geometry.type)
        return notes; // type follows the page, whatever has room
    if (request.values && content.hasNumbers && geometry.valuePixels == 0)
        notes << sentence(QT_TRANSLATE_NOOP("Figure", "The cells have no numbers: they would be "
                                                      "smaller than %1 pt."))
                     .arg(content.geometry.type->smallest / 2.0);
    if (geometry.columnStep > 1)
        notes << sentence(QT_TRANSLATE_NOOP("Figure", "Of the columns one label in %1 is written."))
                     .arg(geometry.columnStep);
    if (geometry.rowStep > 1)
        notes << sentence(QT_TRANSLATE_NOOP("Figure", "Of the rows one label in %1 is written."))
                     .arg(geometry.rowStep);
    return notes;
}

} // namespace

Result<QByteArray> renderFigure(const FigureRequest& request, FigureFormat format,
                                const FigureWork& work, FigureNotes* notes) {
    const auto content = figureContent(request, work);
    if (!content)
        return content.error();
    const FigureGeometry geometry = layoutFigure(content->geometry, FontMeasure());
    if (geometry.matrices.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "this does not fit the page with type of %1 "
                                                      "pt: choose a larger page, fewer heads, or "
                                                      "a free size"),
                         content->geometry.type ? content->geometry.type->smallest / 2 : 0);
    if (notes)
        *notes = notesOf(request, *content, geometry);
    FigurePage page;
    page.unit = content->geometry.type ? pixelsPerHalfPoint : 1;
    page.size = geometry.size * page.unit;
    page.dotsPerInch = request.dotsPerInch;
    page.ground = theme(content->theme).base;
    page.title = content->documentTitle;
    page.description = content->description;
    page.paint = [&](FigureCanvas& canvas) { paintFigure(*content, geometry, canvas, work); };
    return renderPage(page, format, work);
}

} // namespace headscope
