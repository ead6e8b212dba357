// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/text/text_picture.h"

#include <QCoreApplication>

namespace headscope {

/// What the Text page says: composed here once, for picture, figure and who cannot see.
class TextWords {
    Q_DECLARE_TR_FUNCTIONS(Text)

public:
    /// "机票 looks at 订了 with 0.930"; how to ask where nobody asks.
    static QString title(const Scene& scene, const TextPicture& picture);
    /// "head 2 · attention weights", the block before it where there are several.
    static QString subtitle(const Scene& scene, const TextPicture& picture);
    /// The key that is pointed at beside the held question; empty where there is none.
    static QString pointed(const Scene& scene, const TextPicture& picture);
    /// Over the text of one side where there are two.
    static QString header(bool queries);
    /// What the frame and a token without colour mean.
    static QString outline();
    static QString uncoloured();
    /// Number of a key: "订了, place 6: 0.9304".
    static QString key(const TextPicture& picture, Index key);
};

} // namespace headscope
