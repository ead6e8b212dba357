// SPDX-License-Identifier: GPL-3.0-or-later
// The way of the descent: step by step, played, and its stages.
#include "pages/paint/paint_desk.h"
#include "pages/paint/paint_figure.h"

#include <algorithm>

namespace headscope {

namespace {

constexpr int wholeDescent = 6000; ///< ms that playing it takes
constexpr int slowestRecord = 400;
constexpr int quickestRecord = 30;

} // namespace

void PaintDesk::walk() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    // Steps may be asked for faster than they are there.
    ++m_walkSteps;
    requestWalk();
}

void PaintDesk::reset() {
    if (!m_scene.problem || m_scene.problem->target.paintedRows() == 0)
        return announce();
    m_walkSteps = 0;
    m_begins = true;
    requestWalk();
}

void PaintDesk::showFound() {
    const auto known = m_scene.byKeyDim.find(m_scene.options.keyDim);
    if (known == m_scene.byKeyDim.end() || known->second == m_scene.painting)
        return;
    stop();
    showPainting(known->second);
    searchOthers();
}

void PaintDesk::requestWalk() {
    setPlaying(false);
    m_walks = true;
    m_searchesOthers = false;
    m_scene.isBusy = false;
    m_poll.stop();
    Request walk;
    walk.walks = true;
    walk.problem = *m_scene.problem;
    walk.options = m_scene.options;
    const bool goesOn = !m_begins && m_scene.painting &&
                        m_scene.painting->problem == *m_scene.problem &&
                        m_scene.painting->options.keyDim == m_scene.options.keyDim;
    if (goesOn) {
        walk.walked = m_scene.painting;
        walk.record = m_scene.record;
        walk.walkSteps = m_walkSteps;
    }
    m_runner.request(std::move(walk));
}

void PaintDesk::takeWalk(Result<Painting> walked) {
    m_walks = false;
    m_begins = false;
    if (!walked) {
        m_walkSteps = 0;
        m_refusal = walked.error();
        return announce();
    }
    m_refusal.reset();
    const bool begun = walked->descents.history.size() == 1;
    const Index wanted = begun ? m_walkSteps : 0;
    m_walkSteps = 0;
    showPainting(std::make_shared<const Painting>(std::move(walked).value()));
    if (wanted > 0) {
        m_walkSteps = wanted;
        return requestWalk();
    }
    searchOthers();
}

void PaintDesk::showPainting(std::shared_ptr<const Painting> painting) {
    m_scene.painting = std::move(painting);
    m_scene.record = m_scene.painting->descents.history.size() - 1;
    showRecord();
}

void PaintDesk::setRecord(std::size_t record) {
    if (!m_scene.painting)
        return;
    m_scene.record = std::min(record, m_scene.painting->descents.history.size() - 1);
    showRecord();
}

void PaintDesk::showRecord() {
    takeRecord(m_scene, m_scene.record);
    m_scene.plane = keyPlaneOf(*m_scene.problem, m_scene.weights);
    if (!m_scene.asked)
        askWorstRow();
    showStage();
    announce();
}

void PaintDesk::askWorstRow() {
    const PaintTarget& target = m_scene.problem->target;
    const std::vector<double>& bits = m_scene.now.rowBits;
    const auto worst = std::ranges::max_element(bits) - bits.begin();
    PaintCell cell{worst, 0};
    for (Index key = 0; key < target.keys; ++key) {
        if (target.at(worst, key) > target.at(worst, cell.key))
            cell.key = key;
    }
    m_scene.asked = cell;
}

void PaintDesk::setStage(PaintStage stage) {
    if (std::exchange(m_scene.stage, stage) == stage)
        return;
    showStage();
    Q_EMIT sceneChanged();
}

void PaintDesk::showStage() {
    m_scene.stages = {};
    m_scene.update.reset();
    m_updates.forget();
    if (m_scene.stage == PaintStage::Weights || !m_scene.painting || !m_scene.problem)
        return;
    m_scene.stages = paintStages(*m_scene.problem, m_scene.weights);
    if (m_scene.stage == PaintStage::Update && m_scene.painting->problem == *m_scene.problem)
        m_updates.request({m_scene.painting, m_scene.record});
}

void PaintDesk::setPlaying(bool on) {
    const auto count =
        m_scene.painting ? static_cast<int>(m_scene.painting->descents.history.size()) : 0;
    on = on && count > 1;
    if (!on) {
        m_player.stop();
    } else {
        if (m_scene.record + 1 == static_cast<std::size_t>(count))
            setRecord(0);
        m_player.start(std::clamp(wholeDescent / count, quickestRecord, slowestRecord));
    }
    if (std::exchange(m_scene.playing, on) != on)
        Q_EMIT sceneChanged();
}

} // namespace headscope
