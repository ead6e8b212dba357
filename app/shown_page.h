// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options/option_table.h"
#include "pages/page_request.h"
#include "scene/compared.h"
#include "scene/scene.h"

namespace headscope {

class MainWindow;
class Run;

/// What a page of the window is to show, as options say it: for a picture of the window, and for
/// what the page writes by itself.
struct ShownPage {
    /// What was not typed is not said: what the example, or the file, is about.
    PageRequest view;
    std::optional<ComparedSide> compared; ///< A; what is shown is B
    std::optional<LayersLook> layers;     ///< of the overview of the layers
};

/// The options of these; the page is read before.
const OptionTable<ShownPage>& shownPageOptions();
/// The query and the key that --cell asks for, from 0: "10,6".
std::optional<std::pair<Index, Index>> cellOf(OptionReader& reader, const char* option);
/// The part of a matrix that --zoom asks for: "3-9,1-12".
std::optional<CellSpan> zoomOf(OptionReader& reader, const char* option);

// In this order, with a settled window; an empty text where all is well, else the sentence for
// options that do not fit.

/// What the run has not got: head and sequence.
QString misfitOfRun(const ShownPage& page, const Run& run);
/// The block.
QString showBlock(MainWindow& window, const ShownPage& page);
/// Stage, head, cell and sequence.
QString showPlace(MainWindow& window, const ShownPage& page);
/// What the page that is open is to show of its own.
QString showMoment(MainWindow& window, const ShownPage& page);
/// A of a comparison, in a page that has one.
Status showComparison(MainWindow& window, const ShownPage& page);

} // namespace headscope
