// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "tensor/recipes.h"

#include <cstddef>
#include <memory>
#include <unordered_set>

namespace headscope {

/// Memory that experiments hold together: what they share counts once.
class CountedMemory {
public:
    void add(const void* memory, std::size_t bytes) {
        if (m_counted.insert(memory).second)
            m_bytes += bytes;
    }
    void add(const Experiment& experiment);
    bool holds(const void* memory) const { return m_counted.contains(memory); }
    std::size_t bytes() const { return m_bytes; }

private:
    std::unordered_set<const void*> m_counted;
    std::size_t m_bytes = 0;
};

/// An experiment as history keeps it: numbers that follow from a seed (recipes.h)
/// are made again, bit for bit, when it is wanted.
class CompactExperiment {
public:
    explicit CompactExperiment(std::shared_ptr<const Experiment> experiment)
        : m_experiment(std::move(experiment)) {}

    /// Drops the numbers that can be made again, but for those in `used`, which cost nothing.
    void shrink(const CountedMemory& used);
    /// The whole experiment; from then on it is kept whole.
    const std::shared_ptr<const Experiment>& restore();
    bool isWhole() const { return m_dropped.empty(); }
    /// Adds what is kept: tensors, and the words by the address of this.
    void addMemory(CountedMemory& memory) const;
    bool sameAs(CompactExperiment& other);

private:
    struct Dropped {
        std::size_t place; ///< in the order of forEachTensor
        Shape shape;
        Axes axes;
        std::shared_ptr<const recipes::Recipe> recipe;
    };

    std::shared_ptr<const Experiment> m_experiment; ///< dropped tensors are empty
    std::vector<Dropped> m_dropped;                 ///< by place
};

} // namespace headscope
