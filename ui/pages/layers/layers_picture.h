// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cells/cell_table.h"
#include "formats/text/matrix_text.h"
#include "pages/layers/layers_comparison.h"
#include "pages/layers/layers_geometry.h"
#include "scene/prepared_layers.h"

#include <QCoreApplication>
#include <QImage>

namespace headscope {

/// Every head of every layer, of one run or of B − A: what is said of them and where it lies, for
/// the window and for a file. What is set is shown from the next build() or arrange() on; what only
/// says how that looks, as colours and the size of letters, at once.
class LayersPicture {
    Q_DECLARE_TR_FUNCTIONS(Layers)

public:
    using Place = LayersGeometry::Place;
    /// Attentions of one kind, one row after another.
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
    /// What is said of the bars, in pieces that may stand in several lines.
    struct Piece {
        QString text;
        double before = 0; ///< room for a sign before the text
        double width = 0;
    };

    void setScene(const Scene& scene) { m_scene = scene; }
    /// What the heads look at; of another run than the scene's it is not shown. nullptr: nothing
    /// is known.
    void setMeasures(std::shared_ptr<const LayersMeasures> measures) {
        m_measures = std::move(measures);
    }
    /// Whether B − A is shown, and what there is of it; nullptr: not yet.
    void setComparison(bool on, std::shared_ptr<const LayersComparison> comparison) {
        m_comparing = on;
        m_comparison = std::move(comparison);
    }
    /// Makes all rows of what is set.
    void build();
    void clear();
    /// Brings rows and heads in their order, with what stands under them.
    void arrange();
    /// Makes the pictures of the heads anew where another number of pixels is there for them.
    void layOut(QSize room, double pixelRatio);
    /// The same for a file, whose letters are of size 1.
    void layOutOnPaper(int width, double pixelRatio, ThemeKind theme);
    /// Whether any layer has several heads, which have a mean.
    bool hasMean() const { return !m_comparing && m_columns > 1; }
    /// The mean of the heads of every layer in the place of these. What stood under the heads is
    /// the mean of that, not a measure of the mean. Costs a pass over all heads.
    LayersPicture meanOfHeads() const;

    const Scene& scene() const { return m_scene; }
    bool isEmpty() const { return m_rows.empty(); }
    bool isComparing() const { return m_comparing; }
    const std::shared_ptr<const LayersComparison>& comparison() const { return m_comparison; }
    const std::shared_ptr<const LayersMeasures>& measures() const { return m_measures; }
    const std::shared_ptr<const PreparedLayers>& prepared() const { return m_prepared; }
    const std::vector<Group>& groups() const { return m_groups; }
    const std::vector<Row>& rows() const { return m_rows; }
    /// As many as the attention with most heads has.
    int columns() const { return m_columns; }
    TensorName shown() const { return m_shown; }
    const LayersBars& bars() const { return m_bars; }
    const LayersGeometry& geometry() const { return m_geometry; }
    /// On paper, nothing is marked.
    LayersGeometryInput geometryInput(QSize room, bool onPaper = false) const;
    /// Which block each row is, from top to bottom.
    std::vector<std::string> scopes() const;

    const Row& rowAt(const Place& place) const {
        return m_rows[static_cast<std::size_t>(place.row)];
    }
    const std::string& scopeAt(const Place& place) const { return rowAt(place).attention->scope; }
    /// Which head stands at a place, from 0; the row may have fewer.
    int headAt(const Place& place) const;
    bool hasHead(const Place& place) const {
        return headAt(place) < std::ssize(rowAt(place).heads);
    }
    HeadPlace headPlace(const Place& place) const;
    /// What stands under the head at a place.
    const std::optional<HeadBar>& barAt(const Place& place) const;
    /// nullptr: the row has no such head.
    std::shared_ptr<const PreparedPanel> panelOf(const Row& row, std::size_t head) const;
    QRectF thumbnail(const Place& place) const {
        return m_geometry.thumbnail(place.row, place.column);
    }
    std::optional<Place> placeAt(QPointF position) const;
    std::optional<Place> placeOf(const std::string& scope, int head) const;
    /// Of the head that is selected.
    std::optional<Place> shownPlace() const;
    /// Of the head that moved most.
    std::optional<Place> mostPlace() const;

    CellColours coloursOf(const Row& row, std::size_t head) const;
    /// Of all heads that are drawn; nothing where they have several.
    std::optional<CellColours> commonColours() const;
    std::vector<CellMark> marks() const;
    /// Which heads are crossed out; nullptr where that is not known.
    const HeadsOff* off() const;
    bool isOff(const Place& place) const {
        return !m_ofMean && off() && off()->contains(headPlace(place));
    }

    /// Of a file: what a comparison answers, or what is shown; and where the numbers come from.
    QString title() const;
    QString detail() const;
    /// What is shown of every head: "attention weights".
    QString subject() const;
    /// That weights are dice; empty of others.
    QString weightsSaid() const;
    QString nameOf(const Place& place) const;
    /// That and what stands under it.
    QString wordsOf(const Place& place) const;
    QString rangeWords() const;
    QString axesText() const;
    /// Whether every layer has an order of its own.
    bool hasOwnOrder() const;
    /// That it has, or that all are one mean, in the place of the numbers of the heads; else empty.
    QString headLineText() const;
    /// Of the bars of a row; empty where they have none.
    QString meanOfRow(const Row& row) const;
    /// Of the head in a column, where heads are sorted by it; else empty.
    QString meanOfColumn(int column) const;
    QString widestNumber() const; ///< beside a bar
    std::vector<Piece> barLegend() const;

    /// A head with the words at its axes; nothing where there is none.
    std::optional<LabelledMatrix> matrixAt(const Place& place) const;
    /// Attentions by heads. What a click does, and where the keys stand, the widget knows.
    CellTable cellTable() const;

private:
    void addRow(const PreparedLayers::Attention& attention, std::size_t source,
                const QString& note);
    void place(const LayersGeometryInput& in, double pixelRatio);
    /// Whether there is, or will be, a bar under every head.
    bool hasBars() const { return m_comparing || m_scene.display.layers.measure.has_value(); }
    QString orderText() const;
    QString numberText(double value) const;
    QString meanText(double mean) const { return tr("mean %1").arg(numberText(mean)); }

    Scene m_scene;
    std::shared_ptr<const PreparedLayers> m_prepared;
    std::shared_ptr<const LayersMeasures> m_measures;
    std::shared_ptr<const LayersComparison> m_comparison;
    bool m_comparing = false;
    int m_columns = 0;
    TensorName m_shown = TensorName::AttentionWeights;
    std::vector<Group> m_groups;
    std::vector<Row> m_rows;
    LayersBars m_bars;     ///< of the rows in the order of the computation
    bool m_ofMean = false; ///< every row has one head, the mean of those that it had
    LayersGeometry m_geometry;
};

} // namespace headscope
