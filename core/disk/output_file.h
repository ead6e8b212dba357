// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/posix.h"
#include "support/result.h"

#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// A file under construction: written beside its target and renamed over it at
/// the end, so that the target holds the old content or the new one and never a
/// part. What was not published is removed, now or by the next one in that folder
/// (output_place.h).
/// The target of a symbolic link is replaced, not the link. A replaced file
/// keeps its mode; one that may not be written is an Error. Devices, pipes,
/// /dev/stdout and /dev/fd/N are written directly.
class OutputFile {
public:
    /// An Error with the system's reason where nothing can be written there. A file that
    /// is not there yet comes to be with `mode`, less the umask.
    static Result<OutputFile> create(const std::string& path, unsigned mode = 0666);
    /// The same with all of its content, finished: it lacks but its name.
    static Result<OutputFile> finished(const std::string& path,
                                       std::span<const std::string_view> pieces,
                                       unsigned mode = 0666);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    Status write(std::string_view content);
    /// Everything is on the disk; nothing can be written after.
    Status finish();
    /// Gives the finished file its name, for good: the folder is on the disk too.
    Status publish();

private:
    OutputFile() = default;
    Error failure() const;
    static Result<OutputFile> createTemporary(OutputFile file, unsigned mode, unsigned replaced);

    posix::FileDescriptor m_file;
    posix::FileDescriptor m_lock; ///< open until the file has its name
    std::string m_path;           ///< as the caller wrote it, for messages
    std::string m_target;         ///< m_path without symbolic links
    std::string m_temporary;      ///< empty: written directly, or already published
};

} // namespace headscope
