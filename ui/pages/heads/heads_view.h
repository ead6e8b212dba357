// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "pages/colour_place.h"
#include "pages/heads/heads_images.h"
#include "pages/heads/heads_picture.h"

#include <QWidget>

class QMenu;
class QRubberBand;

namespace headscope {

class CellTyping;
class ColourScale;
class MatrixPlot;

/// Every head of the chosen stage at once, one of them enlarged. A function of
/// the Scene; what people do comes out as signals.
class HeadsView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit HeadsView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    QSize minimumSizeHint() const override { return {360, 320}; }
    QSize sizeHint() const override { return {880, 640}; }

    /// What is shown and where it lies.
    const HeadsPicture& picture() const { return m_picture; }
    const HeadsContent& content() const { return m_picture.content(); }
    const HeadsGeometry& geometryNow() const { return m_picture.geometry(); }
    const std::vector<MatrixPanel>& panels() const { return content().panels(); }
    int shownPanel() const { return content().shownPanel(); }
    std::optional<LabelledMatrix> matrix() const { return content().matrix(); }
    CellSpan seenCells() const { return m_picture.seenCells(); }
    bool valuesFit() const { return m_picture.valuesFit(); }
    /// Shows some of the cells, as large as they can be.
    void showCells(const CellSpan& span);
    /// Shows all of them.
    void showWhole() { setZoom(std::nullopt); }
    /// Beside the colour bar of the enlarged panel.
    ColourPlace colourPlace();
    /// The cells of the enlarged matrix, and the small ones, one below the other.
    std::vector<CellTable> cellTables() override;

Q_SIGNALS:
    /// After a layout: what fits may be another matter now.
    void laidOut();
    void hovered(std::optional<headscope::PanelCell> cell);
    void locked(std::optional<headscope::PanelCell> cell);
    void panelAsked(int panel);
    void soloAsked(bool solo);
    /// Something else, from the menu.
    void asked(const headscope::Intent& intent);
    /// A sentence about what cannot be done.
    void said(const QString& sentence);
    /// "May this query attend to this key?" turned round for one pair.
    void pairToggled(headscope::Index query, headscope::Index key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What the pressed button does.
    struct Drag {
        enum class Kind : std::uint8_t { None, Click, Enlarged, Minimap, Box };
        Kind kind = Kind::None;
        QPointF from;
        QPointF held; ///< of the matrix, in cells as drawn; on the minimap, from the frame's middle
        std::optional<PanelCell> cell;
    };

    const Scene& scene() const { return content().scene(); }
    void rebuild(const Scene& scene);
    void relayout();
    /// After anything that is painted has changed.
    void refresh();
    void setPreview(std::optional<int> panel);
    void setZoom(const std::optional<MatrixZoom>& zoom);
    /// As far as the matrix is zoomed at all.
    void bringIntoView(const PanelCell& cell);
    void zoomBy(double factor, QPointF at);
    bool zoomKey(int key);
    /// Where the keyboard zooms: at the asked cell, where that is seen.
    QPointF zoomCentre() const;
    void dragTo(QPointF position);
    /// What lies between the place where the button was pressed and another one.
    QRectF boxTo(QPointF position) const;
    /// The keys come to that cell.
    void visit(const PanelCell& cell);
    /// Of one of the small heads.
    void smallMenu(int panel, QPoint at);
    void addZoomActions(QMenu& menu, QPointF at);
    void addCopyActions(QMenu& menu, const std::optional<PanelCell>& cell);
    QString tipAt(QPointF position) const;

    HeadsPicture m_picture;
    HeadsImages m_images;
    MatrixPlot* m_plot;
    ColourScale* m_scale;
    CellTyping* m_typing;
    Drag m_drag;
    QRubberBand* m_band = nullptr; ///< around what is to be seen; made with the first one
};

} // namespace headscope
