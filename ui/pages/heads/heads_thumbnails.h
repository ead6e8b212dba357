// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/heads_picture.h"

class QPainter;

namespace headscope {

class HeadsImages;

/// Every head in small, with what stands over them and beside; nothing where there is one alone.
void paintThumbnails(QPainter& painter, const HeadsPicture& picture, HeadsImages& images);

} // namespace headscope
