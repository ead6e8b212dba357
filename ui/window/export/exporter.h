// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/intent.h"
#include "window/export/figure_export.h"
#include "window/export/matrix_copy.h"

#include <QObject>

class QWidget;

namespace headscope {

class Actions;
class ExperimentFile;
class LessonSlide;
class PageStack;
class SaveDialog;
class StatusLine;
class Workspace;
struct PageFigures;
struct Preferences;

/// What people take along: figures, films and numbers as files, on paper and on the clipboard.
class Exporter : public QObject {
    Q_OBJECT

public:
    struct Parts {
        Preferences& preferences;
        Workspace& workspace;
        const PageStack& pages;
        const LessonSlide& slide; ///< in the place of the page while it is shown
        const ExperimentFile& file;
        StatusLine& status;
        QWidget& window; ///< of the dialogs
    };
    Exporter(const Parts& parts, const Actions& actions);

    /// Of what stands in the window.
    PageFigures figures() const;
    /// What is copied is on its way to the clipboard then.
    void carryOut(const want::Copy& wanted);
    /// The matrix of the shown page, as a table for spreadsheets.
    void copyMatrix();
    bool isCopying() const { return m_figures.isBusy() || m_matrices.isBusy(); }
    /// Gives that up, and says so.
    void cancelCopy();
    /// The same without a word.
    void cancel();
    /// Waits for what is copied.
    void finish();

private:
    /// Whether there are no figures, which it says then.
    bool isRefused(const PageFigures& figures);
    /// What the numbers come from: the file, or what the run says.
    QString source() const;
    void exportFigure();
    void exportAnimation();
    void printFigure();
    void copyFigure();
    void putOnClipboard(const QByteArray& png, const QByteArray& svg);
    void exportPage(PageFigures figures, bool film);
    void exportData();
    /// The experiment as an exercise on paper.
    void makeWorksheet();
    /// Remembers the folder and says what was saved, where that was.
    void ask(SaveDialog& dialog);

    Parts m_parts;
    FigureExport m_figures; ///< on their way to the clipboard
    MatrixCopy m_matrices;
};

} // namespace headscope
