// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "jobs/playback.h"

#include <QWidget>

namespace headscope {

class Animation;
class BlockStrip;
class PageStack;
class PipelineStrip;
class PlaybackBar;
class Workspace;
struct PageParts;
struct Scene;

/// Over the picture: the blocks, the stages of the one that is shown, and what plays them or the
/// time of the page.
class StageBar : public QWidget {
    Q_OBJECT

public:
    StageBar(Workspace& workspace, PageStack& pages, QWidget* parent = nullptr);

    void setScene(const Scene& scene);
    /// The shown page is another one, or says something else.
    void showPage(const PageParts& around, bool presented);
    /// How large the buttons are; 1: those of the window.
    void setScale(double scale);
    /// The next (1) or the previous (−1) stage, in the time of the page where it has one.
    void step(int by);
    /// Goes through stages and blocks; false: the key is for others.
    bool handleKey(int key);

Q_SIGNALS:
    /// What moves on the page is at another moment.
    void timeChanged();

private:
    void play();
    void showTime();

    Workspace& m_workspace;
    PageStack& m_pages;
    Playback m_playback;
    BlockStrip* m_blocks;
    QWidget* m_row; ///< under it
    PipelineStrip* m_stages;
    PlaybackBar* m_bar;
    Animation* m_timed = nullptr; ///< of the shown page
};

} // namespace headscope
