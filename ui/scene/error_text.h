// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <QString>

namespace headscope {

/// An error of core in the language of the interface.
QString translated(const Error& error);

/// A name of a person's, such as that of a file, as a sentence may show it (visibleText).
QString visibleName(const QString& name);

} // namespace headscope
