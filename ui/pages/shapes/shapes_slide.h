// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"
#include "scene/slide_picture.h"

namespace headscope {

/// What splitting into heads does to the memory, for the slide of a lesson: the right way at its
/// end, with `answered` the wrong way beside it. Empty where the block has no heads to split, and
/// where it has more numbers than are drawn one by one.
SlidePicture shapesSlide(const Scene& scene, bool answered);

} // namespace headscope
