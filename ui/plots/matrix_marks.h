// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/custom_plot.h"
#include "plots/matrix_plot.h"

namespace headscope {

/// What marks the asked cell: its frame, and its two labels, which no axis could write in
/// another colour than the rest.
class MatrixMarks : public QCPLayerable {
public:
    explicit MatrixMarks(QCustomPlot* plot)
        : QCPLayerable(plot, QStringLiteral("overlay")) {}

    /// In coordinates of the plot.
    void setMarks(const MatrixPicture& picture, const std::vector<TokenLabel>& askedLabels) {
        m_picture = picture;
        m_labels = askedLabels;
    }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    MatrixPicture m_picture;
    std::vector<TokenLabel> m_labels;
};

} // namespace headscope
