// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#define HEADSCOPE_KERNEL __attribute__((visibility("default")))

/// The arithmetic that costs the time, on raw pointers. A shared library of its
/// own: glibc's loader picks the variant for the processor (glibc-hwcaps), so
/// everything here must mean the same in all of them. No library's types occur,
/// because their layout differs between the variants.
/// No function allocates, locks, throws or starts a thread.
namespace headscope::kernels {

using Index = std::ptrdiff_t;

/// "x86-64", "x86-64-v3" …: the variant that the loader chose.
HEADSCOPE_KERNEL const char* variant();

/// How many floats a packed right-hand matrix [depth, columns] takes. Buffers
/// of any alignment do, those aligned to 64 bytes are faster.
HEADSCOPE_KERNEL Index packedSize(Index depth, Index columns);
/// Packs b [depth, columns], rows `stride` floats apart, for multiply().
HEADSCOPE_KERNEL void pack(const float* b, Index stride, Index depth, Index columns, float* packed);
/// Packs the transpose of b [columns, depth], rows `stride` floats apart.
HEADSCOPE_KERNEL void packTransposed(const float* b, Index stride, Index depth, Index columns,
                                     float* packed);

/// result [rows, columns] = left [rows, depth] · packed [depth, columns] (+ bias).
struct Product {
    const float* left = nullptr;
    Index leftStride = 0; ///< floats from row to row
    const float* packed = nullptr;
    const float* bias = nullptr; ///< [columns], added to every row; may be null
    float* result = nullptr;
    Index resultStride = 0;
    Index rows = 0;
    Index depth = 0;
    Index columns = 0;
};
/// Every element is summed in the order of depth, whatever the sizes: cutting
/// the rows or columns into blocks changes no bit.
HEADSCOPE_KERNEL void multiply(const Product& product);
/// The number of rows that multiply() works on at once; blocks of a multiple waste none.
HEADSCOPE_KERNEL Index rowsAtOnce();

/// y = x · factor.
HEADSCOPE_KERNEL void scale(const float* x, Index count, float factor, float* y);
/// y = x (+ additive), −∞ where mayAttend is 0; either may be null.
HEADSCOPE_KERNEL void applyMask(const float* x, const float* mayAttend, const float* additive,
                                Index count, float* y);
/// weights = e^(x − max) / Σ e^(x − max) of one row. `fullyMasked` throughout where
/// every x is −∞; NaN throughout where an x is NaN or +∞.
HEADSCOPE_KERNEL void softmax(const float* x, Index count, float* weights, float fullyMasked = 0);

/// One row of scores on its way to weights: scale(), applyMask(), softmax().
struct ScoreRow {
    const float* scores = nullptr;
    Index count = 0;
    float factor = 1;
    const float* mayAttend = nullptr; ///< may be null
    const float* additive = nullptr;  ///< may be null
    float* scaled = nullptr;
    float* masked = nullptr; ///< null where there is no mask
    float* weights = nullptr;
    float fullyMasked = 0; ///< as of softmax()
};
HEADSCOPE_KERNEL void weigh(const ScoreRow& row);

/// The first position of a NaN or an infinity, or count.
HEADSCOPE_KERNEL Index findNonFinite(const float* x, Index count);

} // namespace headscope::kernels
