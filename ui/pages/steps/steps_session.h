// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/animation.h"
#include "pages/steps/step_scene.h"

#include <QObject>

namespace headscope {

/// Brings trace, time and question together and composes the StepScene: what the Workspace is for
/// the experiment, for the page Steps.
class StepsSession : public QObject {
    Q_OBJECT

public:
    explicit StepsSession(QObject* parent = nullptr);

    const StepScene& scene() const { return m_scene; }
    Animation& animation() { return m_animation; }

    /// The workspace's scene. While not shown, nothing is made of it.
    void setScene(const Scene& scene);
    void setShown(bool shown);
    void setOrder(StepOrder order);
    /// Its picture has words of the language that was spoken when it was made.
    void retranslate();
    /// A cell of a stop that the strip has no stage for.
    void ask(std::optional<MatrixGeometry::Position> cell, bool locked);
    /// The stop that is shown.
    std::size_t stop() const;
    /// To the beginning of its move, or to its end.
    void seekStop(std::size_t stop, bool done);
    /// What of the strip the stop is; nothing where the strip has no such stage. Where it has one,
    /// the question of the stop is the workspace's selection.
    std::optional<StageTensor> stage() const {
        return m_scene.isEmpty() ? std::nullopt : m_scene.stage();
    }

Q_SIGNALS:
    void sceneChanged(const headscope::StepScene& scene);

private:
    void compose();

    Scene m_outer;
    StepScene m_scene;
    std::shared_ptr<const Trace> m_stopsOf;
    std::optional<MatrixGeometry::Position> m_own; ///< of a stop without a stage
    bool m_ownLocked = false;
    StepOrder m_order = StepOrder::DotProduct;
    bool m_shown = false;
    Animation m_animation;
};

} // namespace headscope
