// SPDX-License-Identifier: GPL-3.0-or-later
#include "disk/posix.h"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace headscope::posix {

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : m_number(std::exchange(other.m_number, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    std::swap(m_number, other.m_number);
    return *this;
}

FileDescriptor::~FileDescriptor() {
    if (isOpen())
        ::close(m_number);
}

bool FileDescriptor::close() {
    // Linux frees the number even where close() fails: never try twice.
    const int number = std::exchange(m_number, -1);
    return ::close(number) == 0 || errno == EINTR;
}

int open(const std::string& path, int flags, unsigned mode) {
    int number = -1;
    do
        number = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    while (number < 0 && errno == EINTR);
    return number;
}

bool writeAll(int number, std::string_view content) {
    while (!content.empty()) {
        const ssize_t count = ::write(number, content.data(), content.size());
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0)
            content.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

std::string lastErrorText() {
    return std::system_category().message(errno);
}

} // namespace headscope::posix
