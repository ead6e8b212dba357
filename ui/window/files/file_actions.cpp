// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/file_actions.h"

#include "examples/examples.h"
#include "examples/origin.h"
#include "files/carried_models.h"
#include "lessons/lesson_session.h"
#include "transformer/model_parameters.h"
#include "window/actions.h"
#include "window/files/experiment_file.h"
#include "window/files/recent_files.h"
#include "window/frame/status_line.h"
#include "window/frame/tool_bar.h"
#include "window/notices/weights_bar.h"
#include "window/presentation/prepared_walk.h"
#include "words/error_text.h"

#include <QFileInfo>
#include <QMainWindow>

namespace headscope {

FileActions::FileActions(const Parts& parts, QMainWindow& window)
    : QObject(&window)
    , m_parts(parts)
    , m_window(window) {
    const Actions& actions = m_parts.actions;
    connect(actions.open, &QAction::triggered, this, [this] { m_parts.file.open(); });
    connect(actions.openModel, &QAction::triggered, this, [this] { m_parts.file.openModel(); });
    connect(actions.reload, &QAction::triggered, &m_parts.file, &ExperimentFile::reload);
    connect(actions.save, &QAction::triggered, &m_parts.file, &ExperimentFile::save);
    connect(actions.saveAs, &QAction::triggered, &m_parts.file, &ExperimentFile::saveAs);
    connect(&m_parts.toolBar, &ToolBar::exampleChosen, this, &FileActions::openExample);
    const Document& document = m_parts.workspace.document();
    connect(&document, &Document::typedNumbersLost, &m_parts.status, &StatusLine::announce);
    connect(&document, &Document::placeChanged, this, [this] {
        const DocumentPlace& place = m_parts.workspace.document().place();
        const QString path =
            place.path.isEmpty() && place.opened ? place.opened->alone : place.path;
        if (!path.isEmpty())
            m_parts.actions.recent->add(path);
        showTitle();
    });
    connectFile();
}

void FileActions::connectFile() {
    ExperimentFile& file = m_parts.file;
    connect(&file.reading(), &FileReading::announcedChanged, this, [this] {
        const FileReading& reading = m_parts.file.reading();
        m_parts.status.setReading(visibleName(reading.announced()), reading.seconds());
    });
    connect(&file, &ExperimentFile::failed, &m_parts.status, &StatusLine::setFailure);
    connect(&file, &ExperimentFile::changedOutside, this, [this] {
        m_parts.status.showLastingMessage(
            tr("“%1” was changed by another program; File ▸ Reload (F5) shows what it holds now")
                .arg(visibleName(QFileInfo(m_parts.file.watched()).fileName())));
    });
    WeightsBar& weights = m_parts.weights;
    connect(&file, &ExperimentFile::weightsOpened, &weights,
            [this](const ExperimentFiles& files, const std::vector<StoredWeights>& stored) {
                const Experiment& experiment = m_parts.workspace.experiment();
                m_parts.weights.ask(
                    files, stored,
                    experiment.weights.at(Role::QueryWeight, firstAttention(experiment.model)));
            });
    connect(&weights, &WeightsBar::answered, &file, &ExperimentFile::readAgain);
    connect(&m_parts.workspace.document(), &Document::changed, &weights,
            [this] { m_parts.weights.setExperiment(m_parts.workspace.experiment()); });
}

void FileActions::openExample(const QString& id) {
    for (const CarriedModel& model : carriedModels()) {
        if (id == QLatin1String(model.name)) {
            m_parts.file.open({folderOf(model)});
            return showTitle(); // the chooser, too
        }
    }
    const Example* example = findExample(id.toStdString());
    if (!example || !m_parts.file.mayLeave())
        return showTitle(); // the chooser, too
    m_parts.status.tell(Done{});
    if (m_parts.lessons.lesson()) {
        m_parts.walk.forgetAside(); // the example is what they want to see
        m_parts.lessons.close();
    }
    m_parts.workspace.document().begin(tr("open an example"), example->source());
    m_parts.workspace.lock(std::nullopt);
}

void FileActions::followLanguage() {
    if (m_parts.lessons.lesson())
        return m_parts.lessons.followLanguage();
    // What somebody made of an example keeps its words.
    const Experiment& experiment = m_parts.workspace.experiment(); // of none where there is none
    const Example* const example = findExample(experiment.example, currentLanguage());
    if (example && experiment.example != example->id && isUnedited(experiment))
        m_parts.workspace.document().begin(tr("open an example"), example->source());
}

void FileActions::showTitle() {
    QString name = visibleName(QFileInfo(m_parts.file.path()).fileName());
    const Document& document = m_parts.workspace.document();
    const Experiment& experiment = m_parts.workspace.experiment();
    const bool isExample =
        document.source().experiment() && originOf(experiment).likeness == Likeness::Example;
    // The name of an example may say what the question of a lesson on it asks for.
    const LessonState* const state = m_parts.lessons.state();
    const bool asked = state && state->asksForScale() && !m_parts.lessons.ground().isEmpty();
    m_parts.toolBar.setExample(isExample && !asked ? experiment.example : std::string(),
                               asked ? tr("Example of the lesson") : documentTitle(document));
    m_parts.actions.reload->setEnabled(!m_parts.file.watched().isEmpty());
    name.replace(QStringLiteral("[*]"), QStringLiteral("[*][*]")); // else Qt's own mark
    m_window.setWindowTitle(name.isEmpty() ? QStringLiteral("HeadScope")
                                           : QStringLiteral("%1[*] – HeadScope").arg(name));
    m_window.setWindowModified(!name.isEmpty() && !document.isSaved());
}

} // namespace headscope
