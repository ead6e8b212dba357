// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/experiment_file.h"

#include "disk/file_io.h"
#include "files/file_question.h"
#include "formats/token_list.h"
#include "learning/history/training_json.h"
#include "source/array_file.h"
#include "source/source_json.h"
#include "transformer/run_model.h"
#include "window/files/other_content_question.h"
#include "words/error_text.h"
#include "workspace/document.h"

#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>
#include <QTimer>

#include <chrono>
#include <future>
#include <utility>

namespace headscope {

namespace {
QString fileFilter() {
    return ExperimentFile::tr("HeadScope experiments (*.headscope);;All files (*)");
}
/// The window paints meanwhile, and takes no key and no click: what is saved is what stands
/// there. A file that is written soon costs no turn of the event loop.
void waitFor(const std::future<Result<FileStamp>>& writing) {
    using namespace std::chrono_literals;
    if (writing.wait_for(30ms) == std::future_status::ready)
        return;
    QEventLoop loop;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &loop, [&] {
        if (writing.wait_for(0ms) == std::future_status::ready)
            loop.quit();
    });
    look.start(10);
    loop.exec(QEventLoop::ExcludeUserInputEvents);
    writing.wait(); // where the whole program is asked to end
}
QString inputFilter() {
    // Words and weights have endings that no attention has.
    return ExperimentFile::tr("Experiments, attentions, inputs and weights (%1);;All files (*)")
        .arg(QStringLiteral("*.headscope ") + QString::fromStdString(arrayFilePatterns()) +
             QStringLiteral(" *.txt"));
}
} // namespace

ExperimentFile::ExperimentFile(Document& document, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
    , m_folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)) {
    connect(&document, &Document::placeChanged, this, [this] {
        m_saidChanged = false;
        // What was written over it, or read from it, is what it holds.
        if (m_standsChanged && !watchedChanged()) {
            m_standsChanged = false;
            Q_EMIT said(QString());
        }
    });
}

const QString& ExperimentFile::path() const {
    return m_document.place().path;
}

QString ExperimentFile::watched() const {
    const OpenedFilesPointer opened = m_document.place().opened;
    return opened && path().isEmpty() ? opened->path() : path();
}

bool ExperimentFile::watchedChanged() const {
    const DocumentPlace& place = m_document.place();
    return seemsChanged(watched(),
                        place.opened && place.path.isEmpty() ? place.opened->stamp : place.stamp);
}

bool ExperimentFile::open(QStringList paths) {
    if (paths.isEmpty())
        paths = QFileDialog::getOpenFileNames(
            m_window, tr("Open an experiment, or inputs and weights together"),
            FileQuestion::folderAtHand(m_folder), inputFilter());
    if (paths.isEmpty())
        return false;
    if (paths.size() == 1 && nameWords(paths.constFirst()))
        return true;
    std::vector<std::string> names;
    for (const QString& path : paths)
        names.push_back(QFile::encodeName(path).toStdString());
    const Result<ExperimentFiles> files = filesNamed(names);
    if (!files) {
        Q_EMIT failed(files.error());
        return false;
    }
    std::optional<ReadExperiment> read = readExperiment(*files);
    // Asked only now: a file that cannot be read costs nobody a question.
    if (!read || !mayReplace())
        return false;
    const QFileInfo first(paths.constFirst());
    // What is opened takes the place of the person's own, not of what a lesson plays with.
    m_document.bringBack();
    const bool isFolder = first.isDir(); // of a model: nothing is saved there
    if (files->experiment.empty() || isFolder) {
        const QString step = stepOf(read->source);
        const OpenedFilesPointer from = openedFrom(
            read->files, read->source, paths.size() == 1 ? first.absoluteFilePath() : QString());
        m_document.begin(step, std::move(read->source), from);
    } else {
        m_document.replace(std::move(read->source), first.absoluteFilePath(), read->stamp, true,
                           std::move(read->extras));
    }
    m_folder = first.absolutePath();
    if (!files->experiment.empty() && !isFolder)
        Q_EMIT opened();
    if (read->remark)
        Q_EMIT failed(*read->remark);
    if (!read->stored.empty())
        Q_EMIT weightsOpened(read->files, read->stored);
    sayRemarks(*read);
    return true;
}

QString ExperimentFile::stepOf(const Source& source) {
    return source.attention() ? tr("open an attention")
           : source.model()   ? tr("open a model")
                              : tr("open inputs and weights");
}

OpenedFilesPointer ExperimentFile::openedFrom(const ExperimentFiles& files, const Source& source,
                                              const QString& alone) {
    OpenedFiles opened{files, alone, {}, source};
    opened.stamp = glanceAt(opened.path());
    return std::make_shared<const OpenedFiles>(std::move(opened));
}

bool ExperimentFile::openModel() {
    const QString folder = QFileDialog::getExistingDirectory(
        m_window, tr("Open the folder of a trained model"), FileQuestion::folderAtHand(m_folder));
    return !folder.isEmpty() && open({folder});
}

bool ExperimentFile::nameWords(const QString& path) {
    const FileAttentionPointer attention = m_document.source().attention();
    const std::string name = QFile::encodeName(path).toStdString();
    const bool json = name.ends_with(".json");
    if (!attention || !(json || name.ends_with(".txt")) || !checkRegularFile(name))
        return false;
    if (const auto arrays = json ? readArrayFile(name) : ArrayFile();
        arrays && !arrays->arrays.empty())
        return false; // another attention
    Result<TokenFile> words = readTokenFile(name);
    auto next = std::make_shared<FileAttention>(*attention);
    if (words) {
        next->tokens = std::move(words->lists);
        if (words->keyLists)
            next->keyTokens = std::move(words->keyLists);
    }
    const Status fits = words ? checkAttention(*next) : Status(words.error());
    if (fits)
        m_document.edit(tr("name the words"), FileAttentionPointer(std::move(next)));
    else
        Q_EMIT failed(fits.error());
    return true;
}

void ExperimentFile::readAgain(const ExperimentFiles& files) {
    std::optional<ReadExperiment> read = readExperiment(files);
    if (!read)
        return;
    m_document.edit(tr("say what the weights are"), std::move(read->source));
    Q_EMIT weightsOpened(read->files, read->stored);
    sayRemarks(*read);
}

void ExperimentFile::sayRemarks(const ReadExperiment& read) {
    QStringList sentences;
    for (const Error& remark : read.said)
        sentences << translated(remark);
    if (!sentences.isEmpty())
        Q_EMIT said(sentences.join(QStringLiteral(" · ")));
}

namespace {

/// Without a word of which part is meant, the one that contains all others, else the first that
/// takes the inputs.
Result<OpenedExperiment> openFirstThatFits(ExperimentFiles& files,
                                           const std::vector<StoredWeights>& stored) {
    if (files.layer || stored.size() < 2)
        return openExperiment(files);
    if (const StoredWeights* const whole = wholeOf(stored)) {
        files.layer = whole->attention.prefix;
        return openExperiment(files);
    }
    std::optional<Result<OpenedExperiment>> first;
    Index tried = 0; // of one width all fit, or none
    for (const StoredWeights& part : stored) {
        const StoredAttention& attention = part.attention;
        if (attention.modelDim == std::exchange(tried, attention.modelDim))
            continue;
        files.layer = attention.prefix;
        Result<OpenedExperiment> opened = openExperiment(files);
        if (opened)
            return opened;
        if (!first)
            first = std::move(opened);
    }
    return *first;
}

} // namespace

std::optional<ExperimentFile::ReadExperiment>
ExperimentFile::readExperiment(const ExperimentFiles& files) {
    const std::string& main = !files.attention.path.empty() ? files.attention.path
                              : files.experiment.empty()    ? files.query
                                                            : files.experiment;
    const QString path = QFile::decodeName(main.c_str());
    std::optional<Result<ReadExperiment>> read = m_reading.read<ReadExperiment>(
        path, [path, files](const std::string&) -> Result<ReadExperiment> {
            for (const std::string* other :
                 {&files.key, &files.value, &files.weights, &files.attention.tokens}) {
                if (other->empty())
                    continue;
                if (const Status regular = checkRegularFile(*other); !regular)
                    return regular.error();
            }
            ExperimentFiles taken = files;
            std::vector<StoredWeights> stored;
            if (!files.weights.empty()) {
                Result<std::vector<StoredWeights>> found = weightsInFile(files.weights);
                if (!found)
                    return found.error();
                stored = std::move(*found);
            }
            Result<OpenedExperiment> opened = openFirstThatFits(taken, stored);
            if (!opened)
                return opened.error();
            const Source source = opened->source();
            if (const auto experiment = source.experiment()) {
                if (const Status valid = validate(modelProblemOf(*experiment)); !valid)
                    return valid.error();
            }
            ReadExperiment result{source,
                                  stampOf(path, opened->content),
                                  std::move(opened->extras),
                                  {},
                                  std::move(taken),
                                  std::move(stored),
                                  std::move(opened->remarks)};
            if (const PackedTrainingPointer& kept = source.training()) {
                const auto training = trainingFromJson(kept->content().json);
                if (!training)
                    result.remark = training.error();
            }
            return result;
        });
    if (!read)
        return std::nullopt; // given up
    if (!*read) {
        Q_EMIT failed(read->error());
        return std::nullopt;
    }
    return std::move(*read).value();
}

bool ExperimentFile::save() {
    if (path().isEmpty())
        return saveAs();
    if (changedSince(path(), m_document.place().stamp)) {
        switch (askAboutOtherContent(m_window, visibleName(QFileInfo(path()).fileName()))) {
        case OtherContent::Overwrite: break;
        case OtherContent::Reload: return reload();
        case OtherContent::SaveAs: return saveAs();
        case OtherContent::Cancel: return false;
        }
    }
    return writeTo(path());
}

bool ExperimentFile::reload() {
    const QString from = path();
    if (from.isEmpty())
        return m_document.place().opened && readOpenedAgain();
    ExperimentFiles files;
    files.experiment = QFile::encodeName(from).toStdString();
    std::optional<ReadExperiment> read = readExperiment(files);
    if (!read)
        return false;
    m_document.bringBack();
    m_document.edit(tr("reload the file"), std::move(read->source));
    m_document.setSaved(from, read->stamp);
    return true;
}

namespace {

/// An attention that was read again, with what was said of it before, as far as that still fits.
FileAttentionPointer withChoices(const FileAttention& read, const FileAttention& shown,
                                 const FileAttention& opened) {
    FileAttention next = read;
    next.scores = shown.scores;
    next.rawPieces = shown.rawPieces;
    if (shown.axesSaid && shown.axes.size() == next.axes.size()) {
        next.axes = shown.axes;
        next.axesSaid = true;
    }
    if (!checkAttention(next)) { // of other sizes, so that what was said of the axes is wrong
        next.axes = read.axes;
        next.axesSaid = read.axesSaid;
    }
    // Words that somebody gave it; those that the file brings may be others now.
    FileAttention named = next;
    if (shown.tokens != opened.tokens || shown.keyTokens != opened.keyTokens) {
        named.tokens = shown.tokens;
        named.keyTokens = shown.keyTokens;
    }
    return std::make_shared<const FileAttention>(checkAttention(named) ? named : next);
}

/// The same of inputs: their words stay where there are as many.
std::shared_ptr<const Experiment> withChoices(const Experiment& read, const Experiment& shown) {
    Experiment next = read;
    const auto sizes = [](const TokenLists& lists) {
        std::vector<std::size_t> lengths;
        for (const TokenList& list : lists)
            lengths.push_back(list.size());
        return lengths;
    };
    if (sizes(next.tokens) == sizes(shown.tokens))
        next.tokens = shown.tokens;
    if (next.keyTokens && shown.keyTokens && sizes(*next.keyTokens) == sizes(*shown.keyTokens))
        next.keyTokens = shown.keyTokens;
    return std::make_shared<const Experiment>(std::move(next));
}

} // namespace

bool ExperimentFile::readOpenedAgain() {
    const OpenedFilesPointer opened = m_document.place().opened;
    const Source shown = m_document.own();
    ExperimentFiles files = opened->files;
    if (const auto experiment = shown.experiment())
        files.heads = experiment->config.heads;
    std::optional<ReadExperiment> read = readExperiment(files);
    if (!read)
        return false;
    OpenedFiles next{read->files, opened->alone, glanceAt(opened->path()), read->source};
    Source source = read->source;
    const FileAttentionPointer attention = source.attention();
    if (attention && shown.attention())
        source = withChoices(*attention, *shown.attention(), *opened->source.attention());
    else if (source.experiment() && shown.experiment())
        source = withChoices(*source.experiment(), *shown.experiment());
    m_document.bringBack();
    m_document.edit(tr("read the file again"), std::move(source));
    m_document.setOpened(std::make_shared<const OpenedFiles>(std::move(next)));
    if (!read->stored.empty())
        Q_EMIT weightsOpened(read->files, read->stored);
    if (read->said.empty())
        Q_EMIT said(tr("“%1” was read again").arg(visibleName(QFileInfo(watched()).fileName())));
    sayRemarks(*read);
    return true;
}

void ExperimentFile::look() {
    const bool changed = watchedChanged();
    if (!changed || std::exchange(m_saidChanged, true))
        return;
    m_standsChanged = true;
    Q_EMIT changedOutside();
}

bool ExperimentFile::saveAs() {
    const QString start =
        path().isEmpty() ? m_folder + QStringLiteral("/attention.headscope") : path();
    const QString chosen = FileQuestion::ask(m_window, tr("Save the experiment"), start,
                                             fileFilter().split(QStringLiteral(";;")));
    return !chosen.isEmpty() && writeTo(chosen);
}

bool ExperimentFile::writeTo(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    const Source source = m_document.own();
    const std::uint64_t revision = m_document.revision();
    DocumentExtras shown = m_document.extras();
    shown.lastView = m_view ? m_view() : std::nullopt;
    // Millions of numbers take seconds to be written down.
    std::future<Result<FileStamp>> writing =
        std::async(std::launch::async,
                   [absolute, source, extras = std::move(shown),
                    name = QFile::encodeName(path).toStdString()]() -> Result<FileStamp> {
                       const std::string text = sourceToJson(source, extras);
                       if (const Status written = writeFileAtomically(name, text); !written)
                           return written.error();
                       return stampOf(absolute, text);
                   });
    waitFor(writing);
    const Result<FileStamp> stamp = writing.get();
    if (!stamp) {
        Q_EMIT failed(stamp.error());
        return false;
    }
    m_folder = QFileInfo(path).absolutePath();
    if (m_document.revision() != revision)
        return false; // another one was opened meanwhile
    m_document.setSaved(absolute, *stamp);
    sayThinning(source);
    return true;
}

void ExperimentFile::sayThinning(const Source& source) {
    if (!source.training())
        return;
    const PackedTraining::Content& content = source.training()->content(); // packed just now
    if (content.kept >= content.made)
        return;
    constexpr double megabyte = 1 << 20;
    Q_EMIT said(tr("Saved with %1 of the %2 recorded steps of the training: a history may have %3 "
                   "MB in a file, so steps between were left out.")
                    .arg(content.kept)
                    .arg(content.made)
                    .arg(static_cast<double>(mostHistoryBytes) / megabyte));
}

bool ExperimentFile::askToSave() {
    const QString name =
        path().isEmpty() ? tr("This experiment") : visibleName(QFileInfo(path()).fileName());
    const auto answer = QMessageBox::question(
        m_window, tr("Unsaved changes"),
        unmistaken(tr("“%1” has changes that are not saved.").arg(name)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        return save();
    if (answer == QMessageBox::Discard)
        m_document.abandon();
    return answer == QMessageBox::Discard;
}

bool ExperimentFile::mayLeave() {
    return m_document.isSaved() || path().isEmpty() || askToSave();
}

bool ExperimentFile::mayReplace() {
    if (!m_document.isSaved() && !askToSave())
        return false;
    const DocumentPlace* left = m_document.leftUnsaved();
    if (!left)
        return true;
    const QString name = left->path.isEmpty() ? tr("Another experiment")
                                              : visibleName(QFileInfo(left->path).fileName());
    return QMessageBox::question(
               m_window, tr("Unsaved changes"),
               unmistaken(tr("“%1” was changed and not saved before you opened an example. "
                             "Cancel, and Undo leads back to it.")
                              .arg(name)),
               QMessageBox::Discard | QMessageBox::Cancel,
               QMessageBox::Cancel) == QMessageBox::Discard;
}

} // namespace headscope
