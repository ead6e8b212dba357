// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace headscope {

/// A combo box whose entries may have subscripts: "W_{Q}  query weight".
class MathComboBox : public QComboBox {
    Q_OBJECT

public:
    explicit MathComboBox(QWidget* parent = nullptr);

    /// What is written in the box: with "…" where it is too narrow.
    QString writtenText() const;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRect textRect() const;
};

} // namespace headscope
