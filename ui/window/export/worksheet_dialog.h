// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "window/export/save_dialog.h"
#include "window/export/worksheet_choices.h"
#include "window/export/worksheet_job.h"

#include <QTimer>

namespace headscope {

/// Makes an exercise on paper of the experiment, in the language of the window: what is
/// practised, how much of it, and how the pages will look. Accepted means: the file is there.
class WorksheetDialog : public SaveDialog {
    Q_OBJECT

public:
    /// The request says what the sheet is of; its cut is what the dialog begins with.
    WorksheetDialog(WorksheetRequest request, const WorksheetChoices& choices,
                    const QString& folder, QWidget* parent = nullptr);

    /// As the fields have it now.
    WorksheetRequest request() const;
    const WorksheetChoices& choices() const { return m_choices; }
    /// Writes .pdf or .tex, by the ending; what went wrong is a sentence in the dialog.
    void saveTo(const QString& path);
    /// Waits for the preview, or for what is written.
    void finish();
    /// The sheet that is shown; empty where there is none. What does not change it keeps it.
    const WorksheetDocumentPointer& document() const { return m_document; }
    /// How many pages the preview has; 0 where there is no sheet.
    int pageCount() const { return m_pages; }

protected:
    void save() override;
    void giveUp() override;

private:
    void declareSheet();
    void declareLook();
    QWidget* stepFields();
    QLayout* previewFields();
    /// Shows what other fields follow from it; the preview follows too.
    void change();
    void print();
    void updatePreview();
    void turn(int by);
    void take(const WorksheetOutcome& outcome);
    void showPreview(const WorksheetOutcome& outcome);
    /// Of the fields as they are: a page to look at, or a file where there is a path.
    void start(int page, double dotsPerInch, const QString& path);

    WorksheetRequest m_request;
    WorksheetChoices m_choices;
    Index m_tokens;                      ///< the first of them
    int m_head;                          ///< from 0; behind the last: all
    WorksheetRequest m_asked;            ///< what is being made, or was made last
    WorksheetDocumentPointer m_document; ///< of m_asked; empty: not made
    QString m_target;                    ///< what is being written; empty: nothing
    QLabel* m_preview;
    QLabel* m_pageLabel;
    QToolButton* m_back;
    QToolButton* m_forth;
    QTimer m_timer;
    int m_page = 0;
    int m_pages = 0;
    LatestRunner<WorksheetJob, WorksheetOutcome> m_runner; ///< last: it uses the above
};

} // namespace headscope
