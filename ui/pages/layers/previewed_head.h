// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/layers/head_preview.h"
#include "pages/layers/layers_picture.h"

namespace headscope {

/// What is shown large of one head of the overview; nothing where its attention has no such head.
/// `part`: of a comparison.
std::optional<HeadPreview::Head>
previewedHead(const LayersPicture& picture, const LayersPicture::Place& place, ComparedPart part);

} // namespace headscope
