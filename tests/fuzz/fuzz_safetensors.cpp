// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/safetensors.h"
#include "opening/state_dict.h"

#include <cstdlib>

using namespace headscope;

/// Whatever is accepted holds no more than was given, and can be asked for
/// weights without a crash.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Result<NamedTensors> tensors = readSafetensors(MemorySource(bytes, "input"));
    if (!tensors) {
        if (tensors.error().text().empty())
            std::abort();
        return 0;
    }
    std::size_t elements = 0;
    for (const auto& [name, tensor] : *tensors)
        elements += static_cast<std::size_t>(tensor.elementCount());
    if (elements > size)
        std::abort();
    const Result<Parameters> weights = weightsFromStateDict(*tensors);
    if (!weights && weights.error().text().empty())
        std::abort();
    return 0;
}
