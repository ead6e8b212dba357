// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/wrong_way.h"

#include <cassert>

namespace headscope {

namespace {

/// The elements of a step in C order, without a division for each of them.
class ElementWalk {
public:
    ElementWalk(const Journey& journey, std::size_t step)
        : m_base(journey[journey.firstStep()].tensor.offset()) {
        // Views keep the C order of what they view. So after a copy the order is that
        // of what was copied, whatever views came later.
        m_tensor = journey[step].tensor;
        [[maybe_unused]] int copies = 0;
        for (std::size_t i = journey.firstStep(); i <= step; ++i) {
            if (journey[i].copies()) {
                m_tensor = journey[i].copiedFrom;
                ++copies;
            }
        }
        assert(copies <= 1 && (copies == 0 || journey[step].tensor.isContiguous()));
        m_cell = Cell(m_tensor.rank(), 0);
        m_place = m_tensor.offset();
    }

    Index element() const { return m_place - m_base; }
    void next() {
        for (std::size_t i = m_tensor.rank(); i-- > 0;) {
            m_place += m_tensor.stride(i);
            if (++m_cell[i] < m_tensor.size(i))
                return;
            m_place -= m_cell[i] * m_tensor.stride(i);
            m_cell[i] = 0;
        }
    }

private:
    Tensor m_tensor;
    Cell m_cell;
    Index m_place = 0;
    Index m_base = 0;
};

Misplace misplaceBetween(const Journey& right, Index belongs, Index stands) {
    if (belongs == stands)
        return Misplace::None;
    const ElementHome own = right.homeOf(stands);
    const ElementHome here = right.homeOf(belongs);
    if (own.head != here.head || own.sample != here.sample)
        return Misplace::Head;
    return own.token != here.token ? Misplace::Token : Misplace::Feature;
}

} // namespace

std::vector<WrongWay> wrongWays(const Journey& right) {
    std::vector<WrongWay> ways = {{WrongWay::Kind::NoTranspose, 0, 0}};
    const bool sequenceFirst = right.order() == MemoryOrder::SequenceFirst;
    const bool split = right.path() == LayoutPath::Split;
    if (split && sequenceFirst)
        ways.push_back({WrongWay::Kind::OtherOrder, 0, 0});
    // The step whose axes the right way exchanges: after the view, or the source itself.
    const std::size_t exchanged = split ? right.firstStep() + 1 : right.firstStep();
    const LayoutStep& exchange = right[exchanged + 1];
    PerAxis<std::size_t> rightPair = exchange.order;
    if (right.path() == LayoutPath::SideBySide)
        rightPair = {0, 1};
    const std::size_t rank = right[exchanged].tensor.rank();
    for (std::size_t a = 0; a < rank; ++a) {
        for (std::size_t b = a + 1; b < rank; ++b) {
            if (!(rightPair == PerAxis<std::size_t>{a, b}))
                ways.push_back({WrongWay::Kind::WrongAxes, a, b});
        }
    }
    return ways;
}

Journey wrongJourney(const Journey& right, const WrongWay& way) {
    const Tensor& arranged = right[right.arrangedStep()].tensor;
    const std::size_t first = right.firstStep();
    std::vector<LayoutStep> steps(right.steps().begin(),
                                  right.steps().begin() + static_cast<std::ptrdiff_t>(first) + 1);
    const bool split = right.path() == LayoutPath::Split;
    switch (way.kind) {
    case WrongWay::Kind::NoTranspose:
        steps.push_back(viewStep(steps.back(), arranged.shape(), arranged.axes()));
        break;
    case WrongWay::Kind::WrongAxes:
        if (split)
            steps.push_back(right[first + 1]);
        steps.push_back(transposeStep(steps.back(), way.a, way.b));
        steps.push_back(reshapeStep(steps.back(), arranged.shape(), arranged.axes()));
        break;
    case WrongWay::Kind::OtherOrder: {
        const LayoutSizes& sizes = right.sizes();
        steps.push_back(
            viewStep(steps.back(), {sizes.batch, sizes.sequence, sizes.heads, sizes.headDim},
                     {Axis::Batch, Axis::Sequence, Axis::Heads, arranged.axes().back()}));
        steps.push_back(transposeStep(steps.back(), 1, 2));
        break;
    }
    }
    const std::size_t last = steps.size() - 1;
    return Journey(right.path(), right.order(), right.sizes(), std::move(steps), first, last, last,
                   right.letter());
}

Misplace misplaceOf(const Journey& right, const Journey& wrong, const Cell& cell) {
    return misplaceBetween(right, right.elementAt(right.arrangedStep(), cell),
                           wrong.elementAt(wrong.arrangedStep(), cell));
}

MisplaceCount countMisplaced(const Journey& right, const Journey& wrong) {
    assert(right[right.arrangedStep()].tensor.shape() ==
           wrong[wrong.arrangedStep()].tensor.shape());
    MisplaceCount count;
    count.elements = right.elementCount();
    ElementWalk belongs(right, right.arrangedStep());
    ElementWalk stands(wrong, wrong.arrangedStep());
    for (Index i = 0; i < count.elements; ++i, belongs.next(), stands.next()) {
        switch (misplaceBetween(right, belongs.element(), stands.element())) {
        case Misplace::None: break;
        case Misplace::Head: ++count.wrongHead; break;
        case Misplace::Token: ++count.wrongToken; break;
        case Misplace::Feature: ++count.wrongFeature; break;
        }
    }
    return count;
}

} // namespace headscope
