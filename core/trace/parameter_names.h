// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/role.h"
#include "trace/tensor_name.h"

namespace headscope {

// A parameter stands in a trace under the name that its role has.

TensorName tensorName(Role role);
/// Nothing for what is computed or given.
std::optional<Role> roleOf(TensorName name);

} // namespace headscope
