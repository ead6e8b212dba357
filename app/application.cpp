// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "scene/fonts.h"
#include "window/style.h"

namespace headscope {

Application::Application() {
    QCoreApplication::setOrganizationName(QStringLiteral("HeadScope"));
    QCoreApplication::setApplicationName(QStringLiteral("HeadScope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEADSCOPE_VERSION));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    m_application = std::make_unique<QApplication>(m_count, m_values);
    // The native menu bar of some desktops would take the menus out of screenshots.
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeMenuBar);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
}

} // namespace headscope
