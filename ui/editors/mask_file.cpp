// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/mask_file.h"

#include "opening/read_mask.h"

#include <algorithm>

namespace headscope {

namespace {

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
    const Result<ReadMask> read = readMaskNumbers(path);
    if (!read)
        return read.error();
    const Result<Tensor> tensor =
        arrangedMask(path, read->tensor,
                     {experiment.batch(), experiment.config.heads, experiment.queryLength(),
                      experiment.maskKeyLength()});
    if (!tensor)
        return tensor.error();
    return MaskFile{tensor->contiguous(), read->additive};
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
