// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/printing.h"

#include "figure/colour_glyphs.h"
#include "scene/panels/matrix_panel.h"
#include "words/error_text.h"

#include <QImage>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>
#include <QPrinterInfo>

#include <algorithm>

namespace headscope {

namespace {

constexpr double referenceDpi = 96;

/// Whether it is laid out for this very paper.
bool fillsPaper(const FigurePage& page, const QPageLayout& layout) {
    const QSizeF paper = layout.fullRect(QPageLayout::Point).size() * (referenceDpi / 72);
    constexpr double near = 3;
    return std::abs(paper.width() - page.size.width()) < near &&
           std::abs(paper.height() - page.size.height()) < near;
}

} // namespace

Status Printing::paint(QPrinter& printer, std::span<const FigurePage> pages) {
    printer.setFullPage(true);
    QPainter painter;
    if (!painter.begin(&printer))
        return makeError(HEADSCOPE_MESSAGE("Message", "the printer \"%1\" takes nothing"),
                         printer.printerName().toStdString());
    const double unit = printer.resolution() / referenceDpi;
    for (const FigurePage& page : pages) {
        if (&page != &pages.front() && !printer.newPage())
            return makeError(HEADSCOPE_MESSAGE("Message", "the printer \"%1\" takes nothing"),
                             printer.printerName().toStdString());
        painter.resetTransform();
        double scale = unit;
        if (!fillsPaper(page, printer.pageLayout())) {
            const QRectF room = printer.pageLayout().paintRectPixels(printer.resolution());
            scale = std::min(
                {unit, room.width() / page.size.width(), room.height() / page.size.height()});
            painter.translate(room.left() + (room.width() - page.size.width() * scale) / 2,
                              room.top());
        }
        painter.scale(scale * page.unit, scale * page.unit);
        paintWithColourGlyphs(painter,
                              [&](QPainter& onPage) { paintOn(onPage, page, scale * page.unit); });
    }
    painter.end();
    return Done{};
}

FigurePage Printing::pageOf(const QImage& picture, QSizeF size, const QString& title) {
    FigurePage page;
    page.size = size;
    page.title = title;
    page.ground = Qt::white;
    page.paintDirectly = [picture, size](QPainter& painter) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(QRectF(QPointF(0, 0), size), picture);
    };
    return page;
}

Printing::Outcome Printing::print(QWidget* parent, const QString& title,
                                  std::span<const FigurePage> pages) {
    if (QPrinterInfo::availablePrinters().isEmpty())
        return {false, tr("This computer has no printer. Save it as a PDF, which can be printed "
                          "elsewhere, or set a printer up first (on Debian the package cups).")};
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(visibleLabel(title));
    printer.setCreator(QStringLiteral("HeadScope"));
    const FigurePage& first = pages.front();
    // The paper that it is laid out for; a picture lies as it is wider or higher.
    const auto fits = [&](QPageSize::PageSizeId paper) {
        return printer.setPageSize(QPageSize(paper)) && fillsPaper(first, printer.pageLayout());
    };
    if (!fits(QPageSize::Letter) && !fits(QPageSize::A4))
        printer.setPageOrientation(first.size.width() > first.size.height()
                                       ? QPageLayout::Landscape
                                       : QPageLayout::Portrait);
    QPrintDialog dialog(&printer, parent);
    dialog.setWindowTitle(title);
    dialog.setOptions(QAbstractPrintDialog::PrintToFile | QAbstractPrintDialog::PrintShowPageSize);
    if (dialog.exec() != QDialog::Accepted)
        return {};
    const Status printed = paint(printer, pages);
    if (!printed)
        return {false, translated(printed.error())};
    return {true, tr("Printed: %1").arg(printer.printerName())};
}

} // namespace headscope
