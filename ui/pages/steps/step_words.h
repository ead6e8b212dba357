// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/steps/picture/step_moment.h"

namespace headscope {

/// A stop in words, for whoever reads along: page, status line, screen reader. Markup of
/// math_text.h where letters of matrices are named.
struct StepWords {
    /// What the operation does and what for: "A query is what a token asks …".
    QString what;
    /// What the asked cell means at the person's own sentence: "机票 asks, 订了 answers with 0.930
    /// and hands over …". Empty where none is asked.
    QString asked;
};
/// `moment` is that of the scene: stepMoment().
StepWords stepWords(const StepScene& scene, const StepMoment& moment);

} // namespace headscope
