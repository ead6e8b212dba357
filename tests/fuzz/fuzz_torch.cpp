// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/torch_file.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted has numbers for every tensor within what was given, but for what an
/// expanded one repeats.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const MemorySource source(bytes, "input");
    const Result<StoredTensors> tensors = readTorchFile(source);
    if (!tensors) {
        if (tensors.error().text().empty())
            std::abort();
        return 0;
    }
    for (const auto& [name, stored] : *tensors) {
        Index count = 1;
        for (const Index each : shapeOf(stored))
            count *= each;
        if (count > (1 << 16))
            continue;
        const Result<Tensor> tensor = readStoredTensor(source, stored, name);
        if (tensor ? tensor->elementCount() != count : tensor.error().text().empty())
            std::abort();
    }
    return 0;
}
