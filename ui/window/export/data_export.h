// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/output_file.h"
#include "formats/text/matrix_text.h"
#include "jobs/job_progress.h"
#include "jobs/latest_runner.h"
#include "scene/scene.h"
#include "window/export/save_dialog.h"

namespace headscope {

/// Writes the numbers of one stage of the shown block into a file: all of the tensor, or the
/// matrix that is shown of it. Accepted means: the file is there.
class DataExport : public SaveDialog {
    Q_OBJECT

public:
    enum class What : std::uint8_t {
        Whole, ///< every sequence and head; a CSV has a line for each number
        Panel  ///< the head and sequence that are shown, as they are drawn
    };

    DataExport(const Scene& scene, const QString& folder, QWidget* parent = nullptr);

    void setStage(TensorName name);
    /// By the ending: .npy, .csv or .tsv. What went wrong is a sentence in the dialog.
    void saveTo(const QString& path);
    /// Waits for what is written.
    void finish() { m_runner.finish(); }

protected:
    void save() override;
    void giveUp() override;

private:
    struct Task {
        std::uint64_t number = 0;
        Scene scene;
        TensorName name = TensorName::AttentionWeights;
        What what = What::Whole;
        std::optional<MatrixFormat> table; ///< with commas or tabs; nothing: NumPy
        QString path;
    };
    using Outcome = Result<std::shared_ptr<OutputFile>>;

    void declareFields();
    void showShape();
    Outcome work(const Task& task, const CancellationToken& token);
    void take(const Outcome& outcome);
    TensorName stage() const;

    Scene m_scene;
    QString m_target; ///< what is being written
    int m_stage = 0;  ///< place among the steps of the trace
    What m_what = What::Whole;
    QLabel* m_shape;
    std::uint64_t m_number = 0;
    JobProgress m_progress;
    LatestRunner<Task, Outcome> m_runner; ///< last: it uses the above
};

} // namespace headscope
