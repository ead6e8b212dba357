// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// Bytes that a reader takes piece by piece: what a header announces is checked
/// against size() before memory is asked for, and only what is used is read.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    /// As messages call it: usually the path.
    const std::string& name() const { return m_name; }
    /// In bytes.
    virtual std::uint64_t size() const = 0;
    /// Fills all of `target` from `offset` on; an Error where the bytes end before
    /// or the system cannot read them.
    virtual Status readAt(std::uint64_t offset, std::span<char> target) const = 0;

protected:
    explicit ByteSource(std::string name)
        : m_name(std::move(name)) {}

private:
    std::string m_name;
};

/// Bytes in memory, which must outlive the source.
class MemorySource : public ByteSource {
public:
    MemorySource(std::string_view bytes, std::string name)
        : ByteSource(std::move(name))
        , m_bytes(bytes) {}

    std::uint64_t size() const override { return m_bytes.size(); }
    Status readAt(std::uint64_t offset, std::span<char> target) const override;

private:
    std::string_view m_bytes;
};

/// What is said of what is no file, by its kind (st_mode).
Error noFile(const std::string& path, unsigned mode);

/// A file by its path. Read with pread, not mapped: a file that is cut short by
/// somebody else then gives an Error instead of a signal. Pipes are read to
/// their end at once; directories and devices are an Error.
Result<std::unique_ptr<ByteSource>> openFile(const std::string& path);

} // namespace headscope
