// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/data_export.h"

#include "files/file_question.h"
#include "formats/text/tensor_csv.h"
#include "type/math_text.h"
#include "words/error_text.h"
#include "words/labelled_matrix.h"
#include "words/statements.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace headscope {

namespace {

/// The words at every axis of a tensor of the shown block.
std::vector<AxisWords> wordsOf(const Scene& scene, TensorName name, const Tensor& tensor) {
    const AxisTokens tokens = scene.tokens();
    std::vector<AxisWords> words;
    for (std::size_t place = 0; place < tensor.rank(); ++place) {
        const Axis axis = tensor.axes()[place];
        const Axis side = tokenSide(name, axis);
        const Index count = tensor.size(place);
        // One place for all tokens, as of the mean of a batch norm, is no token's.
        const auto isOfAll = [count](const TokenList& list) {
            return count == 1 && list.size() > 1;
        };
        if (axisFamily(side) == AxisFamily::Sequence &&
            std::ranges::none_of(side == Axis::Key ? *tokens.keys : *tokens.queries, isOfAll))
            words.push_back(side == Axis::Key ? *tokens.keys : *tokens.queries);
        else if (axis == Axis::Vocabulary && tokens.vocabulary)
            words.push_back({*tokens.vocabulary});
        else
            words.emplace_back();
    }
    return words;
}

} // namespace

DataExport::DataExport(const Scene& scene, const QString& folder, QWidget* parent)
    : SaveDialog(folder, parent)
    , m_scene(scene)
    , m_shape(new QLabel(this))
    , m_runner(
          [this](const Task& task, const CancellationToken& token) { return work(task, token); },
          [this](const Outcome& outcome) { take(outcome); }) {
    setWindowTitle(tr("Export data"));
    connect(&m_progress, &JobProgress::heard, this, [this](quint64 number, double done) {
        if (number == m_number)
            showProgress(done);
    });
    declareFields();
    rows().addWidget(&fields());
    addFoot();
    setStage(shownTensor(m_scene).value_or(m_scene.trace->steps().front().name));
}

void DataExport::declareFields() {
    form()
        .list(stored(m_stage, [this] { showShape(); }),
              [this] {
                  QStringList stages;
                  for (const TraceStep& step : m_scene.trace->steps()) {
                      const TensorStatement said = statementOf(m_scene, step.name);
                      stages << (said.letter.isEmpty() ? said.title
                                                       : said.title + QStringLiteral("  ") +
                                                             withoutMarkup(said.letter));
                  }
                  return stages;
              })
        .label(QT_TR_NOOP("Stage"));
    form()
        .choice(stored(m_what, [this] { showShape(); }),
                {{QT_TR_NOOP("all sequences and heads"), What::Whole},
                 {QT_TR_NOOP("the matrix that is shown"), What::Panel}})
        .label(QT_TR_NOOP("Numbers"));
    lines().addRow(QString(), m_shape);
    m_shape->setTextFormat(Qt::PlainText);
    m_shape->setWordWrap(true);
    m_shape->setMinimumWidth(380);
}

TensorName DataExport::stage() const {
    return m_scene.trace->steps()[static_cast<std::size_t>(m_stage)].name;
}

void DataExport::setStage(TensorName name) {
    const std::vector<TraceStep>& steps = m_scene.trace->steps();
    const auto found = std::ranges::find(steps, name, &TraceStep::name);
    if (found != steps.end())
        m_stage = static_cast<int>(found - steps.begin());
    showShape();
}

void DataExport::showShape() {
    form().show();
    showError({}); // why another file was not written
    const Tensor& tensor = (*m_scene.trace)[stage()];
    if (m_what == What::Whole) {
        QStringList axes;
        for (std::size_t i = 0; i < tensor.rank(); ++i)
            axes << QStringLiteral("%1 %2")
                        .arg(withoutMarkup(axisWord(tensor.axes()[i])))
                        .arg(tensor.size(i));
        m_shape->setText(axes.join(QStringLiteral(" × ")) + u'\n' +
                         tr(".npy: float32, as it was computed. .csv and .tsv: a line for each "
                            "number, with its places and words."));
    } else if (const auto panel = shownPanel(m_scene, stage())) {
        const LabelledMatrix matrix = labelledMatrix(m_scene, *panel);
        m_shape->setText(QStringLiteral("%1: %2 × %3\n")
                             .arg(QString::fromStdString(matrix.corner))
                             .arg(matrix.values.size(0))
                             .arg(matrix.values.size(1)) +
                         tr(".npy: rows and columns as they are drawn. .csv and .tsv: the same "
                            "with the words at both axes."));
    }
}

void DataExport::save() {
    const std::string_view name = snakeCase(stage());
    const QString start =
        QStringLiteral("%1/%2.npy").arg(folder(), QLatin1String(name.data(), std::ssize(name)));
    const QString path = FileQuestion::ask(
        this, tr("Save the numbers"), start,
        {QStringLiteral("NumPy (*.npy)"), QStringLiteral("%1 (*.csv)").arg(tr("table")),
         QStringLiteral("%1 (*.tsv)").arg(tr("table with tabs"))});
    if (!path.isEmpty())
        saveTo(path);
}

void DataExport::saveTo(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const std::optional<MatrixFormat> table =
        ending == QStringLiteral("csv")   ? std::optional(MatrixFormat::Csv)
        : ending == QStringLiteral("tsv") ? std::optional(MatrixFormat::Tsv)
                                          : std::nullopt;
    if (!table && ending != QStringLiteral("npy"))
        return showError(tr("The name must end in .npy, .csv or .tsv."));
    showError({});
    m_target = path;
    setSaving(true);
    m_runner.request({++m_number, m_scene, stage(), m_what, table, path});
}

/// In the worker.
DataExport::Outcome DataExport::work(const Task& task, const CancellationToken& token) {
    Result<OutputFile> created = OutputFile::create(QFile::encodeName(task.path).toStdString());
    if (!created)
        return created.error();
    auto file = std::make_shared<OutputFile>(std::move(created).value());
    const auto write = [&](std::string_view piece) { return file->write(piece); };
    const auto progress = [&](double done) { m_progress.say(task.number, done); };
    const Tensor& whole = (*task.scene.trace)[task.name];
    Status written = Done{};
    if (task.what == What::Whole) {
        written = task.table
                      ? writeTensorCsv(whole, snakeCase(task.name),
                                       wordsOf(task.scene, task.name, whole), write, token,
                                       progress, *task.table == MatrixFormat::Tsv ? '\t' : ',')
                      : writeTensorNpy(whole, write, token, progress);
    } else {
        const std::optional<MatrixPanel> panel = shownPanel(task.scene, task.name);
        const LabelledMatrix matrix = labelledMatrix(task.scene, *panel);
        written = task.table ? write(matrixText(matrix, *task.table))
                             : writeTensorNpy(matrix.values, write, token, progress);
    }
    if (written)
        written = file->finish();
    if (!written)
        return written.error();
    return file;
}

void DataExport::take(const Outcome& outcome) {
    setSaving(false);
    const Status published = outcome ? (*outcome)->publish() : Status(outcome.error());
    if (!published)
        return showError(translated(published.error()));
    acceptFile(m_target);
}

void DataExport::giveUp() {
    ++m_number;
    m_runner.forget();
}

} // namespace headscope
