// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/softmax_painter.h"

#include "pages/steps/softmax_picture.h"
#include "painters/fitted_text.h"
#include "painters/matrix_painter.h"
#include "scene/fonts.h"
#include "scene/label_place.h"
#include "scene/math_text.h"
#include "scene/number_format.h"
#include "scene/value_range.h"
#include "scene/wrapped_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace headscope {

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
        QFont font = fittedFont(wanted, m_data[i].label, place.width() - 4, 12 * m_s);
        const bool fits =
            QFontMetricsF(font).horizontalAdvance(m_data[i].label) <= place.width() - 4;
        const QString label = fits ? m_data[i].label : m_data[i].word;
        if (!fits)
            font = fittedFont(wanted, label, place.width() - 4, 12 * m_s);
        m_painter.setFont(font);
        m_painter.setPen(asked                 ? m_theme.accentText
                         : m_data[i].isEmpty() ? m_theme.inactive
                                               : m_theme.text);
        m_painter.drawText(place.adjusted(2, 0, -2, 0), Qt::AlignCenter | Qt::TextSingleLine,
                           elidedLabel(QFontMetricsF(font), label, place.width() - 4));
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
    const auto [low, high] = scaleEnds(m_data.weightScale);
    m_painter.setFont(numberFont(13 * m_s));
    m_painter.setPen(m_theme.text);
    const QFontMetricsF metrics(m_painter.font());
    const double lowWidth = metrics.horizontalAdvance(low);
    const QRectF bar(room.left(), room.center().y() - 6 * m_s, 160 * m_s, 12 * m_s);
    m_painter.drawText(
        QRectF(bar.left() - lowWidth - 9 * m_s, room.top(), lowWidth + 1, room.height()),
        Qt::AlignLeft | Qt::AlignVCenter, low);
    QImage ramp(256, 1, QImage::Format_RGB32);
    for (int i = 0; i < 256; ++i)
        ramp.setPixel(i, 0, colourAt(m_data.weightMap, i / 255.0));
    m_painter.drawImage(bar, ramp);
    const QRectF behind(bar.right() + 9 * m_s, room.top(), room.right() - bar.right() - 9 * m_s,
                        room.height());
    m_painter.drawText(behind, Qt::AlignLeft | Qt::AlignVCenter, high);
    m_painter.setFont(textFont(13 * m_s));
    m_painter.setPen(m_theme.secondary);
    drawElidedText(m_painter, behind.adjusted(metrics.horizontalAdvance(high) + 10 * m_s, 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   (m_data.weightScale.squareRoot ? QStringLiteral("√  ") : QString()) +
                       weightsWord(m_data));
}

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
