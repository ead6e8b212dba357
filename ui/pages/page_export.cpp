// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/page_export.h"

#include "files/file_question.h"
#include "files/write_bytes.h"
#include "scene/error_text.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>

#include <algorithm>

namespace headscope {

QString PageExport::askForFile(QWidget* parent, const QString& title, const QString& name,
                               const QStringList& filters, QString& folder, qsizetype* filter) {
    const QString start = QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name);
    const QString path = FileQuestion::ask(parent, title, start, filters, filter);
    if (path.isEmpty())
        return {};
    folder = QFileInfo(path).absolutePath();
    return path;
}

QString PageExport::saved(QWidget* parent, const QString& title, const QString& path,
                          const Status& written) {
    if (written)
        return tr("Saved: %1").arg(visibleName(path));
    QMessageBox::warning(parent, title, unmistaken(translated(written.error())));
    return {};
}

Status PageExport::writeFigure(const QString& path, const Render& render) {
    const std::optional<FigureFormat> format = figureFormatOf(path);
    if (!format)
        return makeError(HEADSCOPE_MESSAGE("Message", "\"%1\" ends in none of .svg, .pdf, .png"),
                         path.toStdString());
    const Result<QByteArray> file = render(*format);
    return file ? writeBytes(path, *file) : Status(file.error());
}

Scene PageExport::onPaper(Scene scene) {
    scene.display.theme = ThemeKind::Light;
    scene.display.textScale = 1;
    return scene;
}

QString PageExport::figure(QWidget* parent, const QString& title, const QString& name,
                           const QStringList& filters, QString& folder, const Render& render) {
    const QString path = askForFile(parent, title, name, filters, folder);
    return path.isEmpty() ? QString() : saved(parent, title, path, writeFigure(path, render));
}

QString PageExport::animation(QWidget* parent, const QString& name, QString& folder,
                              const Encode& encode) {
    const QString title = tr("Export the animation");
    const QString path = askForFile(parent, title, name, {tr("Animated GIF (*.gif)")}, folder);
    if (path.isEmpty())
        return {};
    constexpr int whole = 1000;
    QProgressDialog dialog(tr("Painting the frames …"), tr("Cancel"), 0, whole, parent);
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(300);
    CancellationToken cancellation = CancellationToken::create();
    const Result<GifFile> file = encode(cancellation, [&](double done) {
        dialog.setValue(std::min(whole - 1, static_cast<int>(done * whole)));
        if (dialog.wasCanceled())
            cancellation.cancel();
    });
    dialog.reset();
    if (!file && cancellation.isCancelled())
        return tr("The export was cancelled; no file was written.");
    if (!file)
        return saved(parent, title, path, file.error());
    return saved(parent, title, path, writeBytes(path, file->content));
}

} // namespace headscope
