// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "examples/example_data.h"

namespace headscope {

/// The experiment that the data of an example describe, with its training where it was learnt;
/// their sizes fit each other, which the tests check; in the words of that language, where the
/// example has some.
Source makeExample(const ExampleData& example, Language language);

} // namespace headscope
