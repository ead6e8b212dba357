// SPDX-License-Identifier: GPL-3.0-or-later
#include "source/array_file.h"
#include "source/source_json.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted holds no more numbers than its bytes can say, makes a run or is refused in
/// a sentence, and survives being saved. The first byte says of which format the others are.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::span<const ArrayFormat> formats = arrayFormats();
    const ArrayFormat& format = formats[(data[0] - 'a') % formats.size()];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    Result<ArrayFile> file = format.read(MemorySource(bytes, "input"), attentionsAmong);
    if (!file) {
        if (file.error().text().empty())
            std::abort();
        return 0;
    }
    // Nothing is packed closer than deflate packs, but for tensors that repeat their numbers.
    constexpr std::size_t closest = 1032;
    constexpr std::size_t repeated = std::size_t{1} << 27U;
    Index numbers = 0;
    for (const NamedArray& array : file->arrays)
        numbers += array.tensor.elementCount();
    if (static_cast<std::size_t>(numbers) > (format.isOfTensors ? repeated : closest * size))
        std::abort();
    const Result<FileAttention> attention = attentionFrom(std::move(*file), "input", {});
    if (!attention) {
        if (attention.error().text().empty())
            std::abort();
        return 0;
    }
    const auto run = runOf(*attention);
    if (!run)
        std::abort(); // it was checked
    (void)doubtsOf(**run);
    const Source source(std::make_shared<const FileAttention>(*attention));
    const std::string saved = sourceToJson(source);
    const Result<Source> again = sourceFromJson(saved);
    // Names of no UTF-8, and words longer than a file keeps, are refused when it is read.
    if (again && !(again->attention() && *again->attention() == *attention))
        std::abort();
    return 0;
}
