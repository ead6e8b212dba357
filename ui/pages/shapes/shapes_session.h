// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/animation.h"
#include "jobs/latest_runner.h"
#include "pages/shapes/shapes_scene.h"

#include <QObject>

namespace headscope {

/// What a model of a large tensor is made of.
struct ShapesRequest {
    std::shared_ptr<const Trace> trace;
    ShapesOptions options;
};
using ShapesOutcome = Result<std::shared_ptr<const ShapesModel>>;

/// Brings trace, options, time and the element in focus together and composes the
/// ShapesScene: what the Workspace is for the experiment, for the Shapes view.
class ShapesSession : public QObject {
    Q_OBJECT

public:
    explicit ShapesSession(QObject* parent = nullptr);

    const ShapesScene& scene() const { return m_scene; }
    const ShapesOptions& options() const { return m_scene.options; }
    Animation& animation() { return m_animation; }

    /// The workspace's scene: its trace and display options. While not shown, a new
    /// trace costs nothing until setShown(true).
    void setScene(const Scene& scene);
    void setShown(bool shown);
    void setOptions(const ShapesOptions& options);
    void hover(std::optional<Index> element);
    void lock(std::optional<Index> element);
    /// Waits until the scene is that of the newest trace and options.
    void finish();
    /// In another language words mean something else.
    void retranslate();

Q_SIGNALS:
    void sceneChanged(const headscope::ShapesScene& scene);

private:
    void remake();
    void take(const ShapesOutcome& outcome);
    void compose();

    ShapesScene m_scene;
    std::shared_ptr<const Trace> m_trace;
    Animation m_animation;
    bool m_shown = true;
    bool m_stale = true;
    LatestRunner<ShapesRequest, ShapesOutcome> m_runner; ///< last: it changes the above
};

} // namespace headscope
