// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/latest_runner.h"
#include "scene/prepared_layers.h"
#include "scene/prepared_stage.h"

#include <QObject>

namespace headscope {

/// The scene that every view shows: the newest one that is wanted whose pictures are made. Where
/// those cost little it follows at once, else as soon as they are made in another thread; until
/// then the old one stays. It is told to everybody at most once per turn of the event loop.
class ShownScene : public QObject {
    Q_OBJECT

public:
    /// `wanted` outlives it and has no pictures of its own.
    explicit ShownScene(const Scene& wanted);

    const Scene& scene() const { return m_shown; }
    /// Whether pictures are asked for that are not delivered yet.
    bool isPreparing() const { return m_preparing.has_value(); }
    /// Whether a scene is made and on its way to who shows it.
    bool isAnnouncing() const { return m_announcing; }

    /// Follows the wanted scene, which is another one.
    void show();
    /// Shows at once what needs no pictures: what is compared, and what words point at.
    void showAtOnce();
    /// Whether the overview of the layers is shown; else nothing is prepared for it.
    void setLayersShown(bool shown);
    /// Pictures of a trace that is to be replaced would only take time from the new one.
    void forgetPictures();
    /// Shows nothing of a trace that the wanted scene has let go of, and says so at once.
    void letGo();

    /// Waits until the wanted scene is shown.
    void finish();
    /// The same, but for no longer than that.
    void finishWithin(std::chrono::milliseconds most) { m_pictures.finishWithin(most); }

Q_SIGNALS:
    void changed(const headscope::Scene& scene);

private:
    struct Prepared {
        std::shared_ptr<const PreparedStage> stage;
        std::shared_ptr<const PreparedLayers> layers; ///< nullptr: not shown
    };
    struct Preparation {
        Scene scene; ///< whose stage is to be prepared
        Prepared before;
        bool layers = false;
    };

    bool needsLayers() const { return m_layersShown && m_wanted.blocks; }
    /// Whether these are all pictures of the wanted scene.
    bool isEnough(const Prepared& prepared) const;
    void takePrepared(const Prepared& prepared);
    void replace(const Prepared& prepared);
    void announce();

    const Scene& m_wanted;
    Scene m_shown;
    /// What was shown and may hold gigabytes.
    std::vector<std::shared_ptr<const Scene>> m_retired;
    std::optional<Preparation> m_preparing; ///< asked for and not yet delivered
    bool m_layersShown = false;
    bool m_announcing = false;
    LatestRunner<Preparation, Prepared> m_pictures; ///< last: it changes the above
};

} // namespace headscope
