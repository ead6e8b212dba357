// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison/compare_controls.h"

#include "source/array_file.h"
#include "type/fonts.h"
#include "words/block_text.h"
#include "words/error_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace headscope {

namespace {
constexpr std::size_t mostEditRows = 3; ///< others are in a menu
} // namespace

CompareControls::CompareControls(QWidget* view)
    : QObject(view)
    , m_view(view)
    , m_choiceA(new QComboBox(view))
    , m_choiceB(new QComboBox(view))
    , m_swap(new QToolButton(view))
    , m_pin(new QPushButton(view))
    , m_pinList(new QToolButton(view))
    , m_pins(new QMenu(view))
    , m_more(new QToolButton(view))
    , m_moreEdits(new QMenu(view)) {
    for (QComboBox* box : {m_choiceA, m_choiceB}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        const bool isB = box == m_choiceB;
        connect(box, &QComboBox::activated, this, [this, isB](int place) { choose(isB, place); });
    }
    m_swap->setText(QStringLiteral("⇄"));
    m_swap->setAutoRaise(true);
    connect(m_swap, &QToolButton::clicked, this, [this] { Q_EMIT asked(want::SwapSides{}); });
    m_pinList->setText(QStringLiteral("…"));
    m_pinList->setPopupMode(QToolButton::InstantPopup);
    m_pinList->setAutoRaise(true);
    m_pinList->setMenu(m_pins);
    connect(m_pin, &QPushButton::clicked, this, [this] { Q_EMIT asked(want::Pin{}); });
    connect(m_pins, &QMenu::aboutToShow, this, &CompareControls::fillPins);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setAutoRaise(true);
    m_more->setMenu(m_moreEdits);
    for (QWidget* widget : widgets())
        widget->setFocusPolicy(Qt::TabFocus);
    retranslate();
}

std::vector<QWidget*> CompareControls::widgets() const {
    return {m_choiceA, m_choiceB, m_swap, m_pin, m_pinList, m_more};
}

void CompareControls::retranslate() {
    m_choiceA->setAccessibleName(tr("A"));
    m_choiceB->setAccessibleName(tr("B"));
    m_swap->setToolTip(tr("A for B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_pin->setText(tr("Pin now as A"));
    m_pinList->setToolTip(tr("What is pinned"));
    m_pinList->setAccessibleName(m_pinList->toolTip());
    m_pin->setToolTip(tr("Keeps the state as it stands, to compare with (P)"));
}

void CompareControls::setScene(const Scene& scene) {
    m_compared = scene.compared;
    fillChoices();
}

void CompareControls::place(const Places& places, double textScale) {
    const QFont font = textFont(14 * textScale);
    std::vector<QWidget*> all = widgets();
    for (const EditRow& row : m_edits)
        all.insert(all.end(), {row.taken, row.alone});
    for (QWidget* widget : all) {
        if (widget->font() != font)
            widget->setFont(font);
    }
    m_choiceA->setGeometry(places.choiceA.toRect());
    m_choiceB->setGeometry(places.choiceB.toRect());
    m_swap->setGeometry(places.swap.toRect());
    QRect pin = places.pin.toRect();
    const int list = m_pinList->sizeHint().width();
    m_pinList->setGeometry(pin.right() - list, pin.top(), list, pin.height());
    pin.setRight(pin.right() - list - 4);
    pin.setLeft(pin.right() - m_pin->sizeHint().width());
    m_pin->setGeometry(pin);
    placeEdits(places.edits, pin.left() - 16);
}

void CompareControls::placeEdits(const QRectF& line, int right) {
    int x = static_cast<int>(line.left());
    const int top = static_cast<int>(line.top());
    const int height = static_cast<int>(line.height());
    std::size_t shown = 0;
    m_more->setText(tr("and %1 more").arg(m_edits.size())); // at its longest
    const int more = m_more->sizeHint().width();
    for (const EditRow& row : m_edits) {
        const int wide = row.taken->sizeHint().width();
        const int alone = row.alone->text().isEmpty() ? 0 : row.alone->sizeHint().width() + 8;
        const bool fits = shown < mostEditRows &&
                          x + wide + alone + (shown + 1 < m_edits.size() ? 24 + more : 0) < right;
        row.taken->setVisible(fits);
        row.alone->setVisible(fits && alone > 0);
        if (!fits)
            break;
        row.taken->setGeometry(x, top, wide, height);
        row.alone->setGeometry(x + wide + 8, top, alone, height);
        x += wide + alone + 24;
        ++shown;
    }
    for (std::size_t i = shown; i < m_edits.size(); ++i) {
        m_edits[i].taken->hide();
        m_edits[i].alone->hide();
    }
    m_more->setVisible(shown < m_edits.size());
    m_more->setText(shown == 0 ? tr("%1 edits").arg(m_edits.size())
                               : tr("and %1 more").arg(m_edits.size() - shown));
    m_more->setGeometry(x, top + 3, m_more->sizeHint().width(), height - 6);
}

void CompareControls::setEdits(const std::vector<CompareEdit>& edits) {
    const std::size_t count = edits.size();
    while (m_edits.size() > count) {
        delete m_edits.back().taken;
        delete m_edits.back().alone;
        m_edits.pop_back();
    }
    while (m_edits.size() < count) {
        EditRow row{new QCheckBox(m_view), new QLabel(m_view)};
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
        const CompareEdit& edit = edits[i];
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

void CompareControls::fillChoices() {
    if (!m_compared)
        return;
    fillChoice(*m_choiceA, m_compared->a, m_sidesA);
    fillChoice(*m_choiceB, m_compared->b, m_sidesB);
}

void CompareControls::fillChoice(QComboBox& box, const Compared::Side& side,
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
    for (const StateChoice& state : m_compared->choices)
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

void CompareControls::choose(bool isB, int place) {
    QComboBox& box = choice(isB);
    const int entry = box.itemData(place).toInt();
    m_view->setFocus(Qt::OtherFocusReason);
    if (entry >= 0) {
        const auto& sides = isB ? m_sidesB : m_sidesA;
        Q_EMIT asked(want::CompareSide{isB, sides[static_cast<std::size_t>(entry)]});
        return;
    }
    const QString patterns =
        QStringLiteral("*.headscope ") + QString::fromStdString(arrayFilePatterns());
    const QString path = QFileDialog::getOpenFileName(
        m_view, tr("Compare with"), {}, tr("Experiments and attentions (%1)").arg(patterns));
    if (path.isEmpty())
        return fillChoices(); // the menu shows again what is compared
    Q_EMIT asked(want::CompareSide{
        isB, {std::string(stateOfFile) + QFile::encodeName(path).toStdString(), {}, {}, {}}});
}

void CompareControls::fillPins() {
    m_pins->clear();
    if (!m_compared)
        return;
    for (const StateChoice& choice : m_compared->choices) {
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

void CompareControls::renamePin(const StateChoice& pin) {
    bool given = false;
    const QString name = QInputDialog::getText(m_view, tr("Rename the pin"), tr("Name:"),
                                               QLineEdit::Normal, {}, &given);
    if (given)
        Q_EMIT asked(want::RenamePin{pin.key, name});
}

} // namespace headscope
