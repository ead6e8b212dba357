// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/matrix_text.h"
#include "pages/layers/head_preview.h"
#include "pages/layers/layers_geometry.h"
#include "scene/prepared_layers.h"

#include <QImage>
#include <QWidget>

namespace headscope {

/// Every head of every layer at once: rows are the attentions of a model, columns
/// its heads. Click or Enter opens one. Belongs into a scroll area.
class LayersView : public QWidget {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// The room that the scroll area has; the view is at least as large.
    void setRoom(QSize room);
    /// How much of a room one head beside the overview can have; 0: none.
    int previewWidth(QSize room) const;
    /// The head that is shown beside the overview: pointed at, under the cursor, or open.
    std::optional<HeadPreview::Head> previewed() const;
    const Scene& scene() const { return m_scene; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {200, 200}; }

    using Place = LayersGeometry::Place;
    const LayersGeometry& geometryNow() const { return m_geometry; }
    /// Which block a row is, in the order from top to bottom.
    const std::vector<std::string>& rowScopes() const { return m_scopes; }
    std::optional<Place> cursor() const { return m_cursor; }
    /// What is shown of every head: "attention weights".
    QString subject() const;
    TensorName shownTensor() const { return m_shown; }
    /// The head at the cursor, else the one that is selected, with the words at its axes.
    std::optional<LabelledMatrix> matrix() const;

Q_SIGNALS:
    /// That head of that block is to be opened.
    void headAsked(const std::string& scope, int head);
    /// The cursor stands here now; whoever scrolls should show it.
    void cursorMoved(const QRect& rect);
    /// previewed() or previewWidth() says something else now.
    void previewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Group {
        QString title;
        int rows = 0;
    };
    struct Row {
        QString label;
        const PreparedLayers::Attention* attention = nullptr; ///< of m_prepared
        std::vector<QImage> heads; ///< a pixel for each cell, or for several
        Index factor = 0;          ///< for so many rows and columns; 0: no pictures yet
        Index paddingFrom = 0;     ///< rows of the pictures from here on are padding
        std::vector<CellMark> marks;
    };

    void clear();
    void rebuild();
    void relayout();
    LayersGeometryInput geometryInput(QSize room) const;
    /// Whether what the scene shows is there, or made in no time; else the old stays.
    bool isReady() const;
    /// Makes the pictures anew where another number of pixels is there for them.
    void draw();
    void moveCursor(int down, int across);
    void describe();
    std::optional<Place> placeAt(QPointF position) const;
    std::optional<Place> shownPlace() const;
    QString nameOf(const Place& place) const;
    void paintLegend(QPainter& painter) const;

    Scene m_scene;
    std::shared_ptr<const PreparedLayers> m_prepared;
    bool m_stale = false;
    int m_heads = 0;
    TensorName m_shown = TensorName::AttentionWeights;
    ColourMap m_map = ColourMap::Viridis;
    std::vector<Group> m_groups;
    std::vector<Row> m_rows;
    std::vector<std::string> m_scopes;
    LayersGeometry m_geometry;
    QSize m_room;
    std::optional<Place> m_cursor;
    std::optional<Place> m_hovered;
};

} // namespace headscope
