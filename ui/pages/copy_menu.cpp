// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/copy_menu.h"

#include "words/numbers/number_format.h"

#include <QCoreApplication>
#include <QMenu>

namespace headscope {

namespace {

QString words(const char* text) {
    return QCoreApplication::translate("CopyMenu", text);
}

} // namespace

void addCopyActions(QMenu& menu, QObject* owner, const LabelledMatrix& matrix,
                    std::optional<CopyPlace> place, std::function<void(const Intent&)> ask) {
    const auto add = [&](const QString& text, const Intent& intent) {
        return menu.addAction(text, owner, [ask, intent] { ask(intent); });
    };
    if (place) {
        const QString number = fullText(matrix.values(place->row, place->column));
        add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy %1")).arg(number), want::CopyText{number});
        add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy the row")),
            want::CopyMatrix{rowOf(matrix, place->row), MatrixFormat::Tsv});
    }
    add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy the matrix for a spreadsheet")),
        want::CopyMatrix{matrix, MatrixFormat::Tsv})
        ->setShortcut(QKeySequence::Copy);
    add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy the matrix as CSV")),
        want::CopyMatrix{matrix, MatrixFormat::Csv});
    add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy the matrix for LaTeX (booktabs)")),
        want::CopyMatrix{matrix, MatrixFormat::Latex});
    add(words(QT_TRANSLATE_NOOP("CopyMenu", "Copy the matrix for NumPy")),
        want::CopyMatrix{matrix, MatrixFormat::NumPy});
}

} // namespace headscope
