// SPDX-License-Identifier: GPL-3.0-or-later
#include "checkpoint/model_folder.h"

#include <cstdlib>

using namespace headscope;

/// Whatever an index says, it leads to no file outside its folder.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<IndexedFiles> files = filesInIndex({reinterpret_cast<const char*>(data), size});
    if (!files) {
        if (files.error().text().empty())
            std::abort();
        return 0;
    }
    for (const auto& [file, names] : *files) {
        if (file.empty() || file == ".." || file.find('/') != file.npos || names.empty())
            std::abort();
    }
    return 0;
}
