// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

#include <QStackedWidget>

#include <optional>
#include <string>
#include <vector>

namespace headscope {

/// The pages of the registry in their tabs, one of them shown. Pages of one tab stand in for
/// each other: the first one is shown that has something to show.
class PageStack : public QStackedWidget {
    Q_OBJECT

public:
    explicit PageStack(QWidget* parent = nullptr);

    /// What a tab is called at the moment and whether it can be opened.
    struct Tab {
        QString name;
        QString toolTip;
        QString action;
        bool open = true; ///< one of its pages has something to show
        QString why;      ///< it has not
    };
    std::vector<Tab> tabs() const;
    int currentTab() const { return m_tab; }
    Page& page() const { return *m_page; }
    /// The page of that name; nullptr: there is none.
    Page* find(std::string_view id) const;
    std::vector<Page*> pages() const;
    /// Page::slidePicture() of the page of that name, for as long as this lives.
    std::function<SlidePicture(const std::string& id, const Scene&, bool answered)>
    slidePictures() const;

    /// Pages that are not offered, by their names: their tabs cannot be opened.
    void withhold(std::vector<std::string_view> ids);
    /// The shown page shows it; another one is shown where that has nothing to show.
    void setScene(const Scene& scene);
    /// Nothing happens where that tab has nothing to show.
    void openTab(int tab);
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
        std::string_view id;
        int tab = 0;
        bool main = false; ///< the tab is named after it
        Page* page = nullptr;
    };
    /// The page of a tab that has something to show of the scene; nullptr: none.
    Page* pageFor(int tab) const;
    void choose();
    void show(Page& page);

    std::vector<Entry> m_entries;
    std::vector<std::string_view> m_tabs;
    std::vector<std::string_view> m_withheld;
    Scene m_scene;
    std::vector<bool> m_open; ///< for each tab
    bool m_hadScene = false;
    Page* m_page = nullptr;
    int m_tab = 0;
    /// What was selected when an entry of the page was asked for that is not shown yet.
    std::optional<Selection> m_left;
};

} // namespace headscope
