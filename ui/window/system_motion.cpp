// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/system_motion.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>

namespace headscope {

namespace {

constexpr auto service = "org.freedesktop.portal.Desktop";
constexpr auto portalPath = "/org/freedesktop/portal/desktop";
constexpr auto interface = "org.freedesktop.portal.Settings";

/// Who has such a setting: the portal itself, GNOME, KDE.
constexpr std::pair<const char*, const char*> settings[] = {
    {"org.freedesktop.appearance", "reduced-motion"},
    {"org.gnome.desktop.interface", "enable-animations"},
    {"org.kde.kdeglobals.KDE", "AnimationDurationFactor"}};

/// A value of the portal may be wrapped more than once.
QVariant unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

std::optional<bool> reducedMotionFrom(const QString& group, const QString& key,
                                      const QVariant& value) {
    const auto is = [&](std::size_t i) {
        return group == QLatin1String(settings[i].first) &&
               key == QLatin1String(settings[i].second);
    };
    bool ok = false;
    if (is(0)) {
        const uint said = value.toUInt(&ok);
        return ok ? std::optional(said == 1) : std::nullopt;
    }
    if (is(1) && value.canConvert<bool>())
        return !value.toBool();
    if (is(2)) {
        const double factor = value.toDouble(&ok);
        return ok ? std::optional(factor == 0) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<bool> reducedMotionIn(const QString& folder) {
    for (const char* version : {"gtk-4.0", "gtk-3.0"}) {
        const QSettings file(folder + u'/' + QLatin1String(version) +
                                 QStringLiteral("/settings.ini"),
                             QSettings::IniFormat);
        const QVariant animated = file.value(QStringLiteral("Settings/gtk-enable-animations"));
        if (animated.isValid())
            return !(animated.toBool() || animated.toString() == QStringLiteral("1"));
    }
    const QSettings kde(folder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    return reducedMotionFrom(QLatin1String(settings[2].first), QLatin1String(settings[2].second),
                             kde.value(QStringLiteral("KDE/AnimationDurationFactor")));
}

SystemMotion::SystemMotion(QObject* parent)
    : QObject(parent)
    , m_reduced(
          reducedMotionIn(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation))
              .value_or(false)) {
    // Where there is no bus nobody starts one for this.
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS") &&
        !QFile::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus")))
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(QLatin1String(service), QLatin1String(portalPath), QLatin1String(interface),
                QStringLiteral("SettingChanged"), this, SLOT(take(QString, QString, QDBusVariant)));
    for (const auto& [group, key] : settings)
        ask(QLatin1String(group), QLatin1String(key));
}

void SystemMotion::ask(const QString& group, const QString& key) {
    QDBusMessage question =
        QDBusMessage::createMethodCall(QLatin1String(service), QLatin1String(portalPath),
                                       QLatin1String(interface), QStringLiteral("Read"));
    question << group << key;
    auto* answer =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, group, key, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid())
            take(group, key, reply.value());
        answer->deleteLater();
    });
}

void SystemMotion::take(const QString& group, const QString& key, const QDBusVariant& value) {
    const std::optional<bool> said =
        reducedMotionFrom(group, key, unwrapped(QVariant::fromValue(value)));
    if (!said)
        return;
    m_said[group + u'/' + key] = *said;
    const bool reduced = m_said.values().contains(true);
    if (std::exchange(m_reduced, reduced) != reduced)
        Q_EMIT changed(reduced);
}

} // namespace headscope
