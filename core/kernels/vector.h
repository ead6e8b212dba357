// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

/// One register of floats of the variant that is being compiled, by the vector
/// extension of GCC and Clang: plain operators, for any processor. Intrinsics
/// only where the extension has no word for it: the ends of rows.
namespace headscope::kernels {

#if defined(__AVX512F__)
inline constexpr int lanes = 16;
inline constexpr int tileRows = 12; // 12 × 2 sums + 2 columns + 1 factor of 32 registers
#elif defined(__AVX2__)
inline constexpr int lanes = 8;
inline constexpr int tileRows = 6; // 6 × 2 sums + 2 + 1 of 16 registers
#else
inline constexpr int lanes = 4;
inline constexpr int tileRows = 4; // no fused multiply-add: a product needs a register too
#endif
inline constexpr int tileColumns = 2 * lanes;

// NOLINTBEGIN(modernize-use-using): attributes that `using` does not take everywhere
typedef float Vector __attribute__((vector_size(lanes * sizeof(float))));
typedef std::int32_t IntVector __attribute__((vector_size(lanes * sizeof(float))));
typedef std::uint32_t UintVector __attribute__((vector_size(lanes * sizeof(float))));
// NOLINTEND(modernize-use-using)

/// 0, 1, 2 …
inline IntVector laneNumbers() {
    IntVector numbers{};
    for (int lane = 0; lane < lanes; ++lane)
        numbers[lane] = lane;
    return numbers;
}
#if defined(__AVX2__) && !defined(__AVX512F__)
inline __m256i firstLanes(std::ptrdiff_t count) {
    return reinterpret_cast<__m256i>(laneNumbers() < static_cast<std::int32_t>(count));
}
#endif

inline Vector load(const float* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
inline void store(float* to, Vector v) {
    std::memcpy(to, &v, sizeof v);
}
inline Vector splat(float value) {
    return value - Vector{};
}
/// The first `count` <= lanes floats; the others become 0.
inline Vector loadSome(const float* from, std::ptrdiff_t count) {
#if defined(__AVX512F__)
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1U << count) - 1U), from);
#elif defined(__AVX2__)
    return _mm256_maskload_ps(from, firstLanes(count));
#else
    Vector v{};
    for (std::ptrdiff_t i = 0; i < count; ++i)
        v[i] = from[i];
    return v;
#endif
}
/// Writes the first `count` <= lanes floats.
inline void storeSome(float* to, Vector v, std::ptrdiff_t count) {
#if defined(__AVX512F__)
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1U << count) - 1U), v);
#elif defined(__AVX2__)
    _mm256_maskstore_ps(to, firstLanes(count), v);
#else
    for (std::ptrdiff_t i = 0; i < count; ++i)
        to[i] = v[i];
#endif
}
inline IntVector bits(Vector v) {
    IntVector i;
    std::memcpy(&i, &v, sizeof i);
    return i;
}
inline Vector fromBits(UintVector i) {
    Vector v;
    std::memcpy(&v, &i, sizeof v);
    return v;
}

/// All lanes combined pairwise by `combine`; every lane holds the result.
template <class Combine> inline float reduce(Vector v, const Combine& combine) {
#pragma GCC unroll 4
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        v = combine(v, __builtin_shuffle(v, laneNumbers() ^ distance));
    return v[0];
}

} // namespace headscope::kernels
