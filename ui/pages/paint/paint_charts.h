// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"

#include <QWidget>

namespace headscope {

/// One bar for each d_k: what is missing there, and the limit as a dotted line.
class PaintBars : public QWidget {
    Q_OBJECT

public:
    explicit PaintBars(QWidget* parent = nullptr);

    void setPaint(const PaintScene& scene);
    QSize sizeHint() const override;

Q_SIGNALS:
    void keyDimAsked(int keyDim);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    PaintScene m_scene;
    std::vector<std::pair<Index, double>> m_bits; ///< by d_k; below 0: not looked for yet
    double m_limit = 0;
};

/// Where the keys of a head with d_k = 2 stand, the polygon around them, and the direction of
/// the asked query: the key that is farthest along it wins.
class PaintPlane : public QWidget {
public:
    explicit PaintPlane(QWidget* parent = nullptr);

    void setPaint(const PaintScene& scene);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PaintScene m_scene;
};

/// What every painted row is missing, as bars; the mark is what twins cost.
class PaintRows : public QWidget {
    Q_OBJECT

public:
    explicit PaintRows(QWidget* parent = nullptr);

    void setPaint(const PaintScene& scene);
    QSize sizeHint() const override;

Q_SIGNALS:
    void rowAsked(int query);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    std::vector<Index> shownRows() const;

    PaintScene m_scene;
};

} // namespace headscope
