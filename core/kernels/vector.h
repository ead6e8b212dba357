// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

/// One register of floats of the variant that is being compiled, by the vector
/// extension of GCC and Clang: plain operators, no intrinsics, any processor.
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
// NOLINTEND(modernize-use-using)

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
/// The first `count` < lanes floats; the others become `rest`.
inline Vector loadSome(const float* from, std::ptrdiff_t count, float rest) {
    Vector v = splat(rest);
    std::memcpy(&v, from, static_cast<std::size_t>(count) * sizeof(float));
    return v;
}
inline void storeSome(float* to, Vector v, std::ptrdiff_t count) {
    std::memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(float));
}
inline IntVector bits(Vector v) {
    IntVector i;
    std::memcpy(&i, &v, sizeof i);
    return i;
}
inline Vector fromBits(IntVector i) {
    Vector v;
    std::memcpy(&v, &i, sizeof v);
    return v;
}

} // namespace headscope::kernels
