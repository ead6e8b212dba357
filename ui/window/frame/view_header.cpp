// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/view_header.h"

#include "controls/segmented_control.h"
#include "type/fonts.h"
#include "window/frame/headline.h"
#include "window/style.h"
#include "words/statements.h"

#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>

namespace headscope {

namespace {
constexpr QMargins roomyMargins(16, 0, 24, 0);
constexpr int roomySpacing = 16;
constexpr QMargins closeMargins(8, 0, 8, 0);
constexpr int closeSpacing = 6;
} // namespace

ViewHeader::ViewHeader(PageStack& pages, QWidget* parent)
    : QWidget(parent)
    , m_pages(pages)
    , m_row(new QHBoxLayout(this)) {
    setFixedHeight(40);
    QHBoxLayout* row = m_row;
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false); // a few short words always fit
    m_tabs->setFocusPolicy(Qt::TabFocus);
    for (std::size_t tabs = pages.tabs().size(); tabs > 0; --tabs)
        m_tabs->addTab(QString());
    row->addWidget(m_tabs, 0, Qt::AlignBottom);
    m_line = new QFrame(this);
    m_line->setFixedSize(1, 18);
    m_line->setAutoFillBackground(true);
    m_line->setBackgroundRole(QPalette::Mid);
    row->addWidget(m_line);
    m_laboratory = new QToolButton(this);
    m_laboratory->setFocusPolicy(Qt::StrongFocus);
    m_laboratory->setPopupMode(QToolButton::InstantPopup);
    m_laboratory->setFixedHeight(28);
    m_experiments = new QMenu(m_laboratory);
    m_laboratory->setMenu(m_experiments);
    row->addWidget(m_laboratory);
    m_ways = new SegmentedControl(this);
    m_sentence = new Headline(this);
    m_sentence->setFont(textFont(16, QFont::DemiBold));
    m_sentence->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // A hidden label leaves no stretch behind, and the controls belong to the right.
    row->addStretch(1);
    row->addWidget(m_sentence, 1000);
    row->addWidget(m_ways);
    m_tensor = new SegmentedControl(this);
    row->addWidget(m_tensor);
    m_words = new SegmentedControl(this);
    row->addWidget(m_words);
    connect(m_tabs, &QTabBar::currentChanged, &m_pages, &PageStack::openInItsWay);
    // Who opens a page by a click goes on with the keys of that page.
    const auto goOn = [this] { m_pages.page().keyboard().setFocus(); };
    connect(m_tabs, &QTabBar::tabBarClicked, this, goOn, Qt::QueuedConnection);
    connect(m_ways, &SegmentedControl::chosen, this, [this, goOn](int way) {
        m_pages.openTab(m_wayTabs[static_cast<std::size_t>(way)]);
        goOn();
    });
    connect(m_experiments, &QMenu::triggered, this, [this, goOn](QAction* action) {
        m_pages.openTab(action->data().toInt());
        goOn();
    });
    connect(m_tensor, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT tensorChosen(static_cast<std::size_t>(index)); });
    connect(m_words, &SegmentedControl::chosen, this,
            [this](int index) { Q_EMIT wordsChosen(index == 0); });
    stand(false);
    retranslate();
}

void ViewHeader::showTabs(const std::vector<PageStack::Tab>& tabs) {
    const QSignalBlocker quiet(m_tabs);
    bool other = false;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        const auto tab = static_cast<int>(i);
        if (m_tabs->tabText(tab) != tabs[i].name)
            m_tabs->setTabText(tab, tabs[i].name);
        m_tabs->setTabToolTip(tab, tabs[i].toolTip);
        const bool seen = tabs[i].open && tabs[i].reach == Reach::Tab;
        if (m_tabs->isTabVisible(tab) == seen)
            continue; // to be told what it knows, QTabBar takes as "nothing is to be laid out"
        m_tabs->setTabVisible(tab, seen);
        other = true;
    }
    m_tabs->setCurrentIndex(tabs[static_cast<std::size_t>(m_pages.currentTab())].of);
    showWays(tabs);
    showLaboratory(tabs);
    if (!other)
        return;
    m_tabs->updateGeometry(); // the bar keeps its old width otherwise
    layout()->invalidate();
}

void ViewHeader::showWays(const std::vector<PageStack::Tab>& tabs) {
    const int shown = tabs[static_cast<std::size_t>(m_pages.currentTab())].of;
    QStringList names;
    m_wayTabs.clear();
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        if (tabs[i].of != shown || !tabs[i].open)
            continue;
        names << tabs[i].name;
        m_wayTabs.push_back(static_cast<int>(i));
    }
    m_ways->setVisible(names.size() > 1);
    m_ways->setChoices(names);
    const auto current = std::ranges::find(m_wayTabs, m_pages.currentTab());
    m_ways->setCurrent(static_cast<int>(current - m_wayTabs.begin()));
}

void ViewHeader::showLaboratory(const std::vector<PageStack::Tab>& tabs) {
    QString name = tr("Laboratory");
    m_inLaboratory = false;
    if (m_experiments->isEmpty()) {
        for (std::size_t i = 0; i < tabs.size(); ++i) {
            if (tabs[i].reach == Reach::Laboratory)
                m_experiments->addAction(QString())->setData(static_cast<int>(i));
        }
    }
    bool any = false;
    for (QAction* action : m_experiments->actions()) {
        const PageStack::Tab& tab = tabs[static_cast<std::size_t>(action->data().toInt())];
        action->setText(QStringLiteral("%1 – %2").arg(tab.name, tab.toolTip));
        action->setEnabled(tab.open);
        action->setToolTip(tab.why);
        any = any || tab.open;
        if (action->data().toInt() != m_pages.currentTab())
            continue;
        m_inLaboratory = true;
        name = tr("Laboratory: %1").arg(tab.name);
    }
    m_laboratory->setText(name);
    m_laboratory->setFont(textFont(14, m_inLaboratory ? QFont::DemiBold : QFont::Normal));
    m_laboratory->setVisible(any);
    m_line->setVisible(any);
    update(); // the mark under it
}

void ViewHeader::setScene(const Scene& scene) {
    QStringList symbols;
    if (scene.trace) {
        for (const TensorName name : tensorsOf(scene.selection.stage, *scene.trace)) {
            QString symbol = statementOf(scene, name).name();
            symbols << symbol.remove(QStringLiteral("_{")).remove(u'}');
        }
    }
    m_hasPieces = scene.hasPieces && scene.kind() == ScopeKind::Attention;
    m_words->setCurrent(scene.pieces ? 0 : 1);
    m_severalTensors = symbols.size() > 1;
    if (m_severalTensors) {
        m_tensor->setChoices(symbols);
        m_tensor->setCurrent(static_cast<int>(scene.selection.tensor));
    }
}

void ViewHeader::showPage(const PageControls& controls, const std::vector<PageStack::Tab>& tabs) {
    showTabs(tabs);
    m_tensor->setVisible(controls.tensors && m_severalTensors);
    const bool merges = !m_pages.page().kind().needsPieces;
    m_words->setVisible(m_hasPieces);
    m_words->setEnabled(merges);
    m_words->setToolTip(merges ? tr("Pieces of a word as one: sum over keys, mean over queries")
                               : tr("What is shown here is made of pieces"));
    // A new text is a new layout: not for every frame.
    if (m_sentence->text() != controls.sentence) {
        m_sentence->setText(controls.sentence);
        m_sentence->setToolTip(controls.sentence);
    }
    m_sentence->setVisible(!controls.sentence.isEmpty());
    QWidget* own = m_pages.page().parts().header;
    if (own != m_own) {
        if (m_own)
            m_own->hide();
        m_own = own;
        if (own) {
            m_row->addWidget(own);
            own->show();
        }
    }
    fit();
}

std::vector<const QWidget*> ViewHeader::parts() const {
    return {m_tabs, m_line, m_laboratory, m_ways, m_tensor, m_words, m_own};
}

int ViewHeader::widthOfParts(const QMargins& margins, int spacing) const {
    int width = margins.left() + margins.right();
    for (const QWidget* part : parts()) {
        if (part && part->isVisibleTo(this))
            width += std::max(part->sizeHint().width(), part->minimumWidth()) + spacing;
    }
    return width;
}

int ViewHeader::neededWidth() const {
    int tabs = 0;
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        tabs += m_tabs->isTabVisible(tab) ? 1 : 0;
    return widthOfParts(roomyMargins, roomySpacing) + (m_close ? closerTabs * tabs : 0);
}

void ViewHeader::stand(bool close) {
    m_close = close;
    m_row->setContentsMargins(close ? closeMargins : roomyMargins);
    m_row->setSpacing(close ? closeSpacing : roomySpacing);
    if (m_tabs->property(closeTabs).toBool() == close)
        return;
    m_tabs->setProperty(closeTabs, close);
    QEvent other(QEvent::StyleChange); // else the bar keeps the sizes that it knows
    QCoreApplication::sendEvent(m_tabs, &other);
    m_tabs->updateGeometry();
}

void ViewHeader::fit() {
    if (!isVisible())
        return;
    const bool close = neededWidth() > width();
    if (close != m_close)
        stand(close);
    if (close && m_words->isVisibleTo(this) && widthOfParts(closeMargins, closeSpacing) > width())
        m_words->hide(); // the menu has it, too
}

void ViewHeader::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_words->setVisible(m_hasPieces); // where there is room now
    fit();
}

void ViewHeader::retranslate() {
    m_words->setChoices({tr("Words"), tr("Pieces")});
    m_words->setAccessibleName(tr("Words or pieces"));
    m_laboratory->setToolTip(
        tr("Small experiments with a model: let one learn, or look for a head"));
    showPage(m_pages.page().controls(), m_pages.tabs());
    m_tabs->setAccessibleName(tr("View"));
    m_ways->setAccessibleName(tr("Another way to look at it"));
    m_tensor->setAccessibleName(tr("Which tensor of this stage"));
}

void ViewHeader::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

bool ViewHeader::event(QEvent* event) {
    if (event->type() != QEvent::LayoutRequest)
        return QWidget::event(event);
    // What a page brings may get other words, and so another width, after all else has them.
    fit();
    const bool known = QWidget::event(event);
    update(); // the mark goes with the button, which the layout may just have moved
    return known;
}

void ViewHeader::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    painter.fillRect(QRect(0, height() - 1, width(), 1), palette().mid());
    painter.fillRect(QRect(0, 0, width(), 1), palette().mid());
    if (m_inLaboratory)
        painter.fillRect(QRect(m_laboratory->x() + 4, height() - 3, m_laboratory->width() - 8, 3),
                         palette().highlight());
}

} // namespace headscope
