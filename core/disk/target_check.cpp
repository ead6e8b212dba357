// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/target_check.h"

#include "disk/output_file.h"
#include "disk/posix.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace headscope {

namespace {

namespace fs = std::filesystem;

Error cannotWrite(const std::string& path) {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: %2"), path,
                     posix::lastErrorText());
}

/// As this process is now, not as it was started.
bool mayWrite(const char* path, int mode) {
    return ::faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
}

} // namespace

Status checkFileTarget(const std::string& path) {
    struct stat status {};
    const bool isThere = ::stat(path.c_str(), &status) == 0;
    if (isThere && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return mayWrite(path.c_str(), W_OK) ? Status(Done{}) : cannotWrite(path);
    // The file itself would come to be in the same way.
    const Result<OutputFile> file = OutputFile::create(path);
    return file ? Status(Done{}) : file.error();
}

Status checkFolderTarget(const std::string& path) {
    // What is there already: the folder, or the nearest one above it.
    fs::path nearest = path;
    struct stat status {};
    while (::stat(nearest.c_str(), &status) != 0) {
        if (errno != ENOENT)
            return cannotWrite(path);
        if (nearest.has_filename())
            nearest = nearest.has_parent_path() ? nearest.parent_path() : fs::path(".");
        else
            nearest = nearest.parent_path(); // "folder/"
    }
    if (!S_ISDIR(status.st_mode))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: "
                                                      "there is a file of that name"),
                         path);
    return mayWrite(nearest.c_str(), W_OK | X_OK) ? Status(Done{}) : cannotWrite(path);
}

} // namespace headscope
