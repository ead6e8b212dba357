// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/custom_plot.h"
#include "plots/matrix_plot.h"

namespace headscope {

/// The cells of a matrix: hatched, crossed out, with gaps and digits as everywhere else,
/// which a QCPColorMap does not know. Only what is seen is looked at.
class MatrixCells : public QCPAbstractPlottable {
public:
    MatrixCells(QCPAxis* across, QCPAxis* down);

    /// In coordinates of the plot.
    void setPicture(const MatrixPicture& picture);

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}
    QRect clipRect() const override;

private:
    /// What the image below was made of.
    struct Source {
        std::shared_ptr<const PreparedPanel> panel;
        CellColours colours;
        Index factor = 0;
        CellSpan part;
        bool turned = false;

        bool operator==(const Source&) const = default;
    };

    MatrixPicture m_picture;
    Source m_source;
    QImage m_image;
};

} // namespace headscope
