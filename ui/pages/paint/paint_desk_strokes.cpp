// SPDX-License-Identifier: GPL-3.0-or-later
// Strokes: each is a step to undo, and the search follows it.
#include "pages/paint/paint_desk.h"

namespace headscope {

namespace {

constexpr std::size_t mostStrokes = 200;
/// So many steps follow the brush while it moves, and when it is lifted.
constexpr Index stepsWhilePainting = 300;
constexpr Index stepsAfterStroke = 4000;

} // namespace

void PaintDesk::beginStroke() {
    if (m_scene.problem)
        m_strokeStart = m_scene.problem->target;
}

void PaintDesk::paintCell(const PaintCell& cell, PaintBrush brush) {
    if (!m_scene.problem)
        return;
    const PaintTarget& now = m_scene.problem->target;
    const bool keep = m_scene.tools.keepRowsAtOne;
    PaintTarget next;
    switch (brush) {
    case PaintBrush::Paint:
        next = withPaint(now, cell.query, cell.key, static_cast<float>(m_scene.tools.weight), keep);
        break;
    case PaintBrush::Erase: next = withoutPaint(now, cell.query, cell.key, keep); break;
    case PaintBrush::Row: next = withEvenRow(now, cell.query); break;
    }
    m_scene.asked = cell;
    if (next == now)
        return announce();
    const bool single = !m_strokeStart;
    if (single)
        beginStroke();
    replaceTarget(next);
    follow(stepsWhilePainting);
    if (single)
        endStroke();
}

void PaintDesk::endStroke() {
    const std::optional<PaintTarget> before = std::exchange(m_strokeStart, std::nullopt);
    if (!before || !m_scene.problem || *before == m_scene.problem->target)
        return;
    ++m_strokes;
    m_undo.push_back(*before);
    if (m_undo.size() > mostStrokes)
        m_undo.erase(m_undo.begin());
    m_redo.clear();
    follow(stepsAfterStroke);
}

void PaintDesk::setTarget(const PaintTarget& target) {
    if (!m_scene.problem || target == m_scene.problem->target)
        return;
    ++m_strokes;
    m_undo.push_back(m_scene.problem->target);
    m_redo.clear();
    replaceTarget(target);
    follows() ? start() : announce();
}

void PaintDesk::undo() {
    if (m_undo.empty() || !m_scene.problem)
        return;
    ++m_strokes;
    m_redo.push_back(m_scene.problem->target);
    replaceTarget(m_undo.back());
    m_undo.pop_back();
    follow(stepsAfterStroke);
}

void PaintDesk::redo() {
    if (m_redo.empty() || !m_scene.problem)
        return;
    ++m_strokes;
    m_undo.push_back(m_scene.problem->target);
    replaceTarget(m_redo.back());
    m_redo.pop_back();
    follow(stepsAfterStroke);
}

void PaintDesk::pickWeight(const PaintCell& cell) {
    if (!m_scene.problem)
        return;
    PaintTools tools = m_scene.tools;
    tools.weight = static_cast<double>(m_scene.problem->target.at(cell.query, cell.key));
    tools.brush = PaintBrush::Paint;
    setTools(tools);
}

void PaintDesk::replaceTarget(const PaintTarget& target) {
    PaintProblem next = *m_scene.problem;
    // The mask is the experiment's, which strokes do not undo.
    next.target = withMask(target, next.target.mayAttend);
    m_scene.problem = std::make_shared<const PaintProblem>(std::move(next));
    m_scene.byKeyDim.clear();
    m_scene.limitWithPositions.reset();
    m_scene.limitWithout.reset();
    if (target.paintedRows() == 0) { // nothing is asked for, and so nothing was found
        stop();
        m_scene.forgetPainting();
    }
    if (m_scene.painting) // the weights stay, what they are compared with is new
        m_scene.now = paintedHead(*m_scene.problem, m_scene.weights);
}

void PaintDesk::follow(Index steps) {
    if (m_scene.problem->target.paintedRows() == 0) {
        stop();
        return announce();
    }
    PaintOptions options = m_scene.options;
    if (m_scene.painting && m_scene.weights.keyDim() == options.keyDim)
        options.from = m_scene.weights;
    options.starts = 1;
    options.steps = std::min(options.steps, steps);
    if (follows())
        request(options);
    else
        announce();
}

} // namespace headscope
