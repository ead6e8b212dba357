// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace headscope {

/// A plain sentence in the room that there is: on one line in the label's own font; else in two
/// lines of smaller type; what even these do not hold ends with "…".
class Headline : public QLabel {
    Q_OBJECT

public:
    explicit Headline(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace headscope
