// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/worksheet_job.h"

#include "files/write_bytes.h"

#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

bool isTex(const QString& path) {
    return QFileInfo(path).suffix().compare(QStringLiteral("tex"), Qt::CaseInsensitive) == 0;
}

} // namespace

WorksheetOutcome doWorksheetJob(const WorksheetJob& job, const CancellationToken& token) {
    WorksheetOutcome outcome{.document = job.document};
    const auto failed = [&outcome](const Error& error) {
        outcome.status = error;
        return outcome;
    };
    if (!outcome.document) {
        Result<WorksheetDocument> made = makeWorksheetDocument(job.request);
        if (!made)
            return failed(made.error());
        outcome.document = std::make_shared<const WorksheetDocument>(std::move(made).value());
    }
    if (token.isCancelled())
        return outcome;
    const WorksheetDocument& document = *outcome.document;
    outcome.page = std::clamp(job.page, 0, static_cast<int>(document.pages.pages.size()) - 1);
    const Result<QByteArray> bytes = job.path.isEmpty()
                                         ? worksheetPng(document, outcome.page, job.dotsPerInch)
                                     : isTex(job.path) ? Result<QByteArray>(worksheetTex(document))
                                                       : worksheetPdf(document);
    if (!bytes)
        return failed(bytes.error());
    if (job.path.isEmpty()) {
        outcome.png = *bytes;
        return outcome;
    }
    Result<OutputFile> file = finishedFile(job.path, *bytes);
    if (!file)
        return failed(file.error());
    outcome.file = std::make_shared<OutputFile>(std::move(file).value());
    return outcome;
}

} // namespace headscope
