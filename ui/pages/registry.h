// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/slide_picture.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

class QWidget;

namespace headscope {

class Page;
struct Scene;

/// How people come to a page. A tab is there only while its page has something to show.
enum class Reach : std::uint8_t {
    Tab,
    WayOf,      ///< another way to look at what the tab of `of` shows: a switch beside the tabs
    Laboratory, ///< in the menu behind the tabs
    InPlaceOf,  ///< stands on the tab of `of` wherever it has something to show
};

/// What a page draws into files: Page::figures().
enum class Draws : std::uint8_t {
    Stills, ///< SVG, PDF and PNG
    Film,   ///< and a GIF
};

/// A page that the window has.
struct PageEntry {
    std::string_view id; ///< --view NAME
    Reach reach;
    std::string_view of; ///< id of that page; its own where there is none
    Draws draws;
    Page* (*make)(QWidget* parent);
    /// Of the ways to look at one thing: whether it is the one that opens by itself; nullptr: no.
    bool (*comesFirst)(const Scene&) = nullptr;
    /// For the slide of a lesson that begins here, before and once the answer is shown; nullptr:
    /// the matrix stands there.
    SlidePicture (*slide)(const Scene&, bool answered) = nullptr;
};

/// All pages, in the order of their tabs and keys: Alt+1 opens the first one, Alt+0 the tenth. Who
/// comes behind these, or stands in place of another, has no key.
std::span<const PageEntry> pageEntries();
/// The one of that name; nullptr: there is none.
const PageEntry* findPage(std::string_view id);
/// PageEntry::slide of the page of that name; empty where there is none.
SlidePicture slidePicture(std::string_view id, const Scene& scene, bool answered);
/// "heads, steps … and norm", of those that draw at least that, and of `more`.
std::string pagesThatDraw(Draws least, std::initializer_list<std::string_view> more = {});

} // namespace headscope
