// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/frame/page_stack.h"

#include "pages/comparing_page.h"
#include "pages/copy_menu.h"
#include "pages/page_time.h"
#include "pages/registry.h"
#include "scene/block_cut.h"
#include "words/error_text.h"

#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>

namespace headscope {

PageStack::PageStack(QWidget* parent)
    : QStackedWidget(parent) {
    for (const PageEntry& entry : pageEntries()) {
        if (entry.reach != Reach::InPlaceOf)
            m_tabs.push_back(entry.id);
    }
    m_ways.resize(m_tabs.size());
    for (const PageEntry& entry : pageEntries()) {
        Page* page = entry.make(this);
        addWidget(&page->view());
        m_entries.push_back(
            {entry, placeOf(entry.reach == Reach::InPlaceOf ? entry.of : entry.id), page});
        connect(page, &Page::asked, this, [this, page](const Intent& intent) {
            // A time of its own goes from stage to stage; that of the others waits meanwhile.
            const auto* look = std::get_if<want::Look>(&intent);
            if (const auto* stage = look ? std::get_if<want::StageOf>(look) : nullptr;
                stage && page == m_page && page->time()) {
                if (!m_before)
                    m_before = m_scene.selection;
                m_announced = *stage;
            }
            Q_EMIT asked(intent);
        });
        connect(page, &Page::failed, this, &PageStack::failed);
        connect(page, &Page::said, this, &PageStack::said);
        connect(page, &Page::changed, this, [this, page] {
            if (page == m_page)
                Q_EMIT changed();
        });
    }
    for (Page* from : pages()) {
        auto* const comparing = qobject_cast<ComparingPage*>(from);
        for (Page* to : pages()) {
            auto* const other = qobject_cast<ComparingPage*>(to);
            if (comparing && other && comparing != other)
                connect(comparing, &ComparingPage::comparingSet, other,
                        &ComparingPage::setComparing);
        }
    }
    m_open.assign(m_tabs.size(), true);
    show(*pageFor(0));
}

int PageStack::placeOf(std::string_view id) const {
    return static_cast<int>(std::ranges::find(m_tabs, id) - m_tabs.begin());
}

std::vector<PageStack::Tab> PageStack::tabs() const {
    std::vector<Tab> tabs(m_tabs.size());
    for (const Entry& entry : m_entries) {
        if (!entry.main())
            continue;
        const auto place = static_cast<std::size_t>(entry.tab);
        Tab& tab = tabs[place];
        tab.id = entry.entry.id;
        tab.reach = entry.entry.reach;
        tab.of = placeOf(entry.entry.of);
        tab.open = m_open[place];
        Page* shown = pageFor(entry.tab);
        const PageWords words = entry.page->words(m_scene);
        tab.name = shown && shown != entry.page ? shown->words(m_scene).name : words.name;
        tab.toolTip = words.toolTip;
        tab.action = words.action;
        if (tab.open)
            continue;
        if (const Status available = entry.page->available(sceneOf(*entry.page)); !available)
            tab.why = translated(available.error());
    }
    return tabs;
}

std::string PageStack::id() const {
    const auto found = std::ranges::find(m_entries, m_page, &Entry::page);
    return found == m_entries.end() ? std::string() : std::string(found->entry.id);
}

std::vector<Page*> PageStack::pages() const {
    std::vector<Page*> pages;
    for (const Entry& entry : m_entries)
        pages.push_back(entry.page);
    return pages;
}

Page* PageStack::find(std::string_view id) const {
    for (const Entry& entry : m_entries) {
        if (entry.entry.id == id)
            return entry.page;
    }
    return nullptr;
}

Page* PageStack::pageFor(int tab) const {
    for (const bool main : {false, true}) { // who stands in goes first
        for (const Entry& entry : m_entries) {
            if (entry.tab == tab && entry.main() == main &&
                std::ranges::find(m_withheld, entry.entry.id) == m_withheld.end() &&
                entry.page->available(sceneOf(*entry.page)))
                return entry.page;
        }
    }
    return nullptr;
}

const Scene& PageStack::sceneOf(const Page& page) const {
    return m_pieces && page.kind().needsPieces ? *m_pieces : m_scene;
}

void PageStack::setScene(const Scene& scene) {
    // While nothing is shown between two runs, the chosen page stays.
    const bool between = scene.isEmpty() && m_hadScene;
    m_hadScene = m_hadScene || !scene.isEmpty();
    m_scene = scene;
    m_pieces = scene.pieces ? std::optional(inPieces(scene, m_pieces)) : std::nullopt;
    for (const Entry& entry : m_entries)
        entry.page->setScene(sceneOf(*entry.page));
    if (between)
        return;
    for (std::size_t tab = 0; tab < m_tabs.size(); ++tab)
        m_open[tab] = pageFor(static_cast<int>(tab)) != nullptr;
    // Where nobody chose the way, it goes with the words.
    int base = m_tab;
    for (const Entry& entry : m_entries) {
        if (entry.tab == m_tab && entry.entry.reach == Reach::WayOf)
            base = placeOf(entry.entry.of);
    }
    if (!m_ways[static_cast<std::size_t>(base)])
        m_tab = wayOf(base);
    // Not the neighbour of a page that has nothing to show any more; and who selects what
    // the page does not show, leaves it.
    const Page* page = pageFor(m_tab);
    // What was selected before an entry that was asked for, and is being prepared, says nothing.
    if (m_left && !(*m_left == scene.selection))
        m_left.reset();
    if (m_left && page == m_page)
        return;
    if (!page || (page == m_page && !scene.isEmpty() && page->entry(sceneOf(*page))))
        m_tab = 0;
    choose();
}

void PageStack::withhold(std::vector<std::string_view> ids) {
    if (ids == m_withheld)
        return;
    m_withheld = std::move(ids);
    setScene(Scene(m_scene));
}

void PageStack::openTab(int tab) {
    Q_EMIT aboutToOpen();
    const auto place = static_cast<std::size_t>(tab);
    if (!m_open[place])
        return;
    m_tab = tab;
    m_ways[static_cast<std::size_t>(tabs()[place].of)] = tab;
    m_left.reset();
    choose();
}

int PageStack::wayOf(int tab) const {
    int wanted = tab;
    for (const Entry& entry : m_entries) {
        if (entry.entry.reach == Reach::WayOf && placeOf(entry.entry.of) == tab &&
            m_open[static_cast<std::size_t>(entry.tab)] && entry.entry.comesFirst &&
            entry.entry.comesFirst(m_scene))
            wanted = entry.tab;
    }
    return wanted;
}

void PageStack::openInItsWay(int tab) {
    Q_EMIT aboutToOpen();
    const auto chosen = m_ways[static_cast<std::size_t>(tab)];
    if (chosen && m_open[static_cast<std::size_t>(*chosen)])
        return openTab(*chosen);
    openTab(wayOf(tab));
    m_ways[static_cast<std::size_t>(tab)].reset(); // nobody chose
}

void PageStack::openFromMenu(int tab) {
    if (tabs()[static_cast<std::size_t>(tab)].reach == Reach::WayOf)
        openTab(tab);
    else
        openInItsWay(tab);
    m_page->keyboard().setFocus();
}

void PageStack::open(std::string_view id) {
    for (const Entry& entry : m_entries) {
        if (entry.entry.id == id)
            return openTab(entry.tab);
    }
    openTab(0);
}

void PageStack::choose() {
    Page* page = pageFor(m_tab);
    if (!page)
        return;
    if (page != m_page) {
        const std::optional<Selection> before = std::exchange(m_before, std::nullopt);
        const std::optional<want::StageOf> announced = std::exchange(m_announced, std::nullopt);
        const Selection& now = m_scene.selection;
        // Whoever else chose a stage meanwhile, meant that one.
        if (before && announced && now.stage == announced->stage &&
            now.tensor == announced->tensor && now.scope == before->scope) {
            Selection back = now;
            back.stage = before->stage;
            back.tensor = before->tensor;
            Q_EMIT entryAsked(back);
            Q_EMIT aboutToOpen(); // with the scene of that
        }
    }
    const bool other = page != m_page;
    if (other)
        show(*page);
    const std::optional<Selection> entry =
        other && !m_scene.isEmpty() ? page->entry(sceneOf(*page)) : std::nullopt;
    if (entry) {
        if (!(*entry == m_scene.selection))
            m_left = m_scene.selection;
        Q_EMIT entryAsked(*entry);
    }
    Q_EMIT changed();
}

void PageStack::show(Page& page) {
    const QWidget* focus = window()->focusWidget();
    const bool hadFocus =
        m_page && focus && (focus == &m_page->view() || m_page->view().isAncestorOf(focus));
    if (m_page)
        m_page->setShown(false);
    m_page = &page;
    page.setShown(true);
    setCurrentWidget(&page.view());
    if (hadFocus)
        page.keyboard().setFocus();
}

bool PageStack::showsStage(Stage stage) const {
    if (const PageTime* const time = m_page->time())
        return time->showsStage(stage);
    Scene there = sceneOf(*m_page);
    there.selection.stage = stage;
    return !m_page->entry(there);
}

void PageStack::contextMenuEvent(QContextMenuEvent* event) {
    const std::optional<LabelledMatrix> matrix = m_page->matrix();
    if (!matrix)
        return QStackedWidget::contextMenuEvent(event);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addCopyActions(*menu, this, *matrix, std::nullopt,
                   [this](const Intent& intent) { Q_EMIT asked(intent); });
    menu->popup(event->globalPos());
}

} // namespace headscope
