// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measures/head_cost.h"

#include <QCoreApplication>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace headscope {

/// "What heads cost", in words and numbers: one head, those at hand, twice as many.
struct HeadCosts {
    struct Column {
        QString heads;    ///< "4 heads"
        QString width;    ///< "d_{k} 16"; of a number that does not come out even "–"
        bool now = false; ///< the sizes at hand
    };
    struct Row {
        QString name;        ///< markup: "X·W_{Q}"
        QStringList numbers; ///< of the columns
        QStringList exact;   ///< the same with all digits
        bool sum = false;
    };
    struct Group {
        QString title; ///< "multiplications"
        QString scale; ///< "for all 10 × 10 pairs"
        std::vector<Row> rows;
    };
    QString sentence; ///< what twice as many heads change
    std::vector<Column> columns;
    std::vector<Group> groups;
    QString note; ///< what is counted
};

class HeadCostWords {
    Q_DECLARE_TR_FUNCTIONS(HeadCosts)

public:
    static HeadCosts describe(const AttentionSizes& sizes, HeadWidth width);
    /// The two rules for the width of a head.
    static QStringList widths();
    /// Of a block without projections.
    static QString unknown();
    static QString widthTip();
};

/// All digits in groups of three up to six, else four digits and k, M, G, T: "1.049 M".
QString countText(Index count);

/// Where everything stands, in a panel of some width.
struct HeadCostsGeometry {
    QRectF sentence;
    struct Group {
        QRectF title;
        QRectF head; ///< the columns' names, of the first group alone
        std::vector<QRectF> rows;
    };
    std::vector<Group> groups;
    QRectF note;
    double height = 0;
    double scale = 1;
    double nameWidth = 0; ///< left of the numbers
    std::size_t columns = 0;

    QRectF cell(const QRectF& row, std::size_t column) const;
};
HeadCostsGeometry layoutHeadCosts(const HeadCosts& content, double top, double width,
                                  double textScale);

} // namespace headscope
