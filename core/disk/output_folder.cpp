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

/// All of the tree is on the disk; its files are already.
bool syncTree(const fs::path& tree) {
    std::error_code error;
    fs::recursive_directory_iterator entries(tree, error);
    for (; !error && entries != fs::recursive_directory_iterator(); entries.increment(error)) {
        if (fs::is_directory(entries->symlink_status(error)) &&
            !output_place::sync(entries->path()))
            return false;
    }
    return !error && output_place::sync(tree);
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
    , m_entries(std::move(other.m_entries))
    , m_lock(std::move(other.m_lock)) {}

OutputFolder::~OutputFolder() {
    std::error_code ignored;
    if (!m_building.empty())
        fs::remove_all(m_building, ignored);
}

Status OutputFolder::check(const std::string& path) {
    if (const Status writable = checkFolderTarget(path); !writable)
        return writable;
    const fs::path target = placeOf(path);
    output_place::removeAbandoned(target);
    std::error_code error;
    if (fs::exists(target, error) && !fs::is_empty(target, error) && !error)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the folder %1 is not empty; choose a new one, "
                                           "or move it away"),
                         path);
    if (error)
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: %2"), path, error.message());
    return Done{};
}

Result<OutputFolder> OutputFolder::create(const std::string& path) {
    if (const Status free = check(path); !free)
        return free.error();
    OutputFolder folder;
    folder.m_path = path;
    folder.m_target = placeOf(path);
    std::error_code error;
    const bool isThere = fs::exists(folder.m_target, error);
    const fs::path around = isThere ? folder.m_target : output_place::folderOf(folder.m_target);
    fs::create_directories(around, error);
    if (error)
        return cannotMake(path, error.message());
    if (!isThere) // else check() did
        output_place::removeAbandoned(around);
    const fs::path building = output_place::temporaryIn(around);
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
    if (const fs::path entry = *fs::path(name).begin();
        std::ranges::find(m_entries, entry) == m_entries.end())
        m_entries.push_back(entry);
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

/// The last entry is what lists the others: where it is, all are.
bool OutputFolder::moveIntoTarget() {
    std::vector<fs::path> moved;
    for (const fs::path& entry : m_entries) {
        const fs::path place = m_target / entry;
        std::error_code error;
        const bool isTaken = fs::exists(fs::symlink_status(place, error));
        if (isTaken || std::rename((m_building / entry).c_str(), place.c_str()) != 0) {
            const int reason = isTaken ? EEXIST : errno;
            for (const fs::path& ours : moved)
                fs::remove_all(ours, error);
            errno = reason;
            return false;
        }
        moved.push_back(place);
    }
    std::error_code ignored; // all of it is there, whatever is left of this
    fs::remove_all(m_building, ignored);
    return true;
}

Status OutputFolder::publish() {
    if (!syncTree(m_building))
        return failure(m_path);
    const bool isInside = output_place::folderOf(m_building) == m_target;
    if (isInside ? !moveIntoTarget() : std::rename(m_building.c_str(), m_target.c_str()) != 0)
        return failure(m_path);
    m_building.clear();
    if (!output_place::sync(isInside ? m_target : output_place::folderOf(m_target)))
        return failure(m_path);
    return Done{};
}

} // namespace headscope
