// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/byte_source.h"

#include "disk/file_io.h"
#include "disk/posix.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headscope {

namespace {

Error cannotRead(const std::string& path) {
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: %2"), path,
                     posix::lastErrorText());
}

Error endedEarly(const std::string& name, std::uint64_t offset) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 ends at byte %2, in the middle of its data"),
                     name, offset);
}

class FileSource final : public ByteSource {
public:
    FileSource(std::string name, posix::FileDescriptor file, std::uint64_t size)
        : ByteSource(std::move(name))
        , m_file(std::move(file))
        , m_size(size) {}

    std::uint64_t size() const override { return m_size; }

    Status readAt(std::uint64_t offset, std::span<char> target) const override {
        while (!target.empty()) {
            const ssize_t count =
                ::pread(m_file.get(), target.data(), target.size(), static_cast<off_t>(offset));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return cannotRead(name());
            if (count == 0)
                return endedEarly(name(), offset);
            offset += static_cast<std::uint64_t>(count);
            target = target.subspan(static_cast<std::size_t>(count));
        }
        return Done{};
    }

private:
    posix::FileDescriptor m_file;
    std::uint64_t m_size;
};

/// The content of a pipe, which cannot be read twice.
class BufferedSource final : public ByteSource {
public:
    BufferedSource(std::string name, std::string content)
        : ByteSource(std::move(name))
        , m_content(std::move(content))
        , m_memory(m_content, this->name()) {}

    std::uint64_t size() const override { return m_content.size(); }
    Status readAt(std::uint64_t offset, std::span<char> target) const override {
        return m_memory.readAt(offset, target);
    }

private:
    std::string m_content;
    MemorySource m_memory;
};

/// Waits some seconds until somebody writes into the pipe, or at least has opened it.
/// What came meanwhile, at most a byte; an Error where nobody did. From then on reading waits.
Result<std::string> firstOfPipe(const posix::FileDescriptor& pipe, const std::string& path) {
    constexpr int milliseconds = 5000;
    pollfd ready{pipe.get(), POLLIN, 0};
    char byte = 0;
    ssize_t count = 0;
    if (::poll(&ready, 1, milliseconds) == 0) {
        count = ::read(pipe.get(), &byte, 1);
        if (count == 0) // the end already: the other side is closed
            return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: it is a pipe into "
                                                          "which nobody writes"),
                             path);
    }
    ::fcntl(pipe.get(), F_SETFL, ::fcntl(pipe.get(), F_GETFL) & ~O_NONBLOCK);
    return std::string(&byte, count > 0 ? 1 : 0);
}

/// `content` and all that comes behind it.
Result<std::string> readToEnd(const posix::FileDescriptor& file, const std::string& path,
                              std::string content) {
    constexpr std::size_t chunk = std::size_t{1} << 16;
    // What is piped in is a small array, not a model: a pipe that never ends
    // must not eat the machine's memory.
    constexpr std::size_t limit = std::size_t{1} << 30;
    while (true) {
        const std::size_t filled = content.size();
        if (filled > limit)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "cannot read %1: a pipe may bring at most "
                                               "%2 bytes; save them to a file first"),
                             path, limit);
        content.resize(filled + chunk);
        const ssize_t count = ::read(file.get(), content.data() + filled, chunk);
        const int reason = errno;
        content.resize(filled + (count > 0 ? static_cast<std::size_t>(count) : 0));
        if (count == 0)
            return content;
        errno = reason;
        if (count < 0 && errno != EINTR)
            return cannotRead(path);
    }
}

} // namespace

Status MemorySource::readAt(std::uint64_t offset, std::span<char> target) const {
    if (offset > m_bytes.size() || target.size() > m_bytes.size() - offset)
        return endedEarly(name(), m_bytes.size());
    if (!target.empty())
        std::memcpy(target.data(), m_bytes.data() + offset, target.size());
    return Done{};
}

Error noFile(const std::string& path, unsigned mode) {
    if (S_ISDIR(mode))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: it is a directory, "
                                                      "a file is needed"),
                         path);
    if (S_ISFIFO(mode))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: it is a pipe, "
                                                      "a file is needed"),
                         path);
    if (S_ISSOCK(mode))
        return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: it is a socket, "
                                                      "a file is needed"),
                         path);
    return makeError(HEADSCOPE_MESSAGE("Message", "cannot read %1: it is a device, "
                                                  "a file is needed"),
                     path);
}

Result<std::unique_ptr<ByteSource>> openFile(const std::string& path) {
    // A pipe would wait here for ever where nobody opens its other end.
    posix::FileDescriptor file(posix::open(path, O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (!file.isOpen() || ::fstat(file.get(), &status) != 0)
        return cannotRead(path);
    if (S_ISDIR(status.st_mode) || S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))
        return noFile(path, status.st_mode);
    if (S_ISREG(status.st_mode))
        return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(
            path, std::move(file), static_cast<std::uint64_t>(status.st_size)));
    try {
        const Result<std::string> first = firstOfPipe(file, path);
        if (!first)
            return first.error();
        Result<std::string> content = readToEnd(file, path, *first);
        if (!content)
            return content.error();
        return std::unique_ptr<ByteSource>(
            std::make_unique<BufferedSource>(path, std::move(*content)));
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(path);
    }
}

} // namespace headscope
