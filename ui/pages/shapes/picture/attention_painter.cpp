// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/shapes/picture/attention_painter.h"

#include "pages/shapes/picture/attention_geometry.h"
#include "pages/shapes/shapes_words.h"
#include "painters/matrix_painter.h"
#include "scene/panels/matrix_panel.h"
#include "scene/value_range.h"
#include "type/fonts.h"
#include "type/math_text.h"
#include "words/numbers/number_format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace headscope {

namespace {

/// More heads than this would be too small to compare.
constexpr std::size_t mostHeads = 12;

QString text(const char* source) {
    return QCoreApplication::translate("Shapes", source);
}

/// The heads of both ways and what stands at their axes.
struct Attention {
    std::vector<MatrixPanel> right;
    std::vector<MatrixPanel> wrong;
    QStringList queries;
    QStringList keys;
    CellColours colours;
};

std::vector<MatrixPanel> headsOf(const Trace& trace, const ShapesScene& scene) {
    const Index sequence = scene.options.sequence;
    if (!scene.run)
        return panelsOf(trace, TensorName::AttentionWeights, sequence);
    return panelsOf(trace, scene.run->tokens(scene.scope), TensorName::AttentionWeights, sequence);
}

Attention attentionOf(const ShapesScene& scene) {
    Attention attention;
    attention.right = headsOf(*scene.model->rightAttention, scene);
    attention.wrong = headsOf(*scene.model->wrongAttention, scene);
    const MatrixPanel& first = attention.right.front();
    if (scene.run) {
        const AxisTokens tokens = scene.run->tokens(scene.scope);
        attention.queries = rowLabels(tokens, first, scene.options.sequence);
        attention.keys = columnLabels(tokens, first, scene.options.sequence);
    } else {
        for (Index i = 0; i < first.matrix.size(0); ++i)
            attention.queries << QString::number(i + 1);
        for (Index i = 0; i < first.matrix.size(1); ++i)
            attention.keys << QString::number(i + 1);
    }
    // Fixed: the two are to be compared with each other, whatever the numbers are.
    attention.colours = {scene.display.map, ValueRange{0, 1}, scene.display.theme};
    return attention;
}

float largestDifference(const std::vector<MatrixPanel>& a, const std::vector<MatrixPanel>& b) {
    float largest = 0;
    for (std::size_t head = 0; head < std::min(a.size(), b.size()); ++head) {
        for (Index row = 0; row < a[head].matrix.size(0); ++row) {
            for (Index column = 0; column < a[head].matrix.size(1); ++column) {
                if (a[head].markOf(row, column) == CellMark::None)
                    largest = std::max(largest, std::abs(a[head].matrix(row, column) -
                                                         b[head].matrix(row, column)));
            }
        }
    }
    return largest;
}

double widest(const QStringList& labels, const QFont& font) {
    const QFontMetricsF metrics(font);
    double width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return width;
}

class Painting {
public:
    Painting(QPainter& painter, const Attention& attention, const AttentionGeometry& geometry,
             const Theme& theme, double scale)
        : m_painter(painter)
        , m_attention(attention)
        , m_geometry(geometry)
        , m_theme(theme)
        , m_scale(scale) {}

    void row(const AttentionRow& row, const std::vector<MatrixPanel>& panels, const QString& title,
             const QColor& colour, bool quoted) {
        m_painter.setPen(colour);
        m_painter.setFont(textFont(16 * m_scale, QFont::DemiBold));
        drawElidedText(m_painter, row.title, Qt::AlignLeft | Qt::AlignVCenter, title);
        for (std::size_t head = 0; head < row.heads.size(); ++head) {
            QString name = axisLabel(AxisFamily::Heads, static_cast<Index>(head));
            if (quoted)
                name = u'“' + name + u'”';
            m_painter.setFont(textFont(13 * m_scale));
            m_painter.setPen(m_theme.secondary);
            drawElidedText(m_painter, row.names[head], Qt::AlignLeft | Qt::AlignVCenter, name);
            paintMatrix(m_painter, row.heads[head], panels[head],
                        cellImage(panels[head], m_attention.colours, false), m_attention.colours,
                        true, m_scale);
        }
        queries(row);
    }

    void keys() {
        const MatrixGeometry& cells = m_geometry.right.heads.front();
        m_painter.setFont(textFont(13 * m_scale));
        m_painter.setPen(m_theme.secondary);
        m_painter.drawText(m_geometry.keyAxis, Qt::AlignRight | Qt::AlignVCenter,
                           text(QT_TRANSLATE_NOOP("Shapes", "key")) + QStringLiteral(" →"));
        if (m_geometry.keyLabels.isEmpty())
            return;
        const QFont font = labelFont(cells.pitchX);
        const double height = QFontMetricsF(font).height();
        const Index step = labelStep(cells.pitchX, 0.85 * height);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.text);
        for (const MatrixGeometry& head : m_geometry.right.heads) {
            for (Index key = 0; key < head.columns; key += step) {
                m_painter.save();
                m_painter.translate(head.centreAcross(key), m_geometry.keyLabels.bottom() - 3);
                m_painter.rotate(-90);
                drawElidedText(m_painter,
                               QRectF(0, -height / 2, m_geometry.keyLabels.height() - 4, height),
                               Qt::AlignLeft | Qt::AlignVCenter, m_attention.keys.value(key));
                m_painter.restore();
            }
        }
    }

    void legend() {
        const QRectF& area = m_geometry.legend;
        const QFont font = numberFont(12 * m_scale);
        const CellColours& colours = m_attention.colours;
        const ColourKey key{
            {QString::number(colours.range.low), QString::number(colours.range.high)},
            {120 * m_scale, 10 * m_scale},
            6 * m_scale};
        m_painter.setFont(font);
        m_painter.setPen(m_theme.text);
        paintColourKey(m_painter, area, key, colours.map, colours.theme);
        paintMarkNames(m_painter, area.adjusted(key.width(font) + 20 * m_scale, 0, 0, 0), marks(),
                       m_theme, m_scale);
    }

private:
    QPainter& m_painter;
    const Attention& m_attention;
    const AttentionGeometry& m_geometry;
    const Theme& m_theme;
    double m_scale;

    QFont labelFont(double pitch) const {
        return textFont(std::clamp(pitch - 1, 10 * m_scale, 12 * m_scale));
    }

    void queries(const AttentionRow& row) {
        const MatrixGeometry& cells = row.heads.front();
        m_painter.setFont(textFont(13 * m_scale));
        m_painter.setPen(m_theme.secondary);
        m_painter.save();
        m_painter.translate(row.queryAxis.center());
        m_painter.rotate(-90);
        m_painter.drawText(QRectF(-100 * m_scale, -row.queryAxis.width() / 2, 200 * m_scale,
                                  row.queryAxis.width()),
                           Qt::AlignCenter,
                           text(QT_TRANSLATE_NOOP("Shapes", "query")) + QStringLiteral(" ←"));
        m_painter.restore();
        const QFont font = labelFont(cells.pitchY);
        const double height = QFontMetricsF(font).height();
        const Index step = labelStep(cells.pitchY, 0.85 * height);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.text);
        for (Index query = 0; query < cells.rows; query += step)
            drawElidedText(m_painter,
                           QRectF(row.queryLabels.left(), cells.centreDown(query) - height / 2,
                                  row.queryLabels.width(), height),
                           Qt::AlignRight | Qt::AlignVCenter, m_attention.queries.value(query));
    }

    std::vector<CellMark> marks() const {
        std::array<bool, 4> met{};
        const MatrixPanel& first = m_attention.right.front();
        for (Index row = 0; row < first.matrix.size(0) && first.hasMarks(); ++row) {
            for (Index column = 0; column < first.matrix.size(1); ++column)
                met[static_cast<std::size_t>(first.markOf(row, column))] = true;
        }
        std::vector<CellMark> all;
        for (const CellMark mark : {CellMark::Masked, CellMark::Padding}) {
            if (met[static_cast<std::size_t>(mark)])
                all.push_back(mark);
        }
        return all;
    }
};

} // namespace

void paintAttention(QPainter& painter, const StepFrame& frame, const ShapesScene& scene) {
    const Attention attention = attentionOf(scene);
    const double scale = frame.geometry.scale;
    const Theme& theme = frame.style.theme();
    const QFont labels = textFont(12 * scale);
    AttentionGeometryInput in;
    in.area =
        QRectF(QPointF(frame.geometry.memoryHeader.left(), frame.geometry.before.title.top()),
               QPointF(frame.geometry.memoryHeader.right(), frame.geometry.separator - 8 * scale));
    in.heads =
        static_cast<int>(std::min({attention.right.size(), attention.wrong.size(), mostHeads}));
    in.queries = attention.right.front().matrix.size(0);
    in.keys = attention.right.front().matrix.size(1);
    in.queryLabelWidth = widest(attention.queries, labels);
    in.keyLabelWidth = widest(attention.keys, labels);
    in.scale = scale;
    if (in.area.height() < 120 * scale || in.area.width() < 120 * scale) {
        // Two rows of heads would be a smear.
        painter.setFont(textFont(13 * scale));
        painter.setPen(theme.secondary);
        painter.drawText(in.area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                         text(QT_TRANSLATE_NOOP(
                             "Shapes", "A higher window has room for the attention of both.")));
        return;
    }
    const AttentionGeometry geometry = layoutAttention(in);
    painter.save();
    painter.setClipRect(in.area, Qt::IntersectClip);
    Painting painting(painter, attention, geometry, theme, scale);
    painting.row(geometry.right, attention.right,
                 text(QT_TRANSLATE_NOOP("Shapes", "Attention weights of the right heads")),
                 theme.text, false);
    painting.row(
        geometry.wrong, attention.wrong,
        text(QT_TRANSLATE_NOOP("Shapes", "Attention weights of the wrong heads: up to %1 away"))
            .arg(shortText(
                static_cast<double>(largestDifference(attention.right, attention.wrong)))),
        theme.error, true);
    painting.keys();
    painting.legend();
    painter.restore();
}

} // namespace headscope
