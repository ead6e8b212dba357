// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/exporter.h"

#include "lessons/slide/lesson_slide.h"
#include "support/cases.h"
#include "window/actions.h"
#include "window/export/data_export.h"
#include "window/export/export_dialog.h"
#include "window/export/page_export_dialog.h"
#include "window/export/printing.h"
#include "window/export/worksheet_dialog.h"
#include "window/files/experiment_file.h"
#include "window/frame/page_stack.h"
#include "window/frame/status_line.h"
#include "window/preferences.h"
#include "words/error_text.h"
#include "words/stage_text.h"
#include "words/statements.h"
#include "workspace/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

#include <algorithm>

namespace headscope {

Exporter::Exporter(const Parts& parts, const Actions& actions)
    : QObject(&parts.window)
    , m_parts(parts) {
    connect(actions.exportFigure, &QAction::triggered, this, &Exporter::exportFigure);
    connect(actions.exportAnimation, &QAction::triggered, this, &Exporter::exportAnimation);
    connect(actions.print, &QAction::triggered, this, &Exporter::printFigure);
    connect(actions.exportData, &QAction::triggered, this, &Exporter::exportData);
    connect(actions.worksheet, &QAction::triggered, this, &Exporter::makeWorksheet);
    connect(actions.copyPicture, &QAction::triggered, this, &Exporter::copyFigure);
    connect(actions.copyMatrix, &QAction::triggered, this, &Exporter::copyMatrix);
    connect(&m_matrices, &MatrixCopy::said, &m_parts.status, &StatusLine::showMessage);
}

void Exporter::ask(SaveDialog& dialog) {
    if (dialog.exec() != QDialog::Accepted)
        return;
    m_parts.preferences.figureFolder = dialog.folder();
    m_parts.status.showMessage(tr("Saved: %1").arg(visibleName(dialog.path())));
}

QString Exporter::source() const {
    const Document& document = m_parts.workspace.document();
    return document.source().experiment()
               ? runTitle(m_parts.workspace.scene().run->origin(), m_parts.file.path())
               : documentTitle(document);
}

PageFigures Exporter::figures() const {
    return m_parts.slide.isHidden() ? m_parts.pages.page().figures() : m_parts.slide.figures();
}

bool Exporter::isRefused(const PageFigures& figures) {
    if (!figures.possible)
        m_parts.status.showMessage(capitalised(translated(figures.possible.error())));
    return !figures.possible;
}

void Exporter::exportFigure() {
    m_parts.workspace.finishSoon();
    PageFigures figures = this->figures();
    if (!figures.possible || !figures.stills.front().request)
        return exportPage(std::move(figures), false);
    FigureRequest request = *std::move(figures.stills.front().request);
    request.source = source();
    ExportDialog dialog(std::move(request), m_parts.preferences.figureFolder, &m_parts.window);
    ask(dialog);
}

void Exporter::exportAnimation() {
    m_parts.workspace.finishSoon();
    exportPage(figures(), true);
}

void Exporter::exportPage(PageFigures figures, bool film) {
    if (isRefused(figures))
        return;
    PageExportDialog dialog(std::move(figures), film, m_parts.preferences.figureFolder,
                            &m_parts.window);
    ask(dialog);
}

void Exporter::printFigure() {
    m_parts.workspace.finishSoon();
    const PageFigures figures = this->figures();
    if (isRefused(figures))
        return;
    constexpr double sharp = 384; // of a figure that is made smaller to fit, 600 dpi and more
    PageLook look = figures.stills.front().look;
    look.dotsPerInch = sharp;
    if (figures.stills.front().request)
        look.source = source();
    const Result<QByteArray> png = figures.stills.front().render(FigureFormat::Png, look);
    if (!png)
        return m_parts.status.showMessage(capitalised(translated(png.error())));
    const QImage picture = QImage::fromData(*png, "PNG");
    const FigurePage page = Printing::pageOf(picture, QSizeF(picture.size()) * (96 / sharp),
                                             m_parts.window.windowTitle());
    const QString said =
        Printing::print(&m_parts.window, tr("Print the figure"), {&page, 1}).sentence;
    if (!said.isEmpty())
        m_parts.status.showMessage(said);
}

void Exporter::exportData() {
    m_parts.workspace.finishSoon();
    if (m_parts.workspace.scene().isEmpty())
        return;
    DataExport dialog(m_parts.workspace.scene(), m_parts.preferences.figureFolder, &m_parts.window);
    ask(dialog);
}

void Exporter::makeWorksheet() {
    m_parts.workspace.finishSoon();
    const Scene& scene = m_parts.workspace.scene();
    WorksheetRequest request;
    request.experiment = m_parts.workspace.document().experiment();
    request.fileName = m_parts.file.path();
    request.cut = suggestedCut(*request.experiment, m_parts.preferences.worksheet.steps);
    // The head and the sequence that are looked at, as far as the experiment has them.
    const Selection& selection = scene.selection;
    const Experiment& experiment = *request.experiment;
    if (!request.cut.heads.empty() && selection.panel < experiment.config.heads)
        request.cut.heads = {selection.panel};
    request.options.sequence = std::min(selection.sequence, experiment.batch() - 1);
    if (!scene.isEmpty() && scene.trace->find(TensorName::Scores) && !selection.scope.empty())
        request.scope = selection.scope;
    WorksheetDialog dialog(std::move(request), m_parts.preferences.worksheet,
                           m_parts.preferences.figureFolder, &m_parts.window);
    ask(dialog);
    m_parts.preferences.worksheet = dialog.choices();
}

void Exporter::copyFigure() {
    m_parts.workspace.finishSoon();
    cancel();
    const PageFigures figures = this->figures();
    if (isRefused(figures))
        return;
    const PageFigure& figure = figures.stills.front();
    if (!figure.request) {
        const Result<QByteArray> png = figure.render(FigureFormat::Png, figure.look);
        const Result<QByteArray> svg = figure.render(FigureFormat::Svg, figure.look);
        return png && svg ? putOnClipboard(*png, *svg)
                          : m_parts.status.setFailure(png ? svg.error() : png.error());
    }
    m_parts.status.showLastingMessage(tr("copying the figure … Esc gives it up"));
    FigureRequest request = *figure.request;
    request.part.reset(); // all of a zoomed matrix
    request.source = source();
    m_figures.render(std::move(request), {FigureFormat::Png, FigureFormat::Svg},
                     [this](const Result<std::vector<QByteArray>>& files) {
                         m_parts.status.showMessage({});
                         if (!files)
                             return m_parts.status.setFailure(files.error());
                         putOnClipboard(files->front(), files->back());
                     });
}

void Exporter::putOnClipboard(const QByteArray& png, const QByteArray& svg) {
    auto* copied = new QMimeData;
    copied->setImageData(QImage::fromData(png, "PNG"));
    copied->setData(QStringLiteral("image/png"), png);
    copied->setData(QStringLiteral("image/svg+xml"), svg);
    QGuiApplication::clipboard()->setMimeData(copied);
    m_parts.status.showMessage(tr("The figure is on the clipboard, as PNG and SVG."));
}

void Exporter::copyMatrix() {
    m_parts.workspace.finishSoon();
    const std::optional<LabelledMatrix> matrix = m_parts.pages.page().matrix();
    if (!matrix)
        return m_parts.status.showMessage(tr("There is no matrix here to copy."));
    m_figures.cancel();
    m_matrices.copy(*matrix, MatrixFormat::Tsv);
}

void Exporter::carryOut(const want::Copy& wanted) {
    std::visit(Cases{[this](const want::CopyText& text) { m_matrices.copy(text.text); },
                     [this](const want::CopyMatrix& matrix) {
                         m_matrices.copy(matrix.matrix, matrix.format);
                     },
                     [this](const want::CopyFigure&) { copyFigure(); }},
               wanted);
}

void Exporter::cancelCopy() {
    cancel();
    m_parts.status.showMessage(tr("Nothing was copied."));
}

void Exporter::cancel() {
    m_figures.cancel();
    m_matrices.cancel();
}

void Exporter::finish() {
    m_figures.finish();
    m_matrices.finish();
}

} // namespace headscope
