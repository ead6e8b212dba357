// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/output_file.h"
#include "figure/figure.h"
#include "jobs/job_progress.h"
#include "jobs/latest_runner.h"

namespace headscope {

/// Renders figures outside the window's thread, and writes them: the newest one. What is
/// given up leaves no file.
class FigureExport : public QObject {
    Q_OBJECT

public:
    /// What became of it, in the thread of this object; an Error where something went wrong.
    using Take = std::function<void(Result<std::vector<QByteArray>>)>;

    explicit FigureExport(QObject* parent = nullptr);

    /// The same figure in several formats.
    void render(FigureRequest request, std::vector<FigureFormat> formats, Take take);
    /// Into a file, which is replaced as a whole.
    void write(FigureRequest request, FigureFormat format, const QString& path, Take take);
    /// Gives up what runs, if anything; nothing more is heard of it.
    void cancel();
    bool isBusy() const { return m_runner.isBusy(); }
    /// What the figure that was handed over last leaves out.
    const FigureNotes& notes() const { return m_notes; }
    /// Waits for what runs, and hands it over.
    void finish() { m_runner.finish(); }

Q_SIGNALS:
    /// From 0 to 1.
    void progressed(double done);

private:
    struct Task {
        std::uint64_t number = 0;
        FigureRequest request;
        std::vector<FigureFormat> formats;
        QString path; ///< empty: no file
    };
    struct Outcome {
        Result<std::vector<QByteArray>> files;
        FigureNotes notes;
        /// Complete, beside its target: only who still waits for it gives it its name.
        std::optional<OutputFile> file;
    };

    void start(Task task, Take take);
    Outcome work(const Task& task, const CancellationToken& token);
    void hand(Outcome outcome);

    std::uint64_t m_number = 0; ///< of the newest
    Take m_take;
    FigureNotes m_notes;
    JobProgress m_progress;
    LatestRunner<Task, Outcome> m_runner; ///< last: it uses the above
};

} // namespace headscope
