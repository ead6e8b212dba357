// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameters/scope.h"
#include "tensor/tensor.h"

#include <map>
#include <utility>

namespace headscope {

/// Keys and values of the words that a model has read: a further word then costs its own row alone
/// (a "key/value cache"). Of models in which no word looks at a later one.
class KeyValueCache {
public:
    /// So many words have been through all blocks: where the next one stands.
    Index length() const { return m_length; }
    /// That many more are through.
    void advance(Index words) { m_length += words; }

    /// Keeps the keys, or the values, of further words of a block [batch, heads, words, width] and
    /// gives those of all, [batch, heads, all words, width].
    Tensor extended(const Scope& block, bool ofKeys, const Tensor& further);

private:
    std::map<std::pair<Scope, bool>, Tensor> m_kept;
    Index m_length = 0;
};

} // namespace headscope
