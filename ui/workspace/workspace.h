// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "workspace/document.h"
#include "workspace/engine_runner.h"

#include <QObject>

namespace headscope {

/// Brings document, engine, selection and display options together and composes
/// the Scene that every view shows, at most once per turn of the event loop.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(Experiment experiment, QObject* parent = nullptr);

    Document& document() { return m_document; }
    const Experiment& experiment() const { return *m_document.experiment(); }
    const Scene& scene() const { return m_scene; }
    const Selection& selection() const { return m_scene.selection; }
    const DisplayOptions& display() const { return m_scene.display; }
    /// Why the experiment as it stands cannot be computed; the last good trace stays shown.
    const std::optional<Error>& error() const { return m_error; }
    /// Whether the scene is older than the experiment.
    bool isComputing() const { return m_computing; }

    void setSelection(Selection selection);
    void setDisplay(const DisplayOptions& display);

    /// Goes to a stage; the asked cell stays where the new stage has it.
    void showStage(Stage stage, std::size_t tensor = 0);
    void showPanel(int panel);
    void showSequence(Index sequence);
    void hover(std::optional<PanelCell> cell);
    void lock(std::optional<PanelCell> cell);
    void setSolo(bool solo);

    /// Waits until the scene is that of the experiment as it stands.
    void finish();

Q_SIGNALS:
    void sceneChanged(const headscope::Scene& scene);
    /// A revision failed (error() says why) or succeeded again.
    void errorChanged();

private:
    void requestRun();
    void take(const RunOutcome& outcome);
    void clampSelection();
    /// The first question: what the last token looks at most, in head 1.
    void askStrongestKey();
    void announce();

    Document m_document;
    EngineRunner m_runner;
    Scene m_scene;
    std::optional<Error> m_error;
    bool m_computing = false;
    bool m_announcing = false;
};

} // namespace headscope
