// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "pages/comparing_page.h"
#include "pages/layers/layers_comparison.h"

class QScrollArea;

namespace headscope {

class HeadPreview;
class LayersBar;
class LayersView;

/// Every head of every layer at once, or what moved in each of them between two states.
class LayersPage : public ComparingPage {
    Q_OBJECT

public:
    explicit LayersPage(QWidget* parent);

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    std::optional<Selection> entry(const Scene& scene) const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override;
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void finish() override;
    void retranslated() override;
    LayersView& layers() { return *m_view; }
    LayersBar& bar() { return *m_bar; }
    HeadPreview& preview() { return *m_preview; }

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;
    void comparingChanged() override;

private:
    void shareRoom();
    void showPreview();
    /// Asks for what stands under the heads, where it is not known yet.
    void measure();
    /// Asks for B − A, where it is of something else than it was.
    void compare();
    void take(std::shared_ptr<const LayersComparison> comparison);
    void forget();

    QWidget* m_page; ///< the overview and one head beside it
    QScrollArea* m_scroll;
    LayersView* m_view;
    HeadPreview* m_preview;
    LayersBar* m_bar;
    std::shared_ptr<const Run> m_measured; ///< that is measured, or is to be
    Index m_measuredSequence = 0;
    /// What is compared, or is to be.
    struct Compare {
        std::shared_ptr<const Compared> compared;
        Stage stage = Stage::Weights;
        Index sequence = 0;
        bool operator==(const Compare&) const = default;
    };
    std::optional<Compare> m_comparedAs;
    struct MeasureRequest {
        std::shared_ptr<const Run> run;
        Index sequence = 0;
    };
    // Last: what they deliver changes the above.
    LatestRunner<MeasureRequest, std::shared_ptr<const LayersMeasures>> m_measures;
    LatestRunner<Scene, std::shared_ptr<const LayersComparison>> m_comparisons;
};

} // namespace headscope
