// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <memory>

namespace headscope {

/// The QApplication with our name, style and fonts.
class Application {
public:
    Application();

    QApplication& qt() { return *m_application; }

private:
    // QApplication keeps references to both.
    int m_count = 1;
    char m_name[10] = "headscope";
    char* m_values[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

} // namespace headscope
