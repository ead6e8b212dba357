// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/text/matrix_text.h"
#include "jobs/latest_runner.h"

#include <QObject>
#include <QString>

namespace headscope {

/// Puts numbers onto the clipboard as text, the newest that were asked for; the text of a matrix
/// is made outside the window's thread.
class MatrixCopy : public QObject {
    Q_OBJECT

public:
    /// More numbers than this are a file, and nothing for a clipboard.
    static constexpr Index mostCells = Index{1} << 22;

    explicit MatrixCopy(QObject* parent = nullptr);

    void copy(LabelledMatrix matrix, MatrixFormat format);
    void copy(const QString& text);
    bool isBusy() const { return m_runner.isBusy(); }
    void cancel() { m_runner.forget(); }
    /// Waits for what runs.
    void finish() { m_runner.finish(); }

Q_SIGNALS:
    /// What came of it, a sentence.
    void said(const QString& sentence);

private:
    struct Task {
        LabelledMatrix matrix;
        MatrixFormat format = MatrixFormat::Tsv;
    };
    struct Outcome {
        QString text;
        QString html; ///< empty: text alone
        Shape shape;
        MatrixFormat format = MatrixFormat::Tsv;
    };

    LatestRunner<Task, Outcome> m_runner; ///< last: it uses the above
};

} // namespace headscope
