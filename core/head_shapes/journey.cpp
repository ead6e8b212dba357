// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/journey.h"

#include <cassert>

namespace headscope {

Journey::Journey(LayoutPath path, MemoryOrder order, const LayoutSizes& sizes,
                 std::vector<LayoutStep> steps, std::size_t first, std::size_t last,
                 std::size_t arranged, char letter)
    : m_path(path)
    , m_order(order)
    , m_sizes(sizes)
    , m_steps(std::move(steps))
    , m_first(first)
    , m_last(last)
    , m_arranged(arranged)
    , m_letter(letter) {
    assert(m_first <= m_arranged && m_arranged <= m_last && m_last < m_steps.size());
    assert(m_steps[m_first].tensor.isContiguous());
}

Index Journey::storageIndexOf(std::size_t step, Index element) const {
    assert(follows(step) && element >= 0 && element < elementCount());
    Index place = element + m_steps[m_first].tensor.offset();
    for (std::size_t i = m_first + 1; i <= step; ++i) {
        if (!m_steps[i].copies())
            continue;
        const Tensor& from = m_steps[i].copiedFrom;
        place = positionInOrder(cellAtStorageIndex(from, place), from.shape());
    }
    return place;
}

Index Journey::elementAtStorageIndex(std::size_t step, Index storageIndex) const {
    assert(follows(step));
    Index place = storageIndex;
    for (std::size_t i = step; i > m_first; --i) {
        if (!m_steps[i].copies())
            continue;
        const Tensor& from = m_steps[i].copiedFrom;
        place = from.storageIndex(cellInOrder(place, from.shape()));
    }
    return place - m_steps[m_first].tensor.offset();
}

Cell Journey::cellOf(std::size_t step, Index element) const {
    return cellAtStorageIndex(m_steps[step].tensor, storageIndexOf(step, element));
}

Index Journey::elementAt(std::size_t step, const Cell& cell) const {
    return elementAtStorageIndex(step, m_steps[step].tensor.storageIndex(cell));
}

ElementHome Journey::homeOf(Index element) const {
    ElementHome home;
    home.feature = element % m_sizes.headDim;
    Index rest = element / m_sizes.headDim;
    const auto take = [&rest](Index size) {
        const Index index = rest % size;
        rest /= size;
        return index;
    };
    if (m_path == LayoutPath::Split) {
        home.head = take(m_sizes.heads);
        if (m_order == MemoryOrder::SequenceFirst) {
            home.sample = take(m_sizes.batch);
            home.token = rest;
        } else {
            home.token = take(m_sizes.sequence);
            home.sample = rest;
        }
    } else if (m_order == MemoryOrder::Unbatched) {
        home.sample = take(m_sizes.batch);
        home.head = rest;
    } else {
        home.token = take(m_sizes.sequence);
        home.head = take(m_sizes.heads);
        home.sample = rest;
    }
    return home;
}

Index Journey::elementOf(const ElementHome& home) const {
    Index outer = 0;
    if (m_path == LayoutPath::Split) {
        outer = m_order == MemoryOrder::SequenceFirst ? home.token * m_sizes.batch + home.sample
                                                      : home.sample * m_sizes.sequence + home.token;
        outer = outer * m_sizes.heads + home.head;
    } else if (m_order == MemoryOrder::Unbatched) {
        outer = home.head * m_sizes.batch + home.sample;
    } else {
        outer = (home.sample * m_sizes.heads + home.head) * m_sizes.sequence + home.token;
    }
    return outer * m_sizes.headDim + home.feature;
}

std::string stepName(const Journey& journey, std::size_t step) {
    const LayoutStep& made = journey[step];
    if (made.operation == LayoutOperation::Project && step > journey.lastStep())
        return "W_O";
    if (made.operation == LayoutOperation::Source && journey.path() != LayoutPath::Split)
        return journey.path() == LayoutPath::Merge ? "context" : "Z";
    return stepName(made);
}

std::optional<std::size_t> stepNamed(const Journey& journey, std::string_view wanted) {
    for (std::size_t i = 0; i < journey.steps().size(); ++i) {
        const std::string name = stepName(journey, i);
        if (name == wanted || name.substr(0, name.find('(')) == wanted)
            return i;
    }
    return std::nullopt;
}

std::string namesOfSteps(const Journey& journey) {
    std::string names;
    for (std::size_t i = 0; i < journey.steps().size(); ++i) {
        const std::string name = stepName(journey, i);
        names.append(i == 0 ? "" : ", ").append(name, 0, name.find('('));
    }
    return names;
}

Tensor arangeTensor(const Shape& shape, const Axes& axes) {
    Tensor tensor = Tensor::uninitialized(shape, axes);
    float* values = tensor.mutableData();
    const Index count = tensor.elementCount();
    for (Index i = 0; i < count; ++i)
        values[i] = static_cast<float>(i);
    return tensor;
}

} // namespace headscope
