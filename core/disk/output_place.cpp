// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/output_place.h"

#include "disk/posix.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headscope::output_place {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = ".headscope-";
constexpr std::string_view suffix = ".tmp";

/// Whose it is, by its name.
std::optional<pid_t> makerOf(std::string_view name) {
    if (name.size() < prefix.size() + suffix.size() || !name.starts_with(prefix) ||
        !name.ends_with(suffix))
        return std::nullopt;
    name.remove_prefix(prefix.size());
    name.remove_suffix(suffix.size());
    pid_t process = 0;
    const char* const end = name.data() + name.size();
    const auto first = std::from_chars(name.data(), end, process);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-' || process <= 0)
        return std::nullopt;
    unsigned number = 0;
    const auto second = std::from_chars(first.ptr + 1, end, number);
    return second.ec == std::errc{} && second.ptr == end ? std::optional(process) : std::nullopt;
}

bool lives(pid_t process) {
    return ::kill(process, 0) == 0 || errno == EPERM;
}

/// The lock says it where the file system has locks; the number of the process, which
/// the system gives away again, only keeps what is not locked yet.
bool isAbandoned(const fs::path& path, pid_t maker) {
    if (lives(maker))
        return false;
    const posix::FileDescriptor file(
        posix::open(path.string(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    struct stat status {};
    return file.isOpen() && ::fstat(file.get(), &status) == 0 && status.st_uid == ::geteuid() &&
           (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
           ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

fs::path withoutLinks(fs::path path) {
    for (int hops = 0; hops < 40; ++hops) {
        std::error_code error;
        const fs::path next = fs::read_symlink(path, error);
        if (error)
            break;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

fs::path folderOf(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

fs::path temporaryIn(const fs::path& folder) {
    static std::atomic<unsigned> counter{0};
    std::string name(prefix);
    name += std::to_string(::getpid()) + "-" + std::to_string(counter++);
    name += suffix;
    return folder / name;
}

void lock(int openFile) {
    // A file system without locks leaves it to the number of the process.
    [[maybe_unused]] const int locked = ::flock(openFile, LOCK_EX | LOCK_NB);
}

void removeAbandoned(const fs::path& folder) {
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        const auto maker = makerOf(entries->path().filename().string());
        if (maker && isAbandoned(entries->path(), *maker)) {
            std::error_code ignored;
            fs::remove_all(entries->path(), ignored);
        }
    }
}

bool sync(const fs::path& folder) {
    const posix::FileDescriptor file(posix::open(folder.string(), O_RDONLY | O_DIRECTORY));
    // A folder may be written and not read; then nothing can be said about it.
    if (!file.isOpen())
        return errno == EACCES;
    return ::fsync(file.get()) == 0 || errno == EINVAL || errno == EROFS;
}

} // namespace headscope::output_place
