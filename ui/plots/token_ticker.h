// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/custom_plot.h"

namespace headscope {

/// Ticks where tokens have room for their labels, and no others.
class TokenTicker : public QCPAxisTicker {
public:
    void setLabels(const QVector<double>& places, const QVector<QString>& labels) {
        m_places = places;
        m_labels = labels;
    }
    void generate(const QCPRange& /*range*/, const QLocale& /*locale*/, QChar /*format*/,
                  int /*precision*/, QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override {
        ticks = m_places;
        if (subTicks)
            subTicks->clear();
        if (labels)
            *labels = m_labels;
    }

private:
    QVector<double> m_places;
    QVector<QString> m_labels;
};

} // namespace headscope
