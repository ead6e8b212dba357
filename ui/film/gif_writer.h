// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/result.h"

#include <QByteArray>
#include <QImage>

#include <functional>

namespace headscope {

/// An animation to be written as a GIF.
struct GifRequest {
    QSize size;
    int frames = 1;
    /// Paints frame i; called twice for each, in order. Same size for all.
    std::function<QImage(int)> paint;
    /// How long frame i is shown, in hundredths of a second; at least 2, because
    /// browsers turn less into a tenth of a second.
    std::function<int(int)> delay;
    bool repeats = true; ///< for ever; else it plays once and stays at its last picture
    /// Called now and then with how much is done, [0, 1]; may be empty.
    std::function<void(double)> progress;
    CancellationToken cancellation;
};

struct GifFile {
    QByteArray content;
    int frames = 0; ///< equal neighbours are one frame that stays longer
};

/// An Error where the size is none that a GIF can have, or where it was cancelled.
Result<GifFile> encodeGif(const GifRequest& request);

} // namespace headscope
