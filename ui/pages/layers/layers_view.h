// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "formats/matrix_text.h"
#include "pages/layers/head_preview.h"
#include "pages/layers/layers_comparison.h"
#include "pages/layers/layers_figure.h"
#include "pages/layers/layers_geometry.h"
#include "pages/layers/layers_mean.h"
#include "scene/intent.h"
#include "scene/prepared_layers.h"

#include <QImage>
#include <QWidget>

namespace headscope {

/// Which of both sides of a comparison is shown large.
enum class ComparedPart : std::uint8_t { A, B, Difference };

/// Every head of every layer at once: rows are the attentions of a model, columns its heads, and
/// under each stands a bar of what it looks at; or B − A of every head, and how much moved.
/// Click or Enter chooses or opens one. Belongs into a scroll area.
class LayersView : public QWidget, public CellPicture {
    Q_OBJECT

public:
    explicit LayersView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// What the heads look at; of another run than the scene's it is not shown. nullptr: nothing
    /// is known.
    void setMeasures(std::shared_ptr<const LayersMeasures> measures);
    /// Whether B − A is shown, and what there is of it; nullptr: not yet.
    void setComparison(bool on, std::shared_ptr<const LayersComparison> comparison);
    const LayersComparison* comparison() const { return m_comparison.get(); }
    void setPart(ComparedPart part);
    /// The head that moved most.
    void chooseMost();
    ComparedPart part() const { return m_holdsA ? ComparedPart::A : m_part; }
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
    /// Which head stands at a place, from 0.
    int headAt(const Place& place) const;
    /// What stands under the head at a place.
    const std::optional<HeadBar>& barAt(const Place& place) const;
    const LayersBars& bars() const { return m_bars; }
    /// Where the keys stand.
    std::optional<Place> cursor() const;
    /// What is shown of every head: "attention weights".
    QString subject() const;
    /// That weights are dice; empty of others.
    QString weightsSaid() const;
    TensorName shownTensor() const { return m_shown; }
    /// What is shown, to be taken along.
    LayersFigure figure() const;
    /// Attentions by heads.
    std::vector<CellTable> cellTables() override;
    /// Its layers, where several heads of them are shown, which have a mean; else none.
    DrawnLayers layersWithMean() const;
    /// The head at the cursor, else the one that is selected, with the words at its axes.
    std::optional<LabelledMatrix> matrix() const;

Q_SIGNALS:
    /// That head of that block is to be selected.
    void headChosen(const std::string& scope, int head);
    /// That head of that block is to be opened.
    void headAsked(const std::string& scope, int head);
    void asked(const headscope::Intent& intent);
    /// The cursor stands here now; whoever scrolls should show it.
    void cursorMoved(const QRect& rect);
    /// previewed() or previewWidth() says something else now.
    void previewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
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
        const PreparedLayers::Attention* attention = nullptr; ///< of what is drawn
        std::size_t source = 0;                               ///< in the order of the computation
        QString note;                        ///< in the place of heads: "only in B"
        std::vector<QImage> heads;           ///< a pixel for each cell, or for several
        Index factor = 0;                    ///< for so many rows and columns; 0: no pictures yet
        Index paddingFrom = 0;               ///< rows of the pictures from here on are padding
        std::vector<std::size_t> order = {}; ///< which head stands in each column
        std::vector<std::optional<HeadBar>> bars = {}; ///< by head
        std::vector<CellMark> marks = {};
    };

    void clear();
    void rebuild();
    void addRow(const PreparedLayers::Attention& attention, std::size_t source,
                const QString& note);
    /// Brings rows and heads in their order, with what stands under them.
    void arrange();
    void relayout();
    LayersGeometryInput geometryInput(QSize room) const;
    /// Whether what the scene shows is there, or made in no time; else the old stays.
    bool isReady() const;
    /// Makes the pictures anew where another number of pixels is there for them.
    void draw();
    /// Whether there is, or will be, a bar under every head.
    bool hasBars() const { return m_comparing || m_scene.display.layers.measure.has_value(); }
    CellColours coloursOf(const Row& row, std::size_t head) const;
    void moveCursor(int down, int across);
    void describe();
    std::optional<Place> placeAt(QPointF position) const;
    std::optional<Place> placeOf(const std::string& scope, int head) const;
    std::optional<Place> shownPlace() const;
    const Row& rowAt(const Place& place) const {
        return m_rows[static_cast<std::size_t>(place.row)];
    }
    QString nameOf(const Place& place) const;
    /// That and what stands under it.
    QString wordsOf(const Place& place) const;
    HeadPlace headOf(const Place& place) const;
    /// Which heads are crossed out.
    const HeadsOff* off() const;
    bool isOff(const Place& place) const;
    void choose(const Place& place);
    void setCursorAt(const Place& place);
    /// What is meant: pointed at, under the cursor, or open.
    std::optional<Place> meant() const;
    std::optional<Place> mostPlace() const;
    void setHoldsA(bool on);
    std::vector<HeadPreview::Line> linesOf(const Place& place) const;
    std::vector<CellMark> allMarks() const;
    /// A number of the bars, and the mean of some.
    QString numberText(double value) const;
    QString meanText(double mean) const;
    const QString& widestNumber() const { return m_widestNumber; }
    void paintLegend(QPainter& painter) const;
    /// From there on; gives where it ends.
    double paintRange(QPainter& painter, double left) const;
    /// What is said of the bars, in pieces that may stand in several lines.
    struct Piece {
        QString text;
        QFont font;
        double before = 0; ///< room for a sign before the text
        double width = 0;
    };
    std::vector<Piece> barLegend() const;
    void paintBarLegend(QPainter& painter) const;
    void paintHeadLines(QPainter& painter, const std::optional<Place>& pointed,
                        const std::optional<Place>& shown) const;
    void paintRowLabel(QPainter& painter, int row, bool marked) const;
    void paintHead(QPainter& painter, const Place& place) const;
    /// What a crossed out head is, where there is one; gives the room behind that.
    QRectF paintOffName(QPainter& painter, QRectF room) const;
    /// Marks the typed numbers of a head, whose picture covers `cells`.
    void paintHeldPins(QPainter& painter, const Place& place, const QRectF& cells) const;
    void paintBar(QPainter& painter, const Place& place) const;
    void paintNothing(QPainter& painter) const;
    /// Of all heads that are drawn; nothing where they have several.
    std::optional<CellColours> commonColours() const;
    /// What the panels that are drawn belong to.
    std::shared_ptr<const void> held() const;
    QString rangeWords() const;
    QString ownOrderText() const;
    QString axesText() const;
    QString orderText() const;
    /// Of the head in a column, where heads are sorted by it; else empty.
    QString columnMean(int column) const;

    Scene m_scene;
    std::shared_ptr<const PreparedLayers> m_prepared;
    std::shared_ptr<const LayersMeasures> m_measures;
    std::shared_ptr<const LayersComparison> m_comparison;
    bool m_comparing = false;
    ComparedPart m_part = ComparedPart::Difference;
    bool m_holdsA = false;
    bool m_stale = false;
    int m_heads = 0;
    TensorName m_shown = TensorName::AttentionWeights;
    std::vector<Group> m_groups;
    std::vector<Row> m_rows;
    std::vector<std::string> m_scopes;
    LayersBars m_bars;      ///< of the rows in the order of the computation
    QString m_widestNumber; ///< beside a bar
    LayersGeometry m_geometry;
    QSize m_room;
    std::optional<std::pair<std::string, int>> m_cursor; ///< block and head, wherever they stand
    std::optional<Place> m_hovered;
};

} // namespace headscope
