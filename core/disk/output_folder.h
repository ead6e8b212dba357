// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/posix.h"
#include "support/result.h"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// A folder of files under construction, which gets its name once all of it is on the disk. It is
/// a new one, or one that is there and empty; all else is refused, so that nothing of anybody's
/// goes. What was not published is removed, now or by the next one in that place (output_place.h).
class OutputFolder {
public:
    /// Whether it can take that place, asked before anything is computed.
    static Status check(const std::string& path);
    /// Makes the parents where they are missing. An Error as of check(), or with the system's
    /// reason.
    static Result<OutputFolder> create(const std::string& path);

    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();

    /// A file of the folder, such as "encoder/0/scores.npy", complete and on the disk.
    Status write(const std::string& name, std::initializer_list<std::string_view> pieces);
    /// All files get their names at once; in a folder that was there, in the order in which they
    /// were written.
    Status publish();

private:
    OutputFolder() = default;
    Error failure(const std::filesystem::path& place) const;
    bool moveIntoTarget();

    std::string m_path;             ///< as the caller wrote it, for messages
    std::filesystem::path m_target; ///< m_path without symbolic links
    /// In the target where that is there, else beside it; empty: published.
    std::filesystem::path m_building;
    std::vector<std::filesystem::path> m_entries; ///< files and folders of m_building itself
    posix::FileDescriptor m_lock;
};

} // namespace headscope
