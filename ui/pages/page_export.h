// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure.h"
#include "figure/gif_writer.h"
#include "scene/scene.h"
#include "support/cancellation.h"
#include "support/result.h"

#include <QCoreApplication>
#include <QStringList>

#include <functional>

class QWidget;

namespace headscope {

/// How a page that has files of its own asks for a name, writes, and says what came of it:
/// exportFigure() and exportAnimation() of every page are made of it.
class PageExport {
    Q_DECLARE_TR_FUNCTIONS(PageExport)

public:
    /// FileQuestion::ask(): `name` is proposed in `folder`, which becomes that of the file.
    static QString askForFile(QWidget* parent, const QString& title, const QString& name,
                              const QStringList& filters, QString& folder,
                              qsizetype* filter = nullptr);
    /// "Saved: …"; what went wrong in a box of its own, and then nothing.
    static QString saved(QWidget* parent, const QString& title, const QString& path,
                         const Status& written);

    /// Renders in the format that the name ends with, and writes that; the error of an ending
    /// that no figure has.
    using Render = std::function<Result<QByteArray>(FigureFormat)>;
    static Status writeFigure(const QString& path, const Render& render);
    /// What a page shows, as a figure has it: light, and in type of its own size.
    static Scene onPaper(Scene scene);
    /// All three: asks, renders, writes, and what exportFigure() says.
    static QString figure(QWidget* parent, const QString& title, const QString& name,
                          const QStringList& filters, QString& folder, const Render& render);

    using Encode =
        std::function<Result<GifFile>(CancellationToken, std::function<void(double)> progress)>;
    /// Asks for a file and writes the animation there, with progress and Cancel.
    static QString animation(QWidget* parent, const QString& name, QString& folder,
                             const Encode& encode);
};

} // namespace headscope
