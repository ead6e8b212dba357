// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/profile_menu.h"

namespace headscope {

ProfileMenu::ProfileMenu(QWidget* parent)
    : QMenu(parent) {
    for (std::size_t i = 0; i < controlCount; ++i) {
        m_controls[i] = addAction(QString());
        m_controls[i]->setCheckable(true);
        connect(m_controls[i], &QAction::triggered, this, [this, i](bool on) {
            Profile next = m_profile;
            next.setOffered(static_cast<Control>(i), on);
            Q_EMIT chosen(next);
        });
    }
    addSeparator();
    m_all = addAction(QString());
    connect(m_all, &QAction::triggered, this, [this] { Q_EMIT chosen(Profile()); });
    show(m_profile);
    retranslate();
}

void ProfileMenu::show(const Profile& profile) {
    m_profile = profile;
    for (std::size_t i = 0; i < controlCount; ++i)
        m_controls[i]->setChecked(profile.offers(static_cast<Control>(i)));
    m_all->setEnabled(!profile.isWhole());
}

void ProfileMenu::retranslate() {
    setTitle(tr("Controls for &students"));
    const std::array<QString, controlCount> names = {
        tr("Choose &examples"),
        tr("Type &tokens"),
        tr("Heads and &sizes"),
        tr("&Masks"),
        tr("&Around attention"),
        tr("Where &weights come from"),
        tr("Table of &numbers"),
        tr("T&rain"),
        tr("&Paint"),
        tr("&Lessons"),
    };
    for (std::size_t i = 0; i < controlCount; ++i)
        m_controls[i]->setText(names[i]);
    m_all->setText(tr("All &controls"));
}

} // namespace headscope
