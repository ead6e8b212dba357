// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_desk.h"

class QKeyEvent;
class QWidget;

namespace headscope {

class ShapesPanel;
class ShapesView;

/// The Shapes view in the window: its desk, its picture for the centre and its
/// panel for the left side, brought together.
class ShapesTab : public QObject {
    Q_OBJECT

public:
    /// View and panel get other parents once they are laid out.
    explicit ShapesTab(QWidget* parent);

    ShapesDesk& desk() { return m_desk; }
    ShapesView& view() { return *m_view; }
    ShapesPanel& panel() { return *m_panel; }

    void setScene(const Scene& scene) { m_desk.setScene(scene); }
    /// While it is not shown, nothing is computed or painted.
    void setShown(bool shown);
    /// A key that the Shapes view understands, whoever has the focus.
    bool handleKey(const QKeyEvent& event);
    /// The next or the previous move.
    void step(int by);
    /// Goes to the step that belongs to a stop of the pipeline, by the way that comes by it;
    /// false where none does.
    bool showStage(Stage stage);
    /// Asks for a file and writes the journey as a GIF, with progress and a way to
    /// stop. Gives a sentence for the status line; empty where nothing was done.
    QString exportAnimation(QString& folder);

Q_SIGNALS:
    /// What the step does; over the view.
    void sentenceChanged(const QString& sentence);
    void statusChanged(const QString& text);
    /// The stop of the pipeline that the shown step belongs to, and which of its tensors.
    void stageShown(headscope::Stage stage, std::size_t tensor);
    void reducedMotionAsked(bool reduced);
    /// Other sizes of the experiment.
    void sizesAsked(const headscope::LayoutSizes& sizes);

private:
    void connectView();
    void show(const ShapesScene& scene);
    void seekWanted();
    void announceStage();

    ShapesDesk m_desk;
    ShapesView* m_view;
    ShapesPanel* m_panel;
    QString m_sentence;
    bool m_shown = false;
    std::optional<Stage> m_wanted; ///< to go to as soon as its journey is there
    std::optional<std::pair<Stage, std::size_t>> m_announced;
};

} // namespace headscope
