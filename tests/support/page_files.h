// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"
#include "pages/page_export.h"

namespace headscope::testing {

/// What the ending of the name says, of a picture of the page as it proposes it.
inline Status writeFigure(Page& page, const QString& path, std::size_t still = 0) {
    const PageFigure figure = page.figures().stills[still];
    return PageExport::write(figure, path, figure.look);
}

} // namespace headscope::testing
