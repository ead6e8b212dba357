// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/figure_export.h"

#include "files/write_bytes.h"

namespace headscope {

FigureExport::FigureExport(QObject* parent)
    : QObject(parent)
    , m_runner(
          [this](const Task& task, const CancellationToken& token) { return work(task, token); },
          [this](Outcome outcome) { hand(std::move(outcome)); }) {
    connect(&m_progress, &JobProgress::heard, this, [this](quint64 number, double done) {
        if (number == m_number)
            Q_EMIT progressed(done);
    });
}

void FigureExport::render(FigureRequest request, std::vector<FigureFormat> formats, Take take) {
    start({0, std::move(request), std::move(formats), {}}, std::move(take));
}

void FigureExport::write(FigureRequest request, FigureFormat format, const QString& path,
                         Take take) {
    start({0, std::move(request), {format}, path}, std::move(take));
}

void FigureExport::start(Task task, Take take) {
    task.number = ++m_number;
    m_take = std::move(take);
    m_runner.request(std::move(task));
}

void FigureExport::cancel() {
    ++m_number;
    m_runner.forget();
    m_take = nullptr;
}

/// In the worker.
FigureExport::Outcome FigureExport::work(const Task& task, const CancellationToken& token) {
    std::vector<QByteArray> files;
    FigureNotes notes;
    FigureWork work{token, nullptr};
    work.progress = [this, &task, &files](double done) {
        m_progress.say(task.number, (static_cast<double>(files.size()) + done) /
                                        static_cast<double>(task.formats.size()));
    };
    for (const FigureFormat format : task.formats) {
        Result<QByteArray> file = renderFigure(task.request, format, work, &notes);
        if (!file)
            return {file.error(), {}, std::nullopt};
        files.push_back(std::move(file).value());
    }
    if (task.path.isEmpty())
        return {std::move(files), std::move(notes), std::nullopt};
    Result<OutputFile> file = finishedFile(task.path, files.front());
    if (!file)
        return {file.error(), {}, std::nullopt};
    return {std::move(files), std::move(notes), std::move(file).value()};
}

void FigureExport::hand(Outcome outcome) {
    if (outcome.file) {
        if (const Status published = outcome.file->publish(); !published)
            outcome.files = published.error();
    }
    m_notes = std::move(outcome.notes);
    // Who takes it may ask for the next one.
    if (const Take take = std::exchange(m_take, nullptr))
        take(std::move(outcome.files));
}

} // namespace headscope
