// SPDX-License-Identifier: GPL-3.0-or-later
// What else one step has: its data, logits, loss, and what the optimiser makes of the gradients.
#include "pages/train/train_numbers.h"
#include "pages/train/train_paint.h"
#include "pages/train/train_stage.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "scene/block_text.h"
#include "scene/number_format.h"

#include <algorithm>
#include <cmath>

namespace headscope {

using namespace train_paint;

void TrainView::paintStage(QPainter& painter) const {
    const TrainGeometry& g = m_geometry;
    const double top = g.isPresented() ? g.sentence.bottom() : g.keysY;
    const QRectF area(
        QPointF(g.headsLeft + px(24), top + px(14)),
        QPointF(width() - px(24), g.isPresented() ? height() - px(40) : g.legendY + px(6)));
    switch (*m_scene.stage) {
    case StepStop::Kind::Data: return paintData(painter, area);
    case StepStop::Kind::Logits: return paintLogits(painter, area);
    case StepStop::Kind::Loss: return paintLoss(painter, area);
    case StepStop::Kind::Optimiser: return paintUpdate(painter, area);
    default: return; // what is an attention is a head enlarged
    }
}

void TrainView::paintStageTitle(QPainter& painter, const QString& title,
                                const QString& note) const {
    const Theme& colours = theme(m_scene.display.theme);
    const TrainGeometry& g = m_geometry;
    const QFont font = textFont(px(14), QFont::DemiBold);
    const QString step = tr("step %1").arg(m_scene.at().step());
    const QFont flag = textFont(px(13), QFont::DemiBold);
    const double wide = QFontMetricsF(flag).horizontalAdvance(step) + px(16);
    const double x0 = g.headsLeft + px(24);
    const QRectF label(x0, g.titleY - px(11), wide, px(22));
    painter.fillRect(label, colours.accent);
    write(painter, label, Qt::AlignCenter, step, flag, colours.accentText);
    const double x = label.right() + px(12);
    const double titleWidth = QFontMetricsF(font).horizontalAdvance(title);
    write(painter, band(x, g.titleY, std::min(x + titleWidth + 1, width() - px(24)), px(20)), left,
          title, font, colours.text);
    if (g.isPresented()) { // which has more lines and less width
        painter.setPen(colours.secondary);
        drawFitted(painter, g.sentence, textFont(px(12)), note, px(11));
        return;
    }
    write(painter, band(x0, g.keysY - px(2), width() - px(24), px(18)), left, note,
          textFont(px(12)), colours.secondary);
}

void TrainView::paintMissing(QPainter& painter, const QRectF& area) const {
    write(painter, area, Qt::AlignHCenter | Qt::AlignTop,
          tr("This record was read from a file, or its numbers are not finite: the step behind it "
             "is not known."),
          textFont(px(13)), theme(m_scene.display.theme).secondary);
}

void TrainView::paintData(QPainter& painter, const QRectF& area) const {
    const Theme& colours = theme(m_scene.display.theme);
    const auto& anatomy = m_scene.at().anatomy;
    const auto count = anatomy ? static_cast<int>(anatomy->batch.size()) : 0;
    paintStageTitle(
        painter, tr("The batch of the next step"),
        tr("%n sentences, drawn anew for each step; what is held out never comes", nullptr, count));
    if (!anatomy)
        return paintMissing(painter, area);
    const double pitch = px(18);
    const int rows = std::max(1, static_cast<int>(area.height() / pitch));
    const QFont font = textFont(px(13));
    double widest = px(120);
    for (const std::string& sentence : anatomy->batch)
        widest = std::max(widest,
                          QFontMetricsF(font).horizontalAdvance(QString::fromStdString(sentence)) +
                              px(28));
    // Two columns where there is room for halves of them: few sentences are so long.
    const int least = area.width() > px(600) ? 2 : 1;
    const int columns = std::min(std::max(static_cast<int>(area.width() / widest), least),
                                 (count + rows - 1) / rows);
    const double columnWidth = area.width() / columns;
    const int fit = rows * columns;
    const int shown = count <= fit ? count : fit - 1;
    for (int i = 0; i < std::min(count, fit); ++i) {
        const double x = area.left() + (i / rows) * columnWidth;
        const double y = area.top() + (i % rows + 0.5) * pitch;
        const QString text = i < shown
                                 ? shownWords({anatomy->batch[static_cast<std::size_t>(i)]}).front()
                                 : tr("and %n more", nullptr, count - shown);
        write(painter, band(x, y, x + columnWidth - px(16), pitch), left, text, font,
              i < shown ? colours.text : colours.secondary);
    }
}

void TrainView::paintLogits(QPainter& painter, const QRectF& area) const {
    const Theme& colours = theme(m_scene.display.theme);
    const double labels = px(74);
    const LogitTable table =
        logitTable(m_scene, static_cast<int>((area.width() - labels) / px(16)));
    const auto columns = static_cast<int>(table.columns.size());
    const auto rows = static_cast<int>(table.rows.size());
    paintStageTitle(painter, tr("Logits of the watched sentence"),
                    columns < table.allClasses
                        ? tr("%1 of %2 words: those that are right, or have the largest logits; "
                             "corner: the right one")
                              .arg(columns)
                              .arg(table.allClasses)
                        : tr("a row for each place, a column for each word that could come next; "
                             "corner: the right one"));
    if (rows == 0 || columns == 0)
        return;
    double longest = 0;
    for (const QString& word : table.columns)
        longest = std::max(longest, QFontMetricsF(textFont(px(12))).horizontalAdvance(word));
    const double columnLabels = std::min(px(52), longest + px(8));
    const QRectF grid(area.left() + labels, area.top() + columnLabels, area.width() - labels,
                      area.height() - columnLabels - px(16));
    const double wide = std::min(px(44), grid.width() / columns);
    const double high = std::min(px(30), grid.height() / rows);
    const double gap = wide >= 8 && high >= 8 ? 1 : 0;
    const ValueRange range{-static_cast<double>(table.largest), static_cast<double>(table.largest)};
    const int every = std::max(1, qCeil(px(13) / high));
    for (int row = 0; row < rows; ++row) {
        if (row % every == 0)
            write(painter,
                  band(area.left(), grid.top() + (row + 0.5) * high, grid.left() - px(6), px(18)),
                  right, table.rows[row], textFont(px(13)), colours.text);
        for (int column = 0; column < columns; ++column) {
            const float value = table.values[static_cast<std::size_t>(row * columns + column)];
            const QRgb shade = colourOf(ColourMap::RedBlue, range, value);
            const QRectF cell(grid.left() + column * wide, grid.top() + row * high, wide - gap,
                              high - gap);
            painter.fillRect(cell, QColor::fromRgb(shade));
            if (wide >= px(33) && high >= px(15)) {
                painter.setFont(numberFont(std::min(px(12), high - px(4))));
                painter.setPen(textColourOn(shade));
                painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            }
            if (table.right[static_cast<std::size_t>(row)] != column)
                continue;
            const double size = std::min({px(8), cell.width() / 2, cell.height() / 2});
            const QPointF corner[] = {cell.topRight(), cell.topRight() + QPointF(0, size),
                                      cell.topRight() - QPointF(size, 0)};
            painter.setPen(Qt::NoPen);
            painter.setBrush(textColourOn(shade));
            painter.drawPolygon(corner, 3);
        }
    }
    for (int column = 0; column < columns; ++column) {
        painter.save();
        painter.translate(grid.left() + (column + 0.5) * wide, grid.top() - px(4));
        painter.rotate(-90);
        write(painter, QRectF(0, -px(9), columnLabels - px(4), px(18)), left, table.columns[column],
              textFont(std::min(px(12), std::max(px(m_geometry.isPresented() ? 11 : 9), wide))),
              colours.text);
        painter.restore();
    }
    const double y = grid.top() + rows * high + px(11);
    const QString low = rangeText(range.low);
    const QFont numbers = numberFont(px(12));
    const double x = grid.left() + QFontMetricsF(numbers).horizontalAdvance(low) + px(6);
    write(painter, band(grid.left(), y, x, px(16)), left, low, numbers, colours.secondary);
    for (int i = 0; i < qRound(px(92)); ++i)
        painter.fillRect(QRectF(x + i, y - px(4), 1, px(8)),
                         QColor::fromRgb(colourAt(ColourMap::RedBlue, i / px(92))));
    write(painter, band(x + px(98), y, x + px(170), px(16)), left, rangeText(range.high), numbers,
          colours.secondary);
}

void TrainView::paintLoss(QPainter& painter, const QRectF& area) const {
    const Theme& colours = theme(m_scene.display.theme);
    std::vector<LossRow> rows = lossRows(m_scene);
    double sum = 0;
    double longest = std::log(static_cast<double>(m_scene.moment.data().classes.size()));
    for (const LossRow& row : rows) {
        sum += row.nats;
        longest = std::max(longest, row.nats);
    }
    const QString mean =
        rows.empty() ? QString() : fixedText(sum / static_cast<double>(rows.size()), 3);
    paintStageTitle(
        painter, tr("Loss of the watched sentence: %1 nats").arg(mean),
        m_scene.moment.recipe.smoothing > 0
            ? tr("−ln of the probability of the right word, right words fed in; with label "
                 "smoothing the mean is %1")
                  .arg(fixedText(m_scene.at().loss, 3))
            : tr("−ln of the probability of the right word, right words fed in"));
    const double pitch =
        std::clamp(area.height() / std::max<double>(1, rows.size() + 1.0), px(15), px(26));
    const auto fit = static_cast<std::size_t>(std::max(1.0, area.height() / pitch - 1));
    // Where not all fit, those that lose most, in their order.
    const std::size_t all = rows.size();
    if (all > fit) {
        std::vector<double> losses;
        for (const LossRow& row : rows)
            losses.push_back(row.nats);
        std::ranges::nth_element(losses, losses.begin() + static_cast<std::ptrdiff_t>(fit),
                                 std::greater());
        const double least = losses[fit];
        std::erase_if(rows, [least](const LossRow& row) { return row.nats <= least; });
        rows.resize(std::min(rows.size(), fit));
    }
    const double numbers = px(96);
    // What is left beside probability, bar and nats.
    const double words = std::clamp(area.width() - numbers - px(120), px(80), px(220));
    const double barLeft = area.left() + words + numbers;
    const double barRight = std::min(area.right() - px(70), barLeft + px(520));
    const QFont head = textFont(px(12));
    const double top = area.top() + pitch / 2;
    write(painter, band(area.left(), top, area.left() + words, px(16)), left,
          tr("place → right word"), head, colours.secondary);
    write(painter, band(area.left() + words, top, barLeft - px(14), px(16)), right,
          tr("probability"), head, colours.secondary);
    write(painter, band(barLeft, top, area.right(), px(16)), left, tr("nats; the line: guessing"),
          head, colours.secondary);
    for (std::size_t i = 0; i < std::min(fit, rows.size()); ++i) {
        const LossRow& row = rows[i];
        const double y = area.top() + (static_cast<double>(i) + 1.5) * pitch;
        write(painter, band(area.left(), y, area.left() + words, px(18)), left,
              row.place + QStringLiteral(" → ") + row.right, textFont(px(13)), colours.text);
        write(painter, band(area.left() + words, y, barLeft - px(14), px(18)), right,
              fixedText(row.probability, 3), numberFont(px(13)), colours.text);
        const QRectF bar = band(barLeft, y, barRight, px(8));
        painter.fillRect(bar, colours.hairline);
        painter.fillRect(
            QRectF(bar.left(), bar.top(), bar.width() * row.nats / longest, bar.height()),
            colours.neutralBar);
        write(painter, band(barRight + px(6), y, area.right(), px(18)), left,
              fixedText(row.nats, 3), numberFont(px(13)), colours.text);
    }
    const double guessing =
        barLeft + (barRight - barLeft) * m_scene.at().evaluation().guessing / longest;
    painter.fillRect(QRectF(guessing - 1, area.top() + pitch, 2,
                            pitch * static_cast<double>(std::min(fit, rows.size()))),
                     colours.text);
    if (rows.size() < all)
        write(painter, band(area.left(), area.bottom() + px(4), area.right(), px(16)), left,
              tr("and %n more that lose less", nullptr, static_cast<int>(all - rows.size())), head,
              colours.secondary);
}

void TrainView::paintUpdate(QPainter& painter, const QRectF& area) const {
    const Theme& colours = theme(m_scene.display.theme);
    const auto& anatomy = m_scene.at().anatomy;
    paintStageTitle(painter, tr("What the optimiser makes of the gradients"),
                    anatomy ? tr("the next step, learning rate %1, loss of its batch %2; lengths "
                                 "√Σ x² of all numbers of a block")
                                  .arg(rangeText(static_cast<double>(anatomy->rate)),
                                       fixedText(anatomy->loss, 3))
                            : QString());
    if (!anatomy)
        return paintMissing(painter, area);
    const std::vector<BlockStep>& blocks = anatomy->blocks;
    double largest = 1e-12;
    for (const BlockStep& block : blocks)
        largest = std::max(largest, block.weights > 0 ? block.update / block.weights : 0);
    const double pitch =
        std::clamp(area.height() / (static_cast<double>(blocks.size()) + 1), px(15), px(24));
    const auto fit = static_cast<std::size_t>(std::max(1.0, area.height() / pitch - 1));
    const double names = std::min(px(220), area.width() * 0.3);
    const double column = std::min(px(96), area.width() * 0.14);
    const double barLeft = area.left() + names + 4 * column + px(14);
    const double barRight = std::min(area.right() - px(60), barLeft + px(300));
    const QFont head = textFont(px(12));
    const double top = area.top() + pitch / 2;
    const QString titles[] = {tr("numbers"), tr("weights"), tr("gradient"), tr("step")};
    for (int i = 0; i < 4; ++i)
        write(painter,
              band(area.left() + names + i * column, top, area.left() + names + (i + 1) * column,
                   px(16)),
              right, titles[i], head, colours.secondary);
    if (barRight > barLeft + px(40))
        write(painter, band(barLeft, top, area.right(), px(16)), left, tr("step ÷ weights"), head,
              colours.secondary);
    for (std::size_t i = 0; i < std::min(fit, blocks.size()); ++i) {
        const BlockStep& block = blocks[i];
        const double y = area.top() + (static_cast<double>(i) + 1.5) * pitch;
        write(painter, band(area.left(), y, area.left() + names, px(18)), left,
              blockName(block.scope), textFont(px(13)), colours.text);
        const QString cells[] = {QString::number(block.count), shortText(block.weights),
                                 shortText(block.gradient), shortText(block.update)};
        for (int k = 0; k < 4; ++k)
            write(painter,
                  band(area.left() + names + k * column, y, area.left() + names + (k + 1) * column,
                       px(18)),
                  right, cells[k], numberFont(px(13)), colours.text);
        if (barRight <= barLeft + px(40))
            continue;
        const double share = block.weights > 0 ? block.update / block.weights : 0;
        const QRectF bar = band(barLeft, y, barRight, px(8));
        painter.fillRect(bar, colours.hairline);
        painter.fillRect(QRectF(bar.left(), bar.top(), bar.width() * share / largest, bar.height()),
                         colours.neutralBar);
        write(painter, band(barRight + px(6), y, area.right(), px(18)), left,
              cellText(static_cast<float>(share), 5), numberFont(px(12)), colours.secondary);
    }
    if (blocks.size() > fit)
        write(painter, band(area.left(), area.bottom() + px(4), area.right(), px(16)), left,
              tr("and %n more", nullptr, static_cast<int>(blocks.size() - fit)), head,
              colours.secondary);
}

} // namespace headscope
