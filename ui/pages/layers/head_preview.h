// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/matrix_plot.h"
#include "scene/scene.h"

#include <QWidget>

namespace headscope {

/// One head of the overview, large, with its words: what the pointer or the cursor is on, else
/// what is open. A function of what it is given.
class HeadPreview : public QWidget {
    Q_OBJECT

public:
    explicit HeadPreview(QWidget* parent = nullptr);

    struct Head {
        std::shared_ptr<const PreparedPanel> panel;
        CellColours colours;
        QString name;      ///< "encoder 2 · self-attention, head 3"
        std::string scope; ///< whose words stand at the rows and columns
    };
    void setHead(const Scene& scene, const std::optional<Head>& head);
    const std::optional<Head>& head() const { return m_head; }
    const MatrixPlot& plot() const { return *m_plot; }
    /// In coordinates of the widget.
    QRectF titleRect() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();
    double scale() const { return m_scene.display.textScale; }

    Scene m_scene;
    std::optional<Head> m_head;
    MatrixPlot* m_plot;
    QRectF m_corner; ///< "key →" over "query ↓"
};

} // namespace headscope
