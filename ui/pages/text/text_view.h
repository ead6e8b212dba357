// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/page.h"
#include "pages/text/text_sheet.h"

#include <QAbstractScrollArea>

namespace headscope {

/// The whole text, wrapped; its shading is the asked query's row of the chosen head. A function of
/// the Scene; what people do comes out as signals.
class TextView : public QAbstractScrollArea, public CellPicture {
    Q_OBJECT

public:
    explicit TextView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    const TextPicture& picture() const { return m_picture; }
    const TextGeometry& geometryNow() const { return m_geometry; }
    const TextSaid& said() const { return m_said; }
    /// Beside the colour bar.
    const ColourPlace& colourPlace() const { return m_colourPlace; }
    /// Which word looks at which, of the chosen head.
    std::vector<CellTable> cellTables() override;
    /// The box of a token as it lies in the viewport now.
    QRectF boxOf(Index token, bool key) const;
    QSize sizeHint() const override { return {700, 500}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

Q_SIGNALS:
    void laidOut();
    void hovered(const std::optional<headscope::PanelCell>& cell);
    void locked(const std::optional<headscope::PanelCell>& cell);
    void headAsked(int panel);

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// A token under a point.
    struct Target {
        Index token = 0;
        bool key = false; ///< of the text of the keys, where that is another
    };
    std::optional<Target> targetAt(QPointF position) const;
    void relayout();
    void askQuery(Index query, bool lock);
    void point(const Target& target);
    void walk(Index by);
    void scrollTo(Index query);
    void describe();

    Scene m_scene;
    TextPicture m_picture;
    TextWidths m_widths;
    TextGeometry m_geometry;
    ColourPlace m_colourPlace;
    TextSaid m_said;
    bool m_asks = false; ///< the question is this view's own: nothing scrolls for it
};

} // namespace headscope
