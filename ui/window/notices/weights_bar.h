// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "opening/experiment_files.h"
#include "window/notices/notice_bar.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace headscope {

/// A line over the page that asks what a file of weights does not say: how many heads they have,
/// and, where it has several parts that can be shown, which one is meant. The likely answer is
/// chosen; another one is taken at once. Hidden where nothing is to be asked.
class WeightsBar : public NoticeBar {
    Q_OBJECT

public:
    explicit WeightsBar(QWidget* parent = nullptr);

    /// `files` as they were read, with the layer that was taken; `weights` those of that layer.
    void ask(const ExperimentFiles& files, const std::vector<StoredWeights>& stored,
             const Tensor& weights);
    /// The question ends where other weights stand there, and comes back with those that it is
    /// about.
    void setExperiment(const Experiment& experiment);

Q_SIGNALS:
    void answered(const headscope::ExperimentFiles& files);

protected:
    void retranslate() override;

private:
    /// What was asked, as long as nobody answered that it is done.
    struct Question {
        ExperimentFiles files;
        std::vector<StoredWeights> stored;
        Tensor weights;
    };
    void show(const Question& question);
    using QWidget::show;
    void showHeads();
    void answer();
    const StoredWeights& chosen() const;

    std::vector<Question> m_questions; ///< the newest behind
    ExperimentFiles m_files;
    std::vector<StoredWeights> m_stored;
    Tensor m_weights; ///< of the question that stands there
    QComboBox* m_layer;
    QLabel* m_headsLabel;
    QComboBox* m_heads;
    QPushButton* m_done;
};

} // namespace headscope
