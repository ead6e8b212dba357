// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QStringList>

namespace headscope {

/// The menu of the files that were opened or saved last, the newest first.
class RecentFiles : public QMenu {
    Q_OBJECT

public:
    static constexpr qsizetype most = 10;

    explicit RecentFiles(QWidget* parent = nullptr);

    /// Kept from one start to the next, and shared with other windows; else only here.
    void setStored(bool stored) { m_stored = stored; }
    void add(const QString& path);
    QStringList paths() const;

Q_SIGNALS:
    void chosen(const QString& path);

private:
    void fill();
    void set(const QStringList& paths);

    QStringList m_paths; ///< where they are not stored
    bool m_stored = false;
};

} // namespace headscope
