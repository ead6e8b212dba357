// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_sheet.h"

#include "figure/figure_painter.h"
#include "figure/figure_writer.h"
#include "scene/value_range.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"
#include "words/stage_text.h"

#include <QTextBoundaryFinder>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

// Of 1920 × 1080.
constexpr double leastPixels = 20; ///< nothing is smaller
constexpr double cardHeight = 120;
constexpr double leastCard = 68;
constexpr double cardGap = 18;
constexpr double paragraphGap = 10;
constexpr double smallestSign = 8; ///< of a dropped cell, in pixels
constexpr double fadedPart = 0.25; ///< what is left of what was not right

constexpr QRgb black = qRgb(0, 0, 0);
constexpr QRgb white = qRgb(255, 255, 255);

constexpr FigureLook digits(double pixels, bool bold = false) {
    return {.pixels = pixels, .bold = bold, .font = FigureFont::Number};
}

/// What both halves of a slide are written with.
class SlideWriter : protected FigureWriter {
protected:
    SlideWriter(FigureCanvas& canvas, double unit, ThemeKind kind)
        : FigureWriter(canvas, unit)
        , m_theme(theme(kind)) {}

    /// The letter of one that people choose from: the same at a cell and beside its words.
    void letter(const QRectF& square, const QString& text, QRgb ink) {
        write(
            text, square.center(), QColor::fromRgb(ink),
            {.pixels = 0.72 * square.height() / s(), .anchor = FigureAnchor::Middle, .bold = true});
    }

    const Theme& m_theme;
};

class MatrixDrawing : SlideWriter {
    Q_DECLARE_TR_FUNCTIONS(SlideMatrix)

public:
    MatrixDrawing(FigureCanvas& canvas, const SlideMatrix& matrix, const SlideGeometry& geometry)
        : SlideWriter(canvas, geometry.unit, matrix.display().theme)
        , m_matrix(matrix)
        , m_panel(matrix.panel())
        , m_colours(matrix.colours())
        , m_geometry(geometry)
        , m_cells(geometry.cells) {}

    void still() {
        cells();
        rowWords();
        columnWords();
        if (!isQueryKeyStage(m_matrix.stage()))
            return;
        const FigureLook look{.pixels = 27, .anchor = FigureAnchor::End};
        const QRectF corner = m_geometry.corner();
        const double half = 0.68 * 27 * s(); // of a line
        write(tr("key") + QStringLiteral(" →"), corner.topRight() + QPointF(0, half),
              m_theme.secondary, look);
        write(tr("query") + QStringLiteral(" ↓"), corner.bottomRight() - QPointF(0, half),
              m_theme.secondary, look);
    }

    void rings() {
        if (const auto& locked = m_matrix.locked()) {
            for (const CellFrame& frame : lockFrames(m_cells.cellRect(locked->row, locked->column)))
                paintFrame(m_canvas, frame.box, frame.width, frame.colour);
        }
        for (const MatrixRing& ring : m_matrix.choices())
            this->ring(ring);
    }

    void framedRow(Index row, double along) {
        if (row >= m_cells.rows)
            return;
        QRectF frame = m_cells.rowRect(row);
        frame.setWidth(frame.width() * along);
        const double width = std::max(2.0, 4 * s());
        paintFrame(m_canvas, frame.adjusted(-width, -width, width, width), width,
                   m_theme.accent.rgb());
        if (along < 1)
            return;
        const QRectF room = m_geometry.rowSum(row);
        write(sumText(m_matrix.rowSum(row), static_cast<std::size_t>(m_cells.columns)),
              {room.left(), room.center().y()}, m_theme.accent, digits(28, true));
    }

private:
    void cells() {
        const QRectF bounds = m_cells.bounds();
        paintEdge(m_canvas, bounds, m_colours.map, m_colours.theme, 1);
        const QImage image = cellImage(m_panel, m_colours, false); // hatched ones are transparent
        const Index count = m_cells.rows * m_cells.columns;
        const bool single = m_cells.gapX > 0 && count <= mostSingleFigureCells;
        const bool signs = 0.9 * m_cells.pitchY >= smallestSign;
        std::vector<QRgb> colours;
        colours.reserve(static_cast<std::size_t>(count));
        std::vector<QRectF> masked;
        std::vector<QRectF> padded;
        std::vector<QRectF> dropped;
        for (Index row = 0; row < m_cells.rows; ++row) {
            for (Index column = 0; column < m_cells.columns; ++column) {
                colours.push_back(image.pixel(static_cast<int>(column), static_cast<int>(row)));
                const CellMark mark = m_panel.markOf(row, column);
                if (mark == CellMark::Masked && single)
                    masked.push_back(m_cells.cellRect(row, column));
                else if (mark == CellMark::Padding && single)
                    padded.push_back(m_cells.cellRect(row, column));
                else if (mark == CellMark::Dropped && signs)
                    dropped.push_back(m_cells.cellRect(row, column));
            }
        }
        if (single) {
            if (m_panel.hasMarks())
                m_canvas.fill(bounds, m_theme.window.rgb()); // between the cells
            hatch(masked, CellMark::Masked);
            hatch(padded, CellMark::Padding);
            m_canvas.cells(m_cells, colours);
        } else {
            hatch({bounds}, CellMark::Masked);
            if (const QRectF all = paddingRect(m_cells, m_panel); !all.isEmpty())
                hatch({all}, CellMark::Padding);
            m_canvas.cellImage(m_cells, image);
        }
        FigureLook sign = digits(std::min(27.6, 0.9 * m_cells.pitchY / s()));
        for (const QRectF& cell : dropped)
            write(QString(QChar(droppedSign)), cell.center(), m_theme.secondary,
                  sign.at(FigureAnchor::Middle));
        if (m_matrix.display().valuesInCells)
            values(colours);
        paintTypedNumberPins(m_canvas, m_panel, m_cells, colours);
    }

    void hatch(const std::vector<QRectF>& region, CellMark mark) {
        if (region.empty() || !m_panel.hasMarks())
            return;
        const MarkStyle style = markStyle(mark, m_theme);
        if (m_cells.pitchX >= smallestHatchedPitch)
            return m_canvas.hatch(region, style.ground, style.lines, style.step, 1);
        for (const QRectF& rect : region)
            m_canvas.fill(rect, style.flat);
    }

    /// As large as the cells let numbers with most digits be.
    void values(const std::vector<QRgb>& colours) {
        const DigitSizes sizes(24 * s(), std::min(20 * s(), 14.0));
        const std::optional<NumberType> type = valueType(m_cells, m_colours, sizes);
        if (!type)
            return;
        const FigureLook look = digits(type->pixels / s()).at(FigureAnchor::Middle);
        std::size_t place = 0;
        for (Index row = 0; row < m_cells.rows; ++row) {
            for (Index column = 0; column < m_cells.columns; ++column) {
                const QRgb ground = colours[place++];
                if (m_panel.markOf(row, column) == CellMark::None)
                    write(cellText(m_panel.matrix(row, column), type->characters,
                                   nearOneOf(m_panel.name)),
                          m_cells.cellRect(row, column).center(), textColourOn(ground), look);
            }
        }
    }

    void rowWords() {
        const double pixels = std::clamp((m_cells.pitchY - m_cells.gapY) / 1.3, 8.0, 30 * s());
        const Index step = labelStep(m_cells.pitchY, 1.2 * pixels);
        for (Index i = 0; i < m_cells.rows; i += step) {
            const bool asked = m_matrix.asksRow(i);
            const QRectF room = m_geometry.rowWord(i);
            if (asked)
                m_canvas.fill(room.adjusted(0, 0, 6 * s(), 0), m_theme.accentTint.rgb());
            writeIn(room.adjusted(0, 0, -10 * s(), 0),
                    m_matrix.rowWords().value(static_cast<int>(i)), m_theme.text,
                    {.pixels = pixels / s(), .anchor = FigureAnchor::End, .bold = asked});
        }
    }

    void columnWords() {
        const double most = 27 * s();
        const double widest = m_matrix.widestColumnWord(most);
        const bool upright = m_geometry.upright > 0;
        const double pixels =
            upright ? smallestSlideWord * s()
                    : std::clamp(most * (m_cells.pitchX - 8) / widest, std::min(12.0, most), most);
        const Index step = upright ? 1 : labelStep(m_cells.pitchX, widest * pixels / most);
        for (Index i = 0; i < m_cells.columns; i += step) {
            const bool asked = m_matrix.asksColumn(i);
            const QRectF room = m_geometry.columnWord(i, step);
            if (asked)
                m_canvas.fill(room, m_theme.accentTint.rgb());
            const QString word = m_matrix.columnWords().value(static_cast<int>(i));
            FigureLook look{.pixels = pixels / s(), .bold = asked, .upright = upright};
            if (upright)
                writeOn(elided(word, look, room.height() - 4 * s()),
                        {room.center().x() + pixelsOf(look) * middleToBaseline,
                         room.bottom() - 2 * s()},
                        m_theme.text, look);
            else
                write(word, room.center(), m_theme.text, look.at(FigureAnchor::Middle));
        }
    }

    /// Alike for all: nothing gives the answer away.
    void ring(const MatrixRing& ring) {
        const QRectF cells = m_cells.rectOf(ring.cells);
        const double width = std::max(2.0, std::round(4 * s()));
        const double part = ring.faded ? fadedPart : 1;
        const auto veil = [part](QRgb colour) {
            return qRgba(qRed(colour), qGreen(colour), qBlue(colour), qRound(255 * part));
        };
        frame(cells.adjusted(width / 2, width / 2, -width / 2, -width / 2), width, veil(white));
        const QRectF outside = cells.adjusted(-width / 2, -width / 2, width / 2, width / 2);
        frame(outside, width, veil(black));
        const double cell = cells.height() / static_cast<double>(ring.cells.rows());
        const double side = std::clamp(cell * 0.34, 14.0, 40.0);
        const QRectF square(outside.topLeft(), QSizeF(side, side));
        m_canvas.fill(square, veil(black));
        letter(square, ring.letter,
               mixed(mixed(groundOf(ring.cells.firstRow, ring.cells.firstColumn), black, part),
                     white, part));
    }

    QRgb groundOf(Index row, Index column) const {
        const CellMark mark = m_panel.markOf(row, column);
        return mark == CellMark::None
                   ? colourOf(m_colours.map, m_colours.range, m_panel.matrix(row, column),
                              m_panel.scaleRow(row, column))
                   : markStyle(mark, m_theme).flat;
    }

    /// Outside of a rectangle.
    void frame(const QRectF& inner, double width, QRgb colour) {
        const QRectF outer = inner.adjusted(-width, -width, width, width);
        m_canvas.fill({outer.topLeft(), QSizeF(outer.width(), width)}, colour);
        m_canvas.fill({outer.left(), inner.bottom(), outer.width(), width}, colour);
        m_canvas.fill({outer.left(), inner.top(), width, inner.height()}, colour);
        m_canvas.fill({inner.right(), inner.top(), width, inner.height()}, colour);
    }

    const SlideMatrix& m_matrix;
    const MatrixPanel& m_panel;
    const CellColours m_colours;
    const SlideGeometry& m_geometry;
    const MatrixGeometry& m_cells;
};

class QuestionDrawing : SlideWriter {
    Q_DECLARE_TR_FUNCTIONS(SlideQuestion)

public:
    QuestionDrawing(FigureCanvas& canvas, const Slide& slide, const SlideGeometry& geometry,
                    bool onPaper)
        : SlideWriter(canvas, geometry.unit, slide.theme)
        , m_question(*slide.question)
        , m_matrix(slide.matrix)
        , m_room(geometry.question)
        , m_onPaper(onPaper) {}

    void all() {
        const double u = s();
        const bool shown = m_question.shown;
        const QRectF title(m_room.left(), m_room.top(), m_room.width(), 44 * u);
        this->title(title);
        // An explanation gets the air that nobody needs any more.
        const double air = (shown ? 8 : 18) * u;
        double y = title.bottom() + (shown ? 12 : 32) * u;
        const auto from = [&](double bottom) {
            return QRectF(m_room.left(), y, m_room.width(), std::max(0.0, bottom - y));
        };
        const double foot = m_room.bottom() - (m_onPaper ? 110 : 190) * u; // no keys on paper
        if (const Text ground = textOf({m_question.ground}); !m_question.ground.isEmpty())
            y += block(ground, from(y + 120 * u), m_theme.secondary, {.pixels = 26}) + air;
        const Text heading = textOf({m_question.heading}, true);
        y += block(heading, from(y + 260 * u), m_theme.text,
                   shown ? fittedHeight(heading, 110, {.pixels = 44, .bold = true}, 28, 2)
                         : fittedHeight(heading, 210, {.pixels = 60, .bold = true}, 28, 2)) +
             air;
        if (!m_question.prompt.isEmpty()) {
            const Text prompt = textOf({m_question.prompt});
            y += block(prompt, from(y + 200 * u), m_theme.secondary,
                       fittedHeight(prompt, 170, {.pixels = 30}, 24, 1)) +
                 air;
        }
        // What is said below them needs some room; an explanation may be smaller where it is long.
        const Text below = textOf(m_question.below);
        const double gap = shown ? paragraphGap * u : 0;
        const FigureLook most{.pixels = m_question.belowPixels};
        const double needed =
            heightOf(below, {.pixels = (shown ? 0.8 : 1) * most.pixels}, m_room.width(), gap);
        y += answers(from(std::max(foot - air - needed, y + leastCards()))) + air;
        if (const QRectF left = from(foot); left.height() > 30 * u)
            block(below, left, m_theme.text,
                  fittedHeight(below, left.height() / u, most, leastPixels, 1, gap), gap);
        const QRectF last(m_room.left(), foot + 10 * u, m_room.width(),
                          m_room.bottom() - foot - 10 * u);
        if (!m_onPaper || !m_matrix.isEmpty())
            m_canvas.fill({last.left(), last.top(), last.width(), std::max(1.0, u)},
                          m_theme.hairline.rgb());
        if (!m_onPaper)
            keys({last.left(), last.top() + 30 * u, last.width(), 46 * u});
        if (!m_matrix.isEmpty())
            legend({last.left(), last.bottom() - 62 * u, last.width(), 48 * u});
    }

private:
    /// What a line may end behind, in em.
    struct Piece {
        QString text;
        double width = 0;
        double bare = 0; ///< without the space at its end
    };
    struct Text {
        std::vector<std::vector<Piece>> paragraphs;
        bool bold = false;
    };

    /// Nothing in the braces of markup or in a word of another direction is parted.
    Text textOf(const QStringList& paragraphs, bool bold = false) const {
        Text text{{}, bold};
        const auto width = [&](const QString& part) {
            FigureText line = figureLine(part, {}, {.pixels = 1, .bold = bold, .math = true});
            return part.isEmpty() ? 0 : m_measure.width(line);
        };
        for (const QString& paragraph : paragraphs) {
            std::vector<Piece> pieces;
            QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, paragraph);
            // What stands as it is: a subscript, and a word of another direction.
            int braces = 0;
            int isolates = 0;
            qsizetype from = 0;
            for (qsizetype at = 0; at < paragraph.size();) {
                const qsizetype next = breaks.toNextBoundary();
                const qsizetype to = next < 0 ? paragraph.size() : next;
                for (; at < to; ++at) {
                    const QChar letter = paragraph[at];
                    const QChar before = at > 0 ? paragraph[at - 1] : QChar();
                    if (letter == u'{' && (before == u'_' || before == u'^'))
                        ++braces;
                    else if (letter == u'}' && braces > 0)
                        --braces;
                    else if (letter == u'\u2068')
                        ++isolates;
                    else if (letter == u'\u2069' && isolates > 0)
                        --isolates;
                }
                if (braces + isolates > 0 && to < paragraph.size())
                    continue;
                const QString part = paragraph.mid(from, to - from);
                pieces.push_back({part, width(part), width(part.trimmed())});
                from = to;
            }
            text.paragraphs.push_back(std::move(pieces));
        }
        return text;
    }

    /// Of one paragraph; `width` in em.
    static QStringList linesOf(const std::vector<Piece>& pieces, double width) {
        QStringList lines;
        QString line;
        double used = 0;
        for (const Piece& piece : pieces) {
            if (!line.isEmpty() && used + piece.bare > width) {
                lines << line.trimmed();
                line.clear();
                used = 0;
            }
            line += piece.text;
            used += piece.width;
        }
        return lines << line.trimmed();
    }

    double lineHeight(const FigureLook& look) const {
        return std::ceil((m_question.isChinese ? 1.448 : 1.362) * pixelsOf(look));
    }

    double heightOf(const Text& text, const FigureLook& look, double width, double gap = 0) const {
        double height = 0;
        for (const std::vector<Piece>& paragraph : text.paragraphs)
            height += static_cast<double>(linesOf(paragraph, width / pixelsOf(look)).size()) *
                          lineHeight(look) +
                      gap;
        return height;
    }

    /// As large as lets the text have no more than `high`; that, pixels and steps are those of
    /// 1920 × 1080.
    FigureLook fittedHeight(const Text& text, double high, FigureLook look, double least,
                            double step, double gap = 0) const {
        while (look.pixels - step >= least &&
               heightOf(text, look, m_room.width(), gap) > high * s())
            look.pixels -= step;
        return look;
    }

    /// From the top of the room on; gives how high it became.
    double block(const Text& text, const QRectF& room, const QColor& colour, FigureLook look,
                 double gap = 0) {
        look.bold = text.bold;
        look.math = true;
        const double high = lineHeight(look);
        const double base = (m_question.isChinese ? 1.16 : 1.069) * pixelsOf(look);
        const double x = look.anchor == FigureAnchor::End ? room.right() : room.left();
        double y = room.top();
        for (const std::vector<Piece>& paragraph : text.paragraphs) {
            for (const QString& line : linesOf(paragraph, room.width() / pixelsOf(look))) {
                if (y + base <= room.bottom() + 0.5)
                    writeOn(line, {x, y + base}, colour, look);
                y += high;
            }
            y += gap;
        }
        return y - room.top();
    }

    /// The same in the middle of the height, without markup.
    void centred(const Text& text, const QRectF& room, const QColor& colour,
                 const FigureLook& look) {
        const double high = heightOf(text, look, room.width());
        block(text, {room.left(), room.center().y() - high / 2, room.width(), high + 1}, colour,
              look);
    }

    void title(const QRectF& line) {
        const double u = s();
        const LessonProgress& progress = m_question.progress;
        const bool dotted = progress.place && !m_onPaper; // how far somebody came
        const double dots = dotted ? lessonDotsWidth(progress, 1.6 * u) + 16 * u : 0;
        const FigureLook plain{.pixels = 28};
        writeIn(line, m_question.number, m_theme.secondary, plain);
        const QRectF rest = line.adjusted(widthOf(m_question.number, plain) + 24 * u, 0, -dots, 0);
        const FigureLook bold{.pixels = 28, .bold = true, .math = true};
        const bool fits = widthOf(m_question.title, bold) <= rest.width();
        writeIn(rest, fits ? m_question.title : m_question.shortTitle, m_theme.text, bold);
        if (dotted)
            paintLessonDots(m_canvas, {line.right() - dots + 16 * u, line.center().y()}, 1.6 * u,
                            progress, {m_theme.accent, m_theme.secondary, m_theme.controlBorder});
    }

    double gapOfCards() const { return (m_question.shown ? cardGap / 3 : cardGap) * s(); }

    /// How high what can be chosen is at least.
    double leastCards() const {
        const auto count = static_cast<double>(std::max<std::size_t>(1, m_question.options.size()));
        return (leastCard * s() + gapOfCards()) * count - gapOfCards();
    }

    /// Gives how high they became.
    double answers(const QRectF& room) {
        const QRectF one(room.left(), room.top(), room.width(),
                         std::min(cardHeight * s(), room.height()));
        switch (m_question.kind) {
        case LessonQuestion::Kind::Choice: return cards(room);
        case LessonQuestion::Kind::Number: number(one); break;
        case LessonQuestion::Kind::Pair: place(one); break;
        }
        return one.height();
    }

    double cards(const QRectF& room) {
        const auto count = static_cast<double>(m_question.options.size());
        const double gap = gapOfCards();
        const double high = std::min(cardHeight * s(), (room.height() - gap * (count - 1)) / count);
        const QSizeF size(room.width(), high);
        const FigureLook look = cardLook({room.topLeft(), size});
        for (std::size_t i = 0; i < m_question.options.size(); ++i)
            card({room.topLeft() + QPointF(0, static_cast<double>(i) * (high + gap)), size}, i,
                 look);
        return count * high + (count - 1) * gap;
    }

    /// The parts of the card of an option; a long note has two lines and leaves the answer room.
    struct CardParts {
        QRectF badge;
        QRectF text;
        QRectF note;
    };
    CardParts cardParts(const QRectF& card, const QString& note) const {
        const double u = s();
        const double side = std::min(64 * u, card.height() - 16 * u);
        CardParts parts;
        parts.badge = {card.left() + 28 * u, card.center().y() - side / 2, side, side};
        const double wide =
            note.isEmpty() ? 0
                           : std::min(widthOf(note, {.pixels = 28}) + 12 * u, 0.44 * card.width());
        parts.note = {card.right() - 32 * u - wide, card.top(), wide, card.height()};
        parts.text = {QPointF(parts.badge.right() + 36 * u, card.top()),
                      QPointF(parts.note.left() - 12 * u, card.bottom())};
        return parts;
    }

    static bool isNumber(const QString& text) {
        return !text.isEmpty() && (text[0].isDigit() || text[0] == u'√');
    }

    /// One for all options. Numbers stand alone and are large, words may have two lines.
    FigureLook cardLook(const QRectF& card) const {
        const bool numbers =
            std::ranges::all_of(m_question.options, isNumber, &SlideQuestion::Option::text);
        FigureLook look = numbers ? digits(64, true) : FigureLook{.pixels = 38, .bold = true};
        for (const SlideQuestion::Option& option : m_question.options)
            look = fitted(look, option.text, cardParts(card, option.note).text.width(), 30);
        return look;
    }

    void card(const QRectF& card, std::size_t place, const FigureLook& look) {
        const double u = s();
        const SlideQuestion::Option& option = m_question.options[place];
        // What was not right fades into the ground.
        const double part = m_question.shown && !option.right ? fadedPart : 1;
        const QRgb ground = mixed(m_theme.base.rgb(),
                                  (option.right ? m_theme.accentTint : m_theme.window).rgb(), part);
        const auto ink = [&](const QColor& colour) {
            return QColor::fromRgb(mixed(ground, colour.rgb(), part));
        };
        m_canvas.fill(card, ground);
        if (option.right)
            m_canvas.fill({card.left(), card.top(), 6 * u, card.height()}, m_theme.accent.rgb());
        const CardParts parts = cardParts(card, option.note);
        const QRgb dark = mixed(ground, black, part);
        m_canvas.fill(parts.badge, dark);
        letter(parts.badge, optionLetter(place), mixed(dark, white, part));
        centred(textOf({option.note}), parts.note, ink(m_theme.secondary),
                {.pixels = 28, .anchor = FigureAnchor::End});
        if (isNumber(option.text))
            write(option.text, {parts.text.left(), parts.text.center().y()}, ink(m_theme.text),
                  look);
        else
            centred(textOf({option.text}, true), parts.text, ink(m_theme.text), look);
    }

    void place(const QRectF& card) {
        m_canvas.fill(card, m_theme.window.rgb());
        const FigureLook look{.pixels = 56, .anchor = FigureAnchor::Middle, .bold = true};
        writeIn(card, m_question.place, m_question.shown ? m_theme.accent : m_theme.text,
                fitted(look, m_question.place, card.width(), 30));
    }

    void number(const QRectF& card) {
        m_canvas.fill(card, m_theme.window.rgb());
        const QPointF left(card.left() + 32 * s(), card.center().y());
        write(m_question.value.before, left, m_theme.secondary, digits(64));
        write(m_question.value.answer,
              left + QPointF(widthOf(m_question.value.before, digits(64)), 0),
              m_question.shown ? m_theme.accent : m_theme.text, digits(64, true));
    }

    void keys(const QRectF& room) {
        const double u = s();
        const FigureLook look{.pixels = 24};
        double x = room.left();
        for (const auto& [key, what] : m_question.keys) {
            const QRectF cap(x, room.top(), std::max(room.height(), widthOf(key, look) + 28 * u),
                             room.height());
            m_canvas.fill(cap, m_theme.window.rgb());
            m_canvas.line(
                {cap.topLeft(), cap.topRight(), cap.bottomRight(), cap.bottomLeft(), cap.topLeft()},
                m_theme.controlBorder.rgb(), std::max(1.0, 1.5 * u), {});
            write(key, cap.center(), m_theme.text, look.at(FigureAnchor::Middle));
            x = cap.right() + 14 * u;
            write(what, {x, cap.center().y()}, m_theme.secondary, look);
            x += widthOf(what, look) + 40 * u;
        }
    }

    /// Which head and stage it is, and the bar of colours with its two ends.
    void legend(const QRectF& line) {
        const double u = s();
        const MatrixPanel& shown = m_matrix.panel();
        const QString stage = stageName(m_matrix.stage());
        QString name = stage;
        double left = line.left();
        if (shown.kind == MatrixPanel::Kind::Head) {
            const QRectF square(left, line.top(), line.height(), line.height());
            paintHeadBadge(m_canvas, square, shown.head, m_theme.kind, 28 * u);
            left = square.right() + 16 * u;
            name = tr("head %1, %2").arg(shown.head + 1).arg(stage);
        }
        const CellColours look = m_matrix.colours();
        const QString low = rangeText(look.range.low);
        const QString high = rangeText(look.range.high);
        const FigureLook numbers = digits(24);
        const FigureLook named{.pixels = 28};
        const double lowWidth = widthOf(low, numbers) + 10 * u;
        const double highWidth = widthOf(high, numbers) + 10 * u;
        // The name before the length of the bar.
        const double rest =
            line.right() - highWidth - lowWidth - left - 24 * u - widthOf(name, named);
        const double wide = std::clamp(rest, 90 * u, 220 * u);
        const QRectF bar(line.right() - highWidth - wide, line.center().y() - 11 * u, wide, 22 * u);
        write(low, {bar.left() - lowWidth, line.center().y()}, m_theme.text, numbers);
        write(high, {bar.right() + 10 * u, line.center().y()}, m_theme.text, numbers);
        paintEdge(m_canvas, bar, look.map, m_theme.kind, 1);
        m_canvas.gradient(bar, colourRamp(look.map, 256));
        writeIn({left, line.top(), bar.left() - lowWidth - left - 10 * u, line.height()}, name,
                m_theme.text, named);
    }

    const SlideQuestion& m_question;
    const SlideMatrix& m_matrix;
    const QRectF m_room;
    const bool m_onPaper;
};

} // namespace

void paintSlide(FigureCanvas& canvas, const Slide& slide, QSizeF size,
                const SlideGeometry& geometry, const SlideStyle& style) {
    if (style.still)
        canvas.fill(QRectF(QPointF(0, 0), size), theme(slide.theme).base.rgb());
    if (style.still && slide.question)
        QuestionDrawing(canvas, slide, geometry, style.onPaper).all();
    if (slide.matrix.isEmpty())
        return;
    MatrixDrawing matrix(canvas, slide.matrix, geometry);
    if (style.still)
        matrix.still();
    if (!style.frames)
        return;
    if (slide.answeredRow)
        matrix.framedRow(*slide.answeredRow, style.framed);
    matrix.rings();
}

} // namespace headscope
