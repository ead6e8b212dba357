// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "files/file_reading.h"
#include "support/result.h"

#include <QObject>

class QWidget;

namespace headscope {

class Document;

/// The file of the document: open, save, ask before something is lost.
class ExperimentFile : public QObject {
    Q_OBJECT

public:
    ExperimentFile(Document& document, QWidget* window);

    const QString& path() const { return m_path; }
    QString folder() const { return m_folder; }
    void setFolder(const QString& folder) { m_folder = folder; }
    /// What reads files for the window.
    FileReading& reading() { return m_reading; }

    /// Asks for a file where `path` is empty. False where nothing was opened.
    bool open(const QString& path = {});
    bool save();
    bool saveAs();
    /// True where nothing is unsaved, or the person says that it may be lost, or saved it.
    bool mayReplace();

Q_SIGNALS:
    void pathChanged();
    void failed(const headscope::Error& error);

private:
    bool writeTo(const QString& path);

    Document& m_document;
    QWidget* m_window;
    QString m_path;
    QString m_folder;
    FileReading m_reading;
};

} // namespace headscope
