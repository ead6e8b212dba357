// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "support/result.h"

#include <QTimer>
#include <QWidget>

class QLabel;

namespace headscope {

/// What holds of the shown trace: time, row sums, mask, lock, seed. An error of
/// the last edit takes its place until the next edit.
class StatusLine : public QWidget {
    Q_OBJECT

public:
    explicit StatusLine(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// Why the experiment cannot be computed, for as long as that is so.
    void setError(const std::optional<Error>& error);
    /// Something that was tried and did not succeed: until somebody looks at something else.
    void setFailure(const Error& error);
    /// What came of something that was tried: what failed, else that nothing is wrong any more.
    void tell(const Status& status) {
        status ? setError(std::nullopt) : setFailure(status.error());
    }
    /// What is wrong as long as it is set, whatever is computed and looked at: it stands before all
    /// else but errors and a file that is being read.
    void setWarning(const std::optional<Error>& warning);
    /// A sentence that stays as long as it takes to read, or until the next change of the scene's
    /// trace. Empty: the one before is withdrawn.
    void showMessage(const QString& sentence);
    /// The same, but until something else is said.
    void showLastingMessage(const QString& sentence);
    /// What the next run comes with: it stands before the facts of that one.
    void announce(const QString& sentence) { m_announced = sentence; }
    /// A file that is being read, before all else; none where the name is empty.
    void setReading(const QString& name, int seconds);
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
    std::shared_ptr<const PreparedStage> m_prepared; ///< what is said of the shown sequence
    std::optional<Error> m_error;
    std::optional<Error> m_failure;
    std::optional<Error> m_warning;
    QString m_message;
    QTimer m_forget;     ///< the message
    QString m_announced; ///< of the run that is to come
    QString m_before;    ///< of the one that is shown
    QString m_boxes;     ///< which of its letters no font here has
    QString m_reading;
    QString m_viewSentence;
    mutable std::shared_ptr<const Trace> m_countedRun; ///< whose stages were counted last
    mutable int m_stageCount = 0;
    QLabel* m_label;
};

} // namespace headscope
