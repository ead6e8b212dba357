// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/output_folder.h"

#include "disk/output_place.h"
#include "disk/target_check.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace headscope {

namespace fs = std::filesystem;

namespace {

Error cannotMake(const fs::path& folder, const std::string& reason) {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: %2"),
                     folder.string(), reason);
}

/// Where that is, without symbolic links and without the '/' of "results/".
fs::path placeOf(const std::string& path) {
    std::error_code error;
    fs::path place = fs::weakly_canonical(output_place::withoutLinks(path), error);
    if (error)
        place = path;
    return place.has_filename() ? place : place.parent_path();
}

/// Whether another folder may take the place of this one, which is there.
Status checkReplaceable(const std::string& path, const fs::path& target) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    // Whoever stands in it would go on standing in the old one.
    const auto differs = std::mismatch(target.begin(), target.end(), here.begin(), here.end());
    if (differs.first == target.end())
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is the working directory, or lies above "
                                                      "it, and cannot be replaced as a whole; "
                                                      "choose another folder, such as %2"),
                         path, (fs::path(path) / "results").string());
    struct statx status {};
    if (::statx(AT_FDCWD, target.c_str(), 0, STATX_BASIC_STATS, &status) != 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: %2"), path,
                         posix::lastErrorText());
    if ((status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0)
        return makeError(HEADSCOPE_MESSAGE("Message", "a file system begins at %1, which cannot be "
                                                      "replaced as a whole; choose a folder in it, "
                                                      "such as %2"),
                         path, (fs::path(path) / "results").string());
    const fs::path parent = output_place::folderOf(target);
    if (::faccessat(AT_FDCWD, parent.c_str(), W_OK | X_OK, AT_EACCESS) != 0 ||
        (::geteuid() != 0 && status.stx_uid != ::geteuid()))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 cannot be replaced as a whole, because "
                                                      "it or the folder that it lies in belongs to "
                                                      "somebody else; choose a folder in it, such "
                                                      "as %2"),
                         path, (fs::path(path) / "results").string());
    return Done{};
}

/// Whether nothing lies in the folder but files of ours, in folders of theirs.
Status checkOurs(const std::string& path, const fs::path& target,
                 const std::set<std::string>& ours) {
    std::error_code error;
    fs::recursive_directory_iterator entries(target, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
        const std::string name = entries->path().lexically_relative(target).string();
        const fs::file_status status = entries->symlink_status(error);
        const auto next = ours.lower_bound(name + '/');
        const bool isOurs = fs::is_directory(status)
                                ? next != ours.end() && next->starts_with(name + '/')
                                : fs::is_regular_file(status) && ours.contains(name);
        if (!isOurs)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 is there already, and no earlier run wrote "
                                               "it; choose another folder, or move it away"),
                             (fs::path(path) / name).string());
        if (!fs::is_directory(status) &&
            ::faccessat(AT_FDCWD, entries->path().c_str(), W_OK, AT_EACCESS) != 0)
            return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: %2"),
                             (fs::path(path) / name).string(), posix::lastErrorText());
    }
    if (error)
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: %2"), path, error.message());
    return Done{};
}

/// Every folder of a tree, those that lie in others behind them.
std::vector<fs::path> foldersOf(const fs::path& tree, std::error_code& error) {
    std::vector<fs::path> folders = {tree};
    fs::recursive_directory_iterator entries(tree, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
        if (fs::is_directory(entries->symlink_status(error)))
            folders.push_back(entries->path());
    }
    return folders;
}

/// All of the tree is on the disk; its files are already.
bool syncTree(const fs::path& tree) {
    std::error_code error;
    const std::vector<fs::path> folders = foldersOf(tree, error);
    return !error && std::ranges::all_of(folders, output_place::sync);
}

} // namespace

Error OutputFolder::failure(const fs::path& place) const {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: %2"), place.string(),
                     posix::lastErrorText());
}

OutputFolder::OutputFolder(OutputFolder&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_target(std::move(other.m_target))
    , m_building(std::exchange(other.m_building, {}))
    , m_ours(std::move(other.m_ours))
    , m_lock(std::move(other.m_lock)) {}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    if (!m_building.empty())
        fs::remove_all(m_building, ignored);
}

Status OutputFolder::check(const std::string& path, const std::set<std::string>& ours) {
    if (const Status writable = checkFolderTarget(path); !writable)
        return writable;
    const fs::path target = placeOf(path);
    std::error_code error;
    if (!fs::exists(target, error))
        return Done{};
    if (const Status replaceable = checkReplaceable(path, target); !replaceable)
        return replaceable;
    output_place::removeAbandoned(target);
    return checkOurs(path, target, ours);
}

Result<OutputFolder> OutputFolder::create(const std::string& path, std::set<std::string> ours) {
    OutputFolder folder;
    folder.m_path = path;
    folder.m_ours = std::move(ours);
    folder.m_target = placeOf(path);
    const fs::path parent = output_place::folderOf(folder.m_target);
    std::error_code error;
    fs::create_directories(parent, error);
    if (error)
        return cannotMake(path, error.message());
    output_place::removeAbandoned(parent);
    const fs::path building = output_place::temporaryIn(parent);
    if (::mkdir(building.c_str(), 0777) != 0)
        return cannotMake(path, posix::lastErrorText());
    folder.m_building = building;
    folder.m_lock = posix::FileDescriptor(posix::open(building.string(), O_RDONLY | O_DIRECTORY));
    if (folder.m_lock.isOpen())
        output_place::lock(folder.m_lock.get());
    return folder;
}

Status OutputFolder::write(const std::string& name,
                           std::initializer_list<std::string_view> pieces) {
    const fs::path place = fs::path(m_path) / name;
    std::error_code error;
    fs::create_directories((m_building / name).parent_path(), error);
    if (error)
        return cannotMake(place.parent_path(), error.message());
    posix::FileDescriptor file(
        posix::open((m_building / name).string(), O_WRONLY | O_CREAT | O_TRUNC, 0666));
    if (!file.isOpen())
        return failure(place);
    for (const std::string_view piece : pieces) {
        if (!posix::writeAll(file.get(), piece))
            return failure(place);
    }
    if (::fsync(file.get()) != 0 || !file.close())
        return failure(place);
    return Done{};
}

/// Beside the target, of something that is to stay.
fs::path OutputFolder::freeName() const {
    std::error_code error;
    fs::path name;
    int number = 0;
    do
        name = m_target.string() + '-' + std::to_string(++number);
    while (fs::exists(fs::symlink_status(name, error)));
    return name;
}

/// The new folder gets the name of the old one, which becomes m_building.
bool OutputFolder::changePlaces() {
    if (::renameat2(AT_FDCWD, m_building.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    // A file system that cannot exchange takes two steps: in between the old one has a name that
    // nobody removes.
    const fs::path aside = freeName();
    if (std::rename(m_target.c_str(), aside.c_str()) != 0)
        return false;
    if (std::rename(m_building.c_str(), m_target.c_str()) != 0) {
        const int reason = errno;
        std::rename(aside.c_str(), m_target.c_str());
        errno = reason;
        return false;
    }
    m_building = aside;
    return true;
}

/// Of the old results, which m_building is now. What somebody put there meanwhile stays beside.
void OutputFolder::removeOld() {
    for (const std::string& name : m_ours)
        ::unlink((m_building / name).c_str());
    std::error_code error;
    const std::vector<fs::path> folders = foldersOf(m_building, error);
    for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
        ::rmdir(folder->c_str());
    if (fs::exists(m_building, error))
        std::rename(m_building.c_str(), freeName().c_str());
    m_building.clear();
}

Error OutputFolder::keptBeside(const Error& reason) {
    const fs::path place = freeName();
    if (std::rename(m_building.c_str(), place.c_str()) != 0)
        return reason;
    m_building.clear();
    return makeError(HEADSCOPE_MESSAGE("Message", "%1; what was to be there is in %2"),
                     reason.text(), place.string());
}

Status OutputFolder::publish() {
    if (!syncTree(m_building))
        return failure(m_path);
    if (const Status free = check(m_path, m_ours); !free)
        return keptBeside(free.error());
    struct stat old {};
    if (::stat(m_target.c_str(), &old) != 0) {
        if (std::rename(m_building.c_str(), m_target.c_str()) != 0)
            return keptBeside(failure(m_path));
        m_building.clear();
    } else {
        // Only root can give it to whom the old one belongs; a group that is not ours is no loss.
        [[maybe_unused]] const int given = ::chown(m_building.c_str(), old.st_uid, old.st_gid);
        if (::chmod(m_building.c_str(), old.st_mode & 07777U) != 0 || !changePlaces())
            return keptBeside(failure(m_path));
        removeOld();
    }
    if (!output_place::sync(output_place::folderOf(m_target)))
        return failure(m_path);
    return Done{};
}

} // namespace headscope
