// SPDX-License-Identifier: GPL-3.0-or-later
#include "operations/contributors.h"

#include "operations/operation_info.h"
#include "operations/operation_rules.h"

namespace headscope {

namespace {

/// `cell` with the index of one axis replaced.
Cell with(Cell cell, std::size_t axis, Index index) {
    cell[axis] = index;
    return cell;
}

/// The cell of an operand whose axes carry the names of the result's, in whatever
/// order; an axis of size 1 stands for all indices, one that the result lacks is 0. Where the
/// operand has fewer heads, each stands for as many neighbours.
Cell namedCell(const Tensor& operand, const Tensor& result, const Cell& cell) {
    Cell named(operand.rank(), 0);
    for (std::size_t i = 0; i < operand.rank(); ++i) {
        const std::size_t place = placeOf(operand.axes()[i], result.axes());
        if (place < result.rank())
            named[i] = cell[place] * operand.size(i) / std::max<Index>(1, result.size(place));
    }
    return named;
}

/// Factors left[.., i, ..] and right[.., i, ..] for every i of the inner axes;
/// `leftCell` and `rightCell` are right but for these.
Contributors innerProduct(Index size, const Cell& leftCell, std::size_t leftAxis,
                          const Cell& rightCell, std::size_t rightAxis) {
    Contributors result;
    result.reserve(2 * static_cast<std::size_t>(size) + 1);
    for (Index i = 0; i < size; ++i) {
        result.push_back({0, with(leftCell, leftAxis, i)});
        result.push_back({1, with(rightCell, rightAxis, i)});
    }
    return result;
}

/// All cells of `operand` that were taken together for `cell`: those that agree
/// with it but for the axes that have size 1 in `result`.
void addReduced(Contributors& to, std::size_t position, const Shape& operand, const Shape& result,
                const Cell& cell) {
    Shape free = operand;
    for (std::size_t i = 0; i < free.size(); ++i)
        free[i] = result[i] == 1 ? operand[i] : 1;
    Cell offset(operand.size(), 0);
    do {
        Cell from = cell;
        for (std::size_t i = 0; i < from.size(); ++i)
            from[i] += offset[i];
        to.push_back({position, from});
    } while (advance(offset, free));
}

} // namespace

namespace reads {

Contributors nothing(const StepCell& /*at*/) {
    return {};
}

Contributors samePlace(const StepCell& at) {
    Contributors result;
    for (std::size_t i = 0; i < at.step.operands.size(); ++i)
        result.push_back({i, broadcastCell(at.operand(i).shape(), at.cell)});
    return result;
}

Contributors linear(const StepCell& at) {
    const std::size_t last = at.cell.size() - 1;
    Contributors result =
        innerProduct(at.operand(0).shape().back(), at.cell, last, {0, at.cell[last]}, 0);
    if (at.step.operands.size() > 2)
        result.push_back({2, {at.cell[last]}});
    return result;
}

Contributors headLinear(const StepCell& at) {
    const std::size_t last = at.cell.size() - 1;
    const std::size_t heads = at.step.result.axisOf(Axis::Heads);
    Cell row;
    for (std::size_t i = 0; i < at.cell.size(); ++i) {
        if (i != heads)
            row.push_back(at.cell[i]);
    }
    Contributors result = innerProduct(at.operand(0).shape().back(), row, last - 1,
                                       {at.cell[heads], 0, at.cell[last]}, 1);
    if (at.step.operands.size() > 2)
        result.push_back({2, {at.cell[heads], at.cell[last]}});
    return result;
}

/// By names, so that any order of axes will do: 'ibhd,jbhd->ijbh' and 'bhid,bhjd->bhij' alike.
Contributors sharedAxis(const StepCell& at) {
    const Axes& axes = at.step.result.axes();
    const Tensor& left = at.operand(0);
    const Tensor& right = at.operand(1);
    std::size_t inner = 0;
    while (inner + 1 < left.rank() && placeOf(left.axes()[inner], axes) < axes.size())
        ++inner;
    return innerProduct(left.size(inner), namedCell(left, at.step.result, at.cell), inner,
                        namedCell(right, at.step.result, at.cell),
                        right.axisOf(left.axes()[inner]));
}

Contributors sameOrder(const StepCell& at) {
    return {
        {0, cellInOrder(positionInOrder(at.cell, at.step.result.shape()), at.operand(0).shape())}};
}

Contributors exchanged(const StepCell& at) {
    return {{0, with(with(at.cell, 1, at.cell[2]), 2, at.cell[1])}};
}

Contributors masked(const StepCell& at) {
    Contributors result = {{0, at.cell}};
    for (std::size_t i = 1; i < at.step.operands.size(); ++i)
        result.push_back({i, namedCell(at.operand(i), at.step.result, at.cell)});
    return result;
}

Contributors reduced(const StepCell& at) {
    Contributors result;
    addReduced(result, 0, at.operand(0).shape(), at.step.result.shape(), at.cell);
    for (std::size_t i = 1; i < at.step.operands.size(); ++i)
        result.push_back({i, at.cell});
    return result;
}

Contributors turned(const StepCell& at) {
    const std::size_t last = at.cell.size() - 1;
    const Axes& axes = at.step.result.axes();
    const std::size_t query = placeOf(Axis::Query, axes);
    const Index position = at.cell[query < axes.size() ? query : placeOf(Axis::Key, axes)];
    const Index half = at.step.result.size(last) / 2;
    const Index place = at.cell[last];
    const Cell angle = {position, place};
    return {{0, at.cell},
            {1, angle},
            {0, with(at.cell, last, place < half ? place + half : place - half)},
            {2, angle}};
}

Contributors tableRow(const StepCell& at) {
    const std::size_t last = at.cell.size() - 1;
    Cell token;
    for (std::size_t i = 0; i < last; ++i)
        token.push_back(at.cell[i]);
    const auto row = static_cast<Index>(at.operand(0).at(token));
    return {{0, token}, {1, {row, at.cell[last]}}};
}

Contributors everything(const StepCell& at) {
    Contributors result;
    for (std::size_t i = 0; i < at.step.operands.size(); ++i) {
        const Tensor& all = at.operand(i);
        addReduced(result, i, all.shape(), Shape(all.rank(), 1), Cell(all.rank(), 0));
    }
    return result;
}

Contributors softmaxRow(const StepCell& at) {
    const std::size_t axis = softmaxAxis(at.step.result);
    const Index size = at.operand(0).size(axis);
    Contributors result;
    result.reserve(static_cast<std::size_t>(size));
    for (Index i = 0; i < size; ++i)
        result.push_back({0, with(at.cell, axis, i)});
    return result;
}

Contributors projected(const StepCell& at) {
    const Tensor& rows = at.operand(0);
    const Tensor& weight = at.operand(1);
    const std::size_t last = rows.rank() - 1;
    const Index width = rows.size(last);
    const Cell row = namedCell(rows, at.step.result, at.cell);
    const Index first = at.cell[at.step.result.axisOf(Axis::Heads)] * width;
    Contributors result;
    result.reserve(static_cast<std::size_t>(width * (1 + weight.size(1))));
    for (Index i = 0; i < width; ++i)
        result.push_back({0, with(row, last, i)});
    for (Index i = 0; i < width; ++i) {
        for (Index j = 0; j < weight.size(1); ++j)
            result.push_back({1, {first + i, j}});
    }
    return result;
}

Contributors sameNames(const StepCell& at) {
    Contributors result;
    for (std::size_t i = 0; i < at.step.operands.size(); ++i)
        result.push_back({i, namedCell(at.operand(i), at.step.result, at.cell)});
    return result;
}

Contributors rolledOut(const StepCell& at) {
    const Tensor& weights = at.operand(0);
    const std::size_t heads = weights.axisOf(Axis::Heads);
    const std::size_t keys = weights.axisOf(Axis::Key);
    const bool first = at.step.operands.size() == 1;
    const std::size_t query = at.step.result.axisOf(Axis::Query);
    const Cell here = namedCell(weights, at.step.result, at.cell);
    Contributors result;
    for (Index between = 0; between < (first ? 1 : weights.size(keys)); ++between) {
        const Cell looked = first ? here : with(here, keys, between);
        for (Index head = 0; head < weights.size(heads); ++head)
            result.push_back({0, with(looked, heads, head)});
        if (!first)
            result.push_back({1, with(at.cell, query, between)});
    }
    return result;
}

namespace {
/// The places of an axis that belong to the word of the asked cell.
std::vector<Index> placesOfWord(const StepCell& at, std::size_t operand, Axis axis) {
    const Tensor& owners = at.operand(operand);
    const std::size_t batch = at.step.result.axisOf(Axis::Batch);
    const Index word = at.cell[at.step.result.axisOf(axis)];
    std::vector<Index> places;
    for (Index place = 0; place < owners.size(1); ++place) {
        if (owners(at.cell[batch], place) == static_cast<float>(word))
            places.push_back(place);
    }
    return places;
}
} // namespace

Contributors piecesOfWords(const StepCell& at) {
    const Tensor& pieces = at.operand(0);
    Contributors result;
    const std::vector<Index> keys = placesOfWord(at, 2, Axis::Key);
    for (const Index query : placesOfWord(at, 1, Axis::Query)) {
        const Cell row = with(at.cell, pieces.axisOf(Axis::Query), query);
        for (const Index key : keys)
            result.push_back({0, with(row, pieces.axisOf(Axis::Key), key)});
    }
    return result;
}

} // namespace reads

std::vector<Contributor> contributors(const Trace& trace, std::size_t step, const Cell& cell) {
    assert(cell.size() == trace[step].result.rank());
    return infoOf(trace[step].operation).contributors({trace, trace[step], cell});
}

std::size_t softmaxAxis(const Tensor& result) {
    const std::size_t keys = result.axisOf(Axis::Key);
    return keys < result.rank() ? keys : result.rank() - 1;
}

} // namespace headscope
