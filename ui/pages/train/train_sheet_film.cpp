// SPDX-License-Identifier: GPL-3.0-or-later
// Every head at recorded steps, and what the colours stand for.
#include "pages/train/train_sheet.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_sheet;

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
    write(sheetLeft, y, TrainView::tr("step"), m_colours.secondary, {.pixels = 12});
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
        FigureMatrix grid;
        grid.rows = values.size(2);
        grid.columns = values.size(3);
        // Whole pixels, so that gaps are alike in every picture.
        const QPointF origin = at(x - m_picture.width() / 2, top + head * m_pitch);
        grid.origin = {std::round(origin.x()), std::round(origin.y())};
        grid.pitchX = grid.pitchY = m_cell * m_scale;
        grid.gap = m_cell >= 5 ? std::max(1.0, m_scale) : 0;
        std::vector<QRgb> cells;
        for (Index row = 0; row < grid.rows; ++row) {
            for (Index key = 0; key < grid.columns; ++key)
                cells.push_back(
                    std::isinf(scores(0, head, row, key))
                        ? m_colours.hairline.rgb()
                        : colourOf(m_range.map, m_range.range, values(0, head, row, key), 0));
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
        write(sheetLeft + 24, middle + 4.5, TrainView::tr("head %1").arg(head + 1), m_colours.text,
              {.pixels = 13});
    }
    for (const RecordedStep* step : columns())
        column(*step, top);
    const double bottom = top + m_scene.heads() * m_pitch;
    if (!answerRows(m_scene, m_scene.at()).empty())
        write(sheetLeft, bottom + 12, TrainView::tr("words"), m_colours.secondary, {.pixels = 12});
    legend(bottom + 44);
}

void TrainSheet::legend(double y) {
    std::vector<QRgb> bar;
    for (int i = 0; i < 64; ++i)
        bar.push_back(colourAt(m_range.map, i / 63.0));
    write(timeLeft - 8, y, rangeText(m_range.range.low), m_colours.text,
          {.pixels = 12, .anchor = FigureAnchor::End, .font = FigureFont::Number});
    m_canvas->gradient(placed({timeLeft, y - 9, 100, 9}), bar);
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

} // namespace headscope
