// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "head_shapes/layout_step.h"
#include "support/result.h"

#include <optional>

namespace headscope {

enum class LayoutPath : std::uint8_t {
    Split,      ///< x is cut into heads
    Merge,      ///< heads are put together again
    SideBySide, ///< the textbook way: matrices Z_1 … Z_h laid side by side
};

/// Which axis of the input comes first in memory.
enum class MemoryOrder : std::uint8_t {
    BatchFirst,    ///< [batch, sequence, …]
    SequenceFirst, ///< [sequence, batch, …]
    Unbatched,     ///< [batch, …]: rows without a sequence axis
};

struct LayoutSizes {
    Index batch = 1;
    Index sequence = 1; ///< 1 where the order is Unbatched
    Index heads = 1;
    Index headDim = 1; ///< d_k or d_v of one head

    Index elements() const { return batch * sequence * heads * headDim; }
    bool operator==(const LayoutSizes&) const = default;
};

/// Whose number an element is, by the right path.
struct ElementHome {
    Index sample = 0;
    Index token = 0;
    Index head = 0;
    Index feature = 0; ///< within the head
    bool operator==(const ElementHome&) const = default;
};

/// What a journey is made of.
struct JourneyRequest {
    LayoutPath path = LayoutPath::Split;
    MemoryOrder order = MemoryOrder::BatchFirst;
    Index heads = 1; ///< for Split; the others have a heads axis
    /// Split: [batch, sequence, heads·d], [sequence, batch, heads·d] or [batch, heads·d].
    /// Merge: [batch, heads, sequence, d], Unbatched [heads, batch, d].
    /// SideBySide: [heads, sequence, d]. Where it is not contiguous, a copy is taken.
    Tensor source;
    /// Split: what the source was projected from, same rank. Shown as a step before it.
    std::optional<Tensor> projectedFrom;
    /// Split: whose projection the source is, as lines of code call it; a value has d_v features.
    char letter = 'q';
    /// Merge: what W_O makes of the result, same rank. Shown as the last step.
    std::optional<Tensor> projectedTo;
};

/// The steps from one arrangement of heads to another, as real operations of the
/// engine's tensor. An element is named by its place in the memory of the source
/// (0 … elements − 1) and can be found in every step that only rearranges.
class Journey {
public:
    Journey(LayoutPath path, MemoryOrder order, const LayoutSizes& sizes,
            std::vector<LayoutStep> steps, std::size_t first, std::size_t last,
            std::size_t arranged, char letter = 'q');

    LayoutPath path() const { return m_path; }
    MemoryOrder order() const { return m_order; }
    const LayoutSizes& sizes() const { return m_sizes; }
    Index elementCount() const { return m_sizes.elements(); }
    char letter() const { return m_letter; }

    const std::vector<LayoutStep>& steps() const { return m_steps; }
    const LayoutStep& operator[](std::size_t step) const { return m_steps[step]; }
    /// The source and the last step that only rearranges: between them elements can be followed.
    std::size_t firstStep() const { return m_first; }
    std::size_t lastStep() const { return m_last; }
    bool follows(std::size_t step) const { return step >= m_first && step <= m_last; }
    /// The step whose shape is what the path is for, which a wrong way has too:
    /// Split: [batch, heads, sequence, d]; Merge and SideBySide: the merged one.
    std::size_t arrangedStep() const { return m_arranged; }

    /// Where an element lies in the memory of a step; follows(step).
    Index storageIndexOf(std::size_t step, Index element) const;
    /// Its index along every axis; follows(step).
    Cell cellOf(std::size_t step, Index element) const;
    /// Which element stands in a cell; follows(step). The reverse of cellOf.
    Index elementAt(std::size_t step, const Cell& cell) const;
    /// Which element lies at a place of the memory of a step; follows(step).
    Index elementAtStorageIndex(std::size_t step, Index storageIndex) const;
    /// Whose number an element is, by the right path, whatever this journey does.
    ElementHome homeOf(Index element) const;
    Index elementOf(const ElementHome& home) const;

private:
    LayoutPath m_path;
    MemoryOrder m_order;
    LayoutSizes m_sizes;
    std::vector<LayoutStep> m_steps;
    std::size_t m_first = 0;
    std::size_t m_last = 0;
    std::size_t m_arranged = 0;
    char m_letter = 'q';
};

/// What a step is called: its operation, or the name of a source ("x", "context",
/// "Z") or of a product ("projection", "W_O").
std::string stepName(const Journey& journey, std::size_t step);
/// The step of that name, with its arguments or without: "transpose" means "transpose(1, 2)";
/// nothing where there is no such step.
std::optional<std::size_t> stepNamed(const Journey& journey, std::string_view wanted);
/// "X, projection, view, …": what stepNamed() knows.
std::string namesOfSteps(const Journey& journey);

/// An Error where the shape of the source does not fit the path, or where the
/// heads do not divide its last axis.
Result<Journey> makeJourney(const JourneyRequest& request);

/// arange over the shape: every number says where it lies in memory. Exact in
/// float32 up to 2^24 elements.
Tensor arangeTensor(const Shape& shape, const Axes& axes);
/// A source of these sizes for makeJourney(), with the values of arange.
JourneyRequest arangeRequest(LayoutPath path, MemoryOrder order, const LayoutSizes& sizes);

} // namespace headscope
