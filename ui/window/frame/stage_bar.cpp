// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/stage_bar.h"

#include "jobs/animation.h"
#include "pages/page_time.h"
#include "strip/block_strip.h"
#include "strip/pipeline_strip.h"
#include "window/frame/page_stack.h"
#include "window/frame/playback_bar.h"
#include "workspace/workspace.h"

#include <QBoxLayout>

namespace headscope {

StageBar::StageBar(Workspace& workspace, PageStack& pages, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_pages(pages)
    , m_blocks(new BlockStrip(this))
    , m_row(new QWidget(this))
    , m_stages(new PipelineStrip(m_row))
    , m_bar(new PlaybackBar(m_playback, m_row)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_blocks);
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_stages, 1);
    row->addWidget(m_bar);
    rows->addWidget(m_row);

    connect(m_bar, &PlaybackBar::backAsked, this, [this] { step(-1); });
    connect(m_bar, &PlaybackBar::forwardAsked, this, [this] { step(1); });
    connect(m_bar, &PlaybackBar::playAsked, this, &StageBar::play);
    connect(&m_playback, &Playback::nextDue, this, [this] {
        if (!m_workspace.hasStage(1))
            return m_playback.pause();
        step(1);
    });
    connect(m_blocks, &BlockStrip::scopeAsked, &m_workspace, &Workspace::showScope);
    connect(m_stages, &PipelineStrip::stageAsked, this, [this](Stage stage) {
        if (!m_pages.showsStage(stage))
            m_pages.openTab(0);
        PageTime* const time = m_pages.page().time();
        if (!time || !time->seekStage(stage))
            m_workspace.showStage(stage);
    });
    connect(m_stages, &PipelineStrip::placeAsked, this, [this](const StripPlace& place) {
        if (PageTime* const time = m_pages.page().time())
            time->seekPlace(place);
    });
}

void StageBar::setScene(const Scene& scene) {
    m_blocks->setScene(scene);
    m_stages->setScene(scene);
}

void StageBar::showPage(const PageParts& around, bool presented) {
    m_bar->setVisible(around.playback);
    PageTime* const time = m_pages.page().time();
    Animation* const animation = time ? &time->animation() : nullptr;
    m_bar->setAnimation(animation);
    if (m_timed != animation) {
        if (m_timed)
            m_timed->disconnect(this);
        m_timed = animation;
        if (m_timed)
            connect(m_timed, &Animation::changed, this, &StageBar::showTime);
    }
    m_stages->setPlace(time ? time->place() : std::nullopt);
    m_row->setVisible(around.stripPresented || !presented);
}

void StageBar::showTime() {
    PageTime* const time = m_pages.page().time();
    m_stages->setPlace(time ? time->place() : std::nullopt);
    Q_EMIT timeChanged();
}

void StageBar::setScale(double scale) {
    m_bar->setScale(scale);
}

void StageBar::step(int by) {
    if (!m_pages.page().step(by))
        m_workspace.stepStage(by);
}

void StageBar::play() {
    if (PageTime* const time = m_pages.page().time())
        return time->animation().togglePlaying();
    if (m_playback.isPlaying())
        return m_playback.pause();
    if (!m_workspace.hasStage(1))
        m_workspace.showStart();
    m_playback.play();
}

bool StageBar::handleKey(int key) {
    const auto stages = [this] { return stagesOf(m_workspace.scene().kind()); };
    switch (key) {
    case Qt::Key_Space:
    case Qt::Key_Right: step(1); return true;
    case Qt::Key_Left: step(-1); return true;
    case Qt::Key_Home: m_workspace.showStage(stages().front()); return true;
    case Qt::Key_End: m_workspace.showStage(stages().back()); return true;
    case Qt::Key_PageDown: m_workspace.stepScope(1); return true;
    case Qt::Key_PageUp: m_workspace.stepScope(-1); return true;
    default: return false;
    }
}

} // namespace headscope
