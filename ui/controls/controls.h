// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

/// What the panels of the editors have in common.
namespace headscope {

inline constexpr int panelPadding = 16;
inline constexpr int rowGap = 6; ///< controls of 26 at a pitch of 32

/// Other words for the same entries: the current one stays, and nobody is told.
inline void setEntries(QComboBox* box, const QStringList& entries) {
    const QSignalBlocker quiet(box);
    const int current = box->currentIndex();
    box->clear();
    box->addItems(entries);
    box->setCurrentIndex(std::max(0, current));
}

} // namespace headscope
