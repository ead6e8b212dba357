// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/text/text_sheet.h"

#include "figure/figure_page.h"
#include "figure/figure_writer.h"
#include "pages/text/text_words.h"
#include "scene/panels/typed_number_mark.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

/// Type of the tokens: the largest that all of the text has room in. Large ones have their weights
/// under them.
struct TypeSize {
    double pixels;
    bool numbers;
};
constexpr std::array<TypeSize, 6> typeSizes = {
    {{48, true}, {36, true}, {28, true}, {22, true}, {18, false}, {15, false}}};
constexpr double largestInWindow = 28;       ///< for a projector it may be larger
constexpr TypeSize figureType = {18, false}; ///< of a figure, which is as high as it needs
constexpr double digitPixels = 12;
constexpr double margin = 24;
constexpr double sheetHeaderHeight = 26;

/// A width for each word; equal words are measured once.
std::vector<double> widthsOf(const QStringList& words) {
    const FontMeasure measure;
    QHash<QString, double> known;
    std::vector<double> widths;
    widths.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) {
        auto found = known.constFind(word);
        if (found == known.constEnd())
            found = known.insert(word, measure.emWidth(printable(word), FigureFont::Text, false));
        widths.push_back(*found);
    }
    return widths;
}

class TextDrawing : FigureWriter {
public:
    TextDrawing(FigureCanvas& canvas, const TextPicture& picture, const TextGeometry& geometry)
        : FigureWriter(canvas, geometry.scale)
        , m_picture(picture)
        , m_geometry(geometry)
        , m_colours(theme(picture.colours.theme)) {}

    void frame(const TextSaid& said) {
        double left = m_geometry.title.left();
        const MatrixPanel& panel = *m_picture.panel;
        if (panel.kind == MatrixPanel::Kind::Head) {
            const QRectF badge(left, m_geometry.title.center().y() - 12 * s(), 24 * s(), 24 * s());
            paintHeadBadge(m_canvas, badge, panel.head, m_colours.kind, 14 * s());
            left = badge.right() + 12 * s();
        }
        writeIn({left, m_geometry.title.top(), m_geometry.title.right() - left,
                 m_geometry.title.height()},
                said.title, m_colours.text, {.pixels = 20, .bold = true});
        const QString under = said.pointed.isEmpty()
                                  ? said.subtitle
                                  : said.subtitle + QStringLiteral(" · ") + said.pointed;
        writeIn(m_geometry.subtitle, under, m_colours.secondary, {.pixels = 13});
        legend(said);
    }

    void body(double scroll) {
        const double top = scroll;
        const double bottom = scroll + m_geometry.body.height();
        const auto moved = [&](const QRectF& area) {
            return area.translated(m_geometry.body.left(), m_geometry.body.top() - scroll);
        };
        for (const auto& [area, queries] :
             {std::pair(m_geometry.queryHeader, true), std::pair(m_geometry.keyHeader, false)}) {
            if (!area.isEmpty() && area.bottom() >= top && area.top() <= bottom)
                writeIn(moved(area), TextWords::header(queries), m_colours.secondary,
                        {.pixels = 13});
        }
        if (!m_picture.self)
            text(m_geometry.queries, m_picture.queries, moved(m_geometry.queryArea),
                 top - m_geometry.queryArea.top(), bottom - m_geometry.queryArea.top(), false);
        text(m_geometry.keys, m_picture.keys, moved(m_geometry.keyArea),
             top - m_geometry.keyArea.top(), bottom - m_geometry.keyArea.top(), true);
    }

private:
    void text(const TextFlow& flow, const TokenWords& words, const QRectF& area, double top,
              double bottom, bool keys) {
        const auto [first, end] = flow.between(top, bottom);
        for (Index i = first; i < end; ++i) {
            // Of whole pixels, so that its frame touches it.
            const QRectF box(
                flow.boxes[static_cast<std::size_t>(i)].translated(area.topLeft()).toRect());
            const std::optional<QRgb> ground = keys ? m_picture.colourOfKey(i) : std::nullopt;
            if (ground)
                m_canvas.fill(box, *ground);
            const bool marked = keys && m_picture.markOf(i) != CellMark::None;
            const QColor ink = ground   ? textColourOn(*ground)
                               : marked ? m_colours.inactive
                                        : m_colours.text;
            const bool isQuery = m_picture.query == i && (m_picture.self || !keys);
            // The space that belongs to a token stands before it.
            const double inset = 3 * s();
            const bool wide = m_geometry.numbers && keys;
            // Only what fills a line may be wider: to measure all of them takes half of a frame.
            const bool fillsLine = box.width() >= area.width() - 1;
            write(fillsLine ? elided(words.words[i], {.pixels = m_geometry.pixels},
                                     box.width() - 2 * inset + 0.5)
                            : printable(words.words[i]),
                  {wide ? box.center().x() : area.left() + flow.lefts[static_cast<std::size_t>(i)],
                   box.center().y()},
                  ink,
                  {.pixels = m_geometry.pixels,
                   .anchor = wide ? FigureAnchor::Middle : FigureAnchor::Start});
            const bool typed = keys && m_picture.isTyped(i);
            if (wide && m_picture.query && !marked)
                number(i, {box.center().x(), box.bottom() + 12 * s()}, typed);
            else if (typed)
                m_canvas.polygon(typedCorner(box), ink.rgb());
            if (isQuery)
                outline(box.adjusted(-2 * s(), -2 * s(), 2 * s(), 2 * s()));
            if (keys && m_picture.pointed == i)
                m_canvas.fill(QRectF(box.left(), box.bottom() + s(), box.width(), 2 * s()),
                              m_colours.text.rgb());
        }
    }

    /// The weight of a key, with the pin behind it where it was typed.
    void number(Index key, QPointF middle, bool typed) {
        const QString weight = cellText(m_picture.panel->matrix(*m_picture.query, key), 5);
        const QColor& colour = m_picture.key == key ? m_colours.text : m_colours.secondary;
        const FigureLook look{
            .pixels = digitPixels, .anchor = FigureAnchor::Middle, .font = FigureFont::Number};
        write(weight, middle, colour, look);
        const double side = 9 * s();
        if (typed)
            m_canvas.polygon(pinShape({middle.x() + widthOf(weight, look) / 2 + s(),
                                       middle.y() - side / 2, side, side}),
                             colour.rgb());
    }

    void outline(const QRectF& box) {
        paintFrame(m_canvas, box, std::max(2.0, std::round(2 * s())), m_colours.accent.rgb());
    }

    void legend(const TextSaid& said) {
        const auto [low, high] = scaleEnds(m_picture.colours.range);
        const FigureLook number{.pixels = 13, .font = FigureFont::Number};
        const FigureLook plain{.pixels = 13};
        const QRectF& bar = m_geometry.bar;
        const double y = bar.center().y();
        write(low, {m_geometry.legend.left(), y}, m_colours.text, number);
        paintEdge(m_canvas, bar, m_picture.colours.map, m_picture.colours.theme, s());
        m_canvas.gradient(bar, colourRamp(m_picture.colours.map, 128));
        if (m_picture.query && m_picture.key) {
            const double place = m_picture.colours.range.placeOf(
                m_picture.panel->matrix(*m_picture.query, *m_picture.key), *m_picture.query);
            const double x = bar.left() + std::clamp(place, 0.0, 1.0) * bar.width();
            const double half = 5 * s();
            if (!std::isnan(place))
                m_canvas.polygon({{x - half, bar.top() - half - 3 * s()},
                                  {x + half, bar.top() - half - 3 * s()},
                                  {x, bar.top() - 2 * s()}},
                                 m_colours.text.rgb());
        }
        double x = bar.right() + 8 * s();
        write(high, {x, y}, m_colours.text, number);
        x += widthOf(high, number) + 16 * s();
        const auto add = [&](const QString& words) {
            if (words.isEmpty() || x + widthOf(words, plain) > m_geometry.legend.right())
                return false;
            write(words, {x, y}, m_colours.secondary, plain);
            x += widthOf(words, plain) + 16 * s();
            return true;
        };
        // What may not be left out comes first.
        for (const QString& words : said.range) {
            if (add(words))
                break;
        }
        add(TextWords::outline());
        if (m_picture.panel->mayAttend)
            add(TextWords::uncoloured());
    }

    const TextPicture& m_picture;
    const TextGeometry& m_geometry;
    const Theme& m_colours;
};

} // namespace

TextWidths textWidths(const TextPicture& picture) {
    return {widthsOf(picture.queries.words), widthsOf(picture.keys.words)};
}

namespace {

/// Places the texts in type of one size; how high they come out is `content`.
void placeTexts(TextGeometry& geometry, const TextPicture& picture, const TextWidths& widths,
                double wide, const TypeSize& type) {
    const double scale = geometry.scale;
    geometry.pixels = type.pixels;
    geometry.numbers = type.numbers;
    const double number = FontMeasure().emWidth(QStringLiteral("<.001"), FigureFont::Number, false);
    const auto flowOf = [&](const TokenWords& words, std::vector<double> em, bool numbered) {
        TextFlowStyle style;
        style.width = wide;
        style.box = std::round(1.6 * type.pixels * scale);
        style.line = style.box + std::round((numbered ? 30 : 6) * scale);
        style.inset = 3 * scale;
        style.between = std::round(type.pixels / 3) * scale;
        for (double& each : em) {
            each *= type.pixels * scale;
            if (numbered)
                each = std::max(each, number * digitPixels * scale);
        }
        return flowText(words, em, style);
    };
    double y = 0;
    if (!picture.self) {
        geometry.queryHeader = QRectF(0, y, wide, sheetHeaderHeight * scale);
        geometry.queries = flowOf(picture.queries, widths.queries, false);
        y += sheetHeaderHeight * scale;
        geometry.queryArea = QRectF(0, y, wide, geometry.queries.height);
        y += geometry.queries.height + 16 * scale;
        geometry.keyHeader = QRectF(0, y, wide, sheetHeaderHeight * scale);
        y += sheetHeaderHeight * scale;
    }
    geometry.keys = flowOf(picture.keys, widths.keys, type.numbers);
    geometry.keyArea = QRectF(0, y, wide, geometry.keys.height);
    geometry.content = y + geometry.keys.height;
}

} // namespace

TextGeometry layoutText(const TextPicture& picture, const TextWidths& widths, QSizeF size,
                        double scale, bool presented) {
    TextGeometry geometry;
    geometry.scale = scale;
    const double left = std::round(margin * scale);
    const double wide = std::max(80.0, size.width() - 2 * left);
    geometry.title = QRectF(left, 12 * scale, wide, 32 * scale);
    geometry.subtitle = QRectF(left, geometry.title.bottom(), wide, 24 * scale);
    const double top = geometry.subtitle.bottom() + 12 * scale;
    const double foot = 44 * scale;
    if (size.height() <= 0) {
        placeTexts(geometry, picture, widths, wide, figureType);
    } else {
        for (const TypeSize& type : typeSizes) {
            if (type.pixels > largestInWindow && !presented)
                continue;
            placeTexts(geometry, picture, widths, wide, type);
            if (geometry.content <= size.height() - top - foot)
                break;
        }
    }
    const double high =
        size.height() > 0 ? std::max(0.0, size.height() - top - foot) : geometry.content + 4;
    geometry.body = QRectF(left, std::round(top), wide, std::floor(high));
    geometry.legend = QRectF(left, geometry.body.bottom(), wide, foot);
    const FontMeasure measure;
    const auto [low, end] = scaleEnds(picture.colours.range);
    const double from =
        left + 13 * scale * measure.emWidth(low, FigureFont::Number, false) + 8 * scale;
    geometry.bar = QRectF(std::round(from), std::round(geometry.legend.center().y() - 3 * scale),
                          std::round(std::min(160 * scale, wide / 3)), std::round(12 * scale));
    return geometry;
}

TextSaid textSaid(const Scene& scene, const TextPicture& picture) {
    TextSaid said;
    said.title = TextWords::title(scene, picture);
    said.subtitle = TextWords::subtitle(scene, picture);
    said.pointed = TextWords::pointed(scene, picture);
    said.range = scaleWords(scene.display.range, picture.colours.range, scene.run->heads() > 1,
                            picture.query.value_or(-1));
    return said;
}

void paintTextFrame(FigureCanvas& canvas, const TextPicture& picture, const TextGeometry& geometry,
                    const TextSaid& said) {
    TextDrawing(canvas, picture, geometry).frame(said);
}

void paintTextBody(FigureCanvas& canvas, const TextPicture& picture, const TextGeometry& geometry,
                   double scroll) {
    TextDrawing(canvas, picture, geometry).body(scroll);
}

Result<QByteArray> renderText(const TextFigure& figure, FigureFormat format) {
    const TextPicture picture = textPicture(figure.scene);
    if (picture.isEmpty())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "there are no attention weights to lay on a text"));
    const TextGeometry geometry =
        layoutText(picture, textWidths(picture), QSizeF(figure.width, 0), 1);
    FigurePage page;
    page.size = QSizeF(figure.width, std::max<double>(smallestFigureHeight,
                                                      std::ceil(geometry.legend.bottom() + 8)));
    if (const Status possible = checkFigureSize(page.size); !possible)
        return possible.error();
    page.dotsPerInch = figure.dotsPerInch;
    page.ground = theme(figure.scene.display.theme).base;
    const TextSaid said = textSaid(figure.scene, picture);
    page.title = said.title;
    page.description = said.subtitle;
    page.paint = [&](FigureCanvas& canvas) {
        canvas.fill(QRectF(QPointF(0, 0), page.size), page.ground.rgb());
        paintTextBody(canvas, picture, geometry, 0);
        paintTextFrame(canvas, picture, geometry, said);
    };
    return renderPage(page, format);
}

} // namespace headscope
