// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/custom_plot.h"
#include "plots/matrix_plot.h"

namespace headscope {

/// What marks the asked cell: its frame, its two labels, which no axis could write in another
/// colour than the rest, and the spotlight on its row and column. Stacked labels are written here
/// too, because an axis sets their lines too far apart.
class MatrixMarks : public QCPLayerable {
public:
    explicit MatrixMarks(QCustomPlot* plot)
        : QCPLayerable(plot, QStringLiteral("overlay")) {}

    /// In coordinates of the plot.
    void setMarks(const MatrixPicture& picture, const std::vector<TokenLabel>& labels) {
        m_picture = picture;
        m_labels = labels;
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    static void paintStack(QCPPainter& painter, const TokenLabel& label, double pixels);
    void paintPositioned(QCPPainter& painter, const TokenLabel& label, bool across) const;
    /// Hairlines where words begin that have several tokens.
    void paintWordStarts(QCPPainter& painter, bool across) const;
    void paintRings(QCPPainter& painter) const;
    void fadeAllBut(QCPPainter& painter, const MatrixGeometry::Position& asked) const;

    MatrixPicture m_picture;
    std::vector<TokenLabel> m_labels;
};

} // namespace headscope
