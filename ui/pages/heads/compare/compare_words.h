// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/compare/compare_content.h"

namespace headscope {

/// Title, detail and measure: the answer in a sentence, from the numbers of `content`.
void sayTitle(CompareContent& content, const Compared& compared);

} // namespace headscope
