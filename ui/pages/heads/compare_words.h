// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/heads/compare_content.h"

namespace headscope {

/// Title, detail and measure: the answer in a sentence, from the numbers of `content`.
void sayTitle(CompareContent& content, const Compared& compared);
/// Why matrices of two sizes have no difference.
QString compareSizesText(const CompareContent& content);

} // namespace headscope
