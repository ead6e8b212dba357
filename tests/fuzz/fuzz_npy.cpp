// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy.h"
#include "formats/tensor_data.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted holds no more than was given, and survives being written
/// and read again bit for bit.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Result<NpyArray> array = readNpy(MemorySource(bytes, "input"));
    if (!array) {
        if (array.error().text().empty())
            std::abort();
        return 0;
    }
    const Tensor& tensor = array->tensor;
    if (static_cast<std::size_t>(tensor.elementCount()) > size)
        std::abort();
    std::string buffer;
    std::string written = npyHeader(tensor.shape());
    written += littleEndianBytes(tensor, buffer);
    const Result<NpyArray> again = readNpy(MemorySource(written, "written"));
    if (!again || !(again->tensor == tensor))
        std::abort();
    return 0;
}
