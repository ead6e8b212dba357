// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QString>

namespace headscope {

/// An error of core in the language of the interface.
QString translated(const Error& error);

} // namespace headscope
