// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/output_file.h"
#include "support/cancellation.h"
#include "worksheet/worksheet_document.h"

namespace headscope {

using WorksheetDocumentPointer = std::shared_ptr<const WorksheetDocument>;

/// A sheet to be made outside the window's thread: a page of it to look at, or a file.
struct WorksheetJob {
    WorksheetRequest request;
    WorksheetDocumentPointer document; ///< of this very request; empty: not made yet
    int page = 0;                      ///< from 0; the last one where there are fewer
    double dotsPerInch = 96;
    QString path; ///< .pdf or .tex; empty: a preview
};

struct WorksheetOutcome {
    Status status = Done{};
    WorksheetDocumentPointer document = {}; ///< for the next job with the same request
    QByteArray png = {};                    ///< of the page; empty where a file was asked for
    int page = 0;
    /// Complete, beside their targets: only who still waits for them gives them their names.
    std::vector<std::shared_ptr<OutputFile>> files = {};
};

WorksheetOutcome doWorksheetJob(const WorksheetJob& job, const CancellationToken& token);

} // namespace headscope
