// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/matrix_plot.h"
#include "scene/scene.h"

#include <QPolygonF>
#include <QWidget>

namespace headscope {

/// One head of the overview, large, with its words: what the pointer or the cursor is on, else
/// what is open. Under it, where there is room, what it looks at. A function of what it is given.
class HeadPreview : public QWidget {
    Q_OBJECT

public:
    explicit HeadPreview(QWidget* parent = nullptr);

    /// One measure of the head.
    struct Line {
        QString question; ///< "at the token before"
        QString text;     ///< its number
        double share = 0; ///< of the bar, from 0 to 1
        double even = 0;  ///< where the mark of an even spread stands in it
        bool chosen = false;
    };
    struct Head {
        std::shared_ptr<const PreparedPanel> panel;
        CellColours colours;
        int number = 0;      ///< from 0, on the badge
        QString name;        ///< "encoder 2 · self-attention, head 3"
        QString said;        ///< under it: what stands under the small one
        QStringList rows;    ///< the words at the rows, queries
        QStringList columns; ///< at the columns
        std::vector<Line> lines;
        QString kind; ///< what it looks like, with the evidence; may be empty
        /// Of B − A, both states: what only one of them masks has a corner.
        std::shared_ptr<const PreparedPanel> a;
        std::shared_ptr<const PreparedPanel> b;
    };
    void setHead(const Scene& scene, const std::optional<Head>& head);
    const std::optional<Head>& head() const { return m_head; }
    const MatrixPlot& plot() const { return *m_plot; }
    /// In coordinates of the widget.
    QRectF titleRect() const;
    /// Where the measures stand; empty where they have no room.
    QRectF linesRect() const { return m_lines; }
    /// The corners of cells that only one state masks, where cells are large enough.
    const std::vector<QPolygonF>& corners() const { return m_corners; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void placeCorners();
    static QPolygonF cornerAt(QPointF topRight, double side);
    void paintHeading(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    void paintLines(QPainter& painter) const;
    QRectF saidRect() const;
    double scale() const { return m_scene.display.textScale; }

    Scene m_scene;
    std::optional<Head> m_head;
    MatrixPlot* m_plot;
    QWidget* m_overlay; ///< over the cells
    std::vector<QPolygonF> m_corners;
    QRectF m_corner; ///< "key →" over "query ↓"
    QRectF m_lines;
};

} // namespace headscope
