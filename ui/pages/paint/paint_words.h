// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"

#include <QString>

namespace headscope {

// What the Paint page says, in one place. Subscripts as in math_text.h where it says markup.

/// "d_{k} = 2", markup.
QString keyDimText(Index keyDim);
/// What the page is for and what to do first, as long as nobody painted.
QString openingSentence(const PaintScene& scene);
/// The answer to "Can one head do this?", markup; never more than is known.
QString verdictTitle(const PaintScene& scene);
/// How the answer was come by: "Best of 8 starts, 8000 steps each".
QString verdictSource(const PaintScene& scene);

/// A reason: what it says, and why.
struct PaintReason {
    QString title; ///< markup
    QString text;  ///< markup
};
/// What is known of d_k = 1, of the limit, of twins, masks and positions.
std::vector<PaintReason> paintReasons(const PaintScene& scene);

/// "我 → 机票": who looks at what it was painted to look at most.
QString rowTitle(const PaintScene& scene, Index query);
/// One cell in words, with all numbers; for the status line and readers of the screen.
QString cellSentence(const PaintScene& scene, const PaintCell& cell);
/// "painted: mass 0.41, 7 of 10 rows right"; brief: without the mass.
QString rightRowsText(const PaintScene& scene, bool brief = false);
/// What the search is doing, or did.
QString statusSentence(const PaintScene& scene);

} // namespace headscope
