// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

/// Where files and folders lie while they are being made: beside their target, under
/// the name ".headscope-PROCESS-NUMBER.tmp", locked as long as their maker lives.
namespace headscope::output_place {

/// Follows symbolic links, also one whose target does not exist yet.
std::filesystem::path withoutLinks(std::filesystem::path path);
/// The folder that a path lies in; "." where it names none.
std::filesystem::path folderOf(const std::filesystem::path& path);

/// A name in `folder` that this process has not given away before.
std::filesystem::path temporaryIn(const std::filesystem::path& folder);
/// Whoever looks sees that it is being made, until the open file is closed.
void lock(int openFile);
/// Removes what was left half made in `folder` by processes that are gone; what is
/// locked, of a living process or of another person stays.
void removeAbandoned(const std::filesystem::path& folder);

/// The names in the folder are on the disk. False and errno where that failed; file
/// systems that cannot do it count as done.
bool sync(const std::filesystem::path& folder);

} // namespace headscope::output_place
