// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/compare/compare_painter.h"

#include "figure/figure_painter.h"
#include "pages/heads/compare/compare_words.h"
#include "painters/number_type.h"
#include "scene/value_range.h"
#include "type/label_place.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace headscope {

CompareLabel compareLabel(const QString& label) {
    const QString place = labelPlace(label);
    if (place.isEmpty())
        return {label, {}};
    return {withoutPlace(label), place.mid(2).chopped(1)};
}

void ComparePainter::all() {
    titles();
    if (m_content.a.panels.empty() || m_content.b.panels.empty())
        return;
    askedBand();
    states();
    axes();
    if (!m_geometry.together || m_look.showsA)
        matrix(m_geometry.a, panel(m_content.a), m_images.a, m_content.colours);
    if (!m_geometry.together || !m_look.showsA)
        matrix(placeOfB(), panel(partOfB()), m_look.showsA ? m_images.a : m_images.b,
               m_content.colours);
    if (m_content.hasDifference()) {
        matrix(m_geometry.difference, m_content.differencePanels[m_content.shown],
               m_images.difference, m_content.differenceColours);
        corners();
        rows();
    }
    received();
    bars();
    if (m_geometry.rule > 0) {
        m_canvas.fill({m_geometry.rowLabels.left(), m_geometry.rule,
                       rightEdge() - m_geometry.rowLabels.left(), 1},
                      m_theme.hairline.rgb());
        most();
        heads();
    }
}

void ComparePainter::titles() {
    const bool head =
        !m_content.a.panels.empty() && panel(m_content.a).kind == MatrixPanel::Kind::Head;
    QRectF title = m_geometry.title;
    if (head)
        paintHeadBadge(m_canvas, m_geometry.badge, panel(m_content.a).head, m_theme.kind, 14 * s());
    else
        title.setLeft(m_geometry.badge.left());
    Look large{.pixels = 20, .bold = true};
    // The answer goes before how it is measured.
    const bool measured = widthOf(m_content.title, large) <= title.width();
    if (!measured)
        title.setRight(m_geometry.measure.right());
    // A long answer becomes smaller before it is cut.
    large = fitted(large, m_content.title, title.width(), 15);
    const QString answer = elided(m_content.title, large, title.width());
    writeIn(title, answer, m_theme.text, large);
    const double rest = title.width() - widthOf(answer, large) - 16 * s();
    const Look small{.pixels = 14};
    if (!m_content.detail.isEmpty() && rest > 80 * s())
        writeIn({title.right() - rest, title.top() + 1, rest, title.height()}, m_content.detail,
                m_theme.secondary, small);
    if (measured && widthOf(m_content.measure, small) <= m_geometry.measure.width())
        writeIn(m_geometry.measure, m_content.measure, m_theme.secondary,
                {.pixels = 13, .anchor = FigureAnchor::End});
    if (m_look.figure && !m_geometry.edits.isEmpty())
        editsLine();
}

void ComparePainter::editsLine() {
    QRectF rest = m_geometry.edits;
    for (const CompareEdit& edit : m_content.edits) {
        const Look bold{.bold = true};
        const Look plain{};
        const QString said = edit.taken ? edit.alone : CompareWords::tr("left out");
        const double wide = widthOf(edit.subject, bold) + widthOf(edit.change, plain) +
                            widthOf(said, plain) + 48 * s();
        if (wide > rest.width()) {
            writeIn(rest, QStringLiteral("…"), m_theme.secondary, plain);
            return;
        }
        for (const auto& [text, look, colour] : {std::tuple(edit.subject, bold, m_theme.text),
                                                 std::tuple(edit.change, plain, m_theme.text),
                                                 std::tuple(said, plain, m_theme.secondary)}) {
            writeIn(rest, text, colour, look);
            rest.setLeft(rest.left() + widthOf(text, look) + 10 * s());
        }
        rest.setLeft(rest.left() + 18 * s());
    }
}

void ComparePainter::state(const QRectF& badge, const QRectF& name, const QString& letter,
                           const ComparePart& part) {
    m_canvas.fill(badge, m_theme.text.rgb());
    writeIn(badge, letter, m_theme.base,
            {.pixels = 14, .anchor = FigureAnchor::Middle, .bold = true});
    if (!m_look.figure)
        return;
    QString text = part.name;
    if (!part.place.isEmpty())
        text += QStringLiteral(" · ") + part.place;
    writeIn(name, text, m_theme.text, {.pixels = 13});
}

void ComparePainter::states() {
    state(m_geometry.badgeA, m_geometry.choiceA, QStringLiteral("A"), m_content.a);
    state(m_geometry.badgeB, m_geometry.choiceB,
          m_look.showsA && !m_geometry.together ? QStringLiteral("A") : QStringLiteral("B"),
          m_content.b);
    if (m_geometry.together) {
        const QString shown = m_look.showsA ? QStringLiteral("A") : QStringLiteral("B");
        const Look bold{.pixels = 14, .bold = true};
        writeIn(m_geometry.sharedTitle, shown, m_theme.text, bold);
        const QString other = CompareWords::tr("hold A: A in its place");
        if (widthOf(other, {.pixels = 12}) < m_geometry.sharedTitle.width() - 24 * s())
            writeIn(m_geometry.sharedTitle, other, m_theme.secondary,
                    {.pixels = 12, .anchor = FigureAnchor::End});
    }
    if (m_geometry.differenceTitle.isEmpty())
        return;
    const Look bold{.pixels = 14, .bold = true};
    const QString title = QStringLiteral("B − A");
    writeIn(m_geometry.differenceTitle, title, m_theme.text, bold);
    const QString signs = CompareWords::tr("+ more   − less   · under .005");
    const double room = m_geometry.differenceTitle.width() - widthOf(title, bold) - 16;
    if (widthOf(signs, {.pixels = 12}) <= room)
        writeIn(m_geometry.differenceTitle, signs, m_theme.secondary,
                {.pixels = 12, .anchor = FigureAnchor::End});
}

void ComparePainter::askedBand() {
    const MatrixGeometry& labelled = higher();
    if (!m_look.asked || m_look.asked->query >= labelled.rows)
        return;
    const QRectF row = labelled.cellRect(m_look.asked->query, 0);
    double right = m_geometry.difference.bounds().right();
    for (const QRectF& column : {m_geometry.moved, m_geometry.output})
        right = std::max(right, column.right());
    if (!m_content.hasDifference())
        right = m_geometry.b.bounds().right();
    m_canvas.fill(
        {m_geometry.rowLabels.left(), row.top(), right - m_geometry.rowLabels.left(), row.height()},
        m_theme.accentTint.rgb());
}

void ComparePainter::axes() {
    const Look small{.pixels = 12, .anchor = FigureAnchor::End};
    const QRectF& room = m_geometry.axes;
    writeOn(CompareWords::tr("key →"), {room.right(), room.bottom() - 22 * s()}, m_theme.secondary,
            small);
    writeOn(CompareWords::tr("query ↓"), {room.right(), room.bottom() - 6 * s()}, m_theme.secondary,
            small);
    rowLabels();
    if (!m_geometry.together)
        columnLabels(m_geometry.a, m_content.a);
    columnLabels(placeOfB(), partOfB());
    if (m_content.hasDifference())
        columnLabels(m_geometry.difference, m_content.b);
}

const MatrixGeometry& ComparePainter::higher() const {
    return m_geometry.b.rows > m_geometry.a.rows ? m_geometry.b : m_geometry.a;
}

MatrixGeometry ComparePainter::placeOfB() const {
    MatrixGeometry place = m_geometry.b;
    if (m_look.showsA) { // cells are equally large in both
        place.rows = m_geometry.a.rows;
        place.columns = m_geometry.a.columns;
    }
    return place;
}

void ComparePainter::rowLabels() {
    const MatrixGeometry& matrix = higher();
    const Index step = labelStep(matrix.pitchY, 15 * s());
    for (Index row = 0; row < matrix.rows; ++row) {
        const bool asked = m_look.asked && m_look.asked->query == row;
        // The asked one stands between those of the grid, which make room for it.
        const bool covered = m_look.asked && std::abs(row - m_look.asked->query) < step;
        if (!asked && (row % step != 0 || covered))
            continue;
        const QRectF cell = matrix.cellRect(row, 0);
        const Look look{.anchor = FigureAnchor::End, .bold = asked};
        QRectF room(m_geometry.rowLabels.left(), cell.top(), m_geometry.rowLabels.width(),
                    cell.height());
        if (asked && cell.height() >= 15 * s())
            m_canvas.fill({room.left(), room.top(), room.width() + 4 * s(), room.height()},
                          m_theme.accent.rgb());
        writeIn(room, elided(m_content.rowLabels.value(row), look, room.width() - 4 * s()),
                asked && cell.height() >= 15 * s() ? m_theme.accentText : m_theme.text, look);
    }
}

void ComparePainter::columnLabels(const MatrixGeometry& matrix, const ComparePart& part) {
    const bool upright = m_geometry.columnLabelsUpright;
    const Index step = labelStep(matrix.pitchX, upright ? 15 * s() : 1);
    const double top = m_geometry.columnLabelTop;
    const double height = m_geometry.columnLabelHeight;
    for (Index column = 0; column < matrix.columns; ++column) {
        const bool asked = m_look.asked && m_look.asked->key == column;
        const bool covered = m_look.asked && std::abs(column - m_look.asked->key) < step;
        if (!asked && (column % step != 0 || covered))
            continue;
        const QRectF cell = matrix.cellRect(0, column);
        const QRectF room(cell.left(), top + 2 * s(), cell.width(), height - 5 * s());
        const bool filled = asked && cell.width() >= 15 * s();
        if (filled)
            m_canvas.fill(room, m_theme.accent.rgb());
        const QColor colour = filled ? m_theme.accentText : m_theme.text;
        const QString whole = part.columnLabels.value(column);
        if (upright) {
            const Look look{.bold = asked, .upright = true};
            writeOn(elided(whole, look, room.height() - 4 * s()),
                    {room.center().x() + 13 * s() * middleToBaseline, room.bottom() - 3 * s()},
                    colour, look);
            continue;
        }
        const CompareLabel label = compareLabel(whole);
        const Look look{.bold = asked};
        const Look small{.pixels = 9};
        const double index = label.index.isEmpty() ? 0 : widthOf(label.index, small) + 2;
        const QString text = elided(label.text, look, cell.width() - index);
        const double wide = widthOf(text, look);
        const double left = cell.center().x() - (wide + index) / 2;
        const double base = room.center().y() + 13 * s() * middleToBaseline;
        writeOn(text, {left, base}, colour, look);
        if (index > 0)
            writeOn(label.index, {left + wide + 2, base + 3 * s()},
                    filled ? m_theme.accentText : m_theme.secondary, small);
    }
}

void ComparePainter::hatch(const std::vector<QRectF>& region, CellMark mark) {
    const MarkStyle style = markStyle(mark, m_theme);
    if (style.step > 0)
        m_canvas.hatch(region, style.ground, style.lines, style.step, 1);
}

void ComparePainter::matrix(const MatrixGeometry& geometry, const MatrixPanel& panel,
                            const CompareImages::Picture& picture, const CellColours& colours) {
    paintEdge(m_canvas, geometry.bounds(), colours.map, colours.theme, s());
    if (!picture.image.isNull())
        return m_canvas.cellImage(geometry.pooled(picture.factor), picture.image);
    std::vector<QRectF> masked;
    std::vector<QRectF> padding;
    std::vector<QRgb> cells;
    const QRgb dropped = markStyle(CellMark::Dropped, m_theme).flat;
    for (Index row = 0; row < geometry.rows; ++row) {
        for (Index column = 0; column < geometry.columns; ++column) {
            const CellMark mark = panel.markOf(row, column);
            if (mark == CellMark::Masked)
                masked.push_back(geometry.cellRect(row, column));
            if (mark == CellMark::Padding)
                padding.push_back(geometry.cellRect(row, column));
            cells.push_back(mark == CellMark::None      ? colourOf(colours.map, colours.range,
                                                                   panel.matrix(row, column), row)
                            : mark == CellMark::Dropped ? dropped
                                                        : QRgb{0});
        }
    }
    hatch(masked, CellMark::Masked);
    hatch(padding, CellMark::Padding);
    m_canvas.cells(geometry, cells);
    if (m_look.values)
        values(geometry, panel, cells, &colours == &m_content.differenceColours);
    paintTypedNumberPins(m_canvas, panel, geometry, cells);
}

void ComparePainter::values(const MatrixGeometry& geometry, const MatrixPanel& panel,
                            const std::vector<QRgb>& cells, bool difference) {
    const int glyphs = m_content.weights ? 4 : 5;
    const auto room = numberPixels(
        {.cell = {geometry.pitchX, 0}, .smallest = {compareDigitPitch * s(), 0}, .inset = 4},
        glyphs);
    if (!room)
        return;
    const double pixels = std::min(13.0, std::floor(*room / s()));
    std::size_t place = 0;
    for (Index row = 0; row < geometry.rows; ++row) {
        for (Index column = 0; column < geometry.columns; ++column) {
            const QRgb ground = cells[place++];
            if (panel.markOf(row, column) != CellMark::None)
                continue;
            const float value = panel.matrix(row, column);
            write(difference ? differenceText(value) : cellText(value, 4),
                  geometry.cellRect(row, column).center(), textColourOn(ground),
                  {.pixels = pixels, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
        }
    }
}

void ComparePainter::corners() {
    const MatrixGeometry& matrix = m_geometry.difference;
    if (matrix.pitchX < 8)
        return;
    const double side = std::min(10 * s(), matrix.pitchX * .3);
    for (Index row = 0; row < matrix.rows; ++row) {
        for (Index column = 0; column < matrix.columns; ++column) {
            if (!isMaskedInOne(m_content.difference(), row, column))
                continue;
            const QRectF cell = matrix.cellRect(row, column);
            corner(cell.topRight(), side);
        }
    }
}

void ComparePainter::corner(QPointF topRight, double side) {
    m_canvas.polygon({topRight - QPointF(side, 0), topRight, topRight + QPointF(0, side)},
                     m_theme.secondary.rgb());
}

void ComparePainter::rows() {
    const MatrixGeometry& matrix = m_geometry.difference;
    const Index step = labelStep(matrix.pitchY, 15 * s());
    const double head = m_geometry.columnLabelTop + m_geometry.columnLabelHeight;
    const auto heading = [&](const QRectF& column, const QString& name, const QString& formula) {
        writeOn(name, {column.right(), head - 22 * s()}, m_theme.text,
                {.pixels = 12, .anchor = FigureAnchor::End});
        writeOn(formula, {column.right(), head - 6 * s()}, m_theme.secondary,
                {.pixels = 11, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    };
    if (!m_geometry.moved.isEmpty())
        heading(m_geometry.moved, CompareWords::tr("row moved"), QStringLiteral("½ Σ|B−A|"));
    if (!m_geometry.output.isEmpty())
        heading(m_geometry.output, CompareWords::tr("output moved"), QStringLiteral("‖B−A‖÷‖A‖"));
    double largest = 0;
    for (const double moved : m_content.outputMoved) {
        if (std::isfinite(moved))
            largest = std::max(largest, moved);
    }
    for (Index row = 0; row < matrix.rows; row += step) {
        const auto place = static_cast<std::size_t>(row);
        const QRectF cell = matrix.cellRect(row, 0);
        const bool asked = m_look.asked && m_look.asked->query == row;
        const Look number{.anchor = FigureAnchor::End, .bold = asked, .font = FigureFont::Number};
        const auto line = [&](const QRectF& column) {
            return QRectF(column.left(), cell.top(), column.width(), cell.height());
        };
        if (!m_geometry.moved.isEmpty())
            writeIn(line(m_geometry.moved), percentText(m_content.difference().rowMoved[place]),
                    m_theme.text, number);
        if (m_geometry.output.isEmpty() || place >= m_content.outputMoved.size())
            continue;
        const double moved = m_content.outputMoved[place];
        writeIn(line(m_geometry.output),
                std::isnan(moved) ? QStringLiteral("–") : outputText(moved), m_theme.text, number);
        const double room = m_geometry.output.width() - 72 * s();
        if (largest > 0 && std::isfinite(moved) && room > 12)
            m_canvas.fill({m_geometry.output.left() + 14 * s(), cell.center().y() - 6 * s(),
                           room * moved / largest, 12 * s()},
                          asked ? m_theme.accent.rgb() : m_theme.neutralBar.rgb());
    }
}

QString ComparePainter::outputText(double moved) {
    return moved < 10 ? QStringLiteral("%1 %").arg(std::lround(moved * 100))
                      : shortText(moved) + u'×';
}

QString ComparePainter::receivedText(float change) {
    if (std::abs(change) < 1)
        return differenceText(change);
    return (change > 0 ? u'+' : QChar(0x2212)) + cellText(std::abs(change), 3);
}

void ComparePainter::received() {
    if (m_geometry.received.isEmpty())
        return;
    writeIn({m_geometry.rowLabels.left(), m_geometry.received.top(), m_geometry.rowLabels.width(),
             m_geometry.received.height()},
            CompareWords::tr("received"), m_theme.secondary,
            {.pixels = 12, .anchor = FigureAnchor::End});
    const auto row = [&](const MatrixGeometry& matrix, const std::vector<double>& values,
                         bool isSigned) {
        const auto room = numberPixels({.cell = {matrix.pitchX / s(), 0},
                                        .smallest = {compareDigitPitch, 0},
                                        .inset = 4, // a gap to the next number
                                        .most = 11},
                                       4);
        if (!room)
            return;
        const double pixels = std::max(*room, 9.5);
        for (Index column = 0; column < matrix.columns; ++column) {
            const QRectF cell = matrix.cellRect(0, column);
            const auto value = static_cast<float>(values[static_cast<std::size_t>(column)]);
            const bool asked = m_look.asked && m_look.asked->key == column;
            write(isSigned ? receivedText(value) : cellText(value, 4),
                  {cell.center().x(), m_geometry.received.center().y()},
                  asked ? m_theme.text : m_theme.secondary,
                  {.pixels = pixels,
                   .anchor = FigureAnchor::Middle,
                   .bold = asked,
                   .font = FigureFont::Number});
        }
    };
    if (!m_geometry.together || m_look.showsA)
        row(m_geometry.a, m_content.a.received, false);
    if (!m_geometry.together || !m_look.showsA)
        row(placeOfB(), partOfB().received, false);
    if (m_content.hasDifference())
        row(m_geometry.difference, m_content.difference().received, true);
}

void ComparePainter::bar(const QRectF& room, const CellColours& colours, bool isSigned,
                         const std::vector<std::pair<QString, double>>& pointers) {
    const Look small{.pixels = 12, .font = FigureFont::Number};
    const QString low =
        isSigned ? QChar(0x2212) + rangeText(-colours.range.low) : rangeText(colours.range.low);
    const QString high =
        isSigned ? u'+' + rangeText(colours.range.high) : rangeText(colours.range.high);
    const double left = widthOf(low, small) + 8 * s();
    const double right = widthOf(high, small) + 8 * s();
    const QRectF line(room.left() + left, room.center().y() - 4 * s(),
                      std::max(20.0, room.width() - left - right), 10 * s());
    const QRectF text(room.left(), line.center().y() - 8 * s(), room.width(), 16 * s());
    writeIn(text, low, m_theme.secondary, small);
    writeIn(text, high, m_theme.secondary,
            {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    paintEdge(m_canvas, line, colours.map, colours.theme, s());
    m_canvas.gradient(line, colourRamp(colours.map, 128));
    for (std::size_t i = 0; i < pointers.size(); ++i) {
        const auto& [name, value] = pointers[i];
        const double part = (value - colours.range.low) / (colours.range.high - colours.range.low);
        if (!std::isfinite(part))
            continue;
        const double x = line.left() + std::clamp(part, 0.0, 1.0) * line.width();
        m_canvas.polygon({{x - 5 * s(), line.top() - 6 * s()},
                          {x + 5 * s(), line.top() - 6 * s()},
                          {x, line.top() - s()}},
                         m_theme.text.rgb());
        if (!name.isEmpty()) {
            // The names of two pointers that meet stand on their outer sides.
            const double other = pointers[1 - i].second;
            const bool atRight = std::isfinite(other) && other != value ? other > value : i == 0;
            writeOn(name, {x + (atRight ? -8 : 8) * s(), line.top() - 2 * s()}, m_theme.text,
                    {.pixels = 10,
                     .anchor = atRight ? FigureAnchor::End : FigureAnchor::Start,
                     .bold = true});
        }
    }
}

void ComparePainter::bars() {
    std::vector<std::pair<QString, double>> states;
    std::vector<std::pair<QString, double>> change;
    if (m_look.asked) {
        const Index query = m_look.asked->query;
        const Index key = m_look.asked->key;
        const auto value = [&](const ComparePart& part) -> double {
            const Tensor& matrix = panel(part).matrix;
            if (query >= matrix.size(0) || key >= matrix.size(1) ||
                panel(part).markOf(query, key) != CellMark::None)
                return std::numeric_limits<double>::quiet_NaN();
            return matrix(query, key);
        };
        states = {{QStringLiteral("A"), value(m_content.a)},
                  {QStringLiteral("B"), value(m_content.b)}};
        if (m_content.hasDifference() && query < m_geometry.difference.rows &&
            key < m_geometry.difference.columns)
            change = {{QString(), m_content.difference().difference(query, key)}};
    }
    bar(m_geometry.bar, m_content.colours, m_content.colours.range.low < 0, states);
    if (m_content.hasDifference())
        bar(m_geometry.differenceBar, m_content.differenceColours, true, change);
    legend();
}

void ComparePainter::legend() {
    if (m_geometry.legend.width() < 120 * s())
        return;
    QRectF rest = m_geometry.legend;
    const Look small{.pixels = 12};
    const bool inA = m_content.a.masked;
    const bool inB = m_content.b.masked;
    if (inA || inB) {
        const QRectF swatch(rest.left(), rest.center().y() - 7 * s(), 14 * s(), 14 * s());
        hatch({swatch}, CellMark::Masked);
        const QString text = inA && inB ? CompareWords::tr("masked")
                             : inA      ? CompareWords::tr("masked in A")
                                        : CompareWords::tr("masked in B");
        rest.setLeft(swatch.right() + 6 * s());
        writeIn(rest, text, m_theme.secondary, small);
        rest.setLeft(rest.left() + widthOf(text, small) + 16 * s());
        if (inA != inB && m_content.hasDifference() && rest.width() > 120 * s()) {
            corner({rest.left() + 10 * s(), rest.center().y() - 5 * s()}, 10 * s());
            rest.setLeft(rest.left() + 16 * s());
            const QString one = CompareWords::tr("masked in one");
            writeIn(rest, one, m_theme.secondary, small);
            rest.setLeft(rest.left() + widthOf(one, small) + 16 * s());
        }
    }
    const QString range = CompareWords::tr("one range for A and B");
    if (widthOf(range, small) <= rest.width())
        writeIn(rest, range, m_theme.secondary, {.pixels = 12, .anchor = FigureAnchor::End});
}

QString ComparePainter::stateText(const ComparePart& part, Index query, Index key) const {
    const CellMark mark = panel(part).markOf(query, key);
    return mark == CellMark::None ? cellText(panel(part).matrix(query, key), 4) : markName(mark);
}

void ComparePainter::most() {
    writeIn(m_geometry.mostTitle, CompareWords::tr("Cells that changed most"), m_theme.text,
            {.pixels = 14, .bold = true});
    if (m_content.most.empty() && !m_geometry.most.empty())
        writeIn(m_geometry.most.front(), CompareWords::tr("No cell changed."), m_theme.secondary,
                {});
    const Look states{.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number};
    const auto statesOf = [&](const CellChange& change) {
        return stateText(m_content.a, change.query, change.key) + QStringLiteral(" → ") +
               stateText(m_content.b, change.query, change.key);
    };
    double largest = 0;
    double statesWidth = 0;
    for (const CellChange& change : m_content.most) {
        if (std::isfinite(change.change))
            largest = std::max(largest, double{std::abs(change.change)});
        statesWidth = std::max(statesWidth, widthOf(statesOf(change), states) + 20 * s());
    }
    for (std::size_t i = 0; i < std::min(m_content.most.size(), m_geometry.most.size()); ++i) {
        const CellChange& change = m_content.most[i];
        const QRectF& line = m_geometry.most[i];
        const bool asked =
            m_look.asked && m_look.asked->query == change.query && m_look.asked->key == change.key;
        if (asked)
            m_canvas.fill(line, m_theme.accentTint.rgb());
        const Look number{.anchor = FigureAnchor::End, .bold = true, .font = FigureFont::Number};
        writeIn(line.adjusted(6 * s(), 0, 0, 0), QString::number(i + 1), m_theme.secondary,
                {.pixels = 12, .font = FigureFont::Number});
        const bool hasStates = line.width() > 300 * s();
        writeIn(line.adjusted(0, 0, -6 * s(), 0), hasStates ? statesOf(change) : QString(),
                m_theme.secondary, states);
        const double right = line.right() - (hasStates ? statesWidth : 6 * s());
        writeIn({line.left(), line.top(), right - line.left(), line.height()},
                (change.change > 0 ? u'+' : QChar(0x2212)) +
                    (std::isinf(change.change) ? QStringLiteral("∞")
                                               : fixedText(std::abs(double{change.change}), 3)),
                m_theme.text, number);
        const double pairLeft = line.left() + 24 * s();
        const double barRoom = 40 * s();
        const double pairRight = right - 62 * s() - barRoom;
        const Look words{.bold = asked};
        writeIn({pairLeft, line.top(), pairRight - pairLeft, line.height()},
                elided(m_content.a.rowLabels.value(change.query) + QStringLiteral(" → ") +
                           m_content.a.columnLabels.value(change.key),
                       words, pairRight - pairLeft - 6 * s()),
                m_theme.text, words);
        const double part = std::isfinite(change.change) && largest > 0
                                ? std::abs(double{change.change}) / largest
                                : 1;
        const double wide = (barRoom - 6 * s()) * part;
        m_canvas.fill({pairRight + (change.change > 0 ? 0 : barRoom - 6 * s() - wide),
                       line.center().y() - 6 * s(), wide, 12 * s()},
                      colourAt(m_content.differenceColours.map, change.change > 0 ? .88 : .12));
    }
}

void ComparePainter::heads() {
    if (m_geometry.heads.empty())
        return;
    QString title = CompareWords::tr("All heads, B − A");
    if (m_content.ownHead)
        title = CompareWords::tr("B − A");
    else if (m_geometry.heads.size() < m_content.heads.size())
        title = CompareWords::tr("Heads 1 – %1 of %2, B − A")
                    .arg(m_geometry.heads.size())
                    .arg(m_content.heads.size());
    writeIn(m_geometry.headsTitle, title, m_theme.text, {.pixels = 14, .bold = true});
    for (std::size_t i = 0; i < m_geometry.heads.size(); ++i) {
        const CompareThumbnail& small = m_geometry.heads[i];
        const bool chosen = i == m_content.shown;
        if (chosen) {
            m_canvas.fill(small.frame, m_theme.accentTint.rgb());
            m_canvas.fill({small.frame.left(), small.frame.top(), 3, small.frame.height()},
                          m_theme.accent.rgb());
        }
        const CompareImages::Picture& picture = m_images.heads[i];
        m_canvas.cellImage(small.matrix.pooled(picture.factor), picture.image);
        paintHeadBadge(m_canvas, small.badge, m_content.a.panels[i].head, m_theme.kind, 11 * s());
        const MatrixDifference& difference = m_content.differences[i];
        writeIn(small.value,
                m_content.weights ? movedText(difference.moved, difference.unmeasured)
                                  : shortText(difference.largest),
                m_theme.text, {.pixels = 12, .bold = chosen, .font = FigureFont::Number});
    }
}

} // namespace headscope
