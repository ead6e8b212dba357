// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

namespace headscope {

/// A short list whose rows do something: a click or Enter chooses one. What follows a click as a
/// double click chooses nothing, for by then another row may stand there.
class ClickList : public QListWidget {
    Q_OBJECT

public:
    explicit ClickList(QWidget* parent = nullptr);

    /// As high as its rows, up to so many.
    void fitHeight(int most);

Q_SIGNALS:
    void chosen(const QListWidgetItem* item);

protected:
    void mouseDoubleClickEvent(QMouseEvent* event) override;
};

} // namespace headscope
