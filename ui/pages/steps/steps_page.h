// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/page_time.h"
#include "pages/steps/steps_session.h"

namespace headscope {

class StepsView;

/// The whole computation of a block as matrices with numbers, one operation at a time. It has a
/// time of its own, which the stages of the strip follow.
class StepsPage : public Page, private PageTime {
    Q_OBJECT

public:
    explicit StepsPage(QWidget* parent);

    StepsSession& session() { return m_session; }
    StepsView& steps() { return *m_view; }

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override { return m_controls; }
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    PageTime* time() override { return this; }
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;
    void retranslated() override { m_session.retranslate(); }
    void keepView(PreparedView& view) const override;
    Status showView(const PageRequest& view) override;

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;

private:
    Animation& animation() override { return m_session.animation(); }
    std::optional<StripPlace> place() const override;
    void seekPlace(const StripPlace& place) override;
    bool showsStage(Stage stage) const override { return !isAnalysisStage(stage); }
    /// Goes to the stop of a stage, where it has not begun yet.
    bool seekStage(Stage stage) override;

    void connectView();
    void showSteps(const StepScene& scene);
    void showControls();
    void announceStage();
    void ask(const std::optional<MatrixGeometry::Position>& cell, bool lock);

    StepsSession m_session;
    StepsView* m_view;
    PageControls m_controls;
    bool m_opening = false; ///< shown, and not yet with a scene
    bool m_taking = false;  ///< a scene, and does not yet stand where that is
    /// What the strip was told last, or told us.
    std::optional<StageTensor> m_announced;
    std::string m_scope; ///< of the block that is shown
};

} // namespace headscope
