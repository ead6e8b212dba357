// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_keys.h"

#include "editors/continue_panel.h"
#include "files/file_reading.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/slide/lesson_slide.h"
#include "window/actions.h"
#include "window/export/exporter.h"
#include "window/frame/page_stack.h"
#include "window/frame/stage_bar.h"
#include "window/presentation/black_screen.h"
#include "window/presentation/prepared_walk.h"
#include "window/presentation/presentation.h"
#include "window/presentation/projector.h"

#include <QKeyEvent>

namespace headscope {

QList<KeyWords> WindowKeys::words() {
    return {{{QStringLiteral("Space")}, tr("next stage")},
            {{QStringLiteral("←"), QStringLiteral("→")}, tr("stage or cell")},
            {{QStringLiteral("Home"), QStringLiteral("End")}, tr("first, last stage")},
            {{QStringLiteral("Page Up"), QStringLiteral("Page Down")}, tr("block of a model")},
            {{QStringLiteral("1–9")}, tr("one head")},
            {{QStringLiteral("0")}, tr("all heads")},
            {{QStringLiteral("M")}, tr("allow or forbid a pair")},
            {{QStringLiteral("L")}, tr("spotlight")},
            {{QStringLiteral("G")}, tr("a trained model goes on")},
            {{QStringLiteral("N")}, tr("a lesson goes on")},
            {{QStringLiteral("H")}, tr("hint of its slide")},
            {{QStringLiteral("B")}, tr("black screen while presenting")},
            {{QStringLiteral("Ctrl+C")}, tr("copy the matrix")},
            {{QStringLiteral("Esc")}, tr("let go, then leave")},
            {{QStringLiteral("Ctrl+Z")}, tr("undo")},
            {{QStringLiteral("F11")}, tr("presentation")}};
}

bool WindowKeys::handle(const QKeyEvent& event) {
    if (event.matches(QKeySequence::Copy)) {
        m_parts.exporter.copyMatrix();
        return true;
    }
    if (event.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return false;
    const int key = event.key();
    if (key == Qt::Key_Escape && m_parts.walk.isOn()) {
        m_parts.walk.setOn(false);
        return true;
    }
    // A clicked cell is what somebody expects: that goes before what the picture does with Space.
    const bool shows = key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter;
    LessonSlide& slide = m_parts.slide;
    if (slide.isHidden() && shows && m_parts.lessonPanel.showClicked())
        return true;
    if (slide.isHidden() ? m_parts.pages.page().handleKey(event) : slide.handleKey(key))
        return true;
    if (m_parts.stages.handleKey(key))
        return true;
    switch (key) {
    case Qt::Key_L: m_parts.actions.spotlight->trigger(); return true;
    case Qt::Key_N: m_parts.lessonPanel.goOn(); return true; // behind the last: the next lesson
    case Qt::Key_M: m_parts.actions.togglePair->trigger(); return true;
    case Qt::Key_G: m_parts.continuation.generate(1); return true;
    case Qt::Key_B:
        if (m_parts.presentation.isOn())
            m_parts.black.cover();
        return true;
    case Qt::Key_0: m_parts.workspace.setSolo(false); return true;
    case Qt::Key_Escape: leave(); return true;
    default: break;
    }
    if (key < Qt::Key_1 || key > Qt::Key_9)
        return false;
    showHeadAlone(key - Qt::Key_1);
    return true;
}

void WindowKeys::showHeadAlone(int head) {
    const Scene& scene = m_parts.workspace.scene();
    if (scene.isEmpty() || head >= scene.run->heads())
        return; // before the first picture there is none
    m_parts.workspace.showPanel(head);
    m_parts.workspace.setSolo(true);
}

void WindowKeys::leave() {
    Workspace& workspace = m_parts.workspace;
    if (m_parts.lessons.release())
        return;
    if (m_parts.reading.isReading())
        m_parts.reading.cancel();
    else if (m_parts.continuation.stop())
        return;
    else if (m_parts.exporter.isCopying())
        m_parts.exporter.cancelCopy();
    else if (workspace.selection().locked && m_parts.slide.isHidden())
        workspace.lock(std::nullopt); // a slide speaks of it
    else if (m_parts.presentation.isOn())
        m_parts.actions.presentation->setChecked(false);
    else if (workspace.selection().solo)
        workspace.setSolo(false);
    else if (m_parts.lessons.lesson())
        m_parts.lessons.close();
}

void WindowKeys::handleOnProjector(const QKeyEvent& event) {
    if (m_parts.walk.handleKey(event.key()) || m_parts.slide.handleKey(event.key()))
        return;
    if (event.key() != Qt::Key_Escape)
        handle(event);
    else if (m_parts.walk.isOn())
        m_parts.walk.setOn(false);
    else
        m_parts.projector.close();
}

} // namespace headscope
