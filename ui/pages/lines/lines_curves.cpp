// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_curves.h"

#include "pages/lines/curve_raster.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr double askedEdge = 2; ///< of ground around the lines of the asked token

/// Hundreds of edges leave nothing of what lies under them, and take half of the time.
bool haveEdges(const std::vector<WeightLine>& lines) {
    return lines.size() <= 200;
}

/// Hands every line that could be seen to `draw`: with its lane, width, colour and opacity.
template <class Draw>
void forLines(const LinesDrawingInput& input, const std::vector<WeightLine>& lines,
              const Draw& draw) {
    constexpr double margin = 10;
    const LinesGeometry& geometry = input.geometry;
    const std::vector<int> lanes = input.picture.lanes();
    std::vector<QRgb> colours;
    for (const LinesTrack& track : input.picture.tracks)
        colours.push_back(trackColour(track, theme(input.theme)).rgb());
    for (const WeightLine& line : lines) {
        const auto track = static_cast<std::size_t>(line.track);
        const auto [above, below] =
            std::minmax({geometry.lineY(static_cast<int>(line.query), lanes[track]),
                         geometry.lineY(static_cast<int>(line.key), lanes[track])});
        if (below < geometry.rows.top() - margin || above > geometry.rows.bottom() + margin)
            continue;
        const auto weight = static_cast<double>(line.weight);
        draw(line, lanes[track], lineWidthOf(weight) * geometry.textScale, colours[track],
             lineOpacityOf(weight));
    }
}

/// Draws on an image of `geometry.lines`.
class ImageLines {
public:
    ImageLines(QImage& image, const LinesDrawingInput& input)
        : m_raster(image)
        , m_geometry(input.geometry)
        , m_ratio(image.devicePixelRatio()) {}

    void draw(const WeightLine& line, int lane, double width, QRgb colour, double opacity) {
        const auto y = [&](Index token) {
            return (m_geometry.lineY(static_cast<int>(token), lane) - m_geometry.lines.top()) *
                   m_ratio;
        };
        m_raster.draw(y(line.query), y(line.key), width * m_ratio, colour, opacity);
    }

private:
    CurveRaster m_raster;
    const LinesGeometry& m_geometry;
    double m_ratio;
};

} // namespace

QImage allLines(const LinesDrawingInput& input, double ratio) {
    const double shown = input.asked ? fadedOpacity : 1;
    QImage image((input.geometry.lines.size() * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme(input.theme).base);
    ImageLines drawn(image, input);
    forLines(input, input.picture.lines,
             [&](const WeightLine& line, int lane, double width, QRgb colour, double opacity) {
                 drawn.draw(line, lane, width, colour, opacity * shown);
             });
    return image;
}

QImage withAskedLines(QImage image, const LinesDrawingInput& input) {
    const QRgb base = theme(input.theme).base.rgb();
    const bool edged = haveEdges(input.asked->lines);
    ImageLines drawn(image, input);
    forLines(input, input.asked->lines,
             [&](const WeightLine& line, int lane, double width, QRgb colour, double opacity) {
                 if (edged)
                     drawn.draw(line, lane, width + askedEdge, base, 1);
                 drawn.draw(line, lane, width, colour, opacity);
             });
    return image;
}

void paintLines(FigureCanvas& canvas, const LinesDrawingInput& input) {
    constexpr int parts = 48; // straight pieces of a curve
    const QRgb base = theme(input.theme).base.rgb();
    const auto stroke = [&](const std::vector<WeightLine>& lines, double shown, bool edged) {
        forLines(input, lines,
                 [&](const WeightLine& line, int lane, double width, QRgb colour, double opacity) {
                     std::vector<QPointF> points;
                     for (int part = 0; part <= parts; ++part)
                         points.push_back(input.geometry.onLine(static_cast<int>(line.query),
                                                                static_cast<int>(line.key), lane,
                                                                static_cast<double>(part) / parts));
                     if (edged)
                         canvas.line(points, base, width + askedEdge, {});
                     canvas.line(points, mixed(base, colour, opacity * shown), width, {});
                 });
    };
    stroke(input.picture.lines, input.asked ? fadedOpacity : 1, false);
    if (input.asked)
        stroke(input.asked->lines, 1, haveEdges(input.asked->lines));
}

} // namespace headscope
