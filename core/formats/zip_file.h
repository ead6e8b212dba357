// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/byte_source.h"

#include <string>
#include <vector>

namespace headscope {

/// One file in an archive, as its directory describes it.
struct ZipEntry {
    std::string name;
    bool deflated = false;        ///< else stored as it is
    std::uint64_t packedSize = 0; ///< bytes in the archive, which has as many
    std::uint64_t size = 0;       ///< bytes that come of them
    std::uint64_t headerOffset = 0;
};

/// The directory of a .zip (ZIP64 as well): stored and deflated entries. An Error for what is
/// encrypted, packed otherwise or cut short, for a name that is there twice or leads elsewhere; of
/// another file (other_file.h) what it is.
Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source);

/// Where its bytes, packed or not, begin; all of them lie in the archive.
Result<std::uint64_t> zipContentOffset(const ByteSource& source, const ZipEntry& entry);

/// All bytes of an entry. No more than entry.size are asked for, and an Error where that cannot
/// come of what is packed.
Result<std::string> readZipEntry(const ByteSource& source, const ZipEntry& entry);

} // namespace headscope
