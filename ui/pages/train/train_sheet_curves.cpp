// SPDX-License-Identifier: GPL-3.0-or-later
// Loss and accuracy over the steps.
#include "pages/train/train_numbers.h"
#include "pages/train/train_sheet.h"
#include "pages/train/train_view.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_sheet;

namespace {

/// A point of a curve for every so many pixels is enough.
constexpr std::size_t mostPoints = 2000;

/// The least and the largest of each of a thousand stretches, where there are very many.
std::vector<QPointF> thinned(const std::vector<QPointF>& points) {
    if (points.size() <= mostPoints)
        return points;
    std::vector<QPointF> kept;
    const std::size_t stretch = (points.size() + mostPoints / 2 - 1) / (mostPoints / 2);
    for (std::size_t from = 0; from < points.size(); from += stretch) {
        const auto begin = points.begin() + static_cast<std::ptrdiff_t>(from);
        const auto end =
            points.begin() + static_cast<std::ptrdiff_t>(std::min(points.size(), from + stretch));
        const auto [low, high] = std::minmax_element(
            begin, end, [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); });
        kept.push_back(*std::min(low, high));
        if (low != high)
            kept.push_back(*std::max(low, high));
    }
    return kept;
}

} // namespace

void TrainSheet::axis(const QRectF& plot, double most,
                      const std::vector<std::pair<double, QString>>& ticks) {
    for (const auto& [value, text] : ticks) {
        const double y = plot.bottom() - value / most * plot.height();
        line({{plot.left(), y}, {plot.right(), y}}, m_colours.hairline, 1);
        write(plot.left() - 8, y + 4, text, m_colours.secondary,
              {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    }
}

void TrainSheet::curves(double top) {
    const TrainingMoment& moment = m_scene.moment;
    const QRectF loss(timeLeft, top, timeRight - timeLeft, lossHeight);
    const QRectF accuracy(timeLeft, loss.bottom() + plotGap, loss.width(), accuracyHeight);
    const double most = lossTop(moment);
    const auto lossY = [&](double value) { return loss.bottom() - value / most * loss.height(); };
    write(sheetLeft, loss.top() + 5, TrainView::tr("Loss"), m_colours.text,
          {.pixels = 14, .bold = true});
    write(sheetLeft, loss.top() + 23, TrainView::tr("nats"), m_colours.secondary, {.pixels = 12});
    write(sheetLeft, loss.top() + 39, TrainView::tr("per word"), m_colours.secondary,
          {.pixels = 12});
    write(sheetLeft, accuracy.top() - 16, TrainView::tr("Accuracy"), m_colours.text,
          {.pixels = 14, .bold = true});
    write(sheetLeft, accuracy.top() + 2, TrainView::heldOutName(moment.data()), m_colours.secondary,
          {.pixels = 12});
    axis(loss, most, {{0, rangeText(0)}, {most / 2, rangeText(most / 2)}, {most, rangeText(most)}});
    axis(accuracy, 1,
         {{0, QStringLiteral("0")}, {0.5, QStringLiteral("50")}, {1, QStringLiteral("100 %")}});

    const double guessing = moment.records.front()->evaluation().guessing;
    line({{loss.left(), lossY(guessing)}, {loss.right(), lossY(guessing)}}, m_colours.secondary, 1,
         {1, 3});
    write(loss.right(), lossY(guessing) - 6,
          TrainView::tr("guessing, ln %1 = %2")
              .arg(QString::number(moment.data().classes.size()), fixedText(guessing, 2)),
          m_colours.secondary, {.pixels = 12, .anchor = FigureAnchor::End});
    std::vector<QPointF> batch;
    for (const StepReport& report : *moment.losses)
        batch.emplace_back(xOf(static_cast<double>(report.step)), lossY(report.loss));
    line(thinned(batch), m_colours.secondary, 1);
    std::vector<QPointF> heldOut;
    std::vector<QPointF> words;
    std::vector<QPointF> sentences;
    for (const auto& record : moment.records) {
        const double x = xOf(static_cast<double>(record->step()));
        const Evaluation& measured = record->evaluation();
        heldOut.emplace_back(x, lossY(measured.loss));
        words.emplace_back(x, accuracy.bottom() - measured.words * accuracy.height());
        sentences.emplace_back(x, accuracy.bottom() - measured.sentences * accuracy.height());
    }
    line(heldOut, m_colours.text, 2.2);
    line(words, m_colours.text, 1.5, {4, 3});
    line(sentences, m_colours.text, 2.2);

    // At the ends of the lines; they make room for each other.
    const double right = loss.right() + 10;
    const Evaluation& last = moment.records.back()->evaluation();
    const double heldEnd = heldOut.back().y();
    double heldY = (std::isfinite(heldEnd) ? heldEnd : loss.top()) + 4;
    if (!batch.empty()) {
        double batchY = batch.back().y() + 4;
        if (std::abs(batchY - heldY) < 16) {
            const double middle = (batchY + heldY) / 2;
            heldY = middle + (heldY < batchY ? -8 : 8);
            batchY = middle + (heldY < middle ? 8 : -8);
        }
        write(right, batchY,
              TrainView::tr("batch %1").arg(fixedText(moment.losses->back().loss, 2)),
              m_colours.secondary, {.pixels = 12});
    }
    write(right, heldY, TrainView::heldOutName(moment.data()) + u' ' + fixedText(last.loss, 2), m_colours.text,
          {.pixels = 12, .bold = true});
    const double sentencesY = sentences.back().y() + 4;
    const double wordsY = std::min(words.back().y() + 4, sentencesY - 16);
    write(right, wordsY, TrainView::tr("words %1").arg(percentText(last.words)),
          m_colours.secondary, {.pixels = 12});
    write(right, sentencesY, TrainView::tr("whole sentences %1").arg(percentText(last.sentences)),
          m_colours.text, {.pixels = 12, .bold = true});
    if (m_scene.playhead + 1 == moment.records.size())
        return;
    const double x = xOf(static_cast<double>(m_scene.at().step()));
    line({{x, loss.top() - 8}, {x, accuracy.bottom()}}, m_colours.accent, 2);
}

} // namespace headscope
