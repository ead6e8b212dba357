// SPDX-License-Identifier: GPL-3.0-or-later
#include "load_mask.h"

#include "formats/npy.h"

namespace headscope {

namespace {

bool isOneOr(Index size, Index expected) {
    return size == expected || size == 1;
}

/// The mask in a shape that MaskOptions knows, or nothing where it fits none.
std::optional<Tensor> arranged(const Tensor& read, const MaskSizes& sizes) {
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

} // namespace

Status readMask(const std::string& path, const MaskSizes& sizes, MaskOptions& mask) {
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    if (array->isInteger)
        return integers(path);
    std::optional<Tensor> tensor = arranged(array->tensor, sizes);
    if (!tensor)
        return makeError(
            HEADSCOPE_MESSAGE("Message",
                              "the mask %1 has shape %2: [query, key] must be %3, before it "
                              "[batch] or [batch, heads] = %4 (each may be 1)"),
            path, shapeText(array->tensor.shape()), shapeText({sizes.queries, sizes.keys}),
            shapeText({sizes.batch, sizes.heads}));
    std::optional<Tensor>& place = array->isBool ? mask.mayAttend : mask.additive;
    if (place)
        return array->isBool
                   ? makeError(HEADSCOPE_MESSAGE("Message",
                                                 "%1 is a second bool mask: combine both "
                                                 "into one file"),
                               path)
                   : makeError(HEADSCOPE_MESSAGE("Message", "%1 is a second float mask: add both "
                                                            "into one file"),
                               path);
    place = std::move(*tensor);
    return Done{};
}

Status readKeyPadding(const std::string& path, const MaskSizes& sizes, MaskOptions& mask) {
    const Result<NpyArray> array = readNpy(path);
    if (!array)
        return array.error();
    if (!array->isBool)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the key padding %1 does not hold bools: save it as "
                                           "bool, true = a real token"),
                         path);
    const Tensor& read = array->tensor;
    const Axes axes = {Axis::Batch, Axis::Key};
    if (read.shape() == Shape{sizes.batch, sizes.keys})
        mask.keyPadding = read.withAxes(axes);
    else if (sizes.batch == 1 && read.shape() == Shape{sizes.keys})
        mask.keyPadding = read.reshaped({1, sizes.keys}, axes);
    else
        return makeError(HEADSCOPE_MESSAGE("Message", "the key padding %1 has shape %2: "
                                                      "[batch, key] must be %3"),
                         path, shapeText(read.shape()), shapeText({sizes.batch, sizes.keys}));
    return Done{};
}

} // namespace headscope
