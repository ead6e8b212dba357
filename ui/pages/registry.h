// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

class QWidget;

namespace headscope {

class Page;

/// A page that the window has.
struct PageEntry {
    std::string_view id; ///< --view NAME
    /// Its own id; or that of the page in whose place it stands wherever it has something to show.
    std::string_view tab;
    Page* (*make)(QWidget* parent);
};

/// All pages. Tabs stand in the order of their first pages; Alt+1 opens the first one.
std::span<const PageEntry> pageEntries();

} // namespace headscope
