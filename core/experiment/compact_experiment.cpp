// SPDX-License-Identifier: GPL-3.0-or-later
#include "experiment/compact_experiment.h"

#include "experiment/given_tensors.h"

#include <algorithm>
#include <map>

namespace headscope {

namespace {

std::size_t bytesOf(const TokenList& words) {
    std::size_t bytes = words.size() * sizeof(std::string);
    for (const std::string& word : words)
        bytes += word.capacity() > 15 ? word.capacity() + 1 : 0; // shorter ones lie inside
    return bytes;
}

/// What the storage of a tensor is known by.
const void* storageOf(const Tensor& tensor) {
    return tensor.storage().get();
}

} // namespace

void CountedMemory::add(const Experiment& experiment) {
    forEachTensor(experiment, [this](const Tensor& tensor) {
        if (storageOf(tensor))
            add(storageOf(tensor), static_cast<std::size_t>(tensor.storageSize()) * sizeof(float));
    });
}

void CompactExperiment::shrink(const CountedMemory& used) {
    std::shared_ptr<Experiment> smaller;
    std::vector<Dropped> dropped;
    std::size_t place = 0;
    forEachTensor(*m_experiment, [&](const Tensor& tensor) {
        const std::size_t here = place++;
        const auto recipe = recipes::of(tensor);
        if (recipe && !used.holds(storageOf(tensor)))
            dropped.push_back({here, tensor.shape(), tensor.axes(), recipe});
    });
    if (dropped.empty())
        return;
    smaller = std::make_shared<Experiment>(*m_experiment);
    place = 0;
    auto next = dropped.begin();
    forEachTensor(*smaller, [&](Tensor& tensor) {
        if (next != dropped.end() && next->place == place++) {
            tensor = Tensor();
            ++next;
        }
    });
    m_experiment = std::move(smaller);
    m_dropped.insert(m_dropped.end(), dropped.begin(), dropped.end());
    std::ranges::sort(m_dropped, {}, &Dropped::place);
}

const std::shared_ptr<const Experiment>& CompactExperiment::restore() {
    if (m_dropped.empty())
        return m_experiment;
    auto whole = std::make_shared<Experiment>(*m_experiment);
    // A tensor that stands in two places comes back as one.
    std::map<const recipes::Recipe*, Tensor> made;
    std::size_t place = 0;
    auto next = m_dropped.begin();
    forEachTensor(*whole, [&](Tensor& tensor) {
        if (next == m_dropped.end() || next->place != place++)
            return;
        auto found = made.find(next->recipe.get());
        if (found == made.end())
            found = made.emplace(next->recipe.get(), recipes::make(next->recipe)).first;
        tensor = found->second.view(next->shape, next->axes).value();
        ++next;
    });
    m_experiment = std::move(whole);
    m_dropped.clear();
    return m_experiment;
}

void CompactExperiment::addMemory(CountedMemory& memory) const {
    memory.add(*m_experiment);
    std::size_t words = sizeof(Experiment) + bytesOf(m_experiment->vocabulary) +
                        m_experiment->typedNumbers.size() * sizeof(TypedNumber);
    for (const TokenList& list : m_experiment->tokens)
        words += bytesOf(list);
    if (m_experiment->keyTokens) {
        for (const TokenList& list : *m_experiment->keyTokens)
            words += bytesOf(list);
    }
    memory.add(this, words);
}

bool CompactExperiment::sameAs(CompactExperiment& other) {
    const Experiment& a = *m_experiment;
    const Experiment& b = *other.m_experiment;
    // What dropped numbers come from differs where they do, so that they are seldom made.
    if (a.seed != b.seed || !(a.config == b.config) || !(a.weightSource == b.weightSource) ||
        a.tokens != b.tokens)
        return false;
    return *restore() == *other.restore();
}

} // namespace headscope
