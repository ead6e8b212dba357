// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/registry.h"

#include "pages/heads/heads_page.h"
#include "pages/layers/layers_page.h"
#include "pages/lens/lens_page.h"
#include "pages/lens/parts_page.h"
#include "pages/lines/lines_page.h"
#include "pages/norm/norm_page.h"
#include "pages/paint/paint_page.h"
#include "pages/shapes/shapes_page.h"
#include "pages/shapes/shapes_slide.h"
#include "pages/steps/steps_page.h"
#include "pages/text/text_page.h"
#include "pages/train/train_page.h"

#include <algorithm>

namespace headscope {

namespace {

template <class Kind> Page* make(QWidget* parent) {
    return new Kind(parent);
}

constexpr PageEntry entries[] = {
    {"heads", Reach::Tab, "heads", Draws::Stills, make<HeadsPage>},
    {"steps", Reach::Tab, "steps", Draws::Film, make<StepsPage>},
    {"shapes", Reach::Tab, "shapes", Draws::Film, make<ShapesPage>, nullptr, shapesSlide},
    {"lines", Reach::Tab, "lines", Draws::Stills, make<LinesPage>},
    {"text", Reach::WayOf, "lines", Draws::Stills, make<TextPage>, TextPage::comesFirst},
    {"layers", Reach::Tab, "layers", Draws::Stills, make<LayersPage>},
    {"train", Reach::Laboratory, "train", Draws::Film, make<TrainPage>},
    {"paint", Reach::Laboratory, "paint", Draws::Film, make<PaintPage>},
    {"lens", Reach::WayOf, "layers", Draws::Stills, make<LensPage>},
    {"parts", Reach::WayOf, "layers", Draws::Stills, make<PartsPage>},
    {"norm", Reach::InPlaceOf, "heads", Draws::Stills, make<NormPage>},
};

} // namespace

std::span<const PageEntry> pageEntries() {
    return entries;
}

const PageEntry* findPage(std::string_view id) {
    const auto* const found = std::ranges::find(entries, id, &PageEntry::id);
    return found == std::end(entries) ? nullptr : found;
}

SlidePicture slidePicture(std::string_view id, const Scene& scene, bool answered) {
    const PageEntry* const entry = findPage(id);
    return entry && entry->slide ? entry->slide(scene, answered) : SlidePicture();
}

std::string pagesThatDraw(Draws least, std::initializer_list<std::string_view> more) {
    std::vector<std::string> names;
    for (const PageEntry& entry : entries) {
        if (entry.draws >= least)
            names.emplace_back(entry.id);
    }
    names.insert(names.end(), more.begin(), more.end());
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

} // namespace headscope
