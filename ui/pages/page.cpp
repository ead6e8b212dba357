// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/page.h"

#include "jobs/animation.h"
#include "pages/page_time.h"

#include <utility>

namespace headscope {

QString keysText(const QList<KeyWords>& keys) {
    QStringList rows;
    for (const KeyWords& row : keys)
        rows << QStringLiteral("%1: %2").arg(row.keys.join(u' '), row.does);
    return rows.join(QStringLiteral(" · "));
}

Page::Page(QObject* parent, const PageKind& kind)
    : QObject(parent)
    , m_kind(kind) {}

bool Page::step(int by) {
    PageTime* const own = time();
    if (own)
        by > 0 ? own->animation().stepForward() : own->animation().stepBack();
    return own != nullptr;
}

void Page::setScene(const Scene& scene) {
    const bool otherRun = scene.trace != m_scene.trace || scene.blocks != m_scene.blocks;
    const bool back = m_scene.ofPage && !scene.ofPage;
    m_scene = scene;
    if (back)
        givenBack();
    if (m_shown) {
        m_holds = !scene.isEmpty();
        show(m_scene);
    } else if (otherRun && std::exchange(m_holds, false)) {
        show({}); // an old run may hold gigabytes
    }
}

std::optional<want::TurnPair> Page::askedPair() const {
    const std::optional<PanelCell> cell = m_scene.selection.asked();
    if (m_scene.isEmpty() || m_scene.pieces || !cell || !isQueryKeyStage(m_scene.selection.stage))
        return std::nullopt;
    return want::TurnPair{cell->row, cell->column};
}

Status Page::showView(const PageRequest&) {
    return Done{};
}

void Page::setShown(bool shown) {
    if (std::exchange(m_shown, shown) == shown)
        return;
    shownChanged(shown);
    if (shown)
        setScene(Scene(m_scene));
}

} // namespace headscope
