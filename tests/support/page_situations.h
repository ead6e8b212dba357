// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/examples.h"
#include "pages/registry.h"
#include "support/window_harness.h"
#include "window/frame/page_stack.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace headscope::testing {

/// What has to be opened so that a page has something to show.
struct PageSituation {
    std::string_view page;
    const char* example;        ///< nullptr: the model that comes along, which reads …
    const char* text = nullptr; ///< … that
};

inline constexpr PageSituation pageSituations[] = {
    {"heads", "causal-padding"},
    {"steps", "causal-padding"},
    {"shapes", "arange"},
    {"lines", "causal-padding"},
    {"text", "causal-padding"},
    {"layers", "stack"},
    {"train", "ticket-learnt"},
    {"paint", "ticket"},
    {"lens", nullptr, "And the LORD"},
    {"parts", nullptr, "And the LORD"},
    {"norm", "norms"},
};

/// That of a page of the registry, all of which are walked.
inline const PageSituation& situationOf(std::string_view page) {
    const auto* const found = std::ranges::find(pageSituations, page, &PageSituation::page);
    if (found == std::end(pageSituations))
        qFatal("tests/support/page_situations.h has no row for the page %s: say there what has to "
               "be opened so that it has something to show",
               std::string(page).c_str());
    return *found;
}

/// A window with what the page needs; some other page may be in front.
inline std::unique_ptr<MainWindow> windowFor(std::string_view page) {
    const PageSituation& situation = situationOf(page);
    if (situation.example)
        return shownWindow(findExample(situation.example)->source());
    auto window = shownWindow(findExample("ticket")->make());
    openCarriedModel(*window, situation.text);
    return window;
}

} // namespace headscope::testing
