// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/model_source.h"
#include "scene/intent.h"
#include "source/source.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace headscope {

class ClickList;
class SegmentedControl;

/// Which heads of a trained model are switched off, what they give instead, and what that did to
/// the token that is asked about. Not to be seen while all are on.
class HeadsOffPanel : public QWidget {
    Q_OBJECT

public:
    explicit HeadsOffPanel(QWidget* parent = nullptr);

    /// nullptr: there is none. `change` says what came of it; may be empty.
    void show(const ModelSourcePointer& source, const QString& change);
    using QWidget::show;

Q_SIGNALS:
    void asked(const headscope::Intent& intent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fill();

    HeadsOff m_off;
    QLabel* m_title;
    QLabel* m_change;
    ClickList* m_list;
    SegmentedControl* m_by;
    QPushButton* m_allOn;
};

} // namespace headscope
