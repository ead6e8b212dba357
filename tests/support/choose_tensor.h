// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "editors/tensors/math_combo_box.h"
#include "editors/tensors/tensor_panel.h"

namespace headscope::testing {

/// As a person does it, in the list above the table.
inline void chooseTensor(const TensorPanel& panel, TensorName name) {
    auto* const chooser = panel.findChild<MathComboBox*>();
    const int place = chooser->findData(static_cast<int>(name));
    chooser->setCurrentIndex(place);
    Q_EMIT chooser->activated(place);
}

} // namespace headscope::testing
