// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/help.h"

#include "examples/examples.h"
#include "handbook/handbook_window.h"
#include "lessons/lesson_session.h"
#include "window/actions.h"
#include "window/frame/page_stack.h"
#include "window/preferences.h"
#include "window/screen_room.h"
#include "window/window_keys.h"
#include "words/learnt_words.h"
#include "words/stage_text.h"
#include "workspace/workspace.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace headscope {

Help::Help(const Parts& parts, const Actions& actions)
    : QObject(&parts.window)
    , m_parts(parts) {
    connect(actions.whatIsThis, &QAction::triggered, this, &Help::explainView);
    connect(actions.handbook, &QAction::triggered, this, &Help::openHandbook);
    connect(actions.about, &QAction::triggered, this, &Help::showAbout);
}

void Help::explainView() {
    const Experiment& experiment = m_parts.workspace.experiment();
    QString text;
    if (const Example* example = findExample(experiment.example); isUnedited(experiment))
        text =
            QStringLiteral("<p><b>%1</b><br>%2</p>")
                .arg(QCoreApplication::translate("Example", example->title).toHtmlEscaped(),
                     QCoreApplication::translate("Example", example->explanation).toHtmlEscaped());
    const Scene& scene = m_parts.workspace.scene();
    if (const QString weights =
            scene.run ? weightsSentence(scene.run->origin(), scene.selection.scope) : QString();
        !weights.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(weights.toHtmlEscaped());
    Page& page = m_parts.pages.page();
    const PageParts parts = page.parts();
    text += QStringLiteral("<p>%1</p>").arg(page.explanation());
    QStringList strip;
    if (!parts.strip) // it has none of its own
        strip << tr("The strip above is the computation, from the embeddings X to the output; "
                    "now you see: <b>%1</b>.")
                     .arg(stageName(m_parts.workspace.selection().stage).toHtmlEscaped());
    if (parts.inspector)
        strip << tr("Hover a cell to ask where its number comes from, click to lock the question, "
                    "Esc to release it.");
    if (!strip.isEmpty())
        text += QStringLiteral("<p>%1</p>").arg(strip.join(u' '));
    if (m_parts.workspace.scene().isModel())
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Above it stands which block of the model you see; Page Up and Page "
                            "Down go to the one before and behind. Layers shows every head of "
                            "every layer at once."));
    // What the page does with a key goes before what the window would.
    QList<KeyWords> keys = page.keys();
    QStringList taken;
    for (const KeyWords& row : keys)
        taken << row.keys;
    for (const KeyWords& row : WindowKeys::words()) {
        if (!std::ranges::all_of(row.keys, [&](const QString& key) { return taken.contains(key); }))
            keys << row;
    }
    text += QStringLiteral("<p>%1</p>").arg(tr("Keys: %1").arg(keysText(keys)));
    if (m_parts.lessons.state())
        text += QStringLiteral("<p>%1</p>")
                    .arg(tr("Lesson, in presentation mode and on the projector: Space shows the "
                            "answer, then goes on · H hint · N goes on in any case: what nobody "
                            "answered is shown first, or passed while answers are hidden"));
    QMessageBox box(QMessageBox::NoIcon, tr("What am I looking at?"), text, QMessageBox::Ok,
                    &m_parts.window);
    box.setTextFormat(Qt::RichText);
    // Who asks once more wants to know more.
    QPushButton* const more = box.addButton(tr("&Handbook (F1)"), QMessageBox::HelpRole);
    auto* again = new QAction(&box);
    again->setShortcut(QKeySequence(Qt::Key_F1));
    box.addAction(again);
    connect(again, &QAction::triggered, more, &QAbstractButton::click);
    box.setDefaultButton(QMessageBox::Ok);
    box.setEscapeButton(QMessageBox::Ok);
    box.exec();
    if (box.clickedButton() == more)
        openHandbook();
}

void Help::openHandbook() {
    if (!m_handbook) {
        m_handbook = new HandbookWindow(&m_parts.window);
        openOnScreen(*m_handbook, m_parts.preferences.handbookGeometry, HandbookWindow::usualSize,
                     HandbookWindow::leastSize);
    }
    m_handbook->open(m_parts.lessons.state() ? QStringLiteral("lessons")
                     : m_parts.workspace.scene().compared
                         ? QStringLiteral("compare")
                         : QString::fromStdString(m_parts.pages.id()));
}

void Help::showAbout() {
    QMessageBox::about(
        &m_parts.window, tr("About HeadScope"),
        tr("<p><b>HeadScope %1</b></p><p>Shows what multi-head attention really does. Every number "
           "on screen is computed.</p><p>Free software under the GNU General Public License, "
           "version 3 or later. Uses Qt, Eigen and QCustomPlot.</p>")
            .arg(QCoreApplication::applicationVersion()));
}

void Help::remember() const {
    if (m_handbook)
        m_parts.preferences.handbookGeometry = m_handbook->saveGeometry();
}

} // namespace headscope
