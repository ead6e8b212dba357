// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace headscope {

enum class FigureFont : std::uint8_t { Text, Number };
enum class FigureAnchor : std::uint8_t { Start, Middle, End };
enum class FigureRole : std::uint8_t {
    Title,
    Formula,
    Note,
    BadgeNumber,
    PanelLetter,
    PanelTitle,
    PanelNote,
    PanelJob,
    RowAxis,
    ColumnAxis,
    RowLabel,
    ColumnLabel,
    GroupLabel,
    BarLabel,
    Legend,
    Caption,
    CellValue,
};

/// One line of text and where it stands.
struct FigureText {
    FigureRole role = FigureRole::Note;
    int panel = -1; ///< that it belongs to
    int index = -1; ///< of the row, column or group that it names
    QString text;
    bool math = false; ///< with the markup of math_text.h
    FigureFont font = FigureFont::Text;
    int pixels = 13;
    bool bold = false;
    FigureAnchor anchor = FigureAnchor::Start;
    bool upright = false; ///< turned by −90°: reads from below
    QPointF origin;       ///< of the anchor, on the base line
    QRectF box;           ///< that it covers
};

/// How a line of a sheet is written; pixels are those of its layout.
struct FigureLook {
    double pixels = 13;
    FigureAnchor anchor = FigureAnchor::Start;
    bool bold = false;
    FigureFont font = FigureFont::Text;
    bool upright = false;
    bool math = false; ///< with the markup of math_text.h

    FigureLook at(FigureAnchor side) const {
        FigureLook look = *this;
        look.anchor = side;
        return look;
    }
};
/// The line at `origin`, in type `scale` times as large but of a pixel at least.
FigureText figureLine(const QString& text, QPointF origin, const FigureLook& look,
                      double scale = 1);

/// The same with `middle` at half the height of its capitals and digits.
FigureText figureLineAt(const QString& text, QPointF middle, const FigureLook& look,
                        double scale = 1);

/// How wide text comes out. Widths grow with the type size, so one em suffices.
class TextMeasure {
public:
    virtual ~TextMeasure() = default;
    /// In em: the width divided by the type size.
    virtual double emWidth(const QString& text, FigureFont font, bool bold) const = 0;

    double width(const FigureText& text) const;
    /// Sets the box from all else.
    void place(FigureText& text) const;
    /// As much as fits `width` with an ellipsis behind, `bold` or not; a closing " (5)", which
    /// tells equal tokens apart, stays.
    QString elided(const QString& text, int pixels, double width, bool bold = false) const;
    /// The same of several, so that different words do not look alike.
    QStringList elidedApart(const QStringList& texts, int pixels, double width,
                            bool bold = false) const;
};

/// The line at the side of `room` that its anchor says, shortened where it is longer.
FigureText figureLineIn(const QRectF& room, const QString& text, const FigureLook& look,
                        double scale, const TextMeasure& measure);

/// Words in lines of at most that width, broken where their language allows it and at "\n"; a word
/// that is wider is elided.
QStringList linesOf(const QString& text, const TextMeasure& measure, int pixels, double width);

/// Measures with the fonts that the canvases draw with; needs a QGuiApplication.
class FontMeasure : public TextMeasure {
public:
    double emWidth(const QString& text, FigureFont font, bool bold) const override;
};

/// The font that a text is drawn in: not hinted, so that widths scale.
QFont figureFont(FigureFont font, int pixels, bool bold);

/// A piece of a line as one font draws it.
struct FontRun {
    QString text;
    bool keycap = false; ///< "1️⃣": one sign of the font for colours, no digit of another
};
/// The pieces of a line, which keycaps part; where no font has them, the whole.
std::vector<FontRun> fontRuns(const QString& text);
/// The font of a piece.
QFont figureFont(const FontRun& run, FigureFont font, int pixels, bool bold);

/// Above and below the base line, in em, for every script that we draw.
inline constexpr double textAscent = 0.92;
inline constexpr double textDescent = 0.26;
inline constexpr double textHeight = textAscent + textDescent;
/// From the middle of capitals and digits down to the base line, in em.
inline constexpr double middleToBaseline = 0.36;

/// visibleLabel(); blank text becomes "␣".
QString printable(const QString& text);

} // namespace headscope
