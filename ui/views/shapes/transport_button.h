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
    QSize sizeHint() const override { return {34, 34}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Sign m_sign;
};

} // namespace headscope
