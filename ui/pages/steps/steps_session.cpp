// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/steps/steps_session.h"

#include "words/statements.h"

namespace headscope {

StepsSession::StepsSession(QObject* parent)
    : QObject(parent) {
    connect(&m_animation, &Animation::changed, this, &StepsSession::compose);
}

void StepsSession::setScene(const Scene& scene) {
    const bool redrawn = scene.trace != m_outer.trace || scene.run != m_outer.run ||
                         scene.blocks != m_outer.blocks ||
                         scene.selection.sequence != m_outer.selection.sequence ||
                         scene.selection.panel != m_outer.selection.panel ||
                         scene.display.map != m_outer.display.map ||
                         scene.display.range.squareRoot != m_outer.display.range.squareRoot;
    if (scene.trace != m_outer.trace)
        m_own.reset();
    m_outer = scene;
    if (redrawn)
        m_scene.picture.reset();
    if (scene.isEmpty()) {
        m_scene = {};
        m_stopsOf.reset();
    }
    if (!m_shown || scene.isEmpty())
        return;
    if (m_stopsOf != scene.trace) {
        m_stopsOf = scene.trace;
        m_scene.stops = stepStops(*scene.trace);
        m_animation.setTimeline(m_scene.stops->timeline); // composes
        return;
    }
    compose();
}

void StepsSession::setShown(bool shown) {
    m_shown = shown;
    if (shown)
        return setScene(Scene(m_outer));
    m_animation.pause();
    m_scene = {};
    m_stopsOf.reset();
}

void StepsSession::setOrder(StepOrder order) {
    m_order = order;
    compose();
}

void StepsSession::retranslate() {
    m_scene.picture.reset();
    compose();
}

void StepsSession::ask(std::optional<MatrixGeometry::Position> cell, bool locked) {
    m_own = cell;
    m_ownLocked = locked && cell;
    compose();
}

std::size_t StepsSession::stop() const {
    return m_scene.position().move;
}

void StepsSession::seekStop(std::size_t stop, bool done) {
    const Timeline& timeline = m_scene.stops->timeline;
    m_animation.seek(done ? timeline.moveEndOf(stop) : timeline.moveStartOf(stop));
}

void StepsSession::compose() {
    if (!m_shown || m_outer.isEmpty() || !m_scene.stops || m_scene.stops->steps.empty())
        return;
    m_scene.run = m_outer.run;
    m_scene.trace = m_outer.trace;
    m_scene.scope = m_outer.selection.scope;
    m_scene.block = blockTitle(m_outer.blocks.get());
    m_scene.sequence = m_outer.selection.sequence;
    m_scene.order = m_order;
    m_scene.display = m_outer.display;
    m_scene.pointed = m_outer.pointed;
    m_scene.playback = m_animation.state();
    m_scene.time = m_animation.time();
    const std::size_t place = m_scene.position().move;
    const ComputedStep& stop = m_scene.stops->steps[place];
    if (!m_scene.picture || m_scene.picture->stop.step != stop.step) {
        m_scene.picture = stepPicture(m_outer, stop);
        m_own.reset();
    }
    const std::optional<StageTensor> stage = m_scene.stage();
    m_scene.asked = m_own;
    m_scene.locked = m_ownLocked;
    if (stage) {
        const Selection& selection = m_outer.selection;
        m_scene.asked.reset();
        m_scene.locked = selection.locked.has_value();
        // A moment ago the selection was that of the stop before: its columns are others.
        const bool same = stage == StageTensor{selection.stage, selection.tensor};
        const bool alike = isQueryKeyStage(selection.stage) && isQueryKeyStage(stage->stage);
        if (const auto cell = selection.asked(); cell && (same || alike))
            m_scene.asked = MatrixGeometry::Position{cell->row, cell->column};
    }
    const Tensor& matrix = m_scene.picture->result.panel.matrix;
    if (m_scene.asked &&
        (m_scene.asked->row >= matrix.size(0) || m_scene.asked->column >= matrix.size(1)))
        m_scene.asked.reset();
    if (!m_scene.asked)
        m_scene.locked = false;
    Q_EMIT sceneChanged(m_scene);
}

} // namespace headscope
