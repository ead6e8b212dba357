// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>

namespace headscope {

/// A picture as it was, over the one that comes in its place: it fades within 400 ms and lets
/// every event pass.
class CrossFade : public QWidget {
public:
    explicit CrossFade(QWidget* parent);

    /// Keeps what `view` shows now and lays it over it.
    void hold(QWidget& view);
    /// The new picture is there.
    void fade();
    /// At once.
    void finish();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPixmap m_before;
    QVariantAnimation m_animation;
};

} // namespace headscope
