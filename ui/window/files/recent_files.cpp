// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/files/recent_files.h"

#include "words/error_text.h"

#include <QDir>
#include <QFileInfo>
#include <QFontMetrics>
#include <QSettings>

namespace headscope {

namespace {

constexpr auto recentFilesKey = "window-1/recentFiles";

/// "lesson.headscope — ~/course", a name as it is, and no letter of it a key.
QString entryText(const QString& path, const QFontMetrics& metrics) {
    const QFileInfo file(path);
    QString folder = visibleName(file.absolutePath());
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + u'/'))
        folder = u'~' + folder.mid(home.size());
    QString text = visibleName(file.fileName()) + QStringLiteral(" — ") +
                   metrics.elidedText(folder, Qt::ElideMiddle, 260);
    return text.replace(u'&', QStringLiteral("&&"));
}

} // namespace

RecentFiles::RecentFiles(QWidget* parent)
    : QMenu(parent) {
    setToolTipsVisible(true);
    // Another window may have opened one since.
    connect(this, &QMenu::aboutToShow, this, &RecentFiles::fill);
    fill();
}

QStringList RecentFiles::paths() const {
    return m_stored ? QSettings().value(QLatin1String(recentFilesKey)).toStringList() : m_paths;
}

void RecentFiles::set(const QStringList& paths) {
    if (m_stored)
        QSettings().setValue(QLatin1String(recentFilesKey), paths);
    else
        m_paths = paths;
    fill();
}

void RecentFiles::add(const QString& path) {
    QStringList all = paths();
    all.removeAll(path);
    all.prepend(path);
    set(all.mid(0, most));
}

void RecentFiles::fill() {
    clear();
    for (const QString& path : paths()) {
        QAction* action = addAction(entryText(path, fontMetrics()));
        action->setToolTip(unmistaken(visibleName(path)));
        action->setData(path);
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT chosen(path); });
    }
    if (isEmpty()) {
        addAction(tr("No file was opened yet"))->setEnabled(false);
        return;
    }
    addSeparator();
    connect(addAction(tr("Forget them")), &QAction::triggered, this, [this] { set({}); });
}

} // namespace headscope
