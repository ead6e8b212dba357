// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/train_sheet.h"

#include "pages/train/picture/train_curves.h"
#include "pages/train/train_numbers.h"
#include "pages/train/train_words.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

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

QString TrainSheet::subtitle() const {
    const TrainingMoment& moment = m_scene.moment;
    return TrainFigureWords::tr("%1 · %2 steps, %3 numbers, seed %4")
        .arg(attentionName(m_scene.scope, moment))
        .arg(qint64{moment.stepsDone})
        .arg(qint64{moment.parameterCount})
        .arg(moment.recipe.seed);
}

void TrainSheet::write(double x, double y, const QString& text, const QColor& colour,
                       const Look& look) {
    m_canvas->text(figureLine(text, at(x, y), look, m_scale), colour.rgb());
}

void TrainSheet::line(const std::vector<QPointF>& points, const QColor& colour, double width,
                      const std::vector<double>& dash) {
    std::vector<QPointF> moved;
    for (const QPointF& point : points) {
        if (std::isfinite(point.y())) // what exploded has no place
            moved.push_back(at(point.x(), point.y()));
    }
    if (moved.size() < 2)
        return;
    m_canvas->line(moved, colour.rgb(), width * m_scale, dash);
}

void TrainSheet::titles() {
    const TrainingMoment& moment = m_scene.moment;
    write(sheetLeft, 48, taskTitle(moment.recipe.task), m_colours.text,
          {.pixels = 22, .bold = true});
    write(sheetLeft, 72, subtitle(), m_colours.secondary, {.pixels = 13});
}

void TrainSheet::paint(FigureCanvas& canvas, QSizeF size) {
    const QSizeF own = sheet();
    m_canvas = &canvas;
    m_scale = std::min(size.width() / own.width(), size.height() / own.height());
    m_origin = {(size.width() - own.width() * m_scale) / 2,
                (size.height() - own.height() * m_scale) / 2};
    m_last = static_cast<double>(
        std::max(m_scene.moment.stepsDone, m_scene.moment.records.back()->step()));
    titles();
    double y = titleBottom;
    if (m_figure.part != TrainPart::Film) {
        y += 12;
        curves(y);
        y += curvesHeight + 8;
    }
    steps(y + 16);
    if (m_figure.part != TrainPart::Curves)
        film(y + stepsRow);
}

/// As many as stand beside each other; the last one and that at the playhead are among them.
std::vector<const RecordedStep*> TrainSheet::columns() const {
    const RecordedSteps& records = m_scene.moment.records;
    const double room = m_picture.width() + 6;
    std::vector<const RecordedStep*> chosen = {records.back().get()};
    const auto fits = [&](const RecordedStep& step) {
        const double x = xOf(static_cast<double>(step.step()));
        return std::ranges::none_of(chosen, [&](const RecordedStep* other) {
            return std::abs(xOf(static_cast<double>(other->step())) - x) < room;
        });
    };
    if (fits(m_scene.at()))
        chosen.push_back(&m_scene.at());
    for (const auto& record : records) {
        if (fits(*record))
            chosen.push_back(record.get());
    }
    std::ranges::sort(chosen, {}, [](const RecordedStep* step) { return step->step(); });
    return chosen;
}

void TrainSheet::steps(double y) {
    write(sheetLeft, y, TrainText::tr("step"), m_colours.secondary, {.pixels = 12});
    double free = -1e9;
    for (const RecordedStep* step : columns()) {
        const double x = xOf(static_cast<double>(step->step()));
        const bool here =
            step == &m_scene.at() && m_scene.playhead + 1 < m_scene.moment.records.size();
        if (x < free && !here)
            continue;
        write(x, y, QString::number(step->step()), here ? m_colours.accent : m_colours.text,
              {.pixels = 12,
               .anchor = FigureAnchor::Middle,
               .bold = here,
               .font = FigureFont::Number});
        free = x + 44;
    }
}

void TrainSheet::column(const RecordedStep& step, double top) {
    const Tensor& values = m_scene.tensor(step);
    const Tensor& scores = step.find(m_scene.scope)->scores;
    const double x = xOf(static_cast<double>(step.step()));
    for (int head = 0; head < m_scene.heads(); ++head) {
        MatrixGeometry grid;
        grid.rows = values.size(2);
        grid.columns = values.size(3);
        // Whole pixels, so that gaps are alike in every picture.
        const QPointF origin = at(x - m_picture.width() / 2, top + head * m_pitch);
        grid.origin = {std::round(origin.x()), std::round(origin.y())};
        grid.pitchX = grid.pitchY = m_cell * m_scale;
        grid.setGap(m_cell >= 5 ? std::max(1.0, m_scale) : 0);
        std::vector<QRgb> cells;
        for (Index row = 0; row < grid.rows; ++row) {
            for (Index key = 0; key < grid.columns; ++key)
                cells.push_back(std::isinf(scores(0, head, row, key))
                                    ? m_colours.hairline.rgb()
                                    : m_range.of(values(0, head, row, key)));
        }
        m_canvas->cells(grid, cells);
    }
    const std::vector<AnswerRow> rows = answerRows(m_scene, step);
    if (rows.empty())
        return;
    const auto right = std::ranges::count_if(rows, &AnswerRow::isRight);
    write(x, top + m_scene.heads() * m_pitch + 12,
          QStringLiteral("%1/%2").arg(right).arg(rows.size()), m_colours.text,
          {.pixels = 12, .anchor = FigureAnchor::Middle, .font = FigureFont::Number});
}

void TrainSheet::film(double top) {
    for (int head = 0; head < m_scene.heads(); ++head) {
        const double middle = top + head * m_pitch + m_picture.height() / 2;
        const QColor colour = headColour(head, m_colours.kind);
        m_canvas->fill(placed({sheetLeft, middle - 9, 18, 18}), colour.rgb());
        write(sheetLeft + 9, middle + 4.5, QString::number(head + 1), textColourOn(colour.rgb()),
              {.pixels = 12,
               .anchor = FigureAnchor::Middle,
               .bold = true,
               .font = FigureFont::Number});
        write(sheetLeft + 24, middle + 4.5, TrainText::tr("head %1").arg(head + 1), m_colours.text,
              {.pixels = 13});
    }
    for (const RecordedStep* step : columns())
        column(*step, top);
    const double bottom = top + m_scene.heads() * m_pitch;
    if (!answerRows(m_scene, m_scene.at()).empty())
        write(sheetLeft, bottom + 12, TrainText::tr("words"), m_colours.secondary, {.pixels = 12});
    legend(bottom + 44);
}

void TrainSheet::legend(double y) {
    write(timeLeft - 8, y, rangeText(m_range.range.low), m_colours.text,
          {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    m_canvas->gradient(placed({timeLeft, y - 9, 100, 9}), colourRamp(m_range.map, 64));
    const QString high = rangeText(m_range.range.high);
    write(timeLeft + 108, y, high, m_colours.text, {.pixels = 12, .font = FigureFont::Number});
    write(timeLeft + 124 + 8 * static_cast<double>(high.size()), y,
          (m_range.range.squareRoot ? QStringLiteral("√  ") : QString()) +
              TrainText::values(m_scene.values),
          m_colours.secondary, {.pixels = 12});
    const auto words = [](const QStringList& all) {
        constexpr qsizetype most = 16;
        return all.mid(0, most).join(u' ') + (all.size() > most ? QStringLiteral(" …") : QString());
    };
    write(timeLeft, y + 20,
          (rowsArePredicted(m_scene)
               ? TrainFigureWords::tr("rows, the words that are predicted: %1")
               : TrainFigureWords::tr("rows, the queries: %1"))
              .arg(words(queryWords(m_scene))),
          m_colours.secondary, {.pixels = 12});
    write(timeLeft, y + 38,
          TrainFigureWords::tr("columns, the keys: %1").arg(words(keyWords(m_scene))),
          m_colours.secondary, {.pixels = 12});
}

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
    write(sheetLeft, loss.top() + 5, TrainText::tr("Loss"), m_colours.text,
          {.pixels = 14, .bold = true});
    write(sheetLeft, loss.top() + 23, TrainText::tr("nats"), m_colours.secondary, {.pixels = 12});
    write(sheetLeft, loss.top() + 39, TrainText::tr("per word"), m_colours.secondary,
          {.pixels = 12});
    write(sheetLeft, accuracy.top() - 16, TrainText::tr("Accuracy"), m_colours.text,
          {.pixels = 14, .bold = true});
    write(sheetLeft, accuracy.top() + 2, TrainText::heldOut(moment.data()), m_colours.secondary,
          {.pixels = 12});
    axis(loss, most, {{0, rangeText(0)}, {most / 2, rangeText(most / 2)}, {most, rangeText(most)}});
    axis(accuracy, 1,
         {{0, QStringLiteral("0")}, {0.5, QStringLiteral("50")}, {1, QStringLiteral("100 %")}});

    const double guessing = moment.records.front()->evaluation().guessing;
    line({{loss.left(), lossY(guessing)}, {loss.right(), lossY(guessing)}}, m_colours.secondary, 1,
         {1, 3});
    write(loss.right(), lossY(guessing) - 6,
          TrainText::tr("guessing, ln %1 = %2")
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
              TrainText::tr("batch %1").arg(fixedText(moment.losses->back().loss, 2)),
              m_colours.secondary, {.pixels = 12});
    }
    write(right, heldY, TrainText::heldOut(moment.data()) + u' ' + fixedText(last.loss, 2),
          m_colours.text, {.pixels = 12, .bold = true});
    const double sentencesY = sentences.back().y() + 4;
    const double wordsY = std::min(words.back().y() + 4, sentencesY - 16);
    write(right, wordsY, TrainText::tr("words %1").arg(percentText(last.words)),
          m_colours.secondary, {.pixels = 12});
    write(right, sentencesY, TrainText::tr("whole sentences %1").arg(percentText(last.sentences)),
          m_colours.text, {.pixels = 12, .bold = true});
    if (m_scene.playhead + 1 == moment.records.size())
        return;
    const double x = xOf(static_cast<double>(m_scene.at().step()));
    line({{x, loss.top() - 8}, {x, accuracy.bottom()}}, m_colours.accent, 2);
}

} // namespace headscope
