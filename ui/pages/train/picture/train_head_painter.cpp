// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/train/picture/train_legend.h"
#include "pages/train/picture/train_painter.h"
#include "pages/train/picture/train_painters.h"
#include "pages/train/train_words.h"
#include "painters/fitted_text.h"
#include "painters/matrix_painter.h"
#include "plots/stacked_label.h"
#include "type/fonts.h"
#include "words/numbers/number_format.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <set>

namespace headscope {

namespace {

class TrainHeadPainter : public TrainPainter {
public:
    /// The crossing is that of the matrix at the playhead.
    TrainHeadPainter(QPainter& painter, const TrainArrangement& layout,
                     const TrainCrossing& crossing)
        : TrainPainter(painter, layout)
        , m_crossing(crossing) {}
    void paint() const;

private:
    void paintTitles() const;
    void paintRowLabels() const;
    void paintColumnLabels(const MatrixGeometry& matrix) const;
    void paintStack(double x, double bottom, const QString& label) const;
    void paintMatrix(const MatrixGeometry& matrix, const RecordedStep& step, bool crosses) const;
    void paintLegend() const;

    const TrainCrossing& m_crossing;
};

QColor blended(const QColor& from, const QColor& to, double t) {
    const auto mix = [t](int a, int b) { return qRound(a + (b - a) * t); };
    return QColor(mix(from.red(), to.red()), mix(from.green(), to.green()),
                  mix(from.blue(), to.blue()));
}

/// The cells, by row and column, of the relation that the head is measured by.
std::set<std::pair<Index, Index>> markedCells(const TrainScene& scene) {
    std::set<std::pair<Index, Index>> cells;
    const int relation = findingOf(scene, scene.head).relation;
    for (const Reference& reference : scene.moment.data().watched.references) {
        if (reference.relation != relation)
            continue;
        for (const int key : reference.keys)
            cells.emplace(reference.query, key);
    }
    return cells;
}

void TrainHeadPainter::paint() const {
    paintTitles();
    paintRowLabels();
    for (const auto& [matrix, step] : m_layout.matrices()) {
        paintColumnLabels(matrix);
        paintMatrix(matrix, *step, matrix.origin == m_geometry.left.origin);
    }
    paintLegend();
}

void TrainHeadPainter::paintTitles() const {
    const TrainGeometry& g = m_geometry;
    const double x0 = g.headsLeft;
    drawHeadMark(band(x0 + px(24), g.titleY, x0 + px(42), px(18)), m_scene.head);
    write(band(x0 + px(48), g.titleY, g.left.origin.x() - px(2), px(20)), left,
          TrainText::tr("head %1").arg(m_scene.head + 1), textFont(px(14), QFont::DemiBold),
          m_colours.text);
    const auto titled = [&](const QRectF& rect, const RecordedStep& step, const QString& name,
                            bool accent) {
        const QRectF label = drawStepLabel(rect.left(), rect.width(), step, accent);
        if (rect.width() - label.width() > px(50))
            writeNote(label.right() + px(6), g.titleY, rect.right(), right, name);
    };
    titled(g.left.bounds(), m_scene.at(), TrainText::tr("playhead"), true);
    if (g.isPresented()) {
        m_painter.setPen(m_colours.text);
        drawFitted(m_painter, g.sentence, textFont(px(14)), learntSentence(m_scene), px(11));
    } else {
        titled(g.right.bounds(), m_scene.atRight(),
               m_scene.pinned ? TrainText::tr("pinned") : TrainText::tr("newest"), false);
    }
}

void TrainHeadPainter::paintRowLabels() const {
    const TrainGeometry& g = m_geometry;
    const double x0 = g.headsLeft;
    writeNote(x0 + px(24), g.keysY, g.left.origin.x() - px(6), right, TrainText::tr("key →"));
    // Rows run down: so does the arrow, when the words are read upwards.
    writeUpwards({x0 + px(30), g.rowAxisY}, {-px(60), -px(9), px(120), px(18)}, Qt::AlignCenter,
                 QStringLiteral("← ") + rowWord(m_scene), textFont(px(12)), m_colours.secondary);
    const QStringList queries = queryWords(m_scene);
    const QFont font = textFont(px(13));
    const double lineHeight = QFontMetricsF(font).height();
    const int every = std::max(1, qCeil(lineHeight * 0.75 / g.left.pitchY));
    for (int row = 0; row < queries.size(); row += every) {
        const double y = g.left.origin.y() + (row + 0.5) * g.left.pitchY;
        write(band(x0 + px(40), y, g.left.origin.x() - px(6), px(18)), right, queries[row], font,
              m_colours.text);
    }
}

void TrainHeadPainter::paintColumnLabels(const MatrixGeometry& matrix) const {
    const TrainGeometry& g = m_geometry;
    const QStringList keys = keyWords(m_scene);
    const double wide = matrix.pitchX;
    const bool upright = wide < px(g.isPresented() ? 40 : 26);
    const bool stacked = upright && g.isPresented() && canStack(keys);
    const int every = upright ? std::max(1, qCeil(px(12) / wide)) : 1;
    const double least = g.isPresented() ? 11 : 9;
    const double bottom = matrix.origin.y() - px(3);
    for (int column = 0; column < keys.size(); column += every) {
        const double x = matrix.origin.x() + (column + 0.5) * wide;
        if (!upright)
            write(band(x - wide / 2, g.keysY, x + wide / 2, px(20)), Qt::AlignCenter, keys[column],
                  textFont(px(13)), m_colours.text);
        else if (stacked)
            paintStack(x, bottom, keys[column]);
        else
            writeUpwards({x, bottom}, {0, -px(9), px(30), px(18)}, left, keys[column],
                         textFont(std::min(px(12), std::max(px(least), wide))), m_colours.text);
    }
}

/// Characters of Chinese below each other, which end above `bottom`.
void TrainHeadPainter::paintStack(double x, double bottom, const QString& label) const {
    const QStringList lines = stackedLines(label);
    const double pixels = px(12);
    const double pitch = stackedPitch(pixels);
    double y = bottom - pitch * static_cast<double>(lines.size()) + pitch / 2;
    for (const QString& line : lines) {
        write(band(x - 3 * pixels, y, x + 3 * pixels, pitch + 4), Qt::AlignCenter, line,
              textFont(pixels), m_colours.text);
        y += pitch;
    }
}

void TrainHeadPainter::paintMatrix(const MatrixGeometry& matrix, const RecordedStep& step,
                                   bool crosses) const {
    const Tensor& tensor = m_scene.tensor(step);
    const Tensor* const from = crosses && m_crossing.from && m_crossing.progress < 1
                                   ? &m_scene.tensor(*m_crossing.from)
                                   : nullptr;
    const TrainColours& colours = m_layout.colours();
    const QBrush hatch = markBrush(CellMark::Masked, m_colours);
    const double gap = matrix.smallerPitch() >= 8 ? 1 : 0;
    const bool digits = m_scene.display.valuesInCells && fitsNumber({matrix.pitchX, matrix.pitchY});
    const double largest = m_geometry.isPresented()
                               ? std::clamp(0.36 * matrix.pitchY, px(11), px(22))
                               : std::min(px(13), matrix.pitchY - px(4));
    m_painter.setFont(numberFont(largest));
    const std::set<std::pair<Index, Index>> marked = markedCells(m_scene);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    for (int row = 0; row < tensor.size(2); ++row) {
        for (int column = 0; column < tensor.size(3); ++column) {
            const QRectF cell = matrix.cellRect(row, column).adjusted(0, 0, -gap, -gap);
            if (m_layout.isMasked(step, m_scene.head, row, column)) {
                m_painter.fillRect(cell, m_colours.window);
                m_painter.fillRect(cell, hatch);
                continue;
            }
            const float value = tensor(0, m_scene.head, row, column);
            QColor fill = QColor::fromRgb(colours.of(value));
            if (from)
                fill = blended(QColor::fromRgb(colours.of((*from)(0, m_scene.head, row, column))),
                               fill, m_crossing.progress);
            m_painter.fillRect(cell, fill);
            const QColor ink = textColourOn(fill.rgb());
            m_painter.setPen(ink);
            if (digits)
                m_painter.drawText(cell, Qt::AlignCenter, cellText(value, 4));
            if (marked.contains({row, column})) {
                m_painter.setRenderHint(QPainter::Antialiasing);
                drawCorner(cell.topRight(), std::min({px(9), cell.height() / 2, cell.width() / 4}),
                           ink);
                m_painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    }
    m_painter.setRenderHint(QPainter::Antialiasing);
}

void TrainHeadPainter::paintLegend() const {
    const TrainLegend legend = legendOf(m_layout);
    const auto say = [&](const TrainLegend::Word& word, const QColor& colour, double room) {
        write(band(word.left, m_geometry.legendY, word.left + room, px(16)), left, word.text,
              textFont(px(12)), colour);
    };
    m_painter.setFont(textFont(px(12)));
    m_painter.setPen(m_colours.text);
    paintColourKey(
        m_painter,
        band(m_geometry.left.origin.x(), m_geometry.legendY, m_layout.size().width(), px(16)),
        legend.key, m_layout.colours().map);
    say(legend.values, m_colours.secondary, legend.values.width + 2);
    if (legend.corner.text.isEmpty())
        return;
    drawCorner(legend.cornerMark.topRight(), legend.cornerMark.width(), m_colours.text);
    say(legend.corner, m_colours.secondary, m_layout.size().width() - px(24) - legend.corner.left);
}

} // namespace

void paintEnlargedHead(QPainter& painter, const TrainArrangement& layout,
                       const TrainCrossing& crossing) {
    TrainHeadPainter(painter, layout, crossing).paint();
}

} // namespace headscope
