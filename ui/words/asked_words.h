// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "operations/explanation.h"
#include "scene/scene.h"

#include <QString>

namespace headscope {

// What is said of the asked cell in one sentence, and how its number came to be in one line:
// what the inspector derives at length, for who has room for that much only.

struct AskedWords {
    QString sentence;    ///< "机票 looks at 订了 with 0.930"
    QString calculation; ///< "e^(6.6 − 6.6) ÷ 1.075"; empty where one line cannot say it
};

/// Of a cell of a panel of the shown stage, rows and columns as the tensor has them.
AskedWords askedWords(const Scene& scene, const MatrixPanel& panel, Index row, Index column);

/// A weight out of its row of scores: "e^(1.99 − 5.54) ÷ 2.642". Of a softmax.
QString quotientText(const Explanation& softmax);

} // namespace headscope
