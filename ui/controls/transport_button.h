// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

namespace headscope {

/// A flat button with one of the signs of a player, in the palette's colours.
class TransportButton : public QAbstractButton {
    Q_OBJECT

public:
    enum class Sign : std::uint8_t { Back, Play, Pause, Forward };

    explicit TransportButton(Sign sign, QWidget* parent = nullptr);

    void setSign(Sign sign);
    /// 1: a box of 34 logical pixels.
    void setScale(double scale);
    QSize sizeHint() const override { return QSizeF(34 * m_scale, 34 * m_scale).toSize(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign m_sign;
    double m_scale = 1;
};

} // namespace headscope
