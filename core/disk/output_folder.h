// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "disk/posix.h"
#include "support/result.h"

#include <filesystem>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace headscope {

/// A folder of files under construction, made beside its target and published as a whole
/// at the end: the target holds the old files or the new ones, and never some of both. What
/// was not published is removed, now or by the next one in that place (output_place.h).
///
/// It takes the place of nothing, of an empty folder, or of one that holds the results of the
/// time before, the regular files `ours`, and nothing else. All else is refused: nothing of
/// somebody's own goes because it lies there or is called like a result.
class OutputFolder {
public:
    /// Whether it can take that place, asked before anything is computed.
    static Status check(const std::string& path, const std::set<std::string>& ours);
    /// Makes the parents where they are missing. An Error with the system's reason where
    /// no folder can be there.
    static Result<OutputFolder> create(const std::string& path, std::set<std::string> ours);

    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();

    /// A file of the folder, such as "encoder/0/scores.npy", complete and on the disk.
    Status write(const std::string& name, std::initializer_list<std::string_view> pieces);
    /// Gives it its name. Where check() no longer holds, the finished folder stays beside the
    /// target, and the Error says where.
    Status publish();

private:
    OutputFolder() = default;
    Error failure(const std::filesystem::path& place) const;
    std::filesystem::path freeName() const;
    bool changePlaces();
    void removeOld();
    Error keptBeside(const Error& reason);

    std::string m_path;               ///< as the caller wrote it, for messages
    std::filesystem::path m_target;   ///< m_path without symbolic links
    std::filesystem::path m_building; ///< empty: published
    std::set<std::string> m_ours;
    posix::FileDescriptor m_lock;
};

} // namespace headscope
