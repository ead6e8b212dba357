// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/file_io.h"
#include "formats/npy/npy.h"
#include "formats/safetensors.h"
#include "formats/text/tensor_csv.h"

/// Tensors as files that tests read.
namespace headscope::testing {

inline Status writeNpy(const std::string& path, const Tensor& tensor) {
    std::string content;
    const Status written = writeTensorNpy(tensor, [&](std::string_view piece) -> Status {
        content += piece;
        return Done{};
    });
    return written ? writeFileAtomically(path, content) : written;
}

inline Status writeSafetensors(const std::string& path, const NamedTensors& tensors) {
    const Result<std::string> content = safetensorsContent(path, tensors);
    return content ? writeFileAtomically(path, *content) : Status(content.error());
}

} // namespace headscope::testing
