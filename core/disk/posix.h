// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headscope::posix {

/// Owns an open file; closes it silently unless close() was called, which reports.
class FileDescriptor {
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int number)
        : m_number(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept;
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    ~FileDescriptor();

    bool isOpen() const { return m_number >= 0; }
    int get() const { return m_number; }
    /// False, with errno, where the system reports a late write error.
    bool close();

private:
    int m_number = -1;
};

/// open(2), repeated when a signal interrupts it, closed on exec; −1 and errno on failure.
int open(const std::string& path, int flags, unsigned mode = 0);

/// All of it, however many calls of write(2) that takes; false and errno on failure.
bool writeAll(int number, std::string_view content);

/// What errno says, in the words of the system.
std::string lastErrorText();

} // namespace headscope::posix
