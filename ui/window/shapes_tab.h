// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workspace/shapes_desk.h"

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
    /// The way that goes with a stop of the pipeline: splitting or merging; false
    /// where the stop is neither.
    bool showStage(Stage stage);
    /// Asks for a file and writes the journey as a GIF, with progress and a way to
    /// stop. Gives a sentence for the status line; empty where nothing was done.
    QString exportAnimation(QString& folder);

Q_SIGNALS:
    /// What the step does; over the view.
    void sentenceChanged(const QString& sentence);
    void statusChanged(const QString& text);
    /// The stop of the pipeline that the chosen way belongs to.
    void stageShown(headscope::Stage stage);
    void reducedMotionAsked(bool reduced);
    /// Other sizes of the experiment.
    void sizesAsked(const headscope::LayoutSizes& sizes);

private:
    void connectView();
    void show(const ShapesScene& scene);

    ShapesDesk m_desk;
    ShapesView* m_view;
    ShapesPanel* m_panel;
    QString m_sentence;
};

} // namespace headscope
