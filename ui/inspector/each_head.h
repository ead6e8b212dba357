// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "measures/head_measures.h"

#include <QCoreApplication>
#include <QRectF>
#include <QStringList>

#include <vector>

namespace headscope {

/// One question and what every head answers.
struct EachHeadGroup {
    Measure measure = Measure::Entropy;
    QString question; ///< "at the token before"
    QString scale;    ///< "share, 0 – 1"; of one without a meaning, why
    double largest = 1;
    struct Answer {
        double value = 0;
        double even = 0;
        QString text;
        bool most = false; ///< no other head has more
        Index queries = 0;
    };
    std::vector<Answer> answers; ///< of the heads in their order; empty: it has no meaning
};

/// "What each head looks at", in words and numbers.
struct EachHead {
    QString over; ///< "means over the 10 queries"
    std::vector<EachHeadGroup> groups;
    QStringList names; ///< "head 3 looks like …", each with its evidence; or why there is none
    bool named = false;
};

class EachHeadWords {
    Q_DECLARE_TR_FUNCTIONS(EachHead)

public:
    static EachHead describe(const std::vector<HeadMeasures>& heads, bool isCross);
    static QString evenSpread();
    static QString namesTitle();
    /// "head 3: 0.1473535 (even spread 0.1), mean over 9 queries"
    static QString tip(const EachHeadGroup& group, std::size_t head);
    static QString sortTip();
};

/// Where everything stands, in a panel of some width.
struct EachHeadGeometry {
    struct Group {
        QRectF title;             ///< question and scale
        std::vector<QRectF> rows; ///< one for each answer
    };
    QRectF top;
    std::vector<Group> groups;
    QRectF namesTitle;
    std::vector<QRectF> names;
    double height = 0;

    QRectF badge(const QRectF& row) const;
    QRectF bar(const QRectF& row) const;
    QRectF number(const QRectF& row) const;
    double scale = 1;
};
EachHeadGeometry layoutEachHead(const EachHead& content, double width, double textScale);

/// The heads from the largest to the smallest of a measure; of equal ones the earlier first. By
/// number where the measure has no meaning.
std::vector<int> headsBy(const std::vector<HeadMeasures>& heads, Measure measure);

} // namespace headscope
