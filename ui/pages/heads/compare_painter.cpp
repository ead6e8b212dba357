// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above and beside the cells.
#include "pages/heads/compare_painter.h"

#include "pages/heads/compare_words.h"
#include "scene/label_place.h"

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

FigureMatrix figureMatrix(const MatrixGeometry& geometry) {
    FigureMatrix matrix;
    matrix.origin = geometry.origin;
    matrix.pitchX = geometry.pitchX;
    matrix.pitchY = geometry.pitchY;
    matrix.gap = geometry.gap;
    matrix.rows = geometry.rows;
    matrix.columns = geometry.columns;
    return matrix;
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

void ComparePainter::write(QPointF at, const QString& text, const QColor& colour,
                           const Look& look) {
    if (!text.isEmpty())
        m_canvas.text(figureLine(text, at, look, s()), colour.rgb());
}

void ComparePainter::writeIn(const QRectF& rect, const QString& text, const QColor& colour,
                             Look look) {
    const double x = look.anchor == FigureAnchor::Start    ? rect.left()
                     : look.anchor == FigureAnchor::Middle ? rect.center().x()
                                                           : rect.right();
    write({x, rect.center().y() + look.pixels * s() * middleToBaseline}, text, colour, look);
}

double ComparePainter::widthOf(const QString& text, const Look& look, double scale) {
    const QFont font =
        figureFont(look.font, static_cast<int>(std::lround(look.pixels * scale)), look.bold);
    return QFontMetricsF(font).horizontalAdvance(printable(text));
}

QString ComparePainter::elided(const QString& text, const Look& look, double width) const {
    const QFont font =
        figureFont(look.font, static_cast<int>(std::lround(look.pixels * s())), look.bold);
    return QFontMetricsF(font).elidedText(printable(text), Qt::ElideRight, width);
}

void ComparePainter::titles() {
    const bool head =
        !m_content.a.panels.empty() && panel(m_content.a).kind == MatrixPanel::Kind::Head;
    QRectF title = m_geometry.title;
    if (head) {
        const QColor colour = headColour(panel(m_content.a).head, m_theme.kind);
        m_canvas.fill(m_geometry.badge, colour.rgb());
        writeIn(m_geometry.badge, QString::number(panel(m_content.a).head + 1),
                textColourOn(colour.rgb()),
                {.pixels = 14, .anchor = FigureAnchor::Middle, .bold = true});
    } else {
        title.setLeft(m_geometry.badge.left());
    }
    Look large{.pixels = 20, .bold = true};
    // The answer goes before how it is measured.
    const bool measured = widthOf(m_content.title, large, s()) <= title.width();
    if (!measured)
        title.setRight(m_geometry.measure.right());
    // A long answer becomes smaller before it is cut.
    while (large.pixels > 15 && widthOf(m_content.title, large, s()) > title.width())
        --large.pixels;
    const QString answer = elided(m_content.title, large, title.width());
    writeIn(title, answer, m_theme.text, large);
    const double rest = title.width() - widthOf(answer, large, s()) - 16 * s();
    const Look small{.pixels = 14};
    if (!m_content.detail.isEmpty() && rest > 80 * s())
        writeIn({title.right() - rest, title.top() + 1, rest, title.height()},
                elided(m_content.detail, small, rest), m_theme.secondary, small);
    if (measured && widthOf(m_content.measure, small, s()) <= m_geometry.measure.width())
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
        const double wide = widthOf(edit.subject, bold, s()) + widthOf(edit.change, plain, s()) +
                            widthOf(said, plain, s()) + 48 * s();
        if (wide > rest.width()) {
            writeIn(rest, QStringLiteral("…"), m_theme.secondary, plain);
            return;
        }
        for (const auto& [text, look, colour] : {std::tuple(edit.subject, bold, m_theme.text),
                                                 std::tuple(edit.change, plain, m_theme.text),
                                                 std::tuple(said, plain, m_theme.secondary)}) {
            writeIn(rest, text, colour, look);
            rest.setLeft(rest.left() + widthOf(text, look, s()) + 10 * s());
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
    writeIn(name, elided(text, {.pixels = 13}, name.width()), m_theme.text, {.pixels = 13});
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
        if (widthOf(other, {.pixels = 12}, s()) < m_geometry.sharedTitle.width() - 24 * s())
            writeIn(m_geometry.sharedTitle, other, m_theme.secondary,
                    {.pixels = 12, .anchor = FigureAnchor::End});
    }
    if (m_geometry.differenceTitle.isEmpty())
        return;
    const Look bold{.pixels = 14, .bold = true};
    const QString title = QStringLiteral("B − A");
    writeIn(m_geometry.differenceTitle, title, m_theme.text, bold);
    const QString signs = CompareWords::tr("+ more   − less   · under .005");
    const double room = m_geometry.differenceTitle.width() - widthOf(title, bold, s()) - 16;
    if (widthOf(signs, {.pixels = 12}, s()) <= room)
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
    write({room.right(), room.bottom() - 22 * s()}, CompareWords::tr("key →"), m_theme.secondary,
          small);
    write({room.right(), room.bottom() - 6 * s()}, CompareWords::tr("query ↓"), m_theme.secondary,
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
            write({room.center().x() + 13 * s() * middleToBaseline, room.bottom() - 3 * s()},
                  elided(whole, look, room.height() - 4 * s()), colour, look);
            continue;
        }
        const CompareLabel label = compareLabel(whole);
        const Look look{.bold = asked};
        const Look small{.pixels = 9};
        const double index = label.index.isEmpty() ? 0 : widthOf(label.index, small, s()) + 2;
        const QString text = elided(label.text, look, cell.width() - index);
        const double wide = widthOf(text, look, s());
        const double left = cell.center().x() - (wide + index) / 2;
        const double base = room.center().y() + 13 * s() * middleToBaseline;
        write({left, base}, text, colour, look);
        if (index > 0)
            write({left + wide + 2, base + 3 * s()}, label.index,
                  filled ? m_theme.accentText : m_theme.secondary, small);
    }
}

} // namespace headscope
