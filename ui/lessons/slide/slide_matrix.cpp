// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/slide/slide_matrix.h"

#include "scene/value_range.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"
#include "words/word_notes.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headscope {

SlideMatrix::SlideMatrix(const Scene& scene)
    : m_stage(scene.isEmpty() ? nullptr : preparedStage(scene))
    , m_shown(scene.selection.stage)
    , m_display(scene.display) {
    if (isEmpty())
        return;
    m_panel = std::clamp(scene.selection.panel, 0, static_cast<int>(m_stage->panels.size()) - 1);
    const auto marked = [&](QStringList words, std::size_t side) {
        return markedWords(std::move(words), wordNotes(*scene.run, scene.selection.scope, panel(),
                                                       side, scene.selection.sequence));
    };
    m_rowWords = marked(rowLabels(scene.tokens(), panel(), scene.selection.sequence), 0);
    m_columnWords = marked(columnLabels(scene.tokens(), panel(), scene.selection.sequence), 1);
    const Tensor& matrix = panel().matrix;
    m_choices = ringsOf(scene.pointed, m_panel, matrix.size(0), matrix.size(1));
    std::erase_if(m_choices, [](const MatrixRing& ring) { return ring.letter.isEmpty(); });
    const std::optional<PanelCell>& locked = scene.selection.locked;
    if (m_choices.empty() && locked && locked->row < matrix.size(0) &&
        locked->column < matrix.size(1))
        m_locked = locked;
}

bool SlideMatrix::asksRow(Index row) const {
    return (m_locked && m_locked->row == row) ||
           std::ranges::any_of(m_choices, [row](const MatrixRing& ring) {
               return ring.cells.rows() == 1 && ring.cells.firstRow == row;
           });
}

bool SlideMatrix::asksColumn(Index column) const {
    return (m_locked && m_locked->column == column) ||
           std::ranges::any_of(m_choices, [column](const MatrixRing& ring) {
               return ring.cells.columns() == 1 && ring.cells.firstColumn == column;
           });
}

const MatrixPanel& SlideMatrix::panel() const {
    return m_stage->panels[static_cast<std::size_t>(m_panel)].panel;
}

CellColours SlideMatrix::colours() const {
    return {mapOf(m_stage->name, m_display.map),
            m_stage->range(static_cast<std::size_t>(m_panel), m_display.range), m_display.theme};
}

SlideGeometry SlideMatrix::laidOut(QSizeF size) const {
    if (isEmpty())
        return layOutSlide(size, 0, 0, 0, 0);
    const double u = slideUnit(size);
    const QFontMetricsF metrics(textFont(30 * u, QFont::DemiBold));
    double widest = metrics.horizontalAdvance(tr("query")) + 20 * u;
    for (const QString& word : m_rowWords)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return layOutSlide(size, panel().matrix.size(0), panel().matrix.size(1), widest,
                       widestColumnWord(smallestSlideWord * u));
}

void SlideMatrix::paint(QPainter& painter, const SlideGeometry& geometry) const {
    const double u = geometry.unit;
    const CellColours look = colours();
    paintMatrix(painter, geometry.cells, panel(), cellImage(panel(), look, false), look,
                m_display.valuesInCells, DigitSizes(24 * u, std::min(20 * u, 14.0)));
    paintRowWords(painter, geometry);
    paintColumnWords(painter, geometry);
    if (!isQueryKeyStage(m_shown))
        return;
    painter.setFont(textFont(27 * u));
    painter.setPen(theme(m_display.theme).secondary);
    const QRectF corner = geometry.corner();
    painter.drawText(corner, Qt::AlignRight | Qt::AlignTop, tr("key") + QStringLiteral(" →"));
    painter.drawText(corner, Qt::AlignRight | Qt::AlignBottom, tr("query") + QStringLiteral(" ↓"));
}

void SlideMatrix::paintRowWords(QPainter& painter, const SlideGeometry& geometry) const {
    const double u = geometry.unit;
    const Theme& colours = theme(m_display.theme);
    const MatrixGeometry& cells = geometry.cells;
    const double pixels = std::clamp((cells.pitchY - cells.gapY) / 1.3, 8.0, 30 * u);
    const Index step = labelStep(cells.pitchY, 1.2 * pixels);
    for (Index i = 0; i < cells.rows; i += step) {
        const bool asked = asksRow(i);
        const QRectF room = geometry.rowWord(i);
        if (asked)
            painter.fillRect(room.adjusted(0, 0, 6 * u, 0), colours.accentTint);
        painter.setFont(textFont(pixels, asked ? QFont::Bold : QFont::Normal));
        painter.setPen(colours.text);
        drawElidedText(painter, room.adjusted(0, 0, -10 * u, 0), Qt::AlignRight | Qt::AlignVCenter,
                       m_rowWords.value(static_cast<int>(i)));
    }
}

void SlideMatrix::paintColumnWords(QPainter& painter, const SlideGeometry& geometry) const {
    const double u = geometry.unit;
    const Theme& colours = theme(m_display.theme);
    const MatrixGeometry& cells = geometry.cells;
    const double most = 27 * u;
    const double widest = widestColumnWord(most);
    const bool upright = geometry.upright > 0;
    const double pixels =
        upright ? smallestSlideWord * u
                : std::clamp(most * (cells.pitchX - 8) / widest, std::min(12.0, most), most);
    const Index step = upright ? 1 : labelStep(cells.pitchX, widest * pixels / most);
    for (Index i = 0; i < cells.columns; i += step) {
        const bool asked = asksColumn(i);
        const QRectF room = geometry.columnWord(i, step);
        if (asked)
            painter.fillRect(room, colours.accentTint);
        painter.setFont(textFont(pixels, asked ? QFont::Bold : QFont::Normal));
        painter.setPen(colours.text);
        const QString word = m_columnWords.value(static_cast<int>(i));
        if (!upright) {
            painter.drawText(room, Qt::AlignCenter | Qt::TextSingleLine, word);
            continue;
        }
        painter.save();
        painter.translate(room.bottomLeft());
        painter.rotate(-90);
        drawElidedText(painter, QRectF(2 * u, 0, room.height() - 2 * u, room.width()),
                       Qt::AlignLeft | Qt::AlignVCenter, word);
        painter.restore();
    }
}

double SlideMatrix::widestColumnWord(double pixels) const {
    const QFontMetricsF metrics(textFont(pixels, QFont::Bold));
    double widest = 1;
    for (const QString& word : m_columnWords)
        widest = std::max(widest, metrics.horizontalAdvance(word));
    return widest;
}

void SlideMatrix::paintRings(QPainter& painter, const SlideGeometry& geometry) const {
    if (m_locked)
        paintLockFrame(painter, geometry.cells.cellRect(m_locked->row, m_locked->column));
    for (const MatrixRing& ring : m_choices)
        paintRing(painter, geometry.cells.rectOf(ring.cells), ring, theme(m_display.theme),
                  std::max(2.0, std::round(4 * geometry.unit)));
}

void SlideMatrix::paintSweep(QPainter& painter, const SlideGeometry& geometry, Index row,
                             double along) const {
    if (row >= geometry.cells.rows)
        return;
    const double u = geometry.unit;
    const Theme& colours = theme(m_display.theme);
    QRectF frame = geometry.cells.rowRect(row);
    frame.setWidth(frame.width() * along);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.accent, std::max(2.0, 4 * u)));
    painter.drawRect(frame.adjusted(-2 * u, -2 * u, 2 * u, 2 * u));
    if (along < 1)
        return;
    const double sum =
        m_stage->panels[static_cast<std::size_t>(m_panel)].sums.rows[static_cast<std::size_t>(row)];
    painter.setFont(numberFont(28 * u, QFont::DemiBold));
    painter.drawText(geometry.rowSum(row), Qt::AlignLeft | Qt::AlignVCenter,
                     sumText(sum, static_cast<std::size_t>(geometry.cells.columns)));
}

} // namespace headscope
