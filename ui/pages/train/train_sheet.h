// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "pages/train/picture/train_colours.h"
#include "pages/train/train_figure.h"

#include <QCoreApplication>

namespace headscope {

/// What is said on such a sheet alone.
struct TrainFigureWords {
    Q_DECLARE_TR_FUNCTIONS(TrainFigure)
};

namespace train_sheet {

// The layout's own pixels; the figure is scaled to its size.
inline constexpr double sheetWidth = TrainFigure::usualWidth;
inline constexpr double sheetLeft = 40;
inline constexpr double timeLeft = 150; ///< where step 0 stands
inline constexpr double timeRight = sheetWidth - 190;
inline constexpr double titleBottom = 92;
inline constexpr double lossHeight = 170;
inline constexpr double accuracyHeight = 110;
inline constexpr double plotGap = 46;
inline constexpr double curvesHeight = lossHeight + plotGap + accuracyHeight;
inline constexpr double stepsRow = 30;
inline constexpr double sheetRowGap = 8;
inline constexpr double filmFoot = 104; ///< words, colour bar, and what rows and columns are

} // namespace train_sheet

/// Draws in the layout's pixels.
class TrainSheet {
public:
    TrainSheet(const TrainFigure& figure)
        : m_figure(figure)
        , m_scene(figure.scene)
        , m_colours(theme(figure.scene.display.theme))
        , m_range(coloursOf(figure.scene)) {
        const Tensor& weights = m_scene.weights();
        const auto queries = static_cast<double>(weights.size(2));
        const auto keys = static_cast<double>(weights.size(3));
        // Square cells, as large as a picture of at most 62 × 62 lets them be.
        m_cell = std::min(12.0, 62 / std::max(queries, keys));
        m_picture = {keys * m_cell, queries * m_cell};
        m_pitch = m_picture.height() + train_sheet::sheetRowGap;
    }

    QSizeF sheet() const {
        double height = train_sheet::titleBottom + train_sheet::stepsRow;
        if (m_figure.part != TrainPart::Film)
            height += train_sheet::curvesHeight + 20;
        if (m_figure.part != TrainPart::Curves)
            height += m_pitch * m_scene.heads() + train_sheet::filmFoot;
        return {train_sheet::sheetWidth, height};
    }
    void paint(FigureCanvas& canvas, QSizeF size);
    /// Below the title: what learnt, how long and from which seed.
    QString subtitle() const;

private:
    using Look = FigureLook;
    QPointF at(double x, double y) const { return m_origin + QPointF(x, y) * m_scale; }
    QRectF placed(const QRectF& rect) const {
        return {at(rect.left(), rect.top()), rect.size() * m_scale};
    }
    double xOf(double step) const {
        return train_sheet::timeLeft +
               step / std::max(1.0, m_last) * (train_sheet::timeRight - train_sheet::timeLeft);
    }
    void write(double x, double y, const QString& text, const QColor& colour, const Look& look);
    void line(const std::vector<QPointF>& points, const QColor& colour, double width,
              const std::vector<double>& dash = {});
    void titles();
    void curves(double top);
    void axis(const QRectF& plot, double most,
              const std::vector<std::pair<double, QString>>& ticks);
    void steps(double y);
    void film(double top);
    void column(const RecordedStep& step, double top);
    void legend(double y);
    std::vector<const RecordedStep*> columns() const;

    const TrainFigure& m_figure;
    const TrainScene& m_scene;
    const Theme& m_colours;
    TrainColours m_range;
    FigureCanvas* m_canvas = nullptr;
    double m_scale = 1;
    QPointF m_origin;
    double m_last = 1;
    double m_cell = 1;
    QSizeF m_picture;
    double m_pitch = 1;
};

} // namespace headscope
