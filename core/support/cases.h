// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope {

/// What is done for each kind of a variant, for std::visit.
template <class... Case> struct Cases : Case... { using Case::operator()...; };
template <class... Case> Cases(Case...) -> Cases<Case...>; // Clang 14 wants to be told

} // namespace headscope
