// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "strip/block_chips.h"

#include <QWidget>

namespace headscope {

/// The upper level of the map: which block of the model. Layers are folded to
/// one chip with their numbers; the blocks of the present layer stand in full.
/// Click or arrow keys choose one. It hides itself where there is one block only.
class BlockStrip : public QWidget {
    Q_OBJECT

public:
    explicit BlockStrip(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// Where the chips are, for tests and tool tips.
    const std::vector<BlockChip>& chips() const { return m_chips; }

Q_SIGNALS:
    void scopeAsked(const std::string& scope);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void relayout();
    int chipAt(QPointF position) const;
    void describe();
    double scale() const { return m_scene.display.textScale; }

    Scene m_scene;
    std::vector<BlockChip> m_chips;
    int m_hovered = -1;
};

} // namespace headscope
