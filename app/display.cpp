// SPDX-License-Identifier: GPL-3.0-or-later
#include "display.h"

#include "exit_code.h"

#include <QDir>
#include <QFileInfo>
#include <QLibrary>
#include <QLibraryInfo>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace headscope {

namespace {

bool hasPlugin(const QString& platform) {
    const QDir folder(QLibraryInfo::path(QLibraryInfo::PluginsPath) + QStringLiteral("/platforms"));
    return !folder.entryList({QStringLiteral("libq%1*.so").arg(platform)}, QDir::Files).isEmpty();
}

/// DISPLAY may name a server that is gone: only connecting tells. libxcb is there
/// wherever Qt's xcb plugin is; loading it by name spares a build dependency.
bool xServerAnswers() {
    QLibrary xcb(QStringLiteral("xcb"), 1);
    using Connect = void* (*)(const char*, int*);
    using HasError = int (*)(void*);
    using Disconnect = void (*)(void*);
    const auto connect = reinterpret_cast<Connect>(xcb.resolve("xcb_connect"));
    const auto hasError = reinterpret_cast<HasError>(xcb.resolve("xcb_connection_has_error"));
    const auto disconnect = reinterpret_cast<Disconnect>(xcb.resolve("xcb_disconnect"));
    if (!connect || !hasError || !disconnect)
        return false;
    void* connection = connect(nullptr, nullptr);
    const bool works = hasError(connection) == 0;
    disconnect(connection);
    return works;
}

bool waylandAnswers() {
    const QString name = qEnvironmentVariable("WAYLAND_DISPLAY");
    if (name.isEmpty() || !hasPlugin(QStringLiteral("wayland")))
        return false;
    const QString socket = QDir(qEnvironmentVariable("XDG_RUNTIME_DIR")).absoluteFilePath(name);
    return QFileInfo::exists(socket);
}

} // namespace

bool hasDisplay() {
    const QString platform =
        qEnvironmentVariable("QT_QPA_PLATFORM").section(u';', 0, 0).section(u':', 0, 0);
    if (platform == QLatin1String("xcb"))
        return hasPlugin(platform) && xServerAnswers();
    if (platform.startsWith(QLatin1String("wayland")))
        return waylandAnswers();
    if (!platform.isEmpty())
        return hasPlugin(platform);
    if (waylandAnswers())
        return true;
    return !qEnvironmentVariableIsEmpty("DISPLAY") && hasPlugin(QStringLiteral("xcb")) &&
           xServerAnswers();
}

namespace {

QtMessageHandler handlerBeforeDisplay = nullptr;

void endAtFatal(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (type == QtFatalMsg) {
        std::fputs(noDisplayText, stderr);
        std::_Exit(exitUsage);
    }
    if (handlerBeforeDisplay)
        handlerBeforeDisplay(type, context, message);
}

} // namespace

EndsWithoutDisplay::EndsWithoutDisplay() {
    handlerBeforeDisplay = qInstallMessageHandler(endAtFatal);
}

EndsWithoutDisplay::~EndsWithoutDisplay() {
    qInstallMessageHandler(handlerBeforeDisplay);
}

void useOffscreenPlatform() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Qt remarks on a missing XDG_RUNTIME_DIR, which a job without a display
    // usually lacks and we do not need, and on each family that leaves a script such as Devanagari
    // to the next one; all else that it says goes through.
    static QtMessageHandler before = nullptr;
    static bool installed = false;
    if (std::exchange(installed, true))
        return;
    before = qInstallMessageHandler(
        [](QtMsgType type, const QMessageLogContext& context, const QString& message) {
            const bool isKnown =
                message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR")) ||
                message.trimmed().startsWith(QLatin1String("OpenType support missing"));
            if (!isKnown && before)
                before(type, context, message);
        });
}

FontsWithoutDisplay::FontsWithoutDisplay() {
    if (QCoreApplication::instance())
        return;
    useOffscreenPlatform();
    m_application = std::make_unique<QGuiApplication>(m_count, m_values);
}

FontsWithoutDisplay::~FontsWithoutDisplay() = default;

} // namespace headscope
