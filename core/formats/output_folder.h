// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/posix.h"
#include "support/result.h"

#include <filesystem>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// A folder of files under construction, made beside its target and published as a whole
/// at the end: the target holds the old files or the new ones, and never some of both. What
/// was not published is removed, now or by the next one in that place (output_place.h).
///
/// What else lies in an existing target stays there: its files become links in the new
/// folder before the two are exchanged. Where they cannot be exchanged (a mount point, the
/// working directory, a parent that may not be written, a file system without links), the
/// finished files are moved into the target, the last one last.
///
/// Somebody's own file is not lost because a result is called like it: only the files `ours`, the
/// results of the time before, are replaced, and go even where nothing of their name is written.
class OutputFolder {
public:
    /// Makes the parents where they are missing. An Error with the system's reason where
    /// no folder can be there.
    static Result<OutputFolder> create(const std::string& path, std::set<std::string> ours);
    /// Whether none of `wanted` is somebody's own file there, asked before anything is computed.
    /// The sentence is the one that writing would give.
    static Status checkFree(const std::string& path, const std::set<std::string>& wanted,
                            const std::set<std::string>& ours);

    OutputFolder(OutputFolder&& other) noexcept;
    OutputFolder& operator=(OutputFolder&&) = delete;
    ~OutputFolder();

    /// A file of the folder, such as "encoder/0/scores.npy", complete and on the disk.
    Status write(const std::string& name, std::initializer_list<std::string_view> pieces);
    /// Gives everything its name.
    Status publish();

private:
    OutputFolder() = default;
    Error failure(const std::filesystem::path& place) const;
    Status checkPlaceOf(const std::string& name) const;
    bool canBeExchanged() const;
    bool exchange();
    Status moveIn();

    std::string m_path;               ///< as the caller wrote it, for messages
    std::filesystem::path m_target;   ///< m_path without symbolic links
    std::filesystem::path m_building; ///< empty: published
    std::set<std::string> m_ours;
    posix::FileDescriptor m_lock;
    std::vector<std::string> m_names; ///< in the order of writing
    bool m_isNew = true;              ///< there was no target
};

} // namespace headscope
