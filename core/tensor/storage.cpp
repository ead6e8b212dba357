// SPDX-License-Identifier: GPL-3.0-or-later
#include "tensor/storage.h"

#include <new>

namespace headscope {

namespace {
constexpr std::align_val_t cacheLine{64};
} // namespace

std::shared_ptr<float[]> allocateStorage(Index count) {
    if (count == 0)
        return {};
    auto* memory = static_cast<float*>(
        ::operator new(static_cast<std::size_t>(count) * sizeof(float), cacheLine));
    return {memory, [](float* owned) { ::operator delete(owned, cacheLine); }};
}

} // namespace headscope
