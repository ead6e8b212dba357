// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/zip_file.h"

#include "disk/file_io.h"
#include "formats/other_file.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <set>
#include <string_view>

namespace headscope {

namespace {

constexpr std::uint64_t longestComment = 65'535;
constexpr std::size_t endSize = 22;
constexpr std::size_t locatorSize = 20;
constexpr std::size_t end64Size = 56;
constexpr std::size_t entrySize = 46;
constexpr std::size_t localSize = 30;
constexpr std::uint64_t all32 = 0xFFFFFFFF;
/// An array of NumPy is one entry: a directory is no larger than that.
constexpr std::uint64_t largestDirectory = std::uint64_t{64} << 20U;

std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = size; i-- > 0;)
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

Error damaged(const ByteSource& source) {
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 is no complete zip archive: it is damaged or "
                                                  "cut short"),
                     source.name());
}

struct Directory {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t entries = 0;
};

Result<Directory> findDirectory(const ByteSource& source) {
    if (source.size() < endSize)
        return damaged(source);
    std::string tail(std::min(source.size(), endSize + longestComment), '\0');
    const std::uint64_t tailOffset = source.size() - tail.size();
    if (const Status read = source.readAt(tailOffset, tail); !read)
        return read.error();
    const std::size_t end = tail.rfind(std::string_view("PK\x05\x06", 4), tail.size() - endSize);
    if (end == tail.npos)
        return damaged(source);
    Directory directory;
    directory.entries = number(tail, end + 10, 2);
    directory.size = number(tail, end + 12, 4);
    directory.offset = number(tail, end + 16, 4);
    const bool large =
        directory.entries == 0xFFFF || directory.size == all32 || directory.offset == all32;
    if (!large)
        return directory;
    const std::uint64_t endOffset = tailOffset + end;
    std::string locator(locatorSize, '\0');
    if (endOffset < locatorSize)
        return damaged(source);
    if (const Status read = source.readAt(endOffset - locatorSize, locator); !read)
        return read.error();
    const std::uint64_t at = number(locator, 8, 8);
    if (!locator.starts_with(std::string_view("PK\x06\x07", 4)) || at > source.size() ||
        source.size() - at < end64Size)
        return damaged(source);
    std::string end64(end64Size, '\0');
    if (const Status read = source.readAt(at, end64); !read)
        return read.error();
    if (!end64.starts_with(std::string_view("PK\x06\x06", 4)))
        return damaged(source);
    directory.entries = number(end64, 32, 8);
    directory.size = number(end64, 40, 8);
    directory.offset = number(end64, 48, 8);
    return directory;
}

/// Sizes beyond 32 bits stand in an extra field, in this order.
bool readLarge(std::string_view extra, ZipEntry& entry) {
    while (extra.size() >= 4) {
        const std::size_t id = number(extra, 0, 2);
        const std::size_t length = number(extra, 2, 2);
        if (length > extra.size() - 4)
            return false;
        std::string_view field = extra.substr(4, length);
        extra.remove_prefix(4 + length);
        if (id != 1)
            continue;
        for (std::uint64_t* value : {&entry.size, &entry.packedSize, &entry.headerOffset}) {
            if (*value != all32)
                continue;
            if (field.size() < 8)
                return false;
            *value = number(field, 0, 8);
            field.remove_prefix(8);
        }
    }
    return true;
}

bool leadsElsewhere(std::string_view name) {
    return name.empty() || name.front() == '/' || name.find('\\') != name.npos ||
           name.find('\0') != name.npos || (name.size() > 1 && name[1] == ':') || name == ".." ||
           name.starts_with("../") || name.find("/../") != name.npos || name.ends_with("/..");
}

} // namespace

Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source) {
    std::string beginning(2, '\0');
    if (source.size() > beginning.size() && source.readAt(0, beginning) && beginning != "PK") {
        if (auto other = otherFileError(source)) // a page of the web, under its name
            return *other;
    }
    const Result<Directory> directory = findDirectory(source);
    if (!directory)
        return directory.error();
    if (directory->size > source.size() || directory->offset > source.size() - directory->size ||
        directory->size > largestDirectory || directory->entries > directory->size / entrySize)
        return damaged(source);
    std::string bytes(directory->size, '\0');
    if (const Status read = source.readAt(directory->offset, bytes); !read)
        return read.error();
    std::vector<ZipEntry> entries;
    std::set<std::string_view> seen;
    std::string_view rest = bytes;
    for (std::uint64_t i = 0; i < directory->entries; ++i) {
        if (rest.size() < entrySize || !rest.starts_with(std::string_view("PK\x01\x02", 4)))
            return damaged(source);
        const std::size_t nameLength = number(rest, 28, 2);
        const std::size_t extraLength = number(rest, 30, 2);
        const std::size_t whole = entrySize + nameLength + extraLength + number(rest, 32, 2);
        if (whole > rest.size())
            return damaged(source);
        const std::string_view name = rest.substr(entrySize, nameLength);
        ZipEntry entry;
        entry.name = std::string(name);
        const std::uint64_t flags = number(rest, 8, 2);
        const std::uint64_t method = number(rest, 10, 2);
        if ((flags & 1U) != 0 || (method != 0 && method != 8))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 in %2 is encrypted or packed in a way "
                                               "that is not read: store or deflate it"),
                             entry.name, source.name());
        if (leadsElsewhere(name))
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "%1 in %2 has a name that leads out of the "
                                               "archive"),
                             entry.name, source.name());
        if (!seen.insert(name).second)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 is in %2 twice"), entry.name,
                             source.name());
        entry.deflated = method == 8;
        entry.packedSize = number(rest, 20, 4);
        entry.size = number(rest, 24, 4);
        entry.headerOffset = number(rest, 42, 4);
        if (!readLarge(rest.substr(entrySize + nameLength, extraLength), entry))
            return damaged(source);
        // Nothing is packed closer than that.
        constexpr std::uint64_t closest = 1032;
        if (entry.headerOffset > source.size() || entry.packedSize > source.size() ||
            (entry.deflated ? entry.size / closest > entry.packedSize
                            : entry.size != entry.packedSize))
            return damaged(source);
        entries.push_back(std::move(entry));
        rest.remove_prefix(whole);
    }
    return entries;
}

Result<std::uint64_t> zipContentOffset(const ByteSource& source, const ZipEntry& entry) {
    std::string local(localSize, '\0');
    if (source.size() < localSize || entry.headerOffset > source.size() - localSize)
        return damaged(source);
    if (const Status read = source.readAt(entry.headerOffset, local); !read)
        return read.error();
    const std::uint64_t start =
        entry.headerOffset + localSize + number(local, 26, 2) + number(local, 28, 2);
    if (!local.starts_with(std::string_view("PK\x03\x04", 4)) || start > source.size() ||
        entry.packedSize > source.size() - start)
        return damaged(source);
    return start;
}

Result<std::string> readZipEntry(const ByteSource& source, const ZipEntry& entry) {
    const Result<std::uint64_t> start = zipContentOffset(source, entry);
    if (!start)
        return start.error();
    try {
        std::string packed(entry.packedSize, '\0');
        if (const Status read = source.readAt(*start, packed); !read)
            return read.error();
        if (!entry.deflated)
            return packed;
        std::string bytes(entry.size, '\0');
        z_stream stream{};
        if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
            throw std::bad_alloc();
        stream.next_in = reinterpret_cast<Bytef*>(packed.data());
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
        // zlib counts in 32 bits.
        constexpr std::size_t most = std::size_t{1} << 30U;
        std::size_t in = packed.size();
        std::size_t out = bytes.size();
        int result = Z_OK;
        while (result == Z_OK) {
            const std::size_t nowIn = std::min(in, most);
            const std::size_t nowOut = std::min(out, most);
            stream.avail_in = static_cast<uInt>(nowIn);
            stream.avail_out = static_cast<uInt>(nowOut);
            result = inflate(&stream, Z_NO_FLUSH);
            const std::size_t taken = nowIn - stream.avail_in;
            const std::size_t made = nowOut - stream.avail_out;
            in -= taken;
            out -= made;
            if (result == Z_OK && taken == 0 && made == 0)
                break; // it would go on for ever
        }
        inflateEnd(&stream);
        if (result != Z_STREAM_END || out != 0)
            return damaged(source);
        return bytes;
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(source.name());
    }
}

} // namespace headscope
