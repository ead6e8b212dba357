// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_writer.h"
#include "pages/heads/compare/compare_sheet.h"

namespace headscope {

/// A label and the small number that tells equal tokens apart: "我 (5)".
struct CompareLabel {
    QString text;
    QString index;
};
CompareLabel compareLabel(const QString& label);

/// Cells below have no digits; times the scale of the text.
inline constexpr double compareDigitPitch = 26;

/// Paints a comparison, part by part; paintComparison() is its door.
class ComparePainter : FigureWriter {
public:
    ComparePainter(FigureCanvas& canvas, const CompareContent& content,
                   const CompareGeometry& geometry, const CompareImages& images,
                   const CompareLook& look)
        : FigureWriter(canvas, look.textScale)
        , m_content(content)
        , m_geometry(geometry)
        , m_images(images)
        , m_look(look)
        , m_theme(theme(content.colours.theme)) {}

    void all();

private:
    using Look = FigureLook;
    const MatrixPanel& panel(const ComparePart& part) const { return part.panels[m_content.shown]; }
    double rightEdge() const {
        return std::max({m_geometry.measure.right(), m_geometry.differenceBar.right()});
    }

    void titles();
    void editsLine();
    void state(const QRectF& badge, const QRectF& name, const QString& letter,
               const ComparePart& part);
    void states();
    /// The matrix with more rows, which all labels stand beside.
    const MatrixGeometry& higher() const;
    /// What stands in the place of B: B, or A while it is held, with as many cells as that has.
    const ComparePart& partOfB() const { return m_look.showsA ? m_content.a : m_content.b; }
    MatrixGeometry placeOfB() const;
    /// The asked row runs through all matrices.
    void askedBand();
    void axes();
    void rowLabels();
    void columnLabels(const MatrixGeometry& matrix, const ComparePart& part);

    void hatch(const std::vector<QRectF>& region, CellMark mark);
    void matrix(const MatrixGeometry& geometry, const MatrixPanel& panel,
                const CompareImages::Picture& picture, const CellColours& colours);
    void values(const MatrixGeometry& geometry, const MatrixPanel& panel,
                const std::vector<QRgb>& cells, bool difference);
    /// What only one of both states masks.
    void corners();
    void corner(QPointF topRight, double side);
    /// How far every row and every output moved.
    void rows();
    static QString outputText(double moved);
    /// Fewer decimals from 1 on: a column is narrow.
    static QString receivedText(float change);
    void received();

    void bar(const QRectF& room, const CellColours& colours, bool isSigned,
             const std::vector<std::pair<QString, double>>& pointers);
    void bars();
    /// What hatching and corners mean, and that A and B share a range.
    void legend();
    QString stateText(const ComparePart& part, Index query, Index key) const;
    void most();
    void heads();

    const CompareContent& m_content;
    const CompareGeometry& m_geometry;
    const CompareImages& m_images;
    const CompareLook& m_look;
    const Theme& m_theme;
};

} // namespace headscope
