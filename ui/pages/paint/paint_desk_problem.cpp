// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted on: read out of the run that is shown.
#include "pages/paint/paint_desk.h"
#include "scene/matrix_panel.h"

#include <algorithm>

namespace headscope {

void PaintDesk::putAside() {
    if (m_scene.problem)
        m_aside = m_scene.problem->target;
    m_scene.problem.reset();
}

std::optional<PaintTarget> PaintDesk::painted() const {
    if (m_undo.empty() && !m_resized)
        return std::nullopt;
    return m_scene.problem ? m_scene.problem->target : m_aside;
}

void PaintDesk::readProblem() {
    if (m_shown.isEmpty()) {
        stop();
        putAside();
        m_scene.forgetPainting();
        m_scene.byKeyDim.clear();
        m_refusal.reset();
        announce();
        return;
    }
    const Run& run = *m_shown.run;
    m_scene.head = m_shown.selection.panel < run.heads() ? m_shown.selection.panel : 0;
    m_scene.positionsFixed = addsPositions(run);
    Result<PaintProblem> problem = paintProblemOf(run, m_shown.selection.sequence, m_scene.head,
                                                  m_scene.positions && !m_scene.positionsFixed);
    m_refusal.reset();
    m_otherInputs.reset();
    if (problem && !m_scene.positionsFixed) {
        Result<PaintProblem> other =
            paintProblemOf(run, m_shown.selection.sequence, m_scene.head, !m_scene.positions);
        if (other)
            m_otherInputs = std::move(other).value();
    }
    if (!problem) {
        m_refusal = problem.error();
        stop();
        putAside();
        announce();
        return;
    }
    const PaintTarget blank = problem->target;
    if (m_scene.problem)
        m_aside = m_scene.problem->target;
    const bool sameExample = m_example == run.origin().example && m_aside;
    m_example = run.origin().example;
    if (sameExample) {
        const PaintTarget& before = *m_aside;
        const bool fits = before.queries == blank.queries && before.keys == blank.keys;
        problem->target =
            withMask(fits ? before : resized(before, blank.queries, blank.keys), blank.mayAttend);
        if (!fits) {
            m_resized = m_resized || !m_undo.empty();
            m_undo.clear();
            m_redo.clear();
        }
    } else {
        m_follows = false;
        m_undo.clear();
        m_redo.clear();
        m_resized = false;
        m_scene.asked.reset();
    }
    m_aside.reset();
    const AxisTokens tokens = m_shown.tokens();
    m_scene.queryLabels =
        axisLabels(tokens, Axis::Query, m_shown.selection.sequence, blank.queries);
    m_scene.keyLabels = axisLabels(tokens, Axis::Key, m_shown.selection.sequence, blank.keys);
    const bool sameProblem = m_scene.problem && *m_scene.problem == *problem;
    m_scene.problem = std::make_shared<const PaintProblem>(std::move(problem).value());
    m_scene.options.keyDim =
        std::min(m_scene.options.keyDim,
                 std::max(m_scene.problem->queryWidth(), m_scene.problem->keyWidth()));
    if (sameProblem && m_scene.painting)
        return announce();
    stop(); // what is on its way fits the problem before
    if (m_scene.asked &&
        (m_scene.asked->query >= blank.queries || m_scene.asked->key >= blank.keys))
        m_scene.asked.reset();
    m_scene.forgetPainting();
    m_scene.byKeyDim.clear();
    if (m_active && follows())
        start();
    else
        announce();
}

} // namespace headscope
