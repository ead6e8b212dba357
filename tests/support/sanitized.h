// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headscope::testing {

/// Whether a sanitizer watches, under which everything takes several times as long: it looks at the
/// code, which is the same for many rows of data.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) // GCC
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) // Clang
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

} // namespace headscope::testing
