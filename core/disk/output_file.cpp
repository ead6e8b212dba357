// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/output_file.h"

#include "disk/output_place.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace headscope {

namespace fs = std::filesystem;

namespace {

/// The open file that /dev/stdout, /dev/stderr or /dev/fd/N stands for. Opening
/// these anew would start at byte 0 of a redirected file and overwrite what the
/// program printed before.
std::optional<int> openFileNumber(std::string_view path) {
    if (path == "/dev/stdout")
        return STDOUT_FILENO;
    if (path == "/dev/stderr")
        return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        if (!path.starts_with(folder))
            continue;
        const std::string_view digits = path.substr(folder.size());
        int number = -1;
        const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (parsed.ec == std::errc{} && parsed.ptr == digits.data() + digits.size() && number >= 0)
            return number;
    }
    return std::nullopt;
}

/// Opens what is no regular file. A pipe that nobody reads would wait for ever.
int openDevice(const std::string& path, mode_t mode) {
    const int number = posix::open(path, O_WRONLY | (S_ISFIFO(mode) ? O_NONBLOCK : 0));
    if (number >= 0 && S_ISFIFO(mode)) // but a slow reader is waited for
        ::fcntl(number, F_SETFL, ::fcntl(number, F_GETFL) & ~O_NONBLOCK);
    return number;
}

} // namespace

Error OutputFile::failure() const {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: %2"), m_path,
                     posix::lastErrorText());
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : m_file(std::move(other.m_file))
    , m_lock(std::move(other.m_lock))
    , m_path(std::move(other.m_path))
    , m_target(std::move(other.m_target))
    , m_temporary(std::exchange(other.m_temporary, {})) {}

OutputFile::~OutputFile() {
    if (!m_temporary.empty())
        ::unlink(m_temporary.c_str());
}

Result<OutputFile> OutputFile::create(const std::string& path, unsigned mode) {
    OutputFile file;
    file.m_path = path;
    if (const auto number = openFileNumber(path)) {
        file.m_file = posix::FileDescriptor(::fcntl(*number, F_DUPFD_CLOEXEC, 0));
        return file.m_file.isOpen() ? Result<OutputFile>(std::move(file)) : file.failure();
    }
    file.m_target = output_place::withoutLinks(path).string();
    struct stat status {};
    if (::stat(file.m_target.c_str(), &status) != 0) {
        if (errno != ENOENT)
            return file.failure();
        return createTemporary(std::move(file), mode, 0);
    }
    if (S_ISDIR(status.st_mode))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: it is a directory, "
                                                      "the name of a file is needed"),
                         path);
    if (!S_ISREG(status.st_mode)) {
        file.m_file = posix::FileDescriptor(openDevice(file.m_target, status.st_mode));
        if (!file.m_file.isOpen() && errno == ENXIO && S_ISFIFO(status.st_mode))
            return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: it is a pipe that "
                                                          "nobody reads"),
                             path);
        return file.m_file.isOpen() ? Result<OutputFile>(std::move(file)) : file.failure();
    }
    // A rename needs no permission of the file itself: a file that is protected
    // against writing would be lost without this question.
    if (::faccessat(AT_FDCWD, file.m_target.c_str(), W_OK, AT_EACCESS) != 0)
        return file.failure();
    return createTemporary(std::move(file), mode, status.st_mode & 07777U);
}

Result<OutputFile> OutputFile::finished(const std::string& path,
                                        std::span<const std::string_view> pieces, unsigned mode) {
    Result<OutputFile> file = create(path, mode);
    if (!file)
        return file;
    for (const std::string_view piece : pieces) {
        if (const Status written = file->write(piece); !written)
            return written.error();
    }
    if (const Status finished = file->finish(); !finished)
        return finished.error();
    return file;
}

/// `replaced` is the mode of the file to be replaced, 0 where there is none yet.
Result<OutputFile> OutputFile::createTemporary(OutputFile file, unsigned mode, unsigned replaced) {
    const fs::path folder = output_place::folderOf(file.m_target);
    std::error_code error;
    if (!fs::exists(folder, error) && !error)
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot write %1: "
                                                      "there is no directory %2"),
                         file.m_path, folder.string());
    output_place::removeAbandoned(folder);
    // O_EXCL with an own name instead of mkstemp: the kernel then applies the
    // umask, which a program with threads cannot ask for.
    std::string temporary;
    do {
        temporary = output_place::temporaryIn(folder).string();
        file.m_file =
            posix::FileDescriptor(posix::open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode));
    } while (!file.m_file.isOpen() && errno == EEXIST);
    if (!file.m_file.isOpen())
        return file.failure();
    output_place::lock(file.m_file.get());
    file.m_temporary = std::move(temporary);
    if (replaced != 0 && ::fchmod(file.m_file.get(), replaced) != 0)
        return file.failure();
    return Result<OutputFile>(std::move(file));
}

Status OutputFile::write(std::string_view content) {
    if (!posix::writeAll(m_file.get(), content))
        return failure();
    return Done{};
}

Status OutputFile::finish() {
    // Pipes and terminals cannot be synchronised and say so with EINVAL.
    const bool direct = m_temporary.empty();
    if (::fsync(m_file.get()) != 0 && !(direct && (errno == EINVAL || errno == EROFS)))
        return failure();
    if (!direct) // closing one of two tells late errors and keeps the lock
        m_lock = posix::FileDescriptor(::fcntl(m_file.get(), F_DUPFD_CLOEXEC, 0));
    if (!m_file.close())
        return failure();
    return Done{};
}

Status OutputFile::publish() {
    if (m_temporary.empty())
        return Done{};
    if (std::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return failure();
    m_temporary.clear();
    if (!output_place::sync(output_place::folderOf(m_target)))
        return failure();
    return Done{};
}

} // namespace headscope
