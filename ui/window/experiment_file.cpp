// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/experiment_file.h"

#include "experiment/experiment_json.h"
#include "formats/file_io.h"
#include "workspace/document.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>

namespace headscope {

namespace {
QString fileFilter() {
    return ExperimentFile::tr("HeadScope experiments (*.headscope);;All files (*)");
}
} // namespace

ExperimentFile::ExperimentFile(Document& document, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
    , m_folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)) {}

bool ExperimentFile::open(const QString& path) {
    QString chosen = path;
    if (chosen.isEmpty()) {
        chosen = QFileDialog::getOpenFileName(m_window, tr("Open an experiment"), m_folder,
                                              fileFilter());
        if (chosen.isEmpty())
            return false;
    }
    std::optional<Result<Experiment>> experiment =
        m_reading.read<Experiment>(chosen, [](const std::string& name) -> Result<Experiment> {
            const Result<std::string> text = readFile(name);
            return text ? experimentFromJson(*text) : text.error();
        });
    if (!experiment)
        return false; // given up
    if (!*experiment) {
        Q_EMIT failed(experiment->error());
        return false;
    }
    // Asked only now: a file that cannot be read costs nobody a question.
    if (!mayReplace())
        return false;
    m_document.replace(std::move(*experiment).value());
    m_path = QFileInfo(chosen).absoluteFilePath();
    m_folder = QFileInfo(chosen).absolutePath();
    Q_EMIT pathChanged();
    return true;
}

bool ExperimentFile::save() {
    return m_path.isEmpty() ? saveAs() : writeTo(m_path);
}

bool ExperimentFile::saveAs() {
    const QString start =
        m_path.isEmpty() ? m_folder + QStringLiteral("/attention.headscope") : m_path;
    QString chosen =
        QFileDialog::getSaveFileName(m_window, tr("Save the experiment"), start, fileFilter());
    if (chosen.isEmpty())
        return false;
    if (QFileInfo(chosen).suffix().isEmpty())
        chosen += QStringLiteral(".headscope");
    return writeTo(chosen);
}

bool ExperimentFile::writeTo(const QString& path) {
    const Status written =
        writeFileAtomically(path.toStdString(), experimentToJson(*m_document.experiment()));
    if (!written) {
        Q_EMIT failed(written.error());
        return false;
    }
    m_path = QFileInfo(path).absoluteFilePath();
    m_folder = QFileInfo(path).absolutePath();
    m_document.undoStack().setClean();
    Q_EMIT pathChanged();
    return true;
}

bool ExperimentFile::mayReplace() {
    if (m_document.undoStack().isClean())
        return true;
    const QString name = m_path.isEmpty() ? tr("This experiment") : QFileInfo(m_path).fileName();
    const auto answer = QMessageBox::question(
        m_window, tr("Unsaved changes"), tr("“%1” has changes that are not saved.").arg(name),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        return save();
    return answer == QMessageBox::Discard;
}

} // namespace headscope
