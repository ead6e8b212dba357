// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "files/file_reading.h"
#include "opening/experiment_files.h"
#include "workspace/document_state.h"
#include "workspace/file_stamp.h"

#include <QObject>

#include <functional>
#include <optional>

class QWidget;

namespace headscope {

class Document;

/// The file of the document: open, save, ask before something is lost.
class ExperimentFile : public QObject {
    Q_OBJECT

public:
    ExperimentFile(Document& document, QWidget* window);

    /// What is looked at when it is saved; nothing: as such a file opens anyway.
    void setView(std::function<std::optional<PreparedView>()> view) { m_view = std::move(view); }
    /// Of the document as it stands; empty where it has no file.
    const QString& path() const;
    /// What F5 reads: path(), or what the document was opened from; empty where there is none.
    QString watched() const;
    QString folder() const { return m_folder; }
    void setFolder(const QString& folder) { m_folder = folder; }
    /// What reads files for the window.
    FileReading& reading() { return m_reading; }

    /// Opens one experiment, or inputs and weights, or an attention and its words, which make one
    /// without a file of its own.
    /// Asks for files where there are none. False where nothing was opened.
    bool open(QStringList paths = {});
    /// What opening it is called in the history.
    static QString stepOf(const Source& source);
    /// What reads it again; `alone` as of OpenedFiles.
    static OpenedFilesPointer openedFrom(const ExperimentFiles& files, const Source& source,
                                         const QString& alone = {});
    /// Asks for the folder of a trained model and opens that.
    bool openModel();
    /// Asks where another program wrote the file since.
    bool save();
    bool saveAs();
    /// What watched() holds in the place of what stands here; undo brings that back. Of an
    /// attention, or inputs and weights, the words and what was said of them stay.
    bool reload();
    /// Inputs and weights once more, with the layer or the heads that a person said; one step to
    /// undo.
    void readAgain(const ExperimentFiles& files);
    /// True where nothing is unsaved, or the person says that it may be lost, or saved it.
    bool mayReplace();
    /// The same before an example is opened: what undo brings back is asked about only
    /// where it belongs to a file.
    bool mayLeave();
    /// Whether another program wrote the file; says so once for each time.
    void look();

Q_SIGNALS:
    /// The document is what an experiment's file holds.
    void opened();
    /// Inputs and weights were opened: which part of the file it is, and which others there are, of
    /// as many heads as they may have.
    void weightsOpened(const headscope::ExperimentFiles& files,
                       const std::vector<headscope::StoredWeights>& stored);
    void changedOutside();
    void failed(const headscope::Error& error);
    /// A sentence about what was done, translated.
    void said(const QString& sentence);

private:
    struct ReadExperiment {
        Source source;
        FileStamp stamp;
        DocumentExtras extras;
        std::optional<Error> remark; ///< about a part that is not needed
        ExperimentFiles files = {};  ///< as they were read, with the layer that was taken
        std::vector<StoredWeights> stored = {}; ///< what the weights have
        std::vector<Error> said = {};           ///< what was taken, or left out, by itself
    };

    std::optional<ReadExperiment> readExperiment(const ExperimentFiles& files);
    /// Whether it was a file of words, which the shown attention has now.
    bool nameWords(const QString& path);
    void sayRemarks(const ReadExperiment& read);
    bool readOpenedAgain();
    bool watchedChanged() const;
    bool writeTo(const QString& path);
    bool askToSave();
    /// Where not all of a history went into the file.
    void sayThinning(const Source& source);

    Document& m_document;
    QWidget* m_window;
    QString m_folder;
    FileReading m_reading;
    std::function<std::optional<PreparedView>()> m_view;
    bool m_saidChanged = false;   ///< since the document changed last
    bool m_standsChanged = false; ///< what was said of it may still stand there
};

} // namespace headscope
