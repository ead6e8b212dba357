// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "type/fonts.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>
#include <initializer_list>

/// What the panels of the editors have in common.
namespace headscope {

inline constexpr int panelPadding = 16;
inline constexpr int rowGap = 6; ///< controls of 26 at a pitch of 32

/// A sentence between the fields.
inline QLabel* noteLabel(QWidget* panel, QPalette::ColorRole role) {
    auto* label = new QLabel(panel);
    label->setFont(textFont(12));
    label->setForegroundRole(role);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// What a panel says of the source that it shows; people copy from it.
inline QLabel* sourceLabel(QWidget* panel) {
    auto* label = new QLabel(panel);
    label->setFont(textFont(13));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// Takes a control, or gives it back; it says why.
inline void setLocked(QWidget& control, bool locked, const QString& reason) {
    if (control.isEnabled() != locked)
        return;
    control.setEnabled(!locked);
    control.setToolTip(locked ? reason : QString());
}

/// A choice and the word for it.
template <class Choice> struct Entry {
    QString text;
    Choice choice;
};

/// The choices of a box, or other words for them: the current one stays, and nobody is told.
template <class Choice> void setEntries(QComboBox* box, const std::vector<Entry<Choice>>& entries) {
    const QSignalBlocker quiet(box);
    const int current = box->currentIndex();
    box->clear();
    for (const Entry<Choice>& entry : entries)
        box->addItem(entry.text, static_cast<int>(entry.choice));
    box->setCurrentIndex(std::max(0, current));
}

template <class Choice> Choice chosen(const QComboBox* box) {
    return static_cast<Choice>(box->currentData().toInt());
}

template <class Choice> void choose(QComboBox* box, Choice choice) {
    box->setCurrentIndex(box->findData(static_cast<int>(choice)));
}

} // namespace headscope
