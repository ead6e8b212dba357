// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the tabs while the Train page is shown, and what it hears of others.
#include "controls/controls.h"
#include "controls/segmented_control.h"
#include "pages/train/train_page.h"
#include "pages/train/train_view.h"
#include "pages/train/train_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

void TrainPage::showHeader() {
    if (m_training.isEmpty())
        return;
    m_layerScopes.clear();
    QStringList names;
    for (const WatchedAttention& attention : m_training.at().attentions) {
        if (!sameKind(attention.scope, m_training.scope))
            continue;
        m_layerScopes.push_back(attention.scope);
        names << attentionName(attention.scope, m_training.moment);
    }
    // With many layers the numbers alone: the strip says which attention it is.
    if (names.size() > 3) {
        for (qsizetype i = 0; i < names.size(); ++i)
            names[i] = QString::number(i + 1);
    }
    m_layers->setVisible(names.size() > 1 && !m_training.stage);
    m_layers->setChoices(names);
    m_layers->setCurrent(static_cast<int>(std::ranges::find(m_layerScopes, m_training.scope) -
                                          m_layerScopes.begin()));
    choose(m_values, m_training.values);
    m_follow->setChecked(m_training.follow);
    showFollow();
}

void TrainPage::showFollow() {
    constexpr int narrow = 780;
    const QString whole = tr("follow the newest step");
    const QString text = m_scroll->width() < narrow ? tr("follow") : whole;
    if (m_follow->text() != text)
        m_follow->setText(text);
    m_follow->setToolTip(whole);
    m_follow->setAccessibleName(whole);
}

void TrainPage::retranslate() {
    showFollow();
    setEntries<TrainValues>(m_values,
                            {{TrainText::values(TrainValues::Weights), TrainValues::Weights},
                             {TrainText::values(TrainValues::Scores), TrainValues::Scores},
                             {TrainText::values(TrainValues::Gradient), TrainValues::Gradient}});
    m_values->setAccessibleName(tr("What of the heads is shown"));
    m_layers->setAccessibleName(tr("Which layer"));
}

bool TrainPage::eventFilter(QObject* watched, QEvent* event) {
    // By the event first: what is watched may be on its way out, and then has no viewport.
    if (event->type() == QEvent::Resize && watched == m_scroll->viewport()) {
        m_view->setRoom(m_scroll->viewport()->size());
        showFollow(); // beside the tabs there is less room, or more
    }
    if (watched == m_scroll && event->type() == QEvent::KeyPress) {
        // The scroll area would take the arrows, which are the playhead's.
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_PageUp &&
            key != Qt::Key_PageDown) {
            event->ignore();
            return true;
        }
    }
    return Page::eventFilter(watched, event);
}

void TrainPage::retranslated() {
    retranslate();
    compose();
}

} // namespace headscope
