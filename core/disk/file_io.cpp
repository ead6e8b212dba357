// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/file_io.h"

#include "disk/byte_source.h"
#include "disk/output_file.h"

#include <new>
#include <stdexcept>

namespace headscope {

Error noMemoryToRead(const std::string& name) {
    return makeError(HEADSCOPE_MESSAGE("Message", "there is not enough memory to read %1"), name);
}

Result<std::string> readFile(const std::string& path) {
    const Result<std::unique_ptr<ByteSource>> source = openFile(path);
    if (!source)
        return source.error();
    try {
        std::string content((*source)->size(), '\0');
        if (const Status read = (*source)->readAt(0, content); !read)
            return read.error();
        return content;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return noMemoryToRead(path);
}

Status writeFileAtomically(const std::string& path, std::string_view content) {
    const std::string_view pieces[] = {content};
    return writeFileAtomically(path, pieces);
}

Status writeFileAtomically(const std::string& path, std::span<const std::string_view> pieces,
                           unsigned mode) {
    Result<OutputFile> file = OutputFile::finished(path, pieces, mode);
    return file ? file->publish() : Status(file.error());
}

} // namespace headscope
