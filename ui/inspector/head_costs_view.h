// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/head_costs.h"
#include "scene/scene.h"

#include <QWidget>

namespace headscope {

class SegmentedControl;

/// A page of the inspector: what parameters and multiplications the heads cost, beside one head
/// and twice as many.
class HeadCostsView : public QWidget {
    Q_OBJECT

public:
    explicit HeadCostsView(QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    void setPanelWidth(int width);

    const HeadCosts& content() const { return m_content; }
    const HeadCostsGeometry& geometryNow() const { return m_geometry; }
    SegmentedControl& widths() const { return *m_widths; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void describe();
    void relayout();
    void paintGroup(QPainter& painter, std::size_t index) const;

    Scene m_scene;
    SegmentedControl* m_widths;
    std::optional<AttentionSizes> m_sizes;
    std::optional<HeadWidth> m_chosen; ///< else what fits the sizes at hand
    HeadCosts m_content;
    HeadCostsGeometry m_geometry;
    int m_panelWidth = 304;
};

} // namespace headscope
