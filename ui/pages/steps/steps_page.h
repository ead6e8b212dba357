// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/steps/steps_session.h"

namespace headscope {

class StepsView;

/// The whole computation of a block as matrices with numbers, one operation at a time. It has a
/// time of its own, which the stages of the strip follow.
class StepsPage : public Page {
    Q_OBJECT

public:
    explicit StepsPage(QWidget* parent);

    StepsSession& session() { return m_session; }
    StepsView& steps() { return *m_view; }

    QString name(const Scene& scene) const override;
    QString toolTip() const override;
    QString action() const override;
    QString explanation() const override;
    Status available(const Scene& scene) const override;
    bool needsPieces() const override { return true; }
    QWidget& view() override;
    QWidget& keyboard() override;
    PageControls controls() const override { return m_controls; }
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    Animation* animation() override { return &m_session.animation(); }
    std::optional<StripPlace> stripPlace() const override;
    void seekPlace(const StripPlace& place) override;
    /// The next or the previous move.
    bool step(int by) override;
    /// Goes to the stop of a stage, where it has not begun yet.
    bool showsStage(Stage stage) const override { return !isAnalysisStage(stage); }
    bool seekStage(Stage stage) override;
    std::optional<LabelledMatrix> matrix() const override;
    PageFigures figures() override;
    void retranslated() override { m_session.retranslate(); }
    void keepView(PreparedView& view) const override;
    void showView(const PreparedView& view) override;

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;

private:
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
