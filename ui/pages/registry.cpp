// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/registry.h"

#include "pages/heads/heads_page.h"
#include "pages/layers/layers_page.h"
#include "pages/lines/lines_page.h"
#include "pages/norm/norm_page.h"
#include "pages/paint/paint_page.h"
#include "pages/shapes/shapes_page.h"
#include "pages/steps/steps_page.h"
#include "pages/text/text_page.h"
#include "pages/train/train_page.h"

namespace headscope {

namespace {

template <class Kind> Page* make(QWidget* parent) {
    return new Kind(parent);
}

constexpr PageEntry entries[] = {
    {"heads", Reach::Tab, "heads", make<HeadsPage>},
    {"steps", Reach::Tab, "steps", make<StepsPage>},
    {"shapes", Reach::Tab, "shapes", make<ShapesPage>},
    {"lines", Reach::Tab, "lines", make<LinesPage>},
    {"text", Reach::WayOf, "lines", make<TextPage>},
    {"layers", Reach::Tab, "layers", make<LayersPage>},
    {"train", Reach::Laboratory, "train", make<TrainPage>},
    {"paint", Reach::Laboratory, "paint", make<PaintPage>},
    {"norm", Reach::InPlaceOf, "heads", make<NormPage>},
};

} // namespace

std::span<const PageEntry> pageEntries() {
    return entries;
}

} // namespace headscope
