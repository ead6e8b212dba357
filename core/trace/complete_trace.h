// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"
#include "trace/trace.h"

#include <functional>

namespace headscope {

/// What `append` puts into an empty trace. An Error where it gives false, because it was
/// cancelled, and where memory did not suffice.
Result<Trace> completeTrace(const std::function<bool(Trace&)>& append);

} // namespace headscope
