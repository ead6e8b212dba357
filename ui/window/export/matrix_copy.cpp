// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export/matrix_copy.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace headscope {

namespace {

/// A table of more cells takes a spreadsheet longer than anybody waits.
constexpr Index mostTableCells = Index{1} << 16;

QString nameOf(MatrixFormat format) {
    switch (format) {
    case MatrixFormat::Tsv: return QStringLiteral("TSV");
    case MatrixFormat::Csv: return QStringLiteral("CSV");
    case MatrixFormat::Latex: return QStringLiteral("LaTeX");
    case MatrixFormat::NumPy: return QStringLiteral("NumPy");
    }
    return {};
}

} // namespace

MatrixCopy::MatrixCopy(QObject* parent)
    : QObject(parent)
    , m_runner(
          [](const Task& task, const CancellationToken&) {
              // What goes into spreadsheets, which read text by the rules of their country.
              const bool table = task.format == MatrixFormat::Tsv &&
                                 task.matrix.values.elementCount() <= mostTableCells;
              return Outcome{QString::fromStdString(matrixText(task.matrix, task.format)),
                             table ? QString::fromStdString(matrixHtml(task.matrix)) : QString(),
                             task.matrix.values.shape(), task.format};
          },
          [this](const Outcome& outcome) {
              auto* const data = new QMimeData;
              data->setText(outcome.text);
              if (!outcome.html.isEmpty())
                  data->setHtml(outcome.html);
              QGuiApplication::clipboard()->setMimeData(data);
              Q_EMIT said(tr("On the clipboard: %1 × %2 numbers with their words, as %3.")
                              .arg(outcome.shape[0])
                              .arg(outcome.shape[1])
                              .arg(nameOf(outcome.format)));
          }) {}

void MatrixCopy::copy(LabelledMatrix matrix, MatrixFormat format) {
    m_runner.forget();
    if (matrix.values.elementCount() > mostCells)
        return Q_EMIT said(tr("These are %1 numbers, too many for the clipboard: File ▸ Export "
                              "data writes them into a file.")
                               .arg(matrix.values.elementCount()));
    m_runner.request({std::move(matrix), format});
    // Small ones are there before the next key.
    m_runner.finishWithin(std::chrono::milliseconds(20));
}

void MatrixCopy::copy(const QString& text) {
    m_runner.forget();
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT said(tr("On the clipboard: %1").arg(text));
}

} // namespace headscope
