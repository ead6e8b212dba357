// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/train/picture/train_arrangement.h"

#include <QImage>

#include <map>
#include <tuple>

namespace headscope {

/// The small images of heads at recorded steps that a film consists of. They are drawn once: a
/// film has thousands of cells, and is painted for every move of the playhead.
class FilmImages {
public:
    /// Lets go of all that would look otherwise now. Before image(), for each painting.
    void follow(const TrainArrangement& layout, double pixelRatio);
    const QImage& image(const TrainArrangement& layout, const RecordedStep& step, int head);

private:
    /// What all of them depend on, the pixels of a screen among it.
    using Look = std::tuple<std::shared_ptr<const Learner>, std::string, TrainValues, TrainColours,
                            ThemeKind, QSizeF, double>;

    Look m_look;
    std::map<std::pair<Index, int>, QImage> m_images; ///< by step and head
};

} // namespace headscope
