// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax/softmax_painter.h"

#include "pages/steps/softmax/softmax_words.h"
#include "painters/fitted_text.h"
#include "painters/matrix_painter.h"
#include "painters/number_type.h"
#include "timeline/easing.h"
#include "type/fonts.h"
#include "type/label_place.h"
#include "type/math_text.h"
#include "type/wrapped_text.h"
#include "words/numbers/number_format.h"
#include "words/numbers/range_words.h"

#include <QBrush>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace headscope {

namespace {

/// A column that is drawn: each, or where several share a pixel the one with the largest weight.
struct DrawnColumn {
    Index index = 0;
    double left = 0;
    double width = 0;
};

/// One painting of the row.
class SoftmaxPicture {
public:
    SoftmaxPicture(QPainter& painter, const SoftmaxGeometry& geometry, const SoftmaxData& data,
                   double progress, const SoftmaxLook& look);

    void paint();

private:
    double done(SoftmaxPhase phase) const { return softmaxProgress(phase, m_progress); }
    /// The own progress of a column in a move in which one follows the other.
    double doneAt(SoftmaxPhase phase, Index column) const {
        return staggered(done(phase), column, m_data.size());
    }
    bool isAsked(Index column) const { return m_data.asked == column; }
    void writeNumber(const QRectF& place, const QString& text, bool bold, const QColor& colour);
    void writeTotal(const QRectF& row, const QString& text);
    void line(const QPointF& from, const QPointF& to, const QColor& colour);
    void hatch(const QRectF& rect, bool chart);
    /// The slot of a drawn column for a bar, in a row.
    QRectF slotOf(const DrawnColumn& drawn, const QRectF& row) const;
    QRectF cellOf(const DrawnColumn& drawn, const QRectF& row) const;
    void paintTitle();
    void paintSwitch();
    void paintWords();
    void writeWords(const QRectF& place, const RowWords& words);
    void paintLabels();
    void paintScores();
    void paintLargest();
    /// The axis at the left of bars, from 0 to 1.
    void paintAxis(const QRectF& row, bool half);
    /// A bar at each column, as long as its number and as its phase has come.
    void paintBars(const QRectF& row, SoftmaxPhase phase,
                   const std::function<double(const SoftmaxColumn&)>& valueOf,
                   const std::function<QColor(Index)>& fillOf);
    void paintExponentials();
    void paintSum();
    void paintSumAxes();
    void paintQuotients();
    void paintWeights();
    void paintCalculation();
    void paintColourBar();

    QPainter& m_painter;
    const SoftmaxGeometry& m_g;
    const SoftmaxData& m_data;
    double m_progress;
    const SoftmaxLook& m_look;
    const Theme& m_theme;
    double m_s;
    std::vector<DrawnColumn> m_drawn;
    std::vector<Index> m_written;
    QBrush m_cellHatch;
    QBrush m_chartHatch;
};

std::vector<DrawnColumn> drawnColumns(const SoftmaxGeometry& g, const SoftmaxData& data) {
    std::vector<DrawnColumn> drawn;
    if (g.pitch >= 1) {
        for (Index i = 0; i < data.size(); ++i)
            drawn.push_back({i, g.column(g.labels, i).left(), g.pitch});
        return drawn;
    }
    for (Index i = 0; i < data.size(); ++i) {
        const double left = std::floor(g.column(g.labels, i).left());
        if (drawn.empty() || drawn.back().left != left)
            drawn.push_back({i, left, 1});
        else if (data[i].exponential > data[drawn.back().index].exponential)
            drawn.back().index = i;
    }
    return drawn;
}

/// The asked column and then the largest, for as many as could ever be written.
std::vector<Index> byImportance(const SoftmaxData& data) {
    constexpr std::size_t most = 256;
    std::vector<Index> order;
    for (Index i = 0; i < data.size(); ++i) {
        if (!data[i].isEmpty())
            order.push_back(i);
    }
    const std::size_t kept = std::min(most, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept),
                              [&](Index a, Index b) {
                                  return data[a].exponential != data[b].exponential
                                             ? data[a].exponential > data[b].exponential
                                             : a < b;
                              });
    order.resize(kept);
    if (data.asked)
        order.insert(order.begin(), *data.asked);
    return order;
}

/// In charts the whole slot is hatched, in lighter lines on the ground of the picture.
QBrush chartHatch(const Theme& theme) {
    constexpr int side = 8;
    QImage tile(side, side, QImage::Format_ARGB32_Premultiplied);
    tile.fill(Qt::transparent);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.hatchLight, 1));
    for (int shift = -side; shift <= side; shift += side)
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1));
    painter.end();
    return QBrush(tile);
}

SoftmaxPicture::SoftmaxPicture(QPainter& painter, const SoftmaxGeometry& geometry,
                               const SoftmaxData& data, double progress, const SoftmaxLook& look)
    : m_painter(painter)
    , m_g(geometry)
    , m_data(data)
    , m_progress(progress)
    , m_look(look)
    , m_theme(theme(look.theme))
    , m_s(geometry.textScale)
    , m_drawn(drawnColumns(geometry, data))
    , m_written(writtenColumns(geometry, byImportance(data)))
    , m_cellHatch(markBrush(CellMark::Masked, m_theme))
    , m_chartHatch(chartHatch(m_theme)) {}

void SoftmaxPicture::paint() {
    paintTitle();
    paintSwitch();
    paintWords();
    paintLabels();
    paintScores();
    paintSum(); // what flies there passes under the numbers
    paintExponentials();
    paintQuotients();
    paintWeights();
    paintCalculation();
    paintColourBar();
}

void SoftmaxPicture::writeNumber(const QRectF& place, const QString& text, bool bold,
                                 const QColor& colour) {
    m_painter.setFont(numberFont(m_g.digits, bold ? QFont::DemiBold : QFont::Normal));
    m_painter.setPen(colour);
    m_painter.drawText(place, Qt::AlignCenter, text);
}

void SoftmaxPicture::writeTotal(const QRectF& row, const QString& text) {
    m_painter.setFont(numberFont(13 * m_s, QFont::DemiBold));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(QRectF(m_g.totals.left(), row.top(), m_g.totals.width(), row.height()),
                       Qt::AlignRight | Qt::AlignVCenter, text);
}

void SoftmaxPicture::line(const QPointF& from, const QPointF& to, const QColor& colour) {
    m_painter.setPen(QPen(colour, 1));
    m_painter.drawLine(from, to);
}

void SoftmaxPicture::hatch(const QRectF& rect, bool chart) {
    if (m_g.pitch < 4) {
        m_painter.fillRect(rect, chart ? m_theme.hairline
                                       : QColor(markStyle(CellMark::Masked, m_theme).flat));
        return;
    }
    m_painter.setBrushOrigin(m_g.labels.topLeft());
    m_painter.fillRect(rect, chart ? m_chartHatch : m_cellHatch);
    m_painter.setBrushOrigin(0, 0);
}

QRectF SoftmaxPicture::slotOf(const DrawnColumn& drawn, const QRectF& row) const {
    return m_g.pitch < 1 ? QRectF(drawn.left, row.top(), 1, row.height())
                         : m_g.slot(row, drawn.index);
}

QRectF SoftmaxPicture::cellOf(const DrawnColumn& drawn, const QRectF& row) const {
    return {drawn.left, row.top(), drawn.width - (m_g.pitch > 4 ? 1 : 0), row.height()};
}

void SoftmaxPicture::paintTitle() {
    const QString title = softmaxTitle(m_data);
    m_painter.setFont(
        fittedFont(textFont(20 * m_s, QFont::DemiBold), title, m_g.title.width(), 15 * m_s));
    m_painter.setPen(m_theme.text);
    drawElidedText(m_painter, m_g.title, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!m_g.narrow)
        return;
    m_painter.setFont(textFont(13 * m_s));
    m_painter.setPen(m_theme.secondary);
    drawElidedText(m_painter, m_g.remark, Qt::AlignLeft | Qt::AlignVCenter,
                   softmaxRemark(m_written.size(), m_data.size()));
}

void SoftmaxPicture::paintSwitch() {
    const SoftmaxPhase current = softmaxPhaseAt(m_progress);
    const QRectF whole = m_g.phases.front() | m_g.phases.back();
    m_painter.fillRect(whole, m_theme.controlBorder);
    for (std::size_t i = 0; i < softmaxPhases; ++i) {
        const auto phase = static_cast<SoftmaxPhase>(i);
        const QRectF place = m_g.phases[i].adjusted(i == 0 ? 1 : 0, 1, -1, -1);
        const bool chosen = phase == current;
        m_painter.fillRect(place, chosen ? m_theme.accentTint : m_theme.control);
        if (chosen)
            m_painter.fillRect(QRectF(place.left(), place.bottom() - 2, place.width(), 2),
                               m_theme.accent);
        m_painter.setFont(textFont(13 * m_s, chosen ? QFont::DemiBold : QFont::Normal));
        m_painter.setPen(chosen ? m_theme.text : m_theme.secondary);
        m_painter.drawText(place, Qt::AlignCenter, phaseName(phase));
    }
}

void SoftmaxPicture::writeWords(const QRectF& place, const RowWords& words) {
    const double name = 20 * m_s;
    const double made = words.made.isEmpty() ? 0 : 17 * m_s;
    const QRectF upper(m_g.words.left(), place.center().y() - (name + made) / 2, m_g.words.width(),
                       name);
    m_painter.setFont(textFont(14 * m_s, QFont::DemiBold));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, words.name);
    m_painter.setPen(m_theme.secondary);
    drawMathText(m_painter, QRectF(upper.left(), upper.bottom(), upper.width(), made),
                 Qt::AlignLeft | Qt::AlignVCenter, words.made, textFont(13 * m_s));
}

void SoftmaxPicture::paintWords() {
    writeWords(
        QRectF(m_g.scores.left(), m_g.scores.top(), 1, std::max(m_g.scores.height(), 37 * m_s)),
        scoreWords(m_data));
    writeWords(m_g.exponentials, exponentialWords());
    writeWords(QRectF(m_g.sum.left(), m_g.sum.bottom() - 35 * m_s, 1, 37 * m_s), sumWords());
    writeWords(m_g.quotients, quotientWords());
    writeWords(m_g.weights, weightWords(m_data));
    if (m_data.largest && done(SoftmaxPhase::Quotient) > 0) {
        m_painter.setFont(textFont(13 * m_s, QFont::DemiBold));
        m_painter.setPen(m_theme.accent);
        m_painter.drawText(QRectF(m_g.words.left(), m_g.belowSum.top() + 5 * m_s, m_g.words.width(),
                                  m_g.belowSum.height() - 5 * m_s),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           QStringLiteral("÷ ") + numberText(m_data.sum));
    }
}

void SoftmaxPicture::paintLabels() {
    for (const Index i : m_written) {
        const QRectF place = m_g.writing(m_g.labels, i);
        const bool asked = isAsked(i);
        if (asked)
            m_painter.fillRect(m_g.narrow ? place : m_g.cell(m_g.labels, i), m_theme.accent);
        const QFont wanted = textFont(13 * m_s, asked ? QFont::DemiBold : QFont::Normal);
        // Words seldom are long side by side: one may come close to its neighbours.
        const double room = place.width() - 1;
        QFont font = fittedFont(wanted, m_data[i].label, room, 12 * m_s);
        const bool fits = QFontMetricsF(font).horizontalAdvance(m_data[i].label) <= room;
        const QString label = fits ? m_data[i].label : m_data[i].word;
        if (!fits)
            font = fittedFont(wanted, label, room, (m_look.presentation ? 12 : 11) * m_s);
        m_painter.setFont(font);
        m_painter.setPen(asked                 ? m_theme.accentText
                         : m_data[i].isEmpty() ? m_theme.inactive
                                               : m_theme.text);
        m_painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine,
                           elidedLabel(QFontMetricsF(font), label, room));
    }
    m_painter.setFont(textFont(13 * m_s));
    m_painter.setPen(m_theme.secondary);
    m_painter.drawText(
        QRectF(m_g.totals.left(), m_g.labels.top(), m_g.totals.width(), m_g.labels.height()),
        Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("Σ"));
}

void SoftmaxPicture::paintCalculation() {
    if (!m_g.note.isEmpty()) {
        m_painter.setPen(m_theme.text);
        drawFitted(m_painter, m_g.note, textFont(13 * m_s), m_data.note, 12 * m_s);
    }
    const SoftmaxCalculation calculation = calculationAt(m_data, m_progress);
    if (calculation.pair.isEmpty())
        return;
    const double gap = 14 * m_s;
    double left = m_g.calculation.left();
    const auto write = [&](const QString& text, const QFont& font, const QColor& colour) {
        const double room = m_g.calculation.right() - left;
        if (text.isEmpty() || room < 20 * m_s)
            return;
        const QFont fitted = fittedFont(font, text, room, 12 * m_s);
        m_painter.setFont(fitted);
        m_painter.setPen(colour);
        const double wide = QFontMetricsF(fitted).horizontalAdvance(text) + 1;
        drawElidedText(
            m_painter,
            QRectF(left, m_g.calculation.top(), std::min(wide, room), m_g.calculation.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
        left += wide + gap;
    };
    const double size = std::min(18 * m_s, m_g.calculation.height() * 0.56);
    const QFont words = textFont(size, QFont::DemiBold);
    const QFont numbers = numberFont(size);
    const QFont result = numberFont(size * 1.3, QFont::DemiBold);
    // The numbers are what the line is for: long words make room for them.
    double needed = 0;
    for (const auto& [text, font] : {std::pair(calculation.terms, numbers),
                                     {QStringLiteral("="), numbers},
                                     {calculation.result, result}})
        needed += QFontMetricsF(font).horizontalAdvance(text) + 1 + gap;
    const double line = m_g.calculation.width();
    write(elided(calculation.pair, words, std::max(0.3 * line, line - needed)), words,
          m_theme.text);
    write(calculation.terms, numbers, m_theme.text);
    if (calculation.result.isEmpty())
        return;
    if (!calculation.terms.isEmpty())
        write(QStringLiteral("="), numbers, m_theme.text);
    write(calculation.result, result, m_theme.text);
    write(calculation.remark, textFont(13 * m_s), m_theme.secondary);
}

void SoftmaxPicture::paintColourBar() {
    const QRectF& room = m_g.colourBar;
    if (room.isEmpty())
        return;
    const QFont numbers = numberFont(13 * m_s);
    const ColourKey key{scaleEnds(m_data.weightScale), {160 * m_s, 12 * m_s}, 9 * m_s};
    // The bar begins where the columns do.
    QRectF line = room;
    line.setLeft(room.left() - QFontMetricsF(numbers).horizontalAdvance(key.ends.first) - key.gap);
    m_painter.setFont(numbers);
    m_painter.setPen(m_theme.text);
    paintColourKey(m_painter, line, key, m_data.weightMap);
    line.setLeft(line.left() + key.width(numbers) + 10 * m_s);
    m_painter.setFont(textFont(13 * m_s));
    m_painter.setPen(m_theme.secondary);
    drawElidedText(m_painter, line, Qt::AlignLeft | Qt::AlignVCenter,
                   (m_data.weightScale.squareRoot ? QStringLiteral("√  ") : QString()) +
                       weightsWord(m_data));
}

void SoftmaxPicture::paintScores() {
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF cell = cellOf(drawn, m_g.scores);
        if (column.isMasked())
            hatch(cell, false);
        else
            m_painter.fillRect(cell, QColor::fromRgb(colourOf(m_data.scoreMap, m_data.scoreScale,
                                                              column.score, m_data.scaleRow)));
    }
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        const QString text = cellText(column.score, m_g.characters - 1);
        if (m_g.narrow) {
            const bool largest = m_data.largest == i && done(SoftmaxPhase::Max) == 1;
            writeNumber(m_g.writing(m_g.belowScores, i), text, largest || isAsked(i), m_theme.text);
            continue;
        }
        const QRectF cell = m_g.cell(m_g.scores, i);
        if (column.isMasked()) {
            const double width = m_g.digits * figureEm * 3;
            const double height = m_g.digits * 1.1;
            m_painter.fillRect(QRectF(cell.center().x() - width / 2, cell.center().y() - height / 2,
                                      width, height),
                               m_theme.window);
        }
        const QRgb ground =
            colourOf(m_data.scoreMap, m_data.scoreScale, column.score, m_data.scaleRow);
        writeNumber(cell, text, isAsked(i),
                    column.isMasked() ? m_theme.secondary : textColourOn(ground));
    }
    paintLargest();
}

/// One score after the other is compared with the largest before it.
void SoftmaxPicture::paintLargest() {
    const double part = done(SoftmaxPhase::Max);
    const auto compared =
        static_cast<Index>(std::ceil(part * static_cast<double>(m_data.size()) - 1e-9));
    if (compared == 0 || !m_data.largest)
        return;
    std::optional<Index> largest;
    for (Index i = 0; i < compared; ++i) {
        if (!m_data[i].isMasked() && (!largest || m_data[i].score > m_data[*largest].score))
            largest = i;
    }
    m_painter.setBrush(Qt::NoBrush);
    if (part < 1) {
        m_painter.setPen(QPen(m_theme.accent, 2));
        m_painter.drawRect(m_g.cell(m_g.scores, compared - 1).adjusted(1, 1, -1, -1));
    }
    if (!largest)
        return;
    const QString word = phaseName(SoftmaxPhase::Max);
    m_painter.setFont(textFont(13 * m_s, QFont::DemiBold));
    m_painter.setPen(m_theme.secondary);
    if (!m_g.narrow) {
        const QRectF column = m_g.column(m_g.belowScores, *largest);
        const double wide = std::max(column.width(), 60 * m_s);
        m_painter.drawText(
            QRectF(column.center().x() - wide / 2, column.top(), wide, column.height()),
            Qt::AlignHCenter | Qt::AlignBottom, word);
        return;
    }
    // A number that stands there is written under its column, so the word stands at the side.
    m_painter.drawText(
        QRectF(m_g.totals.left(), m_g.scores.top(), m_g.totals.width(), m_g.scores.height()),
        Qt::AlignRight | Qt::AlignVCenter, word);
    m_painter.setFont(numberFont(m_g.digits, QFont::DemiBold));
    m_painter.drawText(QRectF(m_g.totals.left(), m_g.belowScores.top(), m_g.totals.width(),
                              m_g.belowScores.height()),
                       Qt::AlignRight | Qt::AlignVCenter,
                       cellText(m_data[*largest].score, m_g.characters - 1));
}

void SoftmaxPicture::paintAxis(const QRectF& row, bool half) {
    const double right = row.left() - 8 * m_s;
    const auto mark = [&](double value, const QString& text) {
        const double y = row.bottom() - value * row.height();
        m_painter.setFont(numberFont(12 * m_s));
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(QRectF(right - 40 * m_s, y - 9 * m_s, 40 * m_s, 18 * m_s),
                           Qt::AlignRight | Qt::AlignVCenter, text);
        line(QPointF(row.left(), std::round(y) - 0.5), QPointF(row.right(), std::round(y) - 0.5),
             value == 0 ? m_theme.text : m_theme.hairline);
    };
    mark(1, QStringLiteral("1"));
    if (half)
        mark(0.5, QStringLiteral(".5"));
    mark(0, QStringLiteral("0"));
}

void SoftmaxPicture::paintBars(const QRectF& row, SoftmaxPhase phase,
                               const std::function<double(const SoftmaxColumn&)>& valueOf,
                               const std::function<QColor(Index)>& fillOf) {
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF slot = slotOf(drawn, row);
        if (column.isEmpty()) {
            hatch(slot, true);
            continue;
        }
        const double value = valueOf(column);
        if (!std::isfinite(value))
            continue;
        const double height =
            std::clamp(value, 0.0, 1.0) * doneAt(phase, drawn.index) * slot.height();
        m_painter.fillRect(QRectF(slot.left(), slot.bottom() - height, slot.width(), height),
                           fillOf(drawn.index));
    }
}

void SoftmaxPicture::paintExponentials() {
    const QRectF& row = m_g.exponentials;
    paintAxis(row, false);
    paintBars(
        row, SoftmaxPhase::Exponential,
        [](const SoftmaxColumn& column) { return column.exponential; },
        [&](Index i) { return isAsked(i) ? m_theme.accent : m_theme.neutralBar; });
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        const QRectF place = m_g.writing(m_g.belowExponentials, i);
        if (column.isEmpty()) {
            const QString name = markName(CellMark::Masked);
            const QFont font = fittedFont(textFont(13 * m_s), name, place.width() - 4, 12 * m_s);
            m_painter.setFont(font);
            m_painter.setPen(m_theme.secondary);
            if (QFontMetricsF(font).horizontalAdvance(name) <= place.width() - 3)
                m_painter.drawText(place, Qt::AlignCenter, name);
        } else if (doneAt(SoftmaxPhase::Exponential, i) == 1) {
            writeNumber(place, cellText(static_cast<float>(column.exponential), m_g.characters),
                        isAsked(i), m_theme.text);
        }
    }
}

void SoftmaxPicture::paintQuotients() {
    const QRectF& row = m_g.quotients;
    paintAxis(row, true);
    paintBars(
        row, SoftmaxPhase::Quotient,
        [](const SoftmaxColumn& column) { return static_cast<double>(column.weight); },
        [&](Index i) {
            return QColor::fromRgb(
                colourOf(m_data.weightMap, m_data.weightScale, m_data[i].weight, m_data.scaleRow));
        });
    for (const Index i : m_written) {
        const SoftmaxColumn& column = m_data[i];
        if (column.isEmpty() || doneAt(SoftmaxPhase::Quotient, i) < 1)
            continue;
        const QRectF bar = m_g.bar(row, i, static_cast<double>(column.weight));
        const QRectF place =
            m_g.writing(QRectF(row.left(), bar.top() - 20 * m_s, row.width(), 19 * m_s), i);
        writeNumber(place, cellText(column.weight, m_g.characters), isAsked(i), m_theme.text);
    }
}

void SoftmaxPicture::paintWeights() {
    const QRectF& row = m_g.weights;
    for (const DrawnColumn& drawn : m_drawn) {
        const SoftmaxColumn& column = m_data[drawn.index];
        const QRectF cell = cellOf(drawn, row);
        if (column.isEmpty()) {
            hatch(cell, false);
            continue;
        }
        if (doneAt(SoftmaxPhase::Quotient, drawn.index) < 1) {
            m_painter.setPen(QPen(m_theme.hairline, 1));
            m_painter.setBrush(Qt::NoBrush);
            if (m_g.pitch > 4)
                m_painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
            continue;
        }
        const QRgb fill =
            colourOf(m_data.weightMap, m_data.weightScale, column.weight, m_data.scaleRow);
        m_painter.fillRect(cell, QColor::fromRgb(fill));
        if (!m_g.narrow)
            writeNumber(cell, cellText(column.weight, m_g.characters), isAsked(drawn.index),
                        textColourOn(fill));
    }
    if (m_data.asked) {
        QRectF cell = m_g.cell(row, *m_data.asked);
        if (cell.width() < 5)
            cell = QRectF(cell.center().x() - 2.5, cell.top(), 5, cell.height());
        if (m_look.locked)
            paintLockFrame(m_painter, cell);
        else
            paintHoverFrame(m_painter, cell);
    }
    if (done(SoftmaxPhase::Quotient) < 1)
        return;
    writeTotal(row, std::isfinite(m_data.weightSum)
                        ? sumText(m_data.weightSum, m_data.columns.size())
                        : QStringLiteral("NaN"));
}

void SoftmaxPicture::paintSumAxes() {
    const QRectF& bar = m_g.sum;
    const auto axis = [&](bool above, const QColor& colour, const std::array<QString, 3>& texts) {
        const QRectF& room = above ? m_g.aboveSum : m_g.belowSum;
        for (int i = 0; i < 3; ++i) {
            const double x = bar.left() + i * bar.width() / 2;
            const double edge = above ? bar.top() - 1 : bar.bottom() + 1;
            const double inside = std::clamp(x, bar.left() + 0.5, bar.right() - 0.5);
            line(QPointF(inside, edge), QPointF(inside, edge + (above ? -5 : 5) * m_s), colour);
            const Qt::Alignment side = i == 0   ? Qt::AlignLeft
                                       : i == 1 ? Qt::AlignHCenter
                                                : Qt::AlignRight;
            const QRectF place(i == 0   ? bar.left()
                               : i == 1 ? x - 50 * m_s
                                        : bar.right() - 100 * m_s,
                               above ? room.top() : room.top() + 5 * m_s, 100 * m_s,
                               room.height() - 6 * m_s);
            m_painter.setFont(numberFont(12 * m_s, above ? QFont::Normal : QFont::DemiBold));
            m_painter.setPen(colour);
            m_painter.drawText(place, side | Qt::AlignVCenter, texts[static_cast<std::size_t>(i)]);
        }
    };
    if (done(SoftmaxPhase::Sum) == 1)
        axis(true, m_theme.secondary,
             {QStringLiteral("0"), numberText(m_data.sum / 2), numberText(m_data.sum)});
    if (done(SoftmaxPhase::Quotient) > 0)
        axis(false, m_theme.accent,
             {QStringLiteral("0"), QStringLiteral(".5"), QStringLiteral("1")});
}

void SoftmaxPicture::paintSum() {
    m_painter.setPen(QPen(m_theme.hairline, 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(m_g.sum.adjusted(0.5, 0.5, -0.5, -0.5));
    const double part = done(SoftmaxPhase::Sum);
    if (!m_data.largest || part == 0)
        return;
    double soFar = 0;
    double before = 0;
    double covered = m_g.sum.left();
    m_painter.setFont(textFont(13 * m_s));
    const QFontMetricsF metrics(m_painter.font());
    for (Index i = 0; i < m_data.size(); ++i) {
        const SoftmaxColumn& column = m_data[i];
        const double from = before;
        before = column.sumSoFar;
        const double own = staggered(part, i, m_data.size());
        if (own == 0)
            break;
        if (own == 1)
            soFar = column.sumSoFar;
        QRectF segment = m_g.segment(from, column.sumSoFar, m_data.sum);
        // Of those that are thinner than a pixel, the one that reaches the next pixel is drawn.
        if (column.exponential == 0 ||
            (segment.right() < covered + 1 && !isAsked(i) && i + 1 < m_data.size()))
            continue;
        segment.setLeft(std::min(segment.left(), covered));
        covered = segment.right();
        const bool parted = segment.width() > 4 && covered < m_g.sum.right() - 1;
        const QRectF start = m_g.bar(m_g.exponentials, i, column.exponential);
        const double way = eased(Easing::Smooth, own);
        const auto between = [way](double a, double b) { return a + (b - a) * way; };
        const QRectF now(between(start.left(), segment.left()), between(start.top(), segment.top()),
                         between(start.width(), segment.width() - (parted ? 1 : 0)),
                         between(start.height(), segment.height()));
        const QColor fill = isAsked(i) ? m_theme.accent : m_theme.neutralBar;
        m_painter.fillRect(now, fill);
        if (own < 1 || metrics.horizontalAdvance(column.label) > segment.width() - 4)
            continue;
        m_painter.setFont(textFont(13 * m_s, isAsked(i) ? QFont::DemiBold : QFont::Normal));
        m_painter.setPen(textColourOn(fill.rgb()));
        m_painter.drawText(segment, Qt::AlignCenter, column.label);
    }
    writeTotal(m_g.sum, numberText(part == 1 ? m_data.sum : soFar));
    if (part == 1)
        writeTotal(m_g.belowExponentials, numberText(m_data.sum));
    paintSumAxes();
}

} // namespace

SoftmaxGeometryInput softmaxInput(const QRectF& area, const SoftmaxData& data,
                                  const SoftmaxLook& look) {
    const double s = look.textScale;
    const QFontMetricsF bold(textFont(14 * s, QFont::DemiBold));
    const QFont plain = textFont(13 * s);
    SoftmaxGeometryInput in;
    in.area = area;
    in.columns = data.size();
    in.textScale = s;
    in.smallestDigits = look.presentation ? 12 * s : 9.5;
    in.wordsWidth = 60 * s;
    for (const RowWords& words :
         {scoreWords(data), exponentialWords(), sumWords(), quotientWords(), weightWords(data)})
        in.wordsWidth = std::max(
            {in.wordsWidth, bold.horizontalAdvance(words.name), mathTextWidth(words.made, plain)});
    in.titleWidth =
        QFontMetricsF(textFont(20 * s, QFont::DemiBold)).horizontalAdvance(softmaxTitle(data));
    const QFontMetricsF chosen(textFont(13 * s, QFont::DemiBold));
    for (std::size_t i = 0; i < softmaxPhases; ++i)
        in.phaseWidths[i] = chosen.horizontalAdvance(phaseName(static_cast<SoftmaxPhase>(i)));
    in.noteWidth = QFontMetricsF(plain).horizontalAdvance(data.note);
    return in;
}

void paintSoftmax(QPainter& painter, const SoftmaxGeometry& geometry, const SoftmaxData& data,
                  double progress, const SoftmaxLook& look) {
    SoftmaxPicture(painter, geometry, data, progress, look).paint();
}

} // namespace headscope
