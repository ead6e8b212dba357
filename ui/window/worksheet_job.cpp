// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/worksheet_job.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

bool isTex(const QString& path) {
    return QFileInfo(path).suffix().compare(QStringLiteral("tex"), Qt::CaseInsensitive) == 0;
}

} // namespace

WorksheetOutcome doWorksheetJob(const WorksheetJob& job, const CancellationToken& token) {
    const Result<WorksheetDocument> document = makeWorksheetDocument(job.request);
    if (!document)
        return {document.error(), nullptr};
    const auto pages = static_cast<int>(document->pages.pages.size());
    if (job.path.isEmpty()) {
        if (token.isCancelled())
            return {WorksheetPreview{}, nullptr};
        const int page = std::clamp(job.page, 0, pages - 1);
        const Result<QByteArray> png = worksheetPng(*document, page, job.dotsPerInch);
        if (!png)
            return {png.error(), nullptr};
        const auto boxes = static_cast<int>(document->sheet.blanks.size());
        return {WorksheetPreview{*png, page, pages, boxes}, nullptr};
    }
    const Result<QByteArray> bytes =
        isTex(job.path) ? Result<QByteArray>(worksheetTex(*document)) : worksheetPdf(*document);
    if (!bytes)
        return {bytes.error(), nullptr};
    Result<OutputFile> file = OutputFile::create(QFile::encodeName(job.path).toStdString());
    if (!file)
        return {file.error(), nullptr};
    Status written = file->write({bytes->constData(), static_cast<std::size_t>(bytes->size())});
    if (written)
        written = file->finish();
    if (!written)
        return {written.error(), nullptr};
    return {WorksheetPreview{}, std::make_shared<OutputFile>(std::move(file).value())};
}

} // namespace headscope
