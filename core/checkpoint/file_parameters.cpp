// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/file_parameters.h"

#include "tensor/block_cache.h"
#include "tensor/recipes.h"

#include <algorithm>
#include <map>
#include <set>

namespace headscope {

Parameters FileParameters::kept() const {
    const std::lock_guard lock(m_mutex);
    return m_parameters;
}

Parameters FileParameters::passing() const {
    const std::lock_guard lock(m_mutex);
    recipes::Anew here;
    m_parameters.transform([&](Tensor& tensor) { tensor = here.letGo(tensor); });
    Parameters result = m_parameters;
    recipes::Anew there;
    result.transform([&](Tensor& tensor) { tensor = there.unmade(tensor); });
    return result;
}

Index FileParameters::bytesToRead(bool keeps) const {
    const Parameters parameters = kept();
    std::set<const void*> counted; // a head may share the words' table
    std::map<std::pair<ModelPart, Index>, Index> byLayer;
    Index always = 0; // small ones, which nobody reads again
    Index unread = 0;
    for (const Parameters::Entry& entry : parameters.entries()) {
        if (!counted.insert(entry.tensor.storage().get()).second)
            continue;
        const Index bytes = entry.tensor.storageSize() * Index{sizeof(float)};
        if (recipes::of(entry.tensor)) {
            unread += recipes::bytesToMake(entry.tensor);
            byLayer[{entry.scope.part, entry.scope.layer.value_or(-1)}] += bytes;
        } else {
            always += bytes;
        }
    }
    Index most = 0;
    for (const auto& [layer, bytes] : byLayer)
        most = std::max(most, bytes);
    return always + (keeps ? unread : most);
}

void letGo(Trace& trace, Parameters& parameters) {
    recipes::Anew anew;
    for (std::size_t step = 0; step < trace.steps().size(); ++step)
        trace.replaceResult(step, anew.letGo(trace[step].result));
    parameters.transform([&](Tensor& tensor) { tensor = anew.letGo(tensor); });
    block_cache::trim(); // where parameters do not fit nothing waits for the next run
}

} // namespace headscope
