// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/page_export.h"

#include "files/write_bytes.h"

#include <QFileInfo>

namespace headscope {

Scene PageExport::onPaper(Scene scene, ThemeKind theme) {
    scene.display.theme = theme;
    scene.display.textScale = 1;
    return scene;
}

PageFigures PageExport::none(const Status& available, Error missing) {
    PageFigures figures;
    figures.possible = available ? Status(std::move(missing)) : available;
    return figures;
}

PageFigures PageExport::only(PageFigure figure) {
    PageFigures figures;
    figures.stills.push_back(std::move(figure));
    return figures;
}

Result<QByteArray> PageExport::render(const PageFigure& figure, const QString& path,
                                      const PageLook& look) {
    if (const std::optional<FigureFormat> format = figureFormatOf(path))
        return figure.render(*format, look);
    if (!figure.table)
        return noFigureName(path);
    if (QFileInfo(path).suffix().toLower() == u"csv")
        return QByteArray::fromStdString(figure.table());
    return noFigureName(path, ".csv");
}

Status PageExport::write(const PageFigure& figure, const QString& path, const PageLook& look) {
    const Result<QByteArray> file = render(figure, path, look);
    return file ? writeBytes(path, *file) : Status(file.error());
}

} // namespace headscope
