// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QStringList>

class QWidget;

namespace headscope {

/// Asks where something is to be saved: every file of the window is asked for here.
class FileQuestion {
    Q_DECLARE_TR_FUNCTIONS(FileQuestion)

public:
    /// `start` is proposed, with its folder. A name that is typed without an ending gets that of
    /// the filter ("Numbers (*.csv)"; one for all files has that of the first), of several that
    /// of `start`; where such a file is there, that is asked too. Empty: the person wants no
    /// file. `filter` becomes the place of the filter that was chosen.
    static QString ask(QWidget* parent, const QString& title, const QString& start,
                       const QStringList& filters, qsizetype* filter = nullptr);
    /// That folder, or home where it is not there, such as the documents of a new person: Qt would
    /// begin at the root of all files.
    static QString folderAtHand(const QString& folder);
    /// The same of the folder of a file.
    static QString startWhere(const QString& start);
    /// Asks whether the file that is there may be replaced.
    static bool mayOverwrite(QWidget* parent, const QString& title, const QString& path);
};

} // namespace headscope
