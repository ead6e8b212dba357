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
    {"heads", "heads", make<HeadsPage>},
    {"shapes", "shapes", make<ShapesPage>},
    {"steps", "steps", make<StepsPage>},
    {"lines", "lines", make<LinesPage>},
    {"text", "text", make<TextPage>},
    {"layers", "layers", make<LayersPage>},
    {"train", "train", make<TrainPage>},
    {"paint", "paint", make<PaintPage>},
    {"norm", "heads", make<NormPage>},
};

} // namespace

std::span<const PageEntry> pageEntries() {
    return entries;
}

} // namespace headscope
