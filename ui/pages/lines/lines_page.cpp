// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_page.h"

#include "controls/segmented_control.h"
#include "pages/attention_entry.h"
#include "pages/lines/lines_figure.h"
#include "pages/lines/lines_view.h"
#include "pages/page_export.h"
#include "type/fonts.h"
#include "words/labelled_matrix.h"
#include "words/statements.h"

#include <QAction>
#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace headscope {

LinesPage::LinesPage(QWidget* parent)
    : Page(parent, {.subject = ScopeKind::Attention})
    , m_view(new LinesView(parent))
    , m_header(new QWidget(parent))
    , m_itself(new QCheckBox(m_header))
    , m_heads(new SegmentedControl(m_header))
    , m_hide(new QToolButton(m_header))
    , m_toItself(new QAction(this)) {
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(m_hide);
    row->addWidget(m_itself);
    row->addWidget(m_heads);
    m_header->hide();
    m_view->installEventFilter(this);
    m_toItself->setCheckable(true);
    const auto toItself = [this](bool on) {
        LinesChoice choice = m_view->choice();
        choice.toItself = on;
        m_view->setChoice(choice);
    };
    connect(m_itself, &QCheckBox::toggled, this, toItself);
    connect(m_toItself, &QAction::toggled, this, toItself);
    makeHiding();
    connect(m_heads, &SegmentedControl::chosen, this, &LinesPage::choose);
    connect(m_view, &LinesView::choiceChanged, this, &LinesPage::showHeader);
    connect(m_view, &LinesView::hovered, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Hover{cell}); });
    connect(m_view, &LinesView::locked, this,
            [this](const std::optional<PanelCell>& cell) { Q_EMIT asked(want::Lock{cell}); });
    connect(m_view, &LinesView::headAsked, this,
            [this](int head) { Q_EMIT asked(want::Panel{head}); });
    connect(m_view, &LinesView::soloAsked, this, [this](int head) {
        Q_EMIT asked(want::Panel{head});
        Q_EMIT asked(want::Solo{true});
    });
    retranslate();
    showHeader();
}

void LinesPage::makeHiding() {
    auto* menu = new QMenu(m_hide);
    for (int i = 0; i < 5; ++i)
        m_hiding << new QAction(this);
    const std::array<bool HiddenKeys::*, 4> flags = {&HiddenKeys::first, &HiddenKeys::separators,
                                                     &HiddenKeys::padding,
                                                     &HiddenKeys::renormalised};
    for (std::size_t i = 0; i < flags.size(); ++i) {
        QAction* action = m_hiding[static_cast<qsizetype>(i)];
        action->setCheckable(true);
        connect(action, &QAction::toggled, this, [this, flag = flags[i]](bool on) {
            LinesChoice choice = m_view->choice();
            choice.hidden.*flag = on;
            m_view->setChoice(choice);
        });
    }
    connect(m_hiding.back(), &QAction::triggered, this, [this] {
        LinesChoice choice = m_view->choice();
        choice.hidden = {.renormalised = choice.hidden.renormalised};
        m_view->setChoice(choice);
    });
    menu->addActions(m_hiding.first(3));
    menu->addSeparator();
    menu->addActions(m_hiding.sliced(3));
    m_hide->setMenu(menu);
    m_hide->setPopupMode(QToolButton::InstantPopup);
    m_hide->setProperty("framed", true);
    m_hide->setFixedHeight(26);
    m_hide->setFocusPolicy(Qt::StrongFocus);
}

void LinesPage::showHiding() {
    const HiddenKeys& hidden = m_view->choice().hidden;
    const std::array<bool, 4> states = {hidden.first, hidden.separators, hidden.padding,
                                        hidden.renormalised};
    for (std::size_t i = 0; i < states.size(); ++i) {
        const QSignalBlocker quiet(m_hiding[static_cast<qsizetype>(i)]);
        m_hiding[static_cast<qsizetype>(i)]->setChecked(states[i]);
    }
    const Index count = m_view->picture().hiddenCount;
    m_hiding.back()->setEnabled(hidden.first || hidden.separators || hidden.padding ||
                                !hidden.others.empty());
    m_hide->setText(count == 0 ? tr("Hide") : tr("%n hidden", nullptr, static_cast<int>(count)));
}

std::optional<LabelledMatrix> LinesPage::matrix() const {
    return shownMatrix(scene());
}

PageWords LinesPage::words(const Scene&) const {
    PageWords words;
    words.name = tr("Lines");
    words.toolTip = tr("Who looks at whom: a line for each weight");
    words.action = tr("L&ines view");
    return words;
}

QString LinesPage::explanation() const {
    return tr("Tokens that look, the queries, stand at the left, tokens that are looked at, the "
              "keys, at the right. A line is as wide as its weight is large, and every head has "
              "lines of its own. The slider keeps the fewest keys that hold so much of a row. "
              "Point at a token to see its lines and their numbers; a click keeps it.");
}

QList<KeyWords> LinesPage::keys() const {
    return {{{QStringLiteral("↑"), QStringLiteral("↓")}, tr("the token before, the next one")},
            {{QStringLiteral("Tab"), QStringLiteral("Shift+Tab")},
             tr("from the queries to the keys, back")},
            {{QStringLiteral("Enter")}, tr("hold the token")},
            {{QStringLiteral("+"), QStringLiteral("−"), QStringLiteral("Home")},
             tr("rows higher, lower, all of them")}};
}

Status LinesPage::available(const Scene& scene) const {
    return checkAttention(scene);
}

std::optional<Selection> LinesPage::entry(const Scene& scene) const {
    return weightsEntry(scene);
}

QWidget& LinesPage::view() {
    return *m_view;
}

PageParts LinesPage::parts() const {
    PageParts around;
    around.header = m_header;
    around.eachHead = true;
    around.actions = QList<QAction*>{m_toItself} + m_hiding;
    return around;
}

PageFigures LinesPage::figures() {
    const auto picture = std::make_shared<const LinesPicture>(m_view->picture());
    const LinesFigure shown{.picture = *picture,
                            .asked = m_view->asked(),
                            .source = scene().run ? runTitle(scene().run->origin()) : QString()};
    return PageExport::only({.title = tr("lines"),
                             .fileName = QStringLiteral("lines"),
                             .look = {shown.size, shown.dotsPerInch},
                             .mayLackTitle = true,
                             .render = [picture, shown](FigureFormat format, PageLook look) {
                                 LinesFigure figure{shown};
                                 figure.size = look.size;
                                 figure.dotsPerInch = look.dotsPerInch;
                                 figure.theme = look.theme;
                                 figure.titled = look.titled;
                                 return renderLines(figure, format);
                             }});
}

void LinesPage::show(const Scene& scene) {
    m_view->setScene(scene);
    showHeader();
}

void LinesPage::choose(int heads) {
    const std::vector<LinesTrack>& tracks = m_view->picture().tracks;
    if (tracks.empty())
        return;
    const int all = static_cast<int>(scene().run->heads());
    const int panel = std::min(scene().selection.panel, all - 1);
    const auto wanted = static_cast<LinesHeads>(heads);
    Q_EMIT asked(want::Panel{wanted == LinesHeads::Mean ? all : panel});
    Q_EMIT asked(want::Solo{wanted == LinesHeads::One});
}

void LinesPage::showHeader() {
    const LinesPicture& picture = m_view->picture();
    const QSignalBlocker quietBox(m_itself);
    const QSignalBlocker quietAction(m_toItself);
    m_itself->setChecked(m_view->choice().toItself);
    m_toItself->setChecked(m_view->choice().toItself);
    m_itself->setEnabled(picture.self || picture.isEmpty());
    m_toItself->setEnabled(m_itself->isEnabled());
    m_heads->setCurrent(static_cast<int>(picture.heads));
    m_heads->setVisible(picture.isEmpty() || scene().run->heads() > 1);
    // In a narrow window the tabs need the room; the menu has the choice too.
    constexpr int narrow = 830;
    constexpr int veryNarrow = 690;
    showHiding();
    const int width = m_view->width();
    m_hide->setVisible(width >= narrow);
    m_itself->setVisible(width >= veryNarrow);
    m_itself->setText(width < narrow ? tr("to itself") : tr("lines to itself"));
    m_heads->setChoices(width < narrow ? QStringList{tr("all"), tr("one"), tr("mean")}
                                       : QStringList{tr("all heads"), tr("one head"), tr("mean")});
}

void LinesPage::retranslate() {
    m_itself->setAccessibleName(tr("lines to itself"));
    m_itself->setToolTip(tr("Lines from a token to itself"));
    m_itself->setFont(textFont(13));
    m_toItself->setText(tr("Lines to &itself"));
    m_heads->setAccessibleName(tr("Whose lines"));
    m_hide->setToolTip(tr("Leaves keys out of every row, so that what they take does not cover the "
                          "rest. A right click on a key hides that one."));
    m_hiding[0]->setText(tr("Hide the &first key"));
    m_hiding[1]->setText(tr("Hide &separators"));
    m_hiding[2]->setText(tr("Hide &padding"));
    m_hiding[3]->setText(tr("&Renormalise the rest to 1"));
    m_hiding[4]->setText(tr("Show &all keys"));
}

bool LinesPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::Resize)
        showHeader();
    return Page::eventFilter(watched, event);
}

void LinesPage::retranslated() {
    retranslate();
    showHeader();
}

} // namespace headscope
