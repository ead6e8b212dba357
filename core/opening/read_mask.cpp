// SPDX-License-Identifier: GPL-3.0-or-later
#include "opening/read_mask.h"

#include "attention/masks/mask_check.h"
#include "attention/masks/mask_combination.h"
#include "experiment/edits/fitting.h"
#include "formats/tensor_file.h"
#include "opening/mask_question.h"
#include "source/array_file.h"

#include <algorithm>
#include <array>
#include <limits>

namespace headscope {

namespace {

bool isOneOr(Index size, Index expected) {
    return size == expected || size == 1;
}

/// Every query and every key of a mask whose last two axes may be 1.
Result<Tensor> withAllPairs(const Tensor& read, const PairSizes& sizes) {
    const std::size_t rank = read.rank();
    const Index queries = read.size(rank - 2);
    const Index keys = read.size(rank - 1);
    if (queries == sizes.queries && keys == sizes.keys)
        return read;
    Shape shape = read.shape();
    shape[rank - 2] = sizes.queries;
    shape[rank - 1] = sizes.keys;
    if (const Status fits = checkTensorSize(TensorName::MayAttend, shape); !fits)
        return fits.error();
    const Tensor dense = read.contiguous();
    Tensor all = Tensor::uninitialized(shape, read.axes());
    const float* from = dense.data();
    float* to = all.mutableData();
    const Index matrices = queries * keys == 0 ? 0 : dense.elementCount() / (queries * keys);
    for (Index matrix = 0; matrix < matrices; ++matrix, from += queries * keys) {
        for (Index query = 0; query < sizes.queries; ++query) {
            const float* row = from + (queries == 1 ? 0 : query) * keys;
            for (Index key = 0; key < sizes.keys; ++key)
                *to++ = row[keys == 1 ? 0 : key];
        }
    }
    return all;
}

/// The axes of a mask that nothing was said of: [.., query or 1, key or 1] with two to four of
/// them; nothing where it fits none.
std::optional<Tensor> withNamedAxes(const Tensor& given, const PairSizes& sizes) {
    Tensor read = given;
    while (read.rank() > 4 && read.size(0) == 1)
        read = read.selected(0, 0);
    if (read.rank() == 1)
        read = read.reshaped({1, read.size(0)}, {Axis::Query, Axis::Key});
    const std::size_t rank = read.rank();
    if (rank < 2 || rank > 4 || !isOneOr(read.size(rank - 1), sizes.keys))
        return std::nullopt;
    const Axes perBatch = {Axis::Batch, Axis::Query, Axis::Key};
    const Axes perHead = {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key};
    const Index queries = read.size(rank - 2);
    const Index keys = read.size(rank - 1);
    if (!isOneOr(queries, sizes.queries)) {
        // A tokenizer's [batch, key], which nothing else can be meant by.
        return rank == 2 && queries == sizes.batch && keys == sizes.keys
                   ? std::optional(read.reshaped({queries, 1, keys}, perBatch))
                   : std::nullopt;
    }
    if (rank == 2)
        return read.withAxes({Axis::Query, Axis::Key});
    if (rank == 4) {
        if (!isOneOr(read.size(0), sizes.batch) || !isOneOr(read.size(1), sizes.heads))
            return std::nullopt;
        return read.withAxes(perHead);
    }
    if (isOneOr(read.size(0), sizes.batch))
        return read.withAxes(perBatch);
    // Divided instead of multiplied: the number of heads was typed by somebody.
    if (read.size(0) % sizes.heads == 0 && read.size(0) / sizes.heads == sizes.batch)
        return read.reshaped({sizes.batch, sizes.heads, queries, keys}, perHead);
    if (read.size(0) == sizes.heads)
        return read.reshaped({1, sizes.heads, queries, keys}, perHead);
    return std::nullopt;
}

/// "[0, 3]".
std::string placeText(const Cell& cell) {
    std::string text;
    for (const Index place : cell)
        text += (text.empty() ? "[" : ", ") + std::to_string(place);
    return text + "]";
}

bool onlyFlags(const Tensor& tensor) {
    const Tensor dense = tensor.contiguous();
    return std::ranges::all_of(dense.values(), [](float v) { return v == 0 || v == 1; });
}

/// A mask of --seq-first: in that order where it fits, else as PyTorch has it in both.
Result<Tensor> arrangedSequenceFirst(const std::string& path, const Tensor& read,
                                     const PairSizes& sizes, std::vector<Error>& questions) {
    const Status fits = checkSequenceFirstPairs(read, "the mask " + path, sizes);
    // An axis of 1 at the end is the batch or the heads here, and no key.
    const bool endsWithKeys = read.rank() > 0 && read.size(read.rank() - 1) == sizes.keys;
    const Result<Tensor> batchFirst =
        endsWithKeys || fits ? arrangedMask(path, read, sizes) : Result<Tensor>(fits.error());
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
    return arrangedMask(path, read, sizes);
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

namespace {

/// The array of a mask: as readArray() reads it, or out of text (.json, .csv, .tsv).
Result<NpyArray> readMaskArray(const std::string& path, std::span<const std::string_view> words) {
    const ArrayFormat* const format = arrayFormatOf(path);
    if (!format || !format->isText)
        return readArray(path, true, words);
    Result<ArrayFile> file = readArrayFile(path);
    if (!file)
        return file.error();
    if (file->arrays.size() != 1)
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 holds %2 arrays: one alone is needed here"), path,
            file->arrays.size());
    NpyArray array;
    array.tensor = std::move(file->arrays.front().tensor);
    array.isBool = onlyFlags(array.tensor); // text tells no integers from others
    return array;
}

// What people call them, that which says most first.
constexpr std::array<std::string_view, 3> maskWords = {"attn_mask", "src_mask", "mask"};
constexpr std::array<std::string_view, 3> paddingWords = {"padding", "attention_mask", "mask"};

} // namespace

Result<ReadMask> readMaskNumbers(const std::string& path) {
    const Result<NpyArray> array = readMaskArray(path, maskWords);
    if (!array)
        return array.error();
    if (array->isInteger && !onlyFlags(array->tensor))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds integers: save it as bool "
                                                      "(true = may attend) or as float (added)"),
                         path);
    ReadMask mask{array->tensor, !array->isBool && !array->isInteger};
    const Tensor dense = mask.tensor.contiguous();
    const auto wrong = std::ranges::find_if_not(dense.values(), [](float value) {
        return value < std::numeric_limits<float>::infinity(); // NaN is not
    });
    if (wrong != dense.values().end())
        return makeError(
            HEADSCOPE_MESSAGE("Message", "%1 is %2; it must be a finite number, or -inf "
                                         "where a query may not attend"),
            path + placeText(cellInOrder(wrong - dense.values().begin(), dense.shape())), *wrong);
    return mask;
}

Result<Tensor> arrangedMask(const std::string& path, const Tensor& read, const PairSizes& sizes) {
    if (const std::optional<Tensor> named = withNamedAxes(read, sizes))
        return withAllPairs(*named, sizes);
    return makeError(HEADSCOPE_MESSAGE("Message",
                                       "the mask %1 has shape %2: [query, key] must be %3, before "
                                       "it [batch] or [batch, heads] = %4 (each may be 1)"),
                     path, shapeText(read.shape()), shapeText({sizes.queries, sizes.keys}),
                     shapeText({sizes.batch, sizes.heads}));
}

Status readMask(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                std::vector<Error>& questions) {
    const Result<ReadMask> read = readMaskNumbers(path);
    if (!read)
        return read.error();
    Result<Tensor> tensor = arrangedAsWanted(path, read->tensor, reading, questions);
    if (!tensor)
        return tensor.error();
    if (!read->additive) {
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

namespace {

/// [batch, key] of a file that has axes of 1 between them, or one row for all sequences.
std::optional<Tensor> arrangedPadding(const Tensor& read, const PairSizes& sizes) {
    const Axes axes = {Axis::Batch, Axis::Key};
    Shape shape = read.shape();
    if (shape.size() == 1 && sizes.batch == 1)
        shape = {1, shape[0]};
    if (shape.size() < 2 || shape[shape.size() - 1] != sizes.keys ||
        !isOneOr(shape[0], sizes.batch) || read.elementCount() != shape[0] * sizes.keys)
        return std::nullopt;
    const Tensor rows = read.reshaped({shape[0], sizes.keys}, axes).contiguous();
    if (shape[0] == sizes.batch)
        return rows;
    std::vector<float> all;
    for (Index sequence = 0; sequence < sizes.batch; ++sequence)
        all.insert(all.end(), rows.values().begin(), rows.values().end());
    return Tensor::fromValues({sizes.batch, sizes.keys}, axes, all);
}

/// What is added to a score that it may not keep.
bool isFarBelow(float value) {
    return value <= -1e4F;
}

} // namespace

Status readKeyPadding(const std::string& path, const MaskReading& reading, MaskOptions& mask,
                      std::vector<Error>& questions) {
    const Result<NpyArray> array = readMaskArray(path, paddingWords);
    if (!array)
        return array.error();
    const Tensor dense = array->tensor.contiguous();
    const bool added =
        !array->isBool && !array->isInteger &&
        std::ranges::all_of(dense.values(), [](float v) { return v == 0 || isFarBelow(v); });
    if (!added && !onlyFlags(dense))
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the key padding %1 holds other numbers than 0 and 1, "
                                           "or 0 and −∞: save it as bool, true = a real token"),
                         path);
    std::optional<Tensor> padding = arrangedPadding(dense, reading.sizes);
    if (!padding)
        return makeError(HEADSCOPE_MESSAGE("Message", "the key padding %1 has shape %2: "
                                                      "[batch, key] must be %3"),
                         path, shapeText(dense.shape()),
                         shapeText({reading.sizes.batch, reading.sizes.keys}));
    if (added || reading.trueMeansMasked) // what is added to a token is 0
        padding = inverted(*padding);
    if (!added && !reading.meaningIsSaid)
        ask(questionAboutPadding(path, *padding), questions);
    mask.keyPadding = std::move(*padding);
    return Done{};
}

} // namespace headscope
