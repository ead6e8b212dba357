// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/worksheet_job.h"

#include "files/write_bytes.h"

#include <algorithm>

namespace headscope {

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
    if (job.path.isEmpty()) {
        const Result<QByteArray> png = worksheetPng(document, outcome.page, job.dotsPerInch);
        if (!png)
            return failed(png.error());
        outcome.png = *png;
        return outcome;
    }
    const Result<std::vector<WorksheetFile>> files = worksheetFiles(document, job.path);
    if (!files)
        return failed(files.error());
    for (const WorksheetFile& made : *files) {
        Result<OutputFile> file = finishedFile(made.path, made.content);
        if (!file)
            return failed(file.error());
        outcome.files.push_back(std::make_shared<OutputFile>(std::move(file).value()));
    }
    return outcome;
}

} // namespace headscope
