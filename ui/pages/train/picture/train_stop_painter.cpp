// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/step_tables.h"
#include "pages/train/picture/train_painter.h"
#include "pages/train/picture/train_painters.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "painters/matrix_painter.h"
#include "type/fonts.h"
#include "words/block_text.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headscope {

namespace {

class TrainStopPainter : public TrainPainter {
public:
    TrainStopPainter(QPainter& painter, const TrainArrangement& layout);
    /// The stop that is open in the scene.
    void paint() const;

private:
    void paintTitle(const QString& title, const QString& note) const;
    void paintMissing() const;
    void paintData() const;
    void paintLogits() const;
    void paintLoss() const;
    void paintUpdate() const;

    QRectF m_area; ///< below the title
};

TrainStopPainter::TrainStopPainter(QPainter& painter, const TrainArrangement& layout)
    : TrainPainter(painter, layout) {
    const TrainGeometry& g = m_geometry;
    const QSizeF size = layout.size();
    const double top = g.isPresented() ? g.sentence.bottom() : g.keysY;
    m_area = QRectF(QPointF(g.headsLeft + px(24), top + px(14)),
                    QPointF(size.width() - px(24),
                            g.isPresented() ? size.height() - px(40) : g.legendY + px(6)));
}

void TrainStopPainter::paint() const {
    switch (*m_scene.stop) {
    case StepStop::Kind::Data: return paintData();
    case StepStop::Kind::Logits: return paintLogits();
    case StepStop::Kind::Loss: return paintLoss();
    case StepStop::Kind::Optimiser: return paintUpdate();
    default: return; // what is an attention is a head enlarged
    }
}

void TrainStopPainter::paintTitle(const QString& title, const QString& note) const {
    const TrainGeometry& g = m_geometry;
    const double from = g.headsLeft + px(24);
    const double to = m_layout.size().width() - px(24);
    const QFont font = textFont(px(14), QFont::DemiBold);
    const double x = drawStepLabel(from, to - from, m_scene.at(), true).right() + px(12);
    const double titleWidth = QFontMetricsF(font).horizontalAdvance(title);
    write(band(x, g.titleY, std::min(x + titleWidth + 1, to), px(20)), left, title, font,
          m_colours.text);
    if (g.isPresented()) { // which has more lines and less width
        m_painter.setPen(m_colours.secondary);
        drawFitted(m_painter, g.sentence, textFont(px(12)), note, px(11));
        return;
    }
    writeNote(from, g.keysY - px(2), to, left, note);
}

void TrainStopPainter::paintMissing() const {
    write(m_area, Qt::AlignHCenter | Qt::AlignTop,
          TrainText::tr(
              "This record was read from a file, or its numbers are not finite: the step behind it "
              "is not known."),
          textFont(px(13)), m_colours.secondary);
}

void TrainStopPainter::paintData() const {
    const auto& anatomy = m_scene.at().anatomy;
    const auto count = anatomy ? static_cast<int>(anatomy->batch.size()) : 0;
    paintTitle(TrainText::tr("The batch of the next step"),
               TrainText::tr("%n sentences, drawn anew for each step; what is held out never comes",
                             nullptr, count));
    if (!anatomy)
        return paintMissing();
    const double pitch = px(18);
    const int rows = std::max(1, static_cast<int>(m_area.height() / pitch));
    const QFont font = textFont(px(13));
    double widest = px(120);
    for (const std::string& sentence : anatomy->batch)
        widest = std::max(widest,
                          QFontMetricsF(font).horizontalAdvance(QString::fromStdString(sentence)) +
                              px(28));
    // Two columns where there is room for halves of them: few sentences are so long.
    const int least = m_area.width() > px(600) ? 2 : 1;
    const int columns = std::min(std::max(static_cast<int>(m_area.width() / widest), least),
                                 (count + rows - 1) / rows);
    const double columnWidth = m_area.width() / columns;
    const int fit = rows * columns;
    const int shown = count <= fit ? count : fit - 1;
    for (int i = 0; i < std::min(count, fit); ++i) {
        const double x = m_area.left() + (i / rows) * columnWidth;
        const double y = m_area.top() + (i % rows + 0.5) * pitch;
        const QString text = i < shown
                                 ? shownWords({anatomy->batch[static_cast<std::size_t>(i)]}).front()
                                 : TrainText::tr("and %n more", nullptr, count - shown);
        write(band(x, y, x + columnWidth - px(16), pitch), left, text, font,
              i < shown ? m_colours.text : m_colours.secondary);
    }
}

void TrainStopPainter::paintLogits() const {
    const double labels = px(74);
    const LogitTable table =
        logitTable(m_scene, static_cast<int>((m_area.width() - labels) / px(16)));
    const auto columns = static_cast<int>(table.columns.size());
    const auto rows = static_cast<int>(table.rows.size());
    paintTitle(
        TrainText::tr("Logits of the watched sentence"),
        columns < table.allClasses
            ? TrainText::tr("%1 of %2 words: those that are right, or have the largest logits; "
                            "corner: the right one")
                  .arg(columns)
                  .arg(table.allClasses)
            : TrainText::tr("a row for each place, a column for each word that could come next; "
                            "corner: the right one"));
    if (rows == 0 || columns == 0)
        return;
    double longest = 0;
    for (const QString& word : table.columns)
        longest = std::max(longest, QFontMetricsF(textFont(px(12))).horizontalAdvance(word));
    const double columnLabels = std::min(px(52), longest + px(8));
    const QRectF grid(m_area.left() + labels, m_area.top() + columnLabels, m_area.width() - labels,
                      m_area.height() - columnLabels - px(16));
    const double wide = std::min(px(44), grid.width() / columns);
    const double high = std::min(px(30), grid.height() / rows);
    const double gap = wide >= 8 && high >= 8 ? 1 : 0;
    const ValueRange range{-static_cast<double>(table.largest), static_cast<double>(table.largest)};
    const int every = std::max(1, qCeil(px(13) / high));
    for (int row = 0; row < rows; ++row) {
        if (row % every == 0)
            write(band(m_area.left(), grid.top() + (row + 0.5) * high, grid.left() - px(6), px(18)),
                  right, table.rows[row], textFont(px(13)), m_colours.text);
        for (int column = 0; column < columns; ++column) {
            const float value = table.values[static_cast<std::size_t>(row * columns + column)];
            const QRgb shade = colourOf(ColourMap::RedBlue, range, value);
            const QRectF cell(grid.left() + column * wide, grid.top() + row * high, wide - gap,
                              high - gap);
            m_painter.fillRect(cell, QColor::fromRgb(shade));
            if (fitsNumber({wide, high})) {
                m_painter.setFont(numberFont(std::min(px(12), high - px(4))));
                m_painter.setPen(textColourOn(shade));
                m_painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            }
            if (table.right[static_cast<std::size_t>(row)] != column)
                continue;
            const double size = std::min({px(8), cell.width() / 2, cell.height() / 2});
            drawCorner(cell.topRight(), size, textColourOn(shade));
        }
    }
    const double type = std::min(px(12), std::max(px(m_geometry.isPresented() ? 11 : 9), wide));
    for (int column = 0; column < columns; ++column)
        writeUpwards({grid.left() + (column + 0.5) * wide, grid.top() - px(4)},
                     {0, -px(9), columnLabels - px(4), px(18)}, left, table.columns[column],
                     textFont(type), m_colours.text);
    const double y = grid.top() + rows * high + px(11);
    m_painter.setFont(numberFont(px(12)));
    m_painter.setPen(m_colours.secondary);
    paintColourKey(m_painter, band(grid.left(), y, grid.right(), px(16)),
                   {{rangeText(range.low), rangeText(range.high)}, {px(92), px(8)}, px(6)},
                   ColourMap::RedBlue);
}

void TrainStopPainter::paintLoss() const {
    std::vector<LossRow> rows = lossRows(m_scene);
    double sum = 0;
    double longest = std::log(static_cast<double>(m_scene.moment.data().classes.size()));
    for (const LossRow& row : rows) {
        sum += row.nats;
        longest = std::max(longest, row.nats);
    }
    const QString mean =
        rows.empty() ? QString() : fixedText(sum / static_cast<double>(rows.size()), 3);
    paintTitle(TrainText::tr("Loss of the watched sentence: %1 nats").arg(mean),
               m_scene.moment.recipe.smoothing > 0
                   ? TrainText::tr(
                         "−ln of the probability of the right word, right words fed in; with label "
                         "smoothing the mean is %1")
                         .arg(fixedText(m_scene.at().loss, 3))
                   : TrainText::tr("−ln of the probability of the right word, right words fed in"));
    const double pitch =
        std::clamp(m_area.height() / std::max<double>(1, rows.size() + 1.0), px(15), px(26));
    const auto fit = static_cast<std::size_t>(std::max(1.0, m_area.height() / pitch - 1));
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
    const double words = std::clamp(m_area.width() - numbers - px(120), px(80), px(220));
    const double barLeft = m_area.left() + words + numbers;
    const double barRight = std::min(m_area.right() - px(70), barLeft + px(520));
    const double top = m_area.top() + pitch / 2;
    writeNote(m_area.left(), top, m_area.left() + words, left, TrainText::tr("place → right word"));
    writeNote(m_area.left() + words, top, barLeft - px(14), right, TrainText::tr("probability"));
    writeNote(barLeft, top, m_area.right(), left, TrainText::tr("nats; the line: guessing"));
    for (std::size_t i = 0; i < std::min(fit, rows.size()); ++i) {
        const LossRow& row = rows[i];
        const double y = m_area.top() + (static_cast<double>(i) + 1.5) * pitch;
        write(band(m_area.left(), y, m_area.left() + words, px(18)), left,
              row.place + QStringLiteral(" → ") + row.right, textFont(px(13)), m_colours.text);
        write(band(m_area.left() + words, y, barLeft - px(14), px(18)), right,
              fixedText(row.probability, 3), numberFont(px(13)), m_colours.text);
        drawBar(band(barLeft, y, barRight, px(8)), row.nats / longest);
        write(band(barRight + px(6), y, m_area.right(), px(18)), left, fixedText(row.nats, 3),
              numberFont(px(13)), m_colours.text);
    }
    const double guessing =
        barLeft + (barRight - barLeft) * m_scene.at().evaluation().guessing / longest;
    m_painter.fillRect(QRectF(guessing - 1, m_area.top() + pitch, 2,
                              pitch * static_cast<double>(std::min(fit, rows.size()))),
                       m_colours.text);
    if (rows.size() < all)
        writeNote(m_area.left(), m_area.bottom() + px(4), m_area.right(), left,
                  TrainText::tr("and %n more that lose less", nullptr,
                                static_cast<int>(all - rows.size())));
}

void TrainStopPainter::paintUpdate() const {
    const auto& anatomy = m_scene.at().anatomy;
    paintTitle(
        TrainText::tr("What the optimiser makes of the gradients"),
        anatomy
            ? TrainText::tr("the next step, learning rate %1, loss of its batch %2; lengths "
                            "√Σ x² of all numbers of a block")
                  .arg(rangeText(static_cast<double>(anatomy->rate)), fixedText(anatomy->loss, 3))
            : QString());
    if (!anatomy)
        return paintMissing();
    const std::vector<BlockStep>& blocks = anatomy->blocks;
    double largest = 1e-12;
    for (const BlockStep& block : blocks)
        largest = std::max(largest, block.weights > 0 ? block.update / block.weights : 0);
    const double pitch =
        std::clamp(m_area.height() / (static_cast<double>(blocks.size()) + 1), px(15), px(24));
    const auto fit = static_cast<std::size_t>(std::max(1.0, m_area.height() / pitch - 1));
    const double names = std::min(px(220), m_area.width() * 0.3);
    const double column = std::min(px(96), m_area.width() * 0.14);
    const double barLeft = m_area.left() + names + 4 * column + px(14);
    const double barRight = std::min(m_area.right() - px(60), barLeft + px(300));
    const double top = m_area.top() + pitch / 2;
    const QString titles[] = {TrainText::tr("numbers"), TrainText::tr("weights"),
                              TrainText::tr("gradient"), TrainText::tr("step")};
    for (int i = 0; i < 4; ++i)
        writeNote(m_area.left() + names + i * column, top, m_area.left() + names + (i + 1) * column,
                  right, titles[i]);
    if (barRight > barLeft + px(40))
        writeNote(barLeft, top, m_area.right(), left, TrainText::tr("step ÷ weights"));
    for (std::size_t i = 0; i < std::min(fit, blocks.size()); ++i) {
        const BlockStep& block = blocks[i];
        const double y = m_area.top() + (static_cast<double>(i) + 1.5) * pitch;
        write(band(m_area.left(), y, m_area.left() + names, px(18)), left, blockName(block.scope),
              textFont(px(13)), m_colours.text);
        const QString cells[] = {QString::number(block.count), shortText(block.weights),
                                 shortText(block.gradient), shortText(block.update)};
        for (int k = 0; k < 4; ++k)
            write(band(m_area.left() + names + k * column, y,
                       m_area.left() + names + (k + 1) * column, px(18)),
                  right, cells[k], numberFont(px(13)), m_colours.text);
        if (barRight <= barLeft + px(40))
            continue;
        const double share = block.weights > 0 ? block.update / block.weights : 0;
        drawBar(band(barLeft, y, barRight, px(8)), share / largest);
        write(band(barRight + px(6), y, m_area.right(), px(18)), left,
              cellText(static_cast<float>(share), 5), numberFont(px(12)), m_colours.secondary);
    }
    if (blocks.size() > fit)
        writeNote(m_area.left(), m_area.bottom() + px(4), m_area.right(), left,
                  TrainText::tr("and %n more", nullptr, static_cast<int>(blocks.size() - fit)));
}

} // namespace

void paintStop(QPainter& painter, const TrainArrangement& layout) {
    TrainStopPainter(painter, layout).paint();
}

} // namespace headscope
