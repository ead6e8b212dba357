// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QMap>
#include <QObject>
#include <QVariant>

#include <optional>

namespace headscope {

/// What one setting of a desktop says of motion, as the portal of settings calls it; nothing where
/// it says nothing of it.
std::optional<bool> reducedMotionFrom(const QString& group, const QString& key,
                                      const QVariant& value);
/// What the files of GTK and KDE in a folder of settings ("~/.config") say.
std::optional<bool> reducedMotionIn(const QString& folder);

/// Whether the system asks for less motion: by its files at once, by its portal of settings as soon
/// as that answers, and whenever that changes.
class SystemMotion : public QObject {
    Q_OBJECT

public:
    explicit SystemMotion(QObject* parent = nullptr);

    bool isReduced() const { return m_reduced; }

Q_SIGNALS:
    void changed(bool reduced);

private Q_SLOTS:
    void take(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask(const QString& group, const QString& key);

    QMap<QString, bool> m_said; ///< by group and key
    bool m_reduced = false;
};

} // namespace headscope
