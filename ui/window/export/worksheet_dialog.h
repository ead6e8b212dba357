// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "window/export/worksheet_choices.h"
#include "window/export/worksheet_job.h"
#include "window/files/save_dialog.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace headscope {

class SeedSpinBox;

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
    WorksheetChoices choices() const;
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
    void fillFields(const WorksheetChoices& choices);
    QWidget* stepFields(const WorksheetChoices& choices);
    QLayout* previewFields();
    void later();
    void print();
    void updatePreview();
    void turn(int by);
    void take(const WorksheetOutcome& outcome);
    void showPreview(const WorksheetOutcome& outcome);
    /// Of the fields as they are: a page to look at, or a file where there is a path.
    void start(int page, double dotsPerInch, const QString& path);

    WorksheetRequest m_request;
    WorksheetRequest m_asked;            ///< what is being made, or was made last
    WorksheetDocumentPointer m_document; ///< of m_asked; empty: not made
    QString m_target;                    ///< what is being written; empty: nothing
    QLineEdit* m_title;
    std::vector<std::pair<WorksheetStep, QCheckBox*>> m_steps;
    QSpinBox* m_blanks;
    SeedSpinBox* m_seed;
    QSpinBox* m_decimals;
    QSpinBox* m_tokens;
    QComboBox* m_head; ///< data: from 0, −1: all
    QComboBox* m_paper;
    QComboBox* m_format; ///< data: whether it is LaTeX
    QCheckBox* m_solutions;
    QCheckBox* m_apart; ///< solutions in a file of their own
    QCheckBox* m_handy;
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
