// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of a comparison: A and B, the edits between them, the pins.
#include "pages/heads/compare_view.h"

#include "pages/heads/compare_words.h"
#include "scene/block_text.h"
#include "scene/error_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>

namespace headscope {

void CompareView::fillEdits() {
    const std::size_t count = m_content ? m_content->edits.size() : 0;
    while (m_edits.size() > count) {
        delete m_edits.back().taken;
        delete m_edits.back().alone;
        m_edits.pop_back();
    }
    while (m_edits.size() < count) {
        EditRow row{new QCheckBox(this), new QLabel(this)};
        const std::size_t place = m_edits.size();
        row.taken->setFocusPolicy(Qt::TabFocus);
        row.alone->setForegroundRole(QPalette::PlaceholderText);
        connect(row.taken, &QCheckBox::toggled, this, [this, place](bool taken) {
            Q_EMIT asked(want::TakeEdit{place, taken});
        });
        m_edits.push_back(row);
    }
    m_moreEdits->clear();
    for (std::size_t i = 0; i < count; ++i) {
        const CompareEdit& edit = m_content->edits[i];
        const QString text = visibleName(edit.subject) + QStringLiteral("  ") + edit.change;
        QString shown = text;
        shown.replace(u'&', QStringLiteral("&&"));
        const QSignalBlocker quiet(m_edits[i].taken);
        m_edits[i].taken->setText(shown);
        m_edits[i].taken->setChecked(edit.taken);
        m_edits[i].taken->setToolTip(unmistaken(tr("B with this edit, or without it")));
        m_edits[i].alone->setText(edit.alone);
        QAction* action =
            m_moreEdits->addAction(edit.alone.isEmpty() ? shown : shown + u'\t' + edit.alone);
        action->setCheckable(true);
        action->setChecked(edit.taken);
        connect(action, &QAction::toggled, this, [this, i](bool taken) {
            Q_EMIT asked(want::TakeEdit{i, taken});
        });
    }
}

void CompareView::fillChoices() {
    if (!m_scene.compared)
        return;
    fillChoice(*m_choiceA, m_scene.compared->a, m_sidesA);
    fillChoice(*m_choiceB, m_scene.compared->b, m_sidesB);
}

void CompareView::fillChoice(QComboBox& box, const Compared::Side& side,
                             std::vector<ComparedSide>& sides) {
    const QSignalBlocker quiet(&box);
    box.clear();
    sides.clear();
    int current = -1;
    const auto add = [&](const QString& text, const ComparedSide& what) {
        if (what == side.side)
            current = box.count();
        box.addItem(text);
        box.setItemData(box.count() - 1, static_cast<int>(sides.size()));
        sides.push_back(what);
    };
    const auto divide = [&] { box.insertSeparator(box.count()); };
    for (const StateChoice& state : m_scene.compared->choices)
        add(state.name, {state.key, {}, {}, {}});
    // Other places of the same state.
    const std::string& state = side.side.state;
    const Run* const run = side.run.get();
    const auto of = [&](const QString& place) {
        return QStringLiteral("%1 · %2").arg(side.name, place);
    };
    if (run && run->heads() > 1) {
        divide();
        for (int head = 0; head < static_cast<int>(run->heads()); ++head)
            add(of(CompareWords::tr("head %1").arg(head + 1)),
                {state, side.side.scope, side.side.sequence, head});
    }
    if (run && std::ranges::count(run->scopes(), ScopeKind::Attention, &TraceScope::kind) > 1) {
        divide();
        for (const TraceScope& scope : run->scopes()) {
            if (scope.kind == ScopeKind::Attention)
                add(of(blockName(scope.path)), {state, scope.path, side.side.sequence, {}});
        }
    }
    if (run && run->batch() > 1) {
        divide();
        for (Index sequence = 0; sequence < run->batch(); ++sequence)
            add(of(CompareWords::tr("sequence %1").arg(sequence + 1)),
                {state, side.side.scope, sequence, {}});
    }
    divide();
    box.addItem(tr("Open a file …"));
    box.setItemData(box.count() - 1, -1);
    box.setCurrentIndex(std::max(0, current));
}

void CompareView::choose(bool isB, int place) {
    QComboBox& box = choice(isB);
    const int entry = box.itemData(place).toInt();
    setFocus(Qt::OtherFocusReason);
    if (entry >= 0) {
        const auto& sides = isB ? m_sidesB : m_sidesA;
        Q_EMIT asked(want::CompareSide{isB, sides[static_cast<std::size_t>(entry)]});
        return;
    }
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Compare with"), {}, tr("Experiments (*.headscope)"));
    if (path.isEmpty())
        return fillChoices(); // the menu shows again what is compared
    Q_EMIT asked(want::CompareSide{
        isB, {std::string(stateOfFile) + QFile::encodeName(path).toStdString(), {}, {}, {}}});
}

void CompareView::fillPins() {
    m_pins->clear();
    if (!m_scene.compared)
        return;
    for (const StateChoice& choice : m_scene.compared->choices) {
        if (choice.kind != StateChoice::Kind::Pin)
            continue;
        QString name = choice.name;
        QMenu* menu = m_pins->addMenu(name.replace(u'&', QStringLiteral("&&")));
        connect(menu->addAction(tr("Rename …")), &QAction::triggered, this,
                [this, choice] { renamePin(choice); });
        connect(menu->addAction(tr("Delete")), &QAction::triggered, this,
                [this, choice] { Q_EMIT asked(want::DeletePin{choice.key}); });
    }
    if (m_pins->isEmpty())
        m_pins->addAction(tr("Nothing is pinned yet"))->setEnabled(false);
}

void CompareView::renamePin(const StateChoice& pin) {
    bool given = false;
    const QString name = QInputDialog::getText(this, tr("Rename the pin"), tr("Name:"),
                                               QLineEdit::Normal, {}, &given);
    if (given)
        Q_EMIT asked(want::RenamePin{pin.key, name});
}

} // namespace headscope
