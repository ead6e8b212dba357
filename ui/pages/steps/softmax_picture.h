// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/softmax_painter.h"
#include "pages/steps/softmax_words.h"
#include "timeline/easing.h"

#include <QBrush>

#include <functional>

namespace headscope {

/// A column that is drawn: each, or where several share a pixel the one with the largest weight.
struct DrawnColumn {
    Index index = 0;
    double left = 0;
    double width = 0;
};

/// One painting of the row; what softmax_painter.h promises.
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

} // namespace headscope
