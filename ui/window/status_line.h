// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "support/result.h"

#include <QWidget>

class QLabel;

namespace headscope {

/// Whether every row of the weights of one sequence sums to 1, but for those whose
/// keys are all masked: what they are is a matter of choice.
struct RowSums {
    bool any = false; ///< the block has weights at all
    bool allOne = true;
    Index fullyMasked = 0; ///< rows without an allowed key, in all heads
    Index notANumber = 0;  ///< other rows with a NaN
};
RowSums checkRowSums(const Trace& block, Index sequence);

/// What holds of the shown trace: time, row sums, mask, lock, seed. An error of
/// the last edit takes its place until the next edit.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    void setError(const std::optional<Error>& error);
    /// A sentence that stays until the next change of the scene's trace.
    void showMessage(const QString& sentence);
    /// What the shown view says of itself; empty: nothing, and the facts are shown.
    void setViewSentence(const QString& sentence);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void compose();
    QStringList facts() const;
    int stageCount() const;
    QString fullyMaskedFact(int rows) const;

    Scene m_scene;
    RowSums m_sums; ///< of the shown sequence
    std::optional<Error> m_error;
    QString m_message;
    QString m_viewSentence;
    mutable std::shared_ptr<const Trace> m_countedRun; ///< whose stages were counted last
    mutable int m_stageCount = 0;
    QLabel* m_label;
};

} // namespace headscope
