// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/mask_file.h"

#include "formats/npy.h"

#include <algorithm>

namespace headscope {

namespace {

std::optional<Tensor> arranged(const Tensor& read, const Experiment& experiment) {
    const std::size_t rank = read.rank();
    const Index queries = experiment.queryLength();
    const Index keys = experiment.maskKeyLength();
    const auto fits = [](Index size, Index expected) { return size == expected || size == 1; };
    if (rank < 2 || rank > 4 || read.size(rank - 2) != queries || read.size(rank - 1) != keys)
        return std::nullopt;
    if (rank == 2)
        return read.withAxes({Axis::Query, Axis::Key});
    const Axes perHead = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    const Index heads = experiment.config.heads;
    if (rank == 4)
        return fits(read.size(0), experiment.batch()) && fits(read.size(1), heads)
                   ? std::optional(read.withAxes(perHead))
                   : std::nullopt;
    if (fits(read.size(0), experiment.batch()))
        return read.withAxes({Axis::Batch, Axis::Query, Axis::Key});
    // As nn.MultiheadAttention takes it: index batch · heads + head.
    if (read.size(0) % heads == 0 && read.size(0) / heads == experiment.batch())
        return read.reshaped({experiment.batch(), heads, queries, keys}, perHead);
    return std::nullopt;
}

bool hasEmptyRow(const Tensor& mask, float forbidden) {
    const auto keys = static_cast<std::size_t>(mask.size(mask.rank() - 1));
    const auto values = mask.values();
    for (std::size_t row = 0; row + keys <= values.size(); row += keys) {
        const auto cells = values.subspan(row, keys);
        if (std::ranges::all_of(cells, [&](float value) { return value == forbidden; }))
            return true;
    }
    return false;
}

/// Every key after its query and no other.
bool isUpperTriangle(const Tensor& mask) {
    const Index keys = mask.size(mask.rank() - 1);
    const Index queries = mask.size(mask.rank() - 2);
    if (keys < 2 || queries < 2)
        return false;
    const auto values = mask.values();
    for (Index i = 0; i < static_cast<Index>(values.size()); ++i) {
        const bool after = i % keys > i / keys % queries;
        if ((values[static_cast<std::size_t>(i)] != 0.0F) != after)
            return false;
    }
    return true;
}

} // namespace

Result<MaskFile> readMaskFile(const std::string& path, const Experiment& experiment) {
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    if (array->isInteger)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds integers: save it as bool "
                                                      "(true = may attend) or as float (added)"),
                         path);
    std::optional<Tensor> tensor = arranged(array->tensor, experiment);
    if (!tensor)
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "the mask %1 has shape %2: [query, key] must be %3, before it "
                              "[batch] or [batch, heads] = %4 (each may be 1)"),
            path, shapeText(array->tensor.shape()),
            shapeText({experiment.queryLength(), experiment.maskKeyLength()}),
            shapeText({experiment.batch(), experiment.config.heads}));
    return MaskFile{tensor->contiguous(), !array->isBool};
}

std::optional<MaskDoubt> doubtOf(const MaskFile& mask) {
    const auto values = mask.tensor.values();
    if (mask.additive) {
        const bool onlyBits =
            std::ranges::all_of(values, [](float value) { return value == 0.0F || value == 1.0F; });
        const bool some = std::ranges::find(values, 1.0F) != values.end();
        return onlyBits && some ? std::optional(MaskDoubt::ZerosAndOnes) : std::nullopt;
    }
    if (isUpperTriangle(mask.tensor))
        return MaskDoubt::UpperTriangle;
    if (hasEmptyRow(mask.tensor, 0) && !hasEmptyRow(mask.tensor, 1))
        return MaskDoubt::EmptyRow;
    return std::nullopt;
}

MaskFile turnedRound(const MaskFile& mask) {
    std::vector<float> turned;
    for (const float value : mask.tensor.values())
        turned.push_back(mask.additive ? value : 1.0F - value);
    return {Tensor::fromValues(mask.tensor.shape(), mask.tensor.axes(), turned), false};
}

Experiment withMaskFile(const Experiment& experiment, const MaskFile& mask) {
    Experiment next = experiment;
    (mask.additive ? next.additiveMask : next.mayAttend) = mask.tensor;
    return next;
}

} // namespace headscope
