// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/registry.h"

#include <QStackedWidget>

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// The pages of the registry, one of them shown. A page that stands in place of another goes
/// before it, where it has something to show.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    explicit PageStack(QWidget* parent = nullptr);

    /// What a page is called at the moment, whether it can be opened, and how it is reached.
    struct Tab {
        std::string_view id;
        QString name;
        QString toolTip;
        QString action;
        Reach reach = Reach::Tab;
        int of = 0;       ///< the tab that it is a way of; its own place where it is none
        bool open = true; ///< it has something to show, or who stands in its place
        QString why;      ///< it has not
    };
    /// All that have a key, in the order of these.
    std::vector<Tab> tabs() const;
    int currentTab() const { return m_tab; }
    Page& page() const { return *m_page; }
    /// The name of that page.
    std::string id() const;
    /// The page of that name; nullptr: there is none.
    Page* find(std::string_view id) const;
    std::vector<Page*> pages() const;
    /// Whether the shown page shows that stage where it is; else that of the heads does.
    bool showsStage(Stage stage) const;

    /// Pages that are not offered, by their names: their tabs cannot be opened.
    void withhold(std::vector<std::string_view> ids);
    /// The shown page shows it; another one is shown where that has nothing to show.
    void setScene(const Scene& scene);
    /// Nothing happens where that tab has nothing to show.
    void openTab(int tab);
    /// The same by a click on the tab: in the way that was chosen last, else in that which comes
    /// first there.
    void openInItsWay(int tab);
    /// The same by its key, for who goes on with the keys of the page.
    void openFromMenu(int tab);
    /// The tab of that page; the first one where there is no such page.
    void open(std::string_view id);

Q_SIGNALS:
    /// The newest scene should be set: it may not have been announced yet.
    void aboutToOpen();
    /// Another page, or the controls around the shown one.
    void changed();
    void asked(const headscope::Intent& intent);
    void failed(const headscope::Error& error);
    void said(const QString& sentence);
    /// The opened page shows this, and not what is selected.
    void entryAsked(const headscope::Selection& selection);

protected:
    /// What a page has no menu of its own for: the ways to take its matrix along.
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Entry {
        PageEntry entry;
        int tab = 0; ///< its place among those with a key, or of whom it stands in place
        Page* page = nullptr;
        bool main() const { return entry.reach != Reach::InPlaceOf; }
    };
    /// The page of a tab that has something to show of the scene; nullptr: none.
    Page* pageFor(int tab) const;
    int placeOf(std::string_view id) const;
    /// The tab itself, or the way of it that comes first of what is shown.
    int wayOf(int tab) const;
    void choose();
    void show(Page& page);

    std::vector<Entry> m_entries;
    std::vector<std::string_view> m_tabs; ///< ids of those with a key
    std::vector<std::string_view> m_withheld;
    /// What a page gets: of words those that they were merged of, where it needs them.
    const Scene& sceneOf(const Page& page) const;
    Scene m_scene;
    std::optional<Scene> m_pieces;          ///< the same scene of those; nothing: it is
    std::vector<bool> m_open;               ///< for each tab
    std::vector<std::optional<int>> m_ways; ///< for each tab, that was chosen last
    bool m_hadScene = false;
    Page* m_page = nullptr;
    int m_tab = 0;
    /// What was selected when an entry of the page was asked for that is not shown yet.
    std::optional<Selection> m_left;
    /// What was selected before a page with a time of its own chose other stages, and which it
    /// chose last.
    std::optional<Selection> m_before;
    std::optional<want::StageOf> m_announced;
};

} // namespace headscope
