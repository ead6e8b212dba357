// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, sizes, files that are dropped, and the end of the main window.
#include "window/main_window.h"

#include "editors/continue_panel.h"
#include "editors/trained_model_panel.h"
#include "handbook/handbook_window.h"
#include "lessons/lesson_panel.h"
#include "lessons/lesson_session.h"
#include "lessons/slide/lesson_slide.h"
#include "pages/page.h"
#include "recovery/recovery.h"
#include "window/actions.h"
#include "window/black_screen.h"
#include "window/experiment_file.h"
#include "window/figure_export.h"
#include "window/page_stack.h"
#include "window/playback_bar.h"
#include "window/prepared_walk.h"
#include "window/presentation.h"
#include "window/side_panel.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMessageBox>
#include <QMimeData>

#include <utility>

namespace headscope {

namespace {
constexpr int narrowWindow = 1180;    ///< below, the inspector folds itself
constexpr int veryNarrowWindow = 800; ///< below, the setup too
constexpr int wideWindow = 2200;      ///< below, both do for a page that needs the width
} // namespace

void MainWindow::suitScreen() {
    const double scale = m_presentation->isOn() ? presentedScale(size()) : 1.0;
    m_playbackBar->setScale(m_presentation->isOn() ? scale / presentedTextScale * 1.5 : 1.0);
    if (scale != m_workspace.display().textScale)
        changeDisplay([scale](DisplayOptions& display) { display.textScale = scale; });
}

void MainWindow::foldByWidth() {
    const auto fold = [](SidePanel* panel, bool narrow, bool& byWidth, bool chosen) {
        if (narrow && !panel->isFolded()) {
            panel->setFolded(true);
            byWidth = true;
        } else if (!narrow && byWidth) {
            byWidth = false;
            panel->setFolded(chosen);
        }
    };
    fold(m_right, width() < (m_wide ? wideWindow : narrowWindow), m_inspectorFoldedByWidth,
         m_preferences.inspectorFolded);
    fold(m_left, width() < (m_wide ? wideWindow : veryNarrowWindow), m_setupFoldedByWidth,
         m_preferences.setupFolded);
}

void MainWindow::setWide(bool wide) {
    if (std::exchange(m_wide, wide) != wide && !m_presentation->isOn())
        foldByWidth();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (m_presentation->isOn())
        suitScreen();
    foldWhereCrossed();
    suitLesson();
}

void MainWindow::foldWhereCrossed() {
    if (m_presentation->isOn()) // no panels, and a width that comes and goes with the mode
        return;
    const auto side = [this](int width) {
        return (width >= narrowWindow) + (width >= veryNarrowWindow) +
               (m_wide && width >= wideWindow);
    };
    const int before = std::exchange(m_foldedAtWidth, width());
    if (before < 0 || side(before) != side(width()))
        foldByWidth();
}

FileReading& MainWindow::reading() {
    return m_file->reading();
}

bool MainWindow::openFiles(const QStringList& paths) {
    if (paths.size() == 1 && paths.first().endsWith(QStringLiteral(".lesson.json")))
        return openLessonFile(paths.first());
    return m_file->open(paths);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    // Reached only where the focused widget has no use for the key.
    if (event->matches(QKeySequence::Copy))
        return copyMatrix();
    const bool plain = !(event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier));
    if (!plain)
        return QMainWindow::keyPressEvent(event);
    if (event->key() == Qt::Key_Escape && m_walk->isOn())
        return m_walk->setOn(false);
    // A clicked cell is what somebody expects: that goes before what the picture does with Space.
    const bool shows = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return ||
                       event->key() == Qt::Key_Enter;
    if (m_slide->isHidden() && shows && m_lessonPanel->showClicked())
        return;
    if (m_slide->isHidden() ? m_pages->page().handleKey(*event) : m_slide->handleKey(event->key()))
        return;
    switch (event->key()) {
    case Qt::Key_Space:
    case Qt::Key_Right: stepStage(1); return;
    case Qt::Key_Left: stepStage(-1); return;
    case Qt::Key_Home: m_workspace.showStage(stagesOf(m_workspace.scene().kind()).front()); return;
    case Qt::Key_End: m_workspace.showStage(stagesOf(m_workspace.scene().kind()).back()); return;
    case Qt::Key_PageDown: m_workspace.stepScope(1); return;
    case Qt::Key_PageUp: m_workspace.stepScope(-1); return;
    case Qt::Key_L: m_actions->spotlight->trigger(); return;
    case Qt::Key_N: // behind the last question comes the next lesson
        m_lessonPanel->goOn();
        return;
    case Qt::Key_M: m_actions->togglePair->trigger(); return;
    case Qt::Key_G: m_model->continuation().generate(1); return;
    case Qt::Key_B:
        if (m_presentation->isOn())
            m_black->cover();
        return;
    case Qt::Key_0: m_workspace.setSolo(false); return;
    case Qt::Key_Escape:
        if (m_lessons->release())
            return;
        if (m_file->reading().isReading())
            m_file->reading().cancel();
        else if (m_model->continuation().stop())
            return;
        else if (m_copy->isBusy() || m_matrixCopy->isBusy())
            cancelCopy();
        else if (m_workspace.selection().locked && m_slide->isHidden())
            m_workspace.lock(std::nullopt); // a slide speaks of it
        else if (m_presentation->isOn())
            setPresentation(false);
        else if (m_workspace.selection().solo)
            m_workspace.setSolo(false);
        else if (m_lessons->lesson())
            m_lessons->close();
        return;
    default: break;
    }
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9) {
        // Before the first picture there is no head to show alone.
        const int head = event->key() - Qt::Key_1;
        const Scene& scene = m_workspace.scene();
        if (!scene.isEmpty() && head < scene.run->heads()) {
            m_workspace.showPanel(head);
            m_workspace.setSolo(true);
        }
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        // Once the parts have their own words again: what they made of the scene is in words too.
        QMetaObject::invokeMethod(
            this,
            [this] {
                for (Page* page : m_pages->pages())
                    page->retranslated();
                m_workspace.retranslate();
                showScene(m_workspace.scene());
            },
            Qt::QueuedConnection);
    }
    // Who comes back from another program may have changed the file there.
    if (event->type() == QEvent::ActivationChange && isActiveWindow())
        m_file->look();
    QMainWindow::changeEvent(event);
}

bool MainWindow::mayLoseUnsaved() {
    QStringList lost;
    for (const Page* page : m_pages->pages()) {
        if (const QString sentence = page->unsaved(); !sentence.isEmpty())
            lost << sentence;
    }
    if (lost.isEmpty())
        return true;
    lost << tr("Closing the window loses that.");
    return QMessageBox::question(this, tr("Not taken over"), lost.join(u' '),
                                 QMessageBox::Discard | QMessageBox::Cancel,
                                 QMessageBox::Cancel) == QMessageBox::Discard;
}

void MainWindow::remember() {
    if (!m_remembering)
        return;
    m_preferences.geometry = m_presentation->geometry();
    if (m_handbook)
        m_preferences.handbookGeometry = m_handbook->saveGeometry();
    m_preferences.experimentFolder = m_file->folder();
    savePreferences(m_preferences);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_file->reading().cancel();
    if (!mayLoseUnsaved() || !m_file->mayReplace()) {
        event->ignore();
        return;
    }
    m_copy->cancel();
    m_matrixCopy->cancel();
    remember();
    if (m_recovery)
        m_recovery->discard();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    openFiles(paths);
}

} // namespace headscope
