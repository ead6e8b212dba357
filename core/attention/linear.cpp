// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/linear.h"

#include "kernels/kernels.h"
#include "support/parallel.h"
#include "tensor/storage.h"

namespace headscope {

namespace {
/// A block of rows is a task: small enough to stop soon, large enough that the
/// weights' way from the second-level cache does not count. A multiple of what
/// any variant of the kernels works on at once.
constexpr Index blockRows = 48;

/// Hands out [0, total) as (layer, index within the layer).
template <class Size, class Task>
bool forEach(std::span<LinearLayer> layers, const Execution& execution, const Size& size,
             const Task& task) {
    Index total = 0;
    for (const LinearLayer& layer : layers)
        total += size(layer);
    return parallelFor(total, execution, [&](Index index) {
        for (LinearLayer& layer : layers) {
            if (index < size(layer))
                return task(layer, index);
            index -= size(layer);
        }
    });
}
} // namespace

LinearLayer::LinearLayer(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                         const Axes& axes)
    : m_x(x)
    , m_weight(weight)
    , m_bias(bias) {
    assert(x.isContiguous() && weight.isContiguous() && weight.size(0) == x.shape().back());
    Shape shape = x.shape();
    shape.back() = weight.size(1);
    m_result = Tensor::uninitialized(shape, axes);
    m_target = m_result.mutableData();
    m_rows = x.elementCount() / x.shape().back();
    m_packed = allocateStorage(kernels::packedSize(weight.size(0), weight.size(1)));
}

Index LinearLayer::blocks() const {
    return (m_rows + blockRows - 1) / blockRows;
}

void LinearLayer::computeBlock(Index block) const {
    const Index first = block * blockRows;
    const Index in = m_weight.size(0);
    const Index out = m_weight.size(1);
    kernels::multiply({.left = m_x.data() + first * in,
                       .leftStride = in,
                       .packed = m_packed.get(),
                       .bias = m_bias ? m_bias->data() : nullptr,
                       .result = m_target + first * out,
                       .resultStride = out,
                       .rows = std::min(blockRows, m_rows - first),
                       .depth = in,
                       .columns = out});
}

bool LinearLayer::compute(std::span<LinearLayer> layers, const Execution& execution) {
    const auto pack = [](LinearLayer& layer, Index) {
        const Tensor& weight = layer.m_weight;
        kernels::pack(weight.data(), weight.size(1), weight.size(0), weight.size(1),
                      layer.m_packed.get());
    };
    return forEach(
               layers, execution, [](const LinearLayer&) { return Index{1}; }, pack) &&
           forEach(
               layers, execution, [](const LinearLayer& layer) { return layer.blocks(); },
               [](LinearLayer& layer, Index block) { layer.computeBlock(block); });
}

} // namespace headscope
