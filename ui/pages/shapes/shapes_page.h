// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/page_time.h"
#include "pages/shapes/shapes_session.h"

namespace headscope {

class ShapesPanel;
class ShapesView;

/// What splitting and merging the heads does to the memory: its session, its picture for the
/// centre and its panel for the left side, brought together. It has a time of its own.
class ShapesPage : public Page, private PageTime {
    Q_OBJECT

public:
    explicit ShapesPage(QWidget* parent);

    ShapesSession& session() { return m_session; }
    ShapesView& shapes() { return *m_view; }
    ShapesPanel& panel() { return *m_panel; }

    PageWords words(const Scene& scene) const override;
    QString explanation() const override;
    QList<KeyWords> keys() const override;
    Status available(const Scene& scene) const override;
    QWidget& view() override;
    PageControls controls() const override { return m_controls; }
    PageParts parts() const override;
    bool handleKey(const QKeyEvent& event) override;
    PageTime* time() override { return this; }
    void keepView(PreparedView& view) const override;
    Status showView(const PageRequest& view) override;
    /// The wrong way beside the right one is what a lesson about the shapes asks about.
    void lesson(LessonStep step) override;
    void recall(const PageSwitches& switches) override;
    PageFigures figures() override;
    std::optional<want::TurnPair> askedPair() const override { return std::nullopt; }
    void finish() override { m_session.finish(); }
    void refused(const want::Edit& edit, const Error& error) override;

protected:
    void show(const Scene& scene) override;
    void shownChanged(bool shown) override;

private:
    Animation& animation() override { return m_session.animation(); }
    std::optional<StripPlace> place() const override;
    void seekPlace(const StripPlace& place) override;
    bool showsStage(Stage stage) const override;
    /// Goes to the step that belongs to a stop of the pipeline, by the way that comes by it.
    bool seekStage(Stage stage) override;

    void connectView();
    void showShapes(const ShapesScene& scene);
    void showControls();
    void seekWanted();
    void announceStage();
    void wantSizes(const LayoutSizes& sizes);
    void keepSwitches(const ShapesOptions& chosen);
    /// Whether the wrong way was shown before.
    bool showWrongWay(bool shown);
    /// The wrong way beside the right one, where that has just gone right: what is misplaced is
    /// marked there.
    void showMisplaced();

    ShapesSession m_session;
    ShapesView* m_view;
    ShapesPanel* m_panel;
    PageControls m_controls;
    PageSwitches m_switches;
    std::optional<bool> m_wrongBefore; ///< whether the wrong way was shown before the lesson
    bool m_opening = false;            ///< shown, and not yet with a scene
    std::optional<Stage> m_wanted;     ///< to go to as soon as its journey is there
    std::optional<std::pair<Stage, std::size_t>> m_announced;
};

} // namespace headscope
