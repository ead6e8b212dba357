// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/segmented_control.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace headscope {

SegmentedControl::SegmentedControl(QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, &SegmentedControl::chosen);
}

void SegmentedControl::setChoices(const QStringList& texts) {
    while (count() > texts.size()) {
        QAbstractButton* surplus = m_group->button(count() - 1);
        m_group->removeButton(surplus);
        delete surplus;
    }
    while (count() < texts.size()) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setProperty("framed", true);
        button->setFixedHeight(26);
        layout()->addWidget(button);
        m_group->addButton(button, count());
    }
    for (int i = 0; i < count(); ++i) {
        m_group->button(i)->setText(texts[i]);
        m_group->button(i)->setAccessibleName(texts[i]);
    }
    if (current() < 0 && count() > 0)
        m_group->button(0)->setChecked(true);
}

int SegmentedControl::count() const {
    return static_cast<int>(m_group->buttons().size());
}

int SegmentedControl::current() const {
    return m_group->checkedId();
}

void SegmentedControl::setCurrent(int index) {
    if (QAbstractButton* button = m_group->button(index)) {
        button->setChecked(true);
    } else if (QAbstractButton* checked = m_group->checkedButton(); checked && index < 0) {
        m_group->setExclusive(false); // else one of them stays
        checked->setChecked(false);
        m_group->setExclusive(true);
    }
}

} // namespace headscope
