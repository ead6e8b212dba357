// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformer/layers/key_value_cache.h"

#include <algorithm>

namespace headscope {

Tensor KeyValueCache::extended(const Scope& block, bool ofKeys, const Tensor& further) {
    const Tensor fresh = further.contiguous();
    Tensor& kept = m_kept[{block, ofKeys}];
    if (kept.rank() != fresh.rank()) {
        kept = fresh;
        return kept;
    }
    constexpr std::size_t words = 2;
    Shape shape = fresh.shape();
    shape[words] += kept.size(words);
    Tensor all = Tensor::uninitialized(shape, fresh.axes());
    const Index before = kept.size(words) * kept.size(words + 1);
    const Index added = fresh.size(words) * fresh.size(words + 1);
    float* to = all.mutableData();
    for (Index head = 0; head < fresh.size(0) * fresh.size(1); ++head) {
        to = std::copy_n(kept.data() + head * before, before, to);
        to = std::copy_n(fresh.data() + head * added, added, to);
    }
    kept = all;
    return all;
}

} // namespace headscope
