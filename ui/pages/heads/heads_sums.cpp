// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/heads/heads_sums.h"

#include "pages/heads/heads_presented.h"
#include "painters/number_type.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

ShownSums shownSums(const HeadsPicture& picture) {
    const PreparedPanel& shown = picture.content().prepared(picture.content().shownPanel());
    const CellSpan seen = picture.seenCells();
    // What is seen of a matrix is summed up here as long as nobody waits for it.
    const CellSpan all = picture.geometry().matrix.span();
    if (seen == all || seen.cells() > workAtOnce)
        return {shown.sums, all, false};
    ShownSums result{{}, seen, true};
    result.sums.rows.assign(static_cast<std::size_t>(seen.rows()), 0);
    result.sums.columns.assign(static_cast<std::size_t>(seen.columns()), 0);
    const Tensor& matrix = shown.panel.matrix;
    for (Index row = seen.firstRow; row < std::min(seen.endRow, shown.panel.paddingFrom); ++row) {
        const float* value =
            matrix.data() + row * matrix.stride(0) + seen.firstColumn * matrix.stride(1);
        double& ofRow = result.sums.rows[static_cast<std::size_t>(row - seen.firstRow)];
        for (double& ofColumn : result.sums.columns) {
            ofRow += *value;
            ofColumn += *value;
            value += matrix.stride(1);
        }
    }
    return result;
}

QString sumTip(const HeadsPicture& picture, QPointF position) {
    const HeadsContent& content = picture.content();
    if (!content.hasSums())
        return {};
    const HeadsGeometry& geometry = picture.geometry();
    const MatrixGeometry& matrix = geometry.matrix;
    const bool inSide = geometry.rowSums.contains(position);
    // The sum that stands beside a cell of the first column or under one of the first row.
    QPointF beside = position;
    if (inSide)
        beside.setX(geometry.viewport.left() + 1);
    else if (geometry.columnSums.united(geometry.columnBars).contains(position))
        beside.setY(geometry.viewport.top() + 1);
    else
        return {};
    const auto cell = matrix.cellAt(beside);
    if (!cell)
        return {};
    const bool ofRow = inSide != matrix.turned;
    if (ofRow && content.shown().isPadding(cell->row, 0))
        return {};
    const ShownSums shown = shownSums(picture);
    const std::vector<double>& sums = ofRow ? shown.sums.rows : shown.sums.columns;
    const Index i = ofRow ? cell->row : cell->column;
    const Index place = i - (ofRow ? shown.span.firstRow : shown.span.firstColumn);
    if (place < 0 || place >= std::ssize(sums))
        return {};
    const QString label = (ofRow ? content.rows() : content.columns()).labels.value(i);
    const QString sum = fullNumber(sums[static_cast<std::size_t>(place)]);
    return shown.part ? QCoreApplication::translate("Heads", "Σ %1 in view: %2").arg(label, sum)
                      : QStringLiteral("Σ %1: %2").arg(label, sum);
}

namespace {

class SumsPainter {
    Q_DECLARE_TR_FUNCTIONS(Heads)

public:
    SumsPainter(QPainter& painter, const HeadsPicture& picture)
        : m_painter(painter)
        , m_content(picture.content())
        , m_geometry(picture.geometry())
        , m_shown(shownSums(picture))
        , m_unit(m_content.display().presentedUnit())
        // Before a class as large as the numbers in the cells may be.
        , m_scale(m_content.isPresented() ? presented::small * m_unit / 13
                                          : m_content.display().textScale)
        , m_turned(m_content.scene().isTurned()) {}

    void paint() const {
        if (!m_geometry.rowSums.isEmpty())
            paintBeside();
        if (!m_geometry.columnSums.isEmpty())
            paintBelow();
    }

private:
    const Theme& colours() const { return theme(m_content.display().theme); }
    double pixels() const { return 13 * m_scale; }
    const std::vector<double>& beside() const {
        return m_turned ? m_shown.sums.columns : m_shown.sums.rows;
    }
    const std::vector<double>& below() const {
        return m_turned ? m_shown.sums.rows : m_shown.sums.columns;
    }
    Index padding() const { return m_content.shown().paddingFrom; }
    /// Of the asked cell, down or across; -1: none is asked.
    Index marked(bool down) const {
        const std::optional<PanelCell> asked = m_content.scene().selection.asked();
        return !asked ? -1 : down != m_turned ? asked->row : asked->column;
    }
    void write(const QRectF& room, const QString& text) const {
        m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
    }

    void paintBeside() const;
    void paintBelow() const;

    QPainter& m_painter;
    const HeadsContent& m_content;
    const HeadsGeometry& m_geometry;
    ShownSums m_shown;
    double m_unit;
    double m_scale;
    bool m_turned; ///< rows stand below, columns beside
};

void SumsPainter::paintBeside() const {
    const MatrixGeometry& matrix = m_geometry.matrix;
    const QRectF& room = m_geometry.rowSums;
    const QRectF& seen = m_geometry.viewport;
    const double height = QFontMetricsF(numberFont(pixels())).height();
    const Index markedSide = marked(true);
    const Index first = m_turned ? m_shown.span.firstColumn : m_shown.span.firstRow;
    m_painter.setPen(colours().secondary);
    m_painter.setFont(textFont(pixels()));
    write(QRectF(room.left(), m_geometry.columnLabels.bottom() - 26 * m_scale, room.width(),
                 26 * m_scale),
          m_shown.part ? tr("in view")
          : m_turned   ? tr("Σ key")
                       : tr("Σ row"));
    const Index step = labelStep(matrix.pitchY, height * 0.9);
    for (Index i = first; i < first + std::ssize(beside()); ++i) {
        const double centre = matrix.centreDown(i);
        if (centre < seen.top() || centre > seen.bottom())
            continue;
        const bool isMarked = i == markedSide;
        if ((i % step != 0 && !isMarked) || (!m_turned && i >= padding()))
            continue;
        if (step > 1 && markedSide >= 0 && !isMarked &&
            std::abs(static_cast<double>(i - markedSide)) * matrix.pitchY < height)
            continue;
        const double sum = beside()[static_cast<std::size_t>(i - first)];
        m_painter.setFont(numberFont(pixels(), isMarked ? QFont::Bold : QFont::Normal));
        m_painter.setPen(isMarked ? colours().text : colours().secondary);
        write(QRectF(room.left(), centre - height / 2, room.width(), height),
              sumText(sum, below().size()));
        // Of a whole row it is 1; of a part it says how much of the row is seen.
        if (!m_shown.part || m_turned || matrix.pitchY < height + 6 * m_scale)
            continue;
        const double share = std::clamp(sum, 0.0, 1.0);
        const QRectF slot(room.right() - 46 * m_scale, std::round(centre + height / 2),
                          46 * m_scale, 3 * m_scale);
        m_painter.fillRect(slot, colours().hairline);
        m_painter.fillRect(QRectF(slot.topLeft(), QSizeF(slot.width() * share, slot.height())),
                           isMarked ? colours().accent : colours().neutralBar);
    }
}

void SumsPainter::paintBelow() const {
    const MatrixGeometry& matrix = m_geometry.matrix;
    const QRectF& room = m_geometry.columnSums;
    const QRectF& bars = m_geometry.columnBars;
    const QRectF& seen = m_geometry.viewport;
    double largest = 0;
    double total = 0;
    for (const double sum : below()) {
        largest = std::max(largest, sum);
        total += sum;
    }
    m_painter.setFont(textFont(pixels()));
    m_painter.setPen(colours().secondary);
    const QRectF labels(m_geometry.rowLabels.left(), room.top(), m_geometry.rowLabels.width(),
                        room.height());
    write(labels, m_shown.part ? tr("in view") : m_content.titleOfSumsBelow());
    if (!bars.isEmpty())
        write(labels.translated(0, labels.height()), m_turned ? tr("given") : tr("received"));
    m_painter.setFont(numberFont(pixels()));
    if (!m_geometry.rowSums.isEmpty())
        write(QRectF(m_geometry.rowSums.left(), room.top(), m_geometry.rowSums.width(),
                     room.height()),
              sumText(total, beside().size() * below().size()));
    // "10.00", as small as it can be read; before a class these are rows: "1.00".
    const bool inClass = m_content.isPresented();
    const auto small = numberPixels({.cell = {matrix.pitchX, 0},
                                     .inset = 2,
                                     .most = pixels(),
                                     .least = inClass ? presented::least * m_unit : 9.5},
                                    inClass ? 4 : 5);
    const Index first = m_turned ? m_shown.span.firstRow : m_shown.span.firstColumn;
    const Index markedBelow = marked(false);
    for (Index i = first; i < first + std::ssize(below()); ++i) {
        const double x = matrix.centreAcross(i);
        if (x < seen.left() || x > seen.right())
            continue;
        const bool isMarked = i == markedBelow;
        if (m_turned && i >= padding())
            break;
        const double sum = below()[static_cast<std::size_t>(i - first)];
        if (small || isMarked) {
            m_painter.setFont(
                numberFont(small.value_or(pixels()), isMarked ? QFont::Bold : QFont::Normal));
            m_painter.setPen(colours().text);
            // The first and the last number stay beside their neighbours' columns.
            const QString text = sumText(sum, beside().size());
            const double half = QFontMetricsF(m_painter.font()).horizontalAdvance(text) / 2;
            const double centre = std::max(x, room.left() + half + 2);
            m_painter.drawText(QRectF(centre - half - 2, room.top(), 2 * half + 4, room.height()),
                               Qt::AlignCenter, text);
        }
        if (bars.isEmpty())
            continue;
        const double wide = matrix.pitchX - matrix.gapX;
        const double barWidth = wide > 12 ? wide * 0.64 : wide;
        const double barHeight = largest > 0 ? bars.height() * sum / largest : 0;
        // Of a column that is half in view the bar stays under that half.
        const double from = std::max(x - barWidth / 2, seen.left());
        const double to = std::min(x + barWidth / 2, seen.right());
        m_painter.fillRect(QRectF(from, bars.top(), to - from, std::max(1.0, barHeight)),
                           isMarked ? colours().accent : colours().neutralBar);
    }
}

} // namespace

void paintSums(QPainter& painter, const HeadsPicture& picture) {
    if (picture.content().hasSums())
        SumsPainter(painter, picture).paint();
}

} // namespace headscope
