// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/comparison.h"

#include <algorithm>
#include <cmath>

namespace headscope {

MatrixDifference differenceOf(const ComparedMatrix& a, const ComparedMatrix& b) {
    const Index queries = a.values.size(0);
    const Index keys = a.values.size(1);
    MatrixDifference result;
    Tensor difference = Tensor::uninitialized(a.values.shape(), a.values.axes());
    float* out = difference.mutableData();
    result.masked.resize(static_cast<std::size_t>(queries * keys), MaskedIn::Neither);
    result.rowMoved.assign(static_cast<std::size_t>(queries), 0);
    result.received.assign(static_cast<std::size_t>(keys), 0);
    double total = 0;
    Index counted = 0;
    for (Index query = 0; query < queries; ++query) {
        const bool padding = query >= std::min(a.paddingFrom, b.paddingFrom);
        double row = 0;
        for (Index key = 0; key < keys; ++key, ++out) {
            const bool inA = a.isMasked(query, key);
            const bool inB = b.isMasked(query, key);
            result.masked[static_cast<std::size_t>(query * keys + key)] = inA && inB
                                                                              ? MaskedIn::Both
                                                                          : inA ? MaskedIn::OnlyA
                                                                          : inB ? MaskedIn::OnlyB
                                                                                : MaskedIn::Neither;
            const float before = a.values(query, key);
            const float after = b.values(query, key);
            // −∞ − −∞ would be no number, where nothing was lost and nothing won.
            const double moved = before == after ? 0 : double{after} - double{before};
            *out = static_cast<float>(moved);
            if (std::isfinite(moved))
                result.largest = std::max(result.largest, std::abs(double{*out}));
            else if (!padding && !(std::isnan(before) && std::isnan(after)))
                ++result.unmeasured;
            row += std::abs(moved);
        }
        if (padding)
            continue;
        row /= 2;
        result.rowMoved[static_cast<std::size_t>(query)] = row;
        if (std::isnan(row))
            continue;
        total += row;
        ++counted;
        for (Index key = 0; key < keys; ++key)
            result.received[static_cast<std::size_t>(key)] += double{out[key - keys]};
    }
    result.moved = counted > 0 ? total / static_cast<double>(counted) : 0;
    result.difference = std::move(difference);
    return result;
}

std::vector<CellChange> largestChanges(const MatrixDifference& difference, std::size_t most) {
    std::vector<CellChange> found;
    const auto isLarger = [](const CellChange& a, const CellChange& b) {
        return std::abs(a.change) > std::abs(b.change);
    };
    const std::span<const float> values = difference.difference.values();
    const Index keys = difference.difference.size(1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i]) || values[i] == 0)
            continue;
        const auto place = static_cast<Index>(i);
        const CellChange change{place / keys, place % keys, values[i]};
        if (found.size() == most && (most == 0 || !isLarger(change, found.back())))
            continue;
        // Behind what is as large: the earlier place goes first.
        found.insert(std::ranges::upper_bound(found, change, isLarger), change);
        if (found.size() > most)
            found.pop_back();
    }
    return found;
}

std::vector<double> relativeRowChanges(const Tensor& a, const Tensor& b) {
    std::vector<double> changes(static_cast<std::size_t>(a.size(0)));
    for (Index row = 0; row < a.size(0); ++row) {
        double moved = 0;
        double before = 0;
        for (Index column = 0; column < a.size(1); ++column) {
            moved += std::pow(double{b(row, column)} - double{a(row, column)}, 2);
            before += std::pow(double{a(row, column)}, 2);
        }
        changes[static_cast<std::size_t>(row)] =
            moved == 0 ? 0 : std::sqrt(moved) / std::sqrt(before);
        if (before == 0 && moved > 0)
            changes[static_cast<std::size_t>(row)] = std::numeric_limits<double>::quiet_NaN();
    }
    return changes;
}

} // namespace headscope
