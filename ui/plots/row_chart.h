// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/palette.h"
#include "tensor/dims.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <vector>

class QCPBars;
class QCustomPlot;

namespace headscope {

/// The weights of one query over all its keys.
struct RowChartData {
    QStringList labels;
    std::vector<float> weights; ///< NaN and ±∞ are marked, not drawn as numbers
    std::vector<bool> masked;   ///< may be empty
    Index asked = 0;

    bool operator==(const RowChartData&) const = default;
};

/// Bars of a whole softmax row, for rows that are too long for a table. The
/// asked key is in the accent colour with a triangle under it. Arrow keys and
/// the pointer walk along the keys. The plot is made when it is first shown.
class RowChart : public QWidget {
    Q_OBJECT

public:
    explicit RowChart(QWidget* parent = nullptr);
    ~RowChart() override;

    void setData(const RowChartData& data, ThemeKind theme, double textScale);
    const RowChartData& data() const { return m_data; }
    QSize sizeHint() const override { return {272, 112}; }

    /// What is drawn for a key: finite, not below 0. For tests.
    static double barHeight(float weight);
    /// The key under a horizontal position of the widget, if any.
    std::optional<Index> keyAt(double x) const;
    bool hasPlot() const { return m_plot != nullptr; }
    /// No more than there are pixels: one bar is the largest of its keys.
    int barCount() const;

Q_SIGNALS:
    void keyAsked(headscope::Index key);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makePlot();
    void refill();
    void recolour();
    void retranslate();
    QString describe(Index key) const;
    double keysPerPixel() const;
    int keysPerBar() const;
    bool handleKey(int key);

    RowChartData m_data;
    ThemeKind m_theme = ThemeKind::Light;
    double m_textScale = 1;
    QCustomPlot* m_plot = nullptr;
    QCPBars* m_bars = nullptr;
    QCPBars* m_askedBar = nullptr;
};

} // namespace headscope
