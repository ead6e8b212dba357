// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/profile.h"

#include <QMenu>

#include <array>

namespace headscope {

/// "Controls for students": a tick for each group of controls that the window offers.
class ProfileMenu : public QMenu {
    Q_OBJECT

public:
    explicit ProfileMenu(QWidget* parent = nullptr);

    void show(const Profile& profile);
    using QMenu::show;
    void retranslate();

Q_SIGNALS:
    void chosen(const headscope::Profile& profile);

private:
    Profile m_profile;
    std::array<QAction*, controlCount> m_controls{};
    QAction* m_all;
};

} // namespace headscope
