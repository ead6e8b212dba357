// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_page.h"

#include <QCoreApplication>

class QPrinter;
class QWidget;

namespace headscope {

/// Puts pages on paper: every Print… of the window.
class Printing {
    Q_DECLARE_TR_FUNCTIONS(Printing)

public:
    /// What became of it.
    struct Outcome {
        bool printed = false;
        QString sentence; ///< empty: the person gave it up
    };
    /// Asks for a printer and prints. A sentence where there is none.
    static Outcome print(QWidget* parent, const QString& title, std::span<const FigurePage> pages);
    /// The same on a printer that was chosen: a page as large as the paper as it is, another one
    /// in the middle above, smaller where it is wider or higher than what can be printed.
    static Status paint(QPrinter& printer, std::span<const FigurePage> pages);
    /// A picture as such a page.
    static FigurePage pageOf(const QImage& picture, QSizeF size, const QString& title);
};

} // namespace headscope
