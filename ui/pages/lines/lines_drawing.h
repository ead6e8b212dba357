// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "figure/figure_canvas.h"
#include "figure/figure_text.h"
#include "pages/lines/lines_figure.h"
#include "pages/lines/lines_painting.h"

namespace headscope {

/// The page of a figure in the units of its layout: pixels, or half points where a preset gives the
/// type.
struct LinesPaper {
    QSizeF size;
    double unit = 1; ///< pixels of 1/96 inch
    int title = 20;
    int least = 11; ///< of type
    double margin = 24;
    bool heightFollows = false; ///< size.height() is the most
};

/// The lines on any device of figures: laid out when it is made, in units of the paper.
class LinesDrawing {
public:
    explicit LinesDrawing(const LinesFigure& figure);

    const LinesPaper& paper() const { return m_paper; }
    QString title() const;
    QString subtitle() const;
    void draw(FigureCanvas& canvas);

    /// What has no room.
    FigureNotes notes() const;

private:
    static constexpr double titleLine = 20; ///< of what stands below the title

    double widest(const QStringList& labels) const;
    /// Words stand with what they mean, unless a column of numbers has to go for that.
    void chooseWords(LinesGeometryInput& in);
    void write(const QString& text, QPointF middle, int pixels, const QColor& colour,
               FigureAnchor anchor = FigureAnchor::Start, bool bold = false,
               FigureFont font = FigureFont::Text);

    /// Devices without opacity get the colour that it comes out as on the ground.
    QRgb mixed(const QColor& colour, double opacity) const;
    LinesSheet sheet() const;
    void lines(const std::vector<WeightLine>& all, double opacity, bool edged);
    void tokens(LinesSide side, const QStringList& labels);
    void table(const AskedToken& asked);
    void number(const AskedColumn& column, const LinesTrack& track, std::size_t row,
                const QRectF& place);
    void titles();
    /// What the heads have learnt, in so much room.
    QString learnt(double room) const;
    void surround();
    void legend();

    FigureCanvas* m_canvas = nullptr;
    const LinesFigure& m_figure;
    const LinesPicture& m_picture;
    const Theme& m_colours;
    LinesPaper m_paper;
    FontMeasure m_measure;
    LinesGeometry m_geometry;
    QStringList m_queryWords; ///< as they are written
    QStringList m_keyWords;
    bool m_below = false; ///< the subtitle, where it has no room beside the title
    bool m_cut = false;   ///< anything over the picture
};

} // namespace headscope
