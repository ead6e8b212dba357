// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;

namespace headscope {

/// A few exclusive choices side by side: "rows = queries | rows = keys".
class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    explicit SegmentedControl(QWidget* parent = nullptr);

    /// New texts for the same number of choices keep the current one.
    void setChoices(const QStringList& texts);
    int count() const;
    int current() const;
    /// Does not emit. −1: none of them.
    void setCurrent(int index);

Q_SIGNALS:
    void chosen(int index);

private:
    QButtonGroup* m_group;
};

} // namespace headscope
