// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation.h"
#include "inspector/derivation/panel_cache.h"

namespace headscope::testing {

/// As somebody gets it who asks once.
inline Derivation derivationOf(const Scene& scene, const Unfolding& unfolding = {}) {
    PanelCache cache;
    return headscope::derivationOf(scene, unfolding, cache);
}

} // namespace headscope::testing
