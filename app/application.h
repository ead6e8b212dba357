// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <functional>
#include <memory>

namespace headscope {

/// The QApplication with our name, style and fonts.
class Application {
public:
    Application();
    ~Application();

    QApplication& qt();
    /// What happens where memory did not suffice for what an event asked for; the event is
    /// given up, and the program goes on.
    void onOutOfMemory(std::function<void()> say);

private:
    class Guarded;

    // QApplication keeps references to both.
    int m_count = 1;
    char m_name[10] = "headscope";
    char* m_values[2] = {m_name, nullptr};
    std::unique_ptr<Guarded> m_application;
};

} // namespace headscope
