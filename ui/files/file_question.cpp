// SPDX-License-Identifier: GPL-3.0-or-later
#include "files/file_question.h"

#include "words/error_text.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>

#include <algorithm>

namespace headscope {

namespace {

QStringList endingsOf(const QString& filter) {
    static const QRegularExpression pattern(QStringLiteral("\\*(\\.[A-Za-z0-9]+)"));
    QStringList endings;
    for (const QRegularExpressionMatch& match : pattern.globalMatch(filter))
        endings << match.captured(1);
    return endings;
}

/// What a name without an ending ends with: ".csv".
QString endingFor(const QStringList& filters, qsizetype chosen, const QString& start) {
    QStringList endings = endingsOf(filters[chosen]);
    if (endings.isEmpty()) // all files
        endings = endingsOf(filters.constFirst());
    const QString proposed = u'.' + QFileInfo(start).suffix();
    return endings.contains(proposed) ? proposed : endings.value(0);
}

} // namespace

QString FileQuestion::folderAtHand(const QString& folder) {
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

QString FileQuestion::startWhere(const QString& start) {
    const QFileInfo place(start);
    return place.dir().exists() ? start : QDir::home().filePath(place.fileName());
}

QString FileQuestion::ask(QWidget* parent, const QString& title, const QString& start,
                          const QStringList& filters, qsizetype* filter) {
    QString chosen = filters.constFirst();
    QString path = QFileDialog::getSaveFileName(parent, title, startWhere(start),
                                                filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return {};
    const qsizetype place = std::max<qsizetype>(0, filters.indexOf(chosen));
    if (QFileInfo(path).suffix().isEmpty()) {
        path += endingFor(filters, place, start);
        // The dialog asked about another name, if at all.
        if (QFileInfo::exists(path) && !mayOverwrite(parent, title, path))
            return {};
    }
    if (filter)
        *filter = place;
    return path;
}

bool FileQuestion::mayOverwrite(QWidget* parent, const QString& title, const QString& path) {
    return QMessageBox::question(parent, title,
                                 unmistaken(tr("“%1” is there already. Overwrite it?")
                                                .arg(visibleName(QFileInfo(path).fileName()))),
                                 QMessageBox::Yes | QMessageBox::Cancel,
                                 QMessageBox::Cancel) == QMessageBox::Yes;
}

} // namespace headscope
