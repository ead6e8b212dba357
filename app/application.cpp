// SPDX-License-Identifier: GPL-3.0-or-later
#include "application.h"

#include "type/fonts.h"
#include "window/style.h"

#include <new>

namespace headscope {

class Application::Guarded : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override {
        // An allocation that fails is no mistake of the program: it says so and goes on.
        // Every other exception is one, and ends where the handler of crashes waits.
        try {
            return QApplication::notify(receiver, event);
        } catch (const std::bad_alloc&) {
        }
        if (say)
            say();
        return true;
    }

    std::function<void()> say;
};

Application::Application() {
    QCoreApplication::setOrganizationName(QStringLiteral("HeadScope"));
    QCoreApplication::setApplicationName(QStringLiteral("HeadScope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEADSCOPE_VERSION));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(
        Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    m_application = std::make_unique<Guarded>(m_count, m_values);
    // The native menu bar of some desktops would take the menus out of screenshots.
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeMenuBar);
    QApplication::setStyle(new Style);
    QApplication::setFont(textFont(14));
}

Application::~Application() = default;

QApplication& Application::qt() {
    return *m_application;
}

void Application::onOutOfMemory(std::function<void()> say) {
    m_application->say = std::move(say);
}

} // namespace headscope
