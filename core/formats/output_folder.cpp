// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/output_folder.h"

#include "formats/output_place.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace headscope {

namespace fs = std::filesystem;

namespace {

/// More than these are no results with a note beside them, and stay where they are.
constexpr int mostLinks = 1000;

Error cannotMake(const fs::path& folder, const std::string& reason) {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: %2"),
                     folder.string(), reason);
}

Error isAFile(const fs::path& folder) {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot make the directory %1: "
                                                  "there is a file of that name"),
                     folder.string());
}

Status makeFolders(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        return cannotMake(folder, error.message());
    if (!fs::is_directory(folder, error))
        return isAFile(folder);
    return Done{};
}

/// Links every file of `from` that is not replaced into `to`, where nothing has its name
/// there. False where one cannot be linked.
bool adopt(const fs::path& from, const fs::path& to, const std::set<std::string>& replaced) {
    std::error_code error;
    int count = 0;
    fs::recursive_directory_iterator entries(from, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
        const fs::path name = entries->path().lexically_relative(from);
        if (output_place::isTemporary(name.filename().string())) {
            entries.disable_recursion_pending();
            continue;
        }
        const bool isFolder = fs::is_directory(entries->symlink_status(error));
        if (isFolder && fs::is_directory(to / name))
            continue;
        if (error || ++count > mostLinks)
            return false;
        const auto next = replaced.lower_bound(name.string() + '/');
        if (isFolder) {
            // One that only held old results goes with them.
            const bool ofResults = next != replaced.end() && next->starts_with(name.string() + '/');
            if (!ofResults && !fs::create_directory(to / name, entries->path(), error))
                return false;
            continue;
        }
        if (replaced.contains(name.string()))
            continue;
        fs::create_directories((to / name).parent_path(), error);
        if (error ||
            (::linkat(AT_FDCWD, entries->path().c_str(), AT_FDCWD, (to / name).c_str(), 0) != 0 &&
             errno != EEXIST))
            return false;
    }
    return !error;
}

/// Every folder of a tree is on the disk.
bool syncTree(const fs::path& folder) {
    std::error_code error;
    bool synced = output_place::sync(folder);
    fs::recursive_directory_iterator entries(folder, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
        if (fs::is_directory(entries->symlink_status(error)))
            synced = output_place::sync(entries->path()) && synced;
    }
    return synced && !error;
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
    , m_lock(std::move(other.m_lock))
    , m_names(std::move(other.m_names))
    , m_isNew(other.m_isNew) {}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    if (!m_building.empty())
        fs::remove_all(m_building, ignored);
}

Result<OutputFolder> OutputFolder::create(const std::string& path, std::set<std::string> ours) {
    OutputFolder folder;
    folder.m_path = path;
    folder.m_ours = std::move(ours);
    folder.m_target = path;
    if (!folder.m_target.has_filename()) // "results/"
        folder.m_target = folder.m_target.parent_path();
    folder.m_target = output_place::withoutLinks(folder.m_target);
    std::error_code error;
    folder.m_isNew = !fs::exists(folder.m_target, error);
    if (!folder.m_isNew && !fs::is_directory(folder.m_target, error))
        return isAFile(path);
    const fs::path parent = output_place::folderOf(folder.m_target);
    if (folder.m_isNew) {
        if (const Status made = makeFolders(parent); !made)
            return cannotMake(path, made.error().arguments.back());
    } else if (::faccessat(AT_FDCWD, folder.m_target.c_str(), W_OK, AT_EACCESS) != 0) {
        return folder.failure(path);
    }
    const bool beside = folder.m_isNew || folder.canBeExchanged();
    for (const fs::path& place : {beside ? parent : folder.m_target, folder.m_target}) {
        output_place::removeAbandoned(place);
        folder.m_building = output_place::temporaryIn(place);
        if (::mkdir(folder.m_building.c_str(), 0777) == 0) {
            folder.m_lock = posix::FileDescriptor(
                posix::open(folder.m_building.string(), O_RDONLY | O_DIRECTORY));
            if (folder.m_lock.isOpen())
                output_place::lock(folder.m_lock.get());
            return folder;
        }
        folder.m_building.clear();
        if (folder.m_isNew)
            break;
    }
    return cannotMake(path, posix::lastErrorText());
}

Status OutputFolder::checkFree(const std::string& path, const std::set<std::string>& wanted,
                               const std::set<std::string>& ours) {
    std::error_code error;
    for (const std::string& name : wanted) {
        const fs::path place = fs::path(path) / name;
        if (!ours.contains(name) && fs::is_regular_file(place, error))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 is there already, and no earlier run wrote "
                                               "it; choose another folder, or move it away"),
                             place.string());
    }
    return Done{};
}

/// Whether another folder may take the place of the target.
bool OutputFolder::canBeExchanged() const {
    std::error_code error;
    const fs::path target = fs::canonical(m_target, error);
    const fs::path here = fs::current_path(error);
    // Whoever stands in it would go on standing in the old one.
    const auto differs = std::mismatch(target.begin(), target.end(), here.begin(), here.end());
    struct statx status {};
    const bool known = ::statx(AT_FDCWD, m_target.c_str(), 0, STATX_BASIC_STATS, &status) == 0;
    return !error && differs.first != target.end() && known &&
           (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) == 0 && status.stx_uid == ::geteuid();
}

/// Nothing may stand where the file, or a folder that it lies in, shall be.
Status OutputFolder::checkPlaceOf(const std::string& name) const {
    std::error_code error;
    fs::path place = m_target;
    const fs::path parents = fs::path(name).parent_path();
    for (const fs::path& part : parents) {
        place /= part;
        if (fs::exists(place, error) && !fs::is_directory(place, error))
            return isAFile(place);
    }
    place = m_target / name;
    if (fs::is_directory(place, error))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: it is a directory, "
                                                      "the name of a file is needed"),
                         place.string());
    if (fs::exists(place, error) && ::faccessat(AT_FDCWD, place.c_str(), W_OK, AT_EACCESS) != 0)
        return failure(place);
    return Done{};
}

Status OutputFolder::write(const std::string& name,
                           std::initializer_list<std::string_view> pieces) {
    Status free = checkPlaceOf(name);
    if (free)
        free = checkFree(m_path, {name}, m_ours);
    if (!free)
        return free;
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
    m_names.push_back(name);
    return Done{};
}

/// The new folder in the place of the old one, with all that is not replaced.
bool OutputFolder::exchange() {
    struct stat status {};
    if (output_place::folderOf(m_building) == m_target || !canBeExchanged() ||
        ::stat(m_target.c_str(), &status) != 0 ||
        ::chown(m_building.c_str(), static_cast<uid_t>(-1), status.st_gid) != 0 ||
        ::chmod(m_building.c_str(), status.st_mode & 07777U) != 0 ||
        !adopt(m_target, m_building, m_ours) || !syncTree(m_building) ||
        ::renameat2(AT_FDCWD, m_building.c_str(), AT_FDCWD, m_target.c_str(), RENAME_EXCHANGE) != 0)
        return false;
    // What somebody put there meanwhile; where it cannot be linked, nothing is removed.
    if (!adopt(m_building, m_target, m_ours) &&
        std::rename(m_building.c_str(), (m_target.string() + ".old").c_str()) == 0)
        m_building.clear();
    return true;
}

/// File by file, the last one last: it is taken away first, and where it is missing
/// the others are no whole.
Status OutputFolder::moveIn() {
    const fs::path last = m_target / m_names.back();
    if (::unlink(last.c_str()) != 0 && errno != ENOENT)
        return failure(last);
    output_place::sync(m_target);
    for (const std::string& name : m_names) {
        if (const Status made = makeFolders((m_target / name).parent_path()); !made)
            return made;
        if (std::rename((m_building / name).c_str(), (m_target / name).c_str()) != 0)
            return failure(m_target / name);
    }
    for (const std::string& name : m_ours) {
        if (std::ranges::find(m_names, name) == m_names.end())
            ::unlink((m_target / name).c_str());
    }
    for (const std::string& name : m_names) {
        if (!output_place::sync((m_target / name).parent_path()))
            return failure(m_target / name);
    }
    return Done{};
}

Status OutputFolder::publish() {
    if (m_isNew) {
        if (!syncTree(m_building) || std::rename(m_building.c_str(), m_target.c_str()) != 0)
            return failure(m_path);
        m_building.clear();
    } else if (!exchange()) {
        if (const Status moved = moveIn(); !moved)
            return moved;
    }
    if (!output_place::sync(output_place::folderOf(m_target)))
        return failure(m_path);
    return Done{};
}

} // namespace headscope
