// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/read_mask.h"

#include "attention/mask_check.h"
#include "attention/mask_combination.h"
#include "formats/npy.h"
#include "opening/mask_question.h"

namespace headscope {

namespace {

bool isOneOr(Index size, Index expected) {
    return size == expected || size == 1;
}

/// The mask in a shape that MaskOptions knows batch-first, or nothing where it fits none.
std::optional<Tensor> arranged(const Tensor& read, const PairSizes& sizes) {
    const std::size_t rank = read.rank();
    if (rank < 2 || rank > 4 || read.size(rank - 2) != sizes.queries ||
        read.size(rank - 1) != sizes.keys)
        return std::nullopt;
    if (rank == 2)
        return read.withAxes({Axis::Query, Axis::Key});
    const Axes perHead = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    if (rank == 4) {
        if (!isOneOr(read.size(0), sizes.batch) || !isOneOr(read.size(1), sizes.heads))
            return std::nullopt;
        return read.withAxes(perHead);
    }
    if (isOneOr(read.size(0), sizes.batch))
        return read.withAxes({Axis::Batch, Axis::Query, Axis::Key});
    // Divided instead of multiplied: the number of heads was typed by somebody.
    if (read.size(0) % sizes.heads == 0 && read.size(0) / sizes.heads == sizes.batch)
        return read.reshaped({sizes.batch, sizes.heads, sizes.queries, sizes.keys}, perHead);
    return std::nullopt;
}

Error integers(const std::string& path) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds integers: save it as bool "
                                                  "(true = may attend) or as float (added)"),
                     path);
}

/// A mask of --seq-first: in that order where it fits, else as PyTorch has it in both.
Result<Tensor> arrangedSequenceFirst(const std::string& path, const Tensor& read,
                                     const PairSizes& sizes, std::vector<Error>& questions) {
    const std::optional<Tensor> batchFirst = arranged(read, sizes);
    const Status fits = checkSequenceFirstPairs(read, "the mask " + path, sizes);
    if (!fits && !batchFirst)
        return fits.error();
    if (!fits)
        return *batchFirst;
    Axes axes = {Axis::Query, Axis::Key, Axis::Batch, Axis::Heads};
    axes = Axes(std::span<const Axis>(axes.begin(), read.rank()));
    const Tensor turned =
        pairsInLayout(read.withAxes(axes), Layout::BatchFirst, sizes.queries).contiguous();
    if (batchFirst && read.rank() > 2 && !(turned == *batchFirst))
        questions.push_back(makeError(
            HEADSCOPE_MESSAGE("Message", "%1 has shape %2, which fits two orders of axes: as "
                                         "--seq-first is set, it is read as [query, key, batch]"),
            path, shapeText(read.shape())));
    return turned;
}

Result<Tensor> arrangedAsWanted(const std::string& path, const Tensor& read,
                                const MaskReading& reading, std::vector<Error>& questions) {
    const PairSizes& sizes = reading.sizes;
    if (reading.sequenceFirst)
        return arrangedSequenceFirst(path, read, sizes, questions);
    if (std::optional<Tensor> tensor = arranged(read, sizes))
        return std::move(*tensor);
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the mask %1 has shape %2: [query, key] must be %3, before "
                                       "it [batch] or [batch, heads] = %4 (each may be 1)"),
                     path, shapeText(read.shape()), shapeText({sizes.queries, sizes.keys}),
                     shapeText({sizes.batch, sizes.heads}));
}

/// 1 where there was 0, and 0 elsewhere.
Tensor inverted(const Tensor& mask) {
    const Tensor dense = mask.contiguous();
    Tensor result = Tensor::uninitialized(dense.shape(), dense.axes());
    float* to = result.mutableData();
    for (const float value : dense.values())
        *to++ = value == 0 ? 1.0F : 0.0F;
    return result;
}

void ask(std::optional<Error> question, std::vector<Error>& questions) {
    if (question)
        questions.push_back(std::move(*question));
}

} // namespace

Status readMask(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                std::vector<Error>& questions) {
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    if (array->isInteger)
        return integers(path);
    Result<Tensor> tensor = arrangedAsWanted(path, array->tensor, reading, questions);
    if (!tensor)
        return tensor.error();
    if (array->isBool) {
        if (reading.trueMeansMasked)
            *tensor = inverted(*tensor);
        if (!reading.meaningIsSaid)
            ask(questionAboutMask(path, *tensor), questions);
        mask.mayAttend = mask.mayAttend ? allowedByBoth(*mask.mayAttend, *tensor) : *tensor;
    } else {
        ask(questionAboutAdditive(path, *tensor), questions);
        mask.additive = mask.additive ? sumOfMasks(*mask.additive, *tensor) : *tensor;
    }
    return Done{};
}

Status readKeyPadding(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                      std::vector<Error>& questions) {
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    if (!array->isBool)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the key padding %1 does not hold bools: save it as "
                                           "bool, true = a real token"),
                         path);
    const Tensor& read = array->tensor;
    const PairSizes& sizes = reading.sizes;
    const Axes axes = {Axis::Batch, Axis::Key};
    Tensor padding;
    if (read.shape() == Shape{sizes.batch, sizes.keys})
        padding = read.withAxes(axes);
    else if (sizes.batch == 1 && read.shape() == Shape{sizes.keys})
        padding = read.reshaped({1, sizes.keys}, axes);
    else
        return makeError(HEADSCOPE_MESSAGE("Message", "the key padding %1 has shape %2: "
                                                      "[batch, key] must be %3"),
                         path, shapeText(read.shape()), shapeText({sizes.batch, sizes.keys}));
    if (reading.trueMeansMasked)
        padding = inverted(padding);
    if (!reading.meaningIsSaid)
        ask(questionAboutPadding(path, padding), questions);
    mask.keyPadding = std::move(padding);
    return Done{};
}

} // namespace headscope
