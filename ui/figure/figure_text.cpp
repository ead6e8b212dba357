// SPDX-License-Identifier: GPL-3.0-or-later
#include "figure/figure_text.h"

#include "figure/colour_glyphs.h"
#include "scene/panels/matrix_panel.h"
#include "type/fonts.h"
#include "type/label_place.h"
#include "type/math_text.h"

#include <QFontMetricsF>
#include <QHash>
#include <QRegularExpression>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cmath>

namespace headscope {

FigureText figureLine(const QString& text, QPointF origin, const FigureLook& look, double scale) {
    FigureText line;
    line.text = printable(text);
    line.font = look.font;
    line.pixels = std::max(1, static_cast<int>(std::lround(look.pixels * scale)));
    line.bold = look.bold;
    line.anchor = look.anchor;
    line.upright = look.upright;
    line.math = look.math;
    line.origin = origin;
    return line;
}

FigureText figureLineAt(const QString& text, QPointF middle, const FigureLook& look, double scale) {
    return figureLine(text, middle + QPointF(0, look.pixels * scale * middleToBaseline), look,
                      scale);
}

double TextMeasure::width(const FigureText& text) const {
    if (!text.math)
        return emWidth(text.text, text.font, text.bold) * text.pixels;
    double width = 0;
    for (const MathRun& run : mathRuns(text.text))
        width += emWidth(run.text, text.font, text.bold) * text.pixels * mathRunSize(run.level);
    return width;
}

void TextMeasure::place(FigureText& text) const {
    const double along = width(text);
    const double before = text.anchor == FigureAnchor::Start    ? 0
                          : text.anchor == FigureAnchor::Middle ? along / 2
                                                                : along;
    const double ascent = textAscent * text.pixels;
    const double height = textHeight * text.pixels;
    if (text.upright) // reads upwards: the start of the text is below
        text.box = {text.origin.x() - ascent, text.origin.y() + before - along, height, along};
    else
        text.box = {text.origin.x() - before, text.origin.y() - ascent, along, height};
}

QStringList TextMeasure::elidedApart(const QStringList& texts, int pixels, double width,
                                     bool bold) const {
    return headscope::elidedApart(
        texts, [&](qsizetype, const QString& text) { return elided(text, pixels, width, bold); });
}

QString TextMeasure::elided(const QString& text, int pixels, double width, bool bold) const {
    const auto wide = [&](const QString& candidate) {
        return emWidth(candidate, FigureFont::Text, bold) * pixels > width;
    };
    if (!wide(text))
        return text;
    const QString tail = labelPlace(text);
    const QString body = withoutPlace(text);
    // Whole characters only: no half of a surrogate pair, no lost accent.
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, body);
    std::vector<qsizetype> ends = {0};
    for (qsizetype end = finder.toNextBoundary(); end > 0 && end < body.size();
         end = finder.toNextBoundary())
        ends.push_back(end);
    const auto cutAt = [&](qsizetype end) { return body.left(end) + u'…' + tail; };
    const auto tooLong =
        std::ranges::partition_point(ends, [&](qsizetype end) { return !wide(cutAt(end)); });
    return tooLong == ends.begin() ? QStringLiteral("…") : cutAt(*std::prev(tooLong));
}

FigureText figureLineIn(const QRectF& room, const QString& text, const FigureLook& look,
                        double scale, const TextMeasure& measure) {
    const double x = look.anchor == FigureAnchor::Start    ? room.left()
                     : look.anchor == FigureAnchor::Middle ? room.center().x()
                                                           : room.right();
    FigureText line = figureLineAt(text, {x, room.center().y()}, look, scale);
    if (measure.width(line) > room.width() + 0.5)
        line.text = line.math
                        ? elidedMathText(line.text, figureFont(line.font, line.pixels, line.bold),
                                         room.width())
                        : measure.elided(line.text, line.pixels, room.width(), look.bold);
    return line;
}

QStringList linesOf(const QString& text, const TextMeasure& measure, int pixels, double width) {
    const auto fits = [&](const QString& line) {
        return measure.emWidth(line, FigureFont::Text, false) * pixels <= width;
    };
    QStringList lines;
    for (const QString& paragraph : text.split(u'\n')) {
        QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, paragraph);
        QString line;
        for (qsizetype from = 0; from < paragraph.size();) {
            const qsizetype next = breaks.toNextBoundary();
            const qsizetype to = next < 0 ? paragraph.size() : next;
            const QString word = paragraph.mid(from, to - from);
            from = to;
            if (!line.isEmpty() && !fits((line + word).trimmed())) {
                lines << line.trimmed();
                line.clear();
            }
            line += word;
        }
        lines << measure.elided(line.trimmed(), pixels, width);
    }
    return lines;
}

namespace {
constexpr int referencePixels = 64;
}

QFont figureFont(FigureFont font, int pixels, bool bold) {
    const QFont::Weight weight = bold ? QFont::DemiBold : QFont::Normal;
    QFont result =
        font == FigureFont::Number ? numberFont(pixels, weight) : textFont(pixels, weight);
    result.setHintingPreference(QFont::PreferNoHinting);
    return result;
}

std::vector<FontRun> fontRuns(const QString& text) {
    constexpr QChar enclosing = u'\u20E3';
    if (!text.contains(enclosing) || !hasColourFont())
        return {{text}};
    // The font joins digit and cap where nothing stands between them.
    static const QRegularExpression sign(QStringLiteral("[0-9#*]\uFE0F?\u20E3"));
    std::vector<FontRun> runs;
    qsizetype from = 0;
    for (const QRegularExpressionMatch& found : sign.globalMatch(text)) {
        if (found.capturedStart() > from)
            runs.push_back({text.mid(from, found.capturedStart() - from)});
        runs.push_back({found.captured().front() + QString(enclosing), true});
        from = found.capturedEnd();
    }
    if (from < text.size())
        runs.push_back({text.mid(from)});
    return runs;
}

QFont figureFont(const FontRun& run, FigureFont font, int pixels, bool bold) {
    return run.keycap ? colourFont(pixels) : figureFont(font, pixels, bold);
}

namespace {
/// A font that texts are measured with. A frame measures the words of the one before again, and to
/// measure one takes longer than to draw it.
class MeasuredFont {
public:
    explicit MeasuredFont(const QFont& font)
        : m_metrics(font) {}

    /// In em; signs in colours are those of `keycap`.
    double width(const QString& text, const QFontMetricsF& keycap) {
        if (const auto known = m_widths.constFind(text); known != m_widths.constEnd())
            return *known;
        constexpr qsizetype most = 2000;
        constexpr qsizetype longest = 200; // whole paragraphs are not what frames repeat
        if (m_widths.size() == most)
            m_widths.clear();
        double width = 0;
        for (const FontRun& run : fontRuns(text))
            width += (run.keycap ? keycap : m_metrics).horizontalAdvance(run.text);
        width /= referencePixels;
        if (text.size() <= longest)
            m_widths.insert(text, width);
        return width;
    }

private:
    QFontMetricsF m_metrics;
    QHash<QString, double> m_widths;
};

/// Those of all measures of a thread: Qt shares no font between threads.
struct MeasuredFonts {
    MeasuredFont text{figureFont(FigureFont::Text, referencePixels, false)};
    MeasuredFont bold{figureFont(FigureFont::Text, referencePixels, true)};
    MeasuredFont number{figureFont(FigureFont::Number, referencePixels, false)};
    QFontMetricsF keycap{colourFont(referencePixels)};
};
} // namespace

double FontMeasure::emWidth(const QString& text, FigureFont font, bool bold) const {
    thread_local MeasuredFonts fonts;
    MeasuredFont& face = font == FigureFont::Number ? fonts.number : bold ? fonts.bold : fonts.text;
    return face.width(text, fonts.keycap);
}

QString printable(const QString& text) {
    const QString shown = visibleLabel(text);
    return shown.trimmed().isEmpty() ? QStringLiteral("␣") : shown;
}

} // namespace headscope
