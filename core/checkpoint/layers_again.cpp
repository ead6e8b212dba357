// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/layers_again.h"

#include "tensor/storage.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace headscope {

namespace {

using Storage = std::shared_ptr<float[]>;

bool isKept(const TraceStep& step, bool keepsWeights) {
    return step.operation == Operation::Parameter || step.operation == Operation::Mask ||
           step.operation == Operation::Input || step.name == TensorName::Residual ||
           (keepsWeights && step.name == TensorName::AttentionWeights);
}

/// The storages that are let go, each with the first step that has it.
std::map<Storage, std::size_t> storagesToForget(const Trace& trace, std::size_t begin,
                                                bool keepsWeights) {
    const std::size_t end = trace.steps().size();
    std::set<Storage> kept;
    for (std::size_t step = 0; step < end; ++step) {
        if (step < begin || step + 1 == end || isKept(trace[step], keepsWeights))
            kept.insert(trace[step].result.storage());
    }
    std::map<Storage, std::size_t> storages;
    for (std::size_t step = begin; step < end; ++step) {
        const Tensor& result = trace[step].result;
        if (result.storageSize() > smallStorage && !kept.contains(result.storage()))
            storages.emplace(result.storage(), step);
    }
    return storages;
}

} // namespace

Index LayersAgain::bytesOf(const Trace& trace, std::size_t begin) {
    Index numbers = 0;
    for (const auto& [storage, step] : storagesToForget(trace, begin, true))
        numbers += isFilled(storage) ? trace[step].result.storageSize() : 0;
    return numbers * Index{sizeof(float)};
}

void LayersAgain::forget(Trace& trace, std::size_t begin, Index layer, std::size_t input) {
    const auto storages = storagesToForget(trace, begin, m_keepsWeights);
    std::map<Storage, Tensor> made;
    for (const auto& [storage, step] : storages) {
        const Index count = trace[step].result.storageSize();
        const auto fill = [all = shared_from_this(), layer, x = trace[input].result, count,
                           place = step - begin + 1](float* numbers) {
            const std::shared_ptr<const Trace> again = all->computed(layer, x);
            if (place < again->steps().size()) {
                const Tensor& result = (*again)[place].result;
                (void)result.data(); // makes what is made later there, too
                std::copy_n(result.storage().get(), count, numbers);
            } else { // the memory did not suffice
                std::fill_n(numbers, count, std::numeric_limits<float>::quiet_NaN());
            }
        };
        made.emplace(storage, recipes::make(std::make_shared<const recipes::Recipe>(
                                                recipes::Recipe{{count}, {Axis::Feature}, fill}),
                                            Making::Dear));
    }
    for (std::size_t step = begin; step < trace.steps().size(); ++step) {
        const Tensor& result = trace[step].result;
        if (const auto found = made.find(result.storage()); found != made.end())
            trace.replaceResult(step, result.on(found->second));
    }
}

std::shared_ptr<const Trace> LayersAgain::computed(Index layer, const Tensor& input) {
    const std::lock_guard lock(m_mutex);
    if (m_layer != layer) {
        m_last.reset(); // before the next one takes as much
        m_last = std::make_shared<const Trace>(m_compute(layer, input));
        m_layer = layer;
    }
    return m_last;
}

} // namespace headscope
