// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/safetensors.h"

#include "disk/file_io.h"
#include "formats/other_file.h"
#include "formats/safetensors_header.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>

namespace headscope {

namespace {

constexpr std::uint64_t lengthBytes = 8;
constexpr std::uint64_t largestHeader = 100'000'000; // as the reference reader

struct Dtype {
    std::string_view name;
    unsigned bits;
    std::optional<ElementType> readAs; ///< nothing: known, but not read here
};
constexpr std::array<Dtype, 22> dtypes = {{
    {"BOOL", 8, ElementType::Bool},
    {"F4", 4, {}},
    {"F6_E2M3", 6, {}},
    {"F6_E3M2", 6, {}},
    {"U8", 8, ElementType::UInt8},
    {"I8", 8, ElementType::Int8},
    {"F8_E5M2", 8, {}},
    {"F8_E4M3", 8, {}},
    {"F8_E8M0", 8, {}},
    {"F8_E4M3FNUZ", 8, {}},
    {"F8_E5M2FNUZ", 8, {}},
    {"I16", 16, ElementType::Int16},
    {"U16", 16, ElementType::UInt16},
    {"F16", 16, ElementType::Float16},
    {"BF16", 16, ElementType::BFloat16},
    {"I32", 32, ElementType::Int32},
    {"U32", 32, ElementType::UInt32},
    {"F32", 32, ElementType::Float32},
    {"C64", 64, {}},
    {"F64", 64, ElementType::Float64},
    {"I64", 64, ElementType::Int64},
    {"U64", 64, ElementType::UInt64},
}};

const Dtype* findDtype(std::string_view name) {
    const auto found =
        std::find_if(dtypes.begin(), dtypes.end(), [&](const Dtype& d) { return d.name == name; });
    return found == dtypes.end() ? nullptr : &*found;
}

std::uint64_t lengthIn(std::string_view bytes) {
    std::uint64_t length = 0;
    for (std::size_t i = lengthBytes; i-- > 0;)
        length = length << 8U | static_cast<unsigned char>(bytes[i]);
    return length;
}

/// The header's text, after all that can be said about its length.
Result<std::string> readHeaderText(const ByteSource& source) {
    if (auto other = otherFileError(source))
        return *other;
    if (source.size() < lengthBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is not a .safetensors file: "
                                                      "it has fewer than 8 bytes"),
                         source.name());
    std::string bytes(lengthBytes, '\0');
    if (const Status read = source.readAt(0, bytes); !read)
        return read.error();
    const std::uint64_t length = lengthIn(bytes);
    if (length > largestHeader)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 announces a header of %2 bytes, more than the "
                                           "allowed %3: it is no .safetensors file "
                                           "or it is damaged"),
                         source.name(), length, largestHeader);
    if (length > source.size() - lengthBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 announces a header of %2 bytes, "
                                                      "but only %3 follow"),
                         source.name(), length, source.size() - lengthBytes);
    std::string text(length, '\0');
    if (const Status read = source.readAt(lengthBytes, text); !read)
        return read.error();
    return text;
}

/// Tensors must lie one behind the other without hole or overlap, and fill the
/// file: then no byte is hidden and none belongs to two. Checked in the
/// reference's order, so that the same fault is found first.
Status checkLayout(std::vector<SafetensorsEntry>& entries, std::uint64_t dataBytes,
                   const std::string& file) {
    for (const SafetensorsEntry& entry : entries) {
        if (!findDtype(entry.dtype))
            return makeError(
                HEADSCOPE_MESSAGE("Message", "tensor %1 of %2 has the unknown dtype %3"),
                entry.name, file, entry.dtype);
    }
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t expected = 0;
    for (const SafetensorsEntry& entry : entries) {
        if (entry.begin != expected || entry.end < entry.begin)
            return makeError(
                HEADSCOPE_MESSAGE("Message",
                                  "the data of tensor %1 of %2 is said to lie at %3 to %4, "
                                  "but the data before it ends at %5: "
                                  "holes and overlaps are not allowed"),
                entry.name, file, entry.begin, entry.end, expected);
        expected = entry.end;
        const unsigned bits = findDtype(entry.dtype)->bits;
        std::uint64_t total = bits;
        bool fits = true;
        for (const std::uint64_t size : entry.shape)
            fits = fits && !__builtin_mul_overflow(total, size, &total);
        if (!fits || total % 8 != 0 || total / 8 != entry.end - entry.begin)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "tensor %1 of %2 has %3 bytes of data, which its "
                                               "shape and its dtype %4 do not give"),
                             entry.name, file, entry.end - entry.begin, entry.dtype);
    }
    if (expected != dataBytes)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 has %2 bytes of data, but its header "
                                                      "describes %3: it is cut short or has "
                                                      "something behind its end"),
                         file, dataBytes, expected);
    return Done{};
}

} // namespace

bool looksLikeSafetensors(const ByteSource& source) {
    std::string beginning(lengthBytes + 1, '\0');
    if (source.size() < beginning.size() || !source.readAt(0, beginning))
        return false;
    return beginning.back() == '{' && lengthIn(beginning) <= source.size() - lengthBytes;
}

Result<NamedTensors> readSafetensors(const std::string& path) {
    const Result<std::unique_ptr<ByteSource>> source = openFile(path);
    return source ? readSafetensors(**source) : source.error();
}

Result<StoredTensors> storedInSafetensors(const ByteSource& source) {
    try {
        const Result<std::string> text = readHeaderText(source);
        if (!text)
            return text.error();
        Result<std::vector<SafetensorsEntry>> entries =
            parseSafetensorsHeader(*text, source.name());
        if (!entries)
            return entries.error();
        const std::uint64_t dataStart = lengthBytes + text->size();
        if (const Status laidOut = checkLayout(*entries, source.size() - dataStart, source.name());
            !laidOut)
            return laidOut.error();
        StoredTensors tensors;
        for (const SafetensorsEntry& entry : *entries) {
            const Dtype* dtype = findDtype(entry.dtype);
            StoredTensor stored;
            if (!dtype->readAs)
                stored.unreadable = entry.dtype;
            stored.data.shape = entry.shape;
            stored.data.type = dtype->readAs.value_or(ElementType::UInt8);
            stored.data.offset = dataStart + entry.begin;
            std::uint64_t bytes = 0;
            if (!checkedByteCount(stored.data.shape, stored.data.type, bytes))
                return makeError(HEADSCOPE_MESSAGE("Message", "tensor %1 of %2 has a shape "
                                                              "that no memory can hold"),
                                 entry.name, source.name());
            tensors.emplace(entry.name, std::move(stored));
        }
        return tensors;
    } catch (const std::bad_alloc&) {
        return noMemoryToRead(source.name());
    }
}

Result<NamedTensors> readSafetensors(const ByteSource& source) {
    const Result<StoredTensors> stored = storedInSafetensors(source);
    if (!stored)
        return stored.error();
    NamedTensors tensors;
    for (const auto& [name, each] : *stored) {
        Result<Tensor> tensor = readStoredTensor(source, each, name);
        if (!tensor)
            return tensor.error();
        tensors.emplace(name, std::move(*tensor));
    }
    return tensors;
}

namespace {

/// A file in the pieces that it is written from.
struct SafetensorsPieces {
    std::vector<Tensor> contiguous;
    std::vector<std::string> buffers;
    std::string length;
    std::string header;
    std::vector<std::string_view> pieces; ///< of all above
};

/// `path` is for sentences.
Status makePieces(const std::string& path, const NamedTensors& tensors, SafetensorsPieces& file) {
    std::vector<SafetensorsEntry> entries;
    file.buffers.resize(tensors.size());
    file.pieces.resize(2); // length and text of the header
    std::uint64_t end = 0;
    // The map's order is the reference's: one dtype, then by the bytes of the name.
    for (const auto& [name, tensor] : tensors) {
        if (name == "__metadata__")
            return makeError(HEADSCOPE_MESSAGE("Message", "no tensor may be called %1"), name);
        file.contiguous.push_back(tensor.contiguous());
        file.pieces.push_back(
            littleEndianBytes(file.contiguous.back(), file.buffers[entries.size()]));
        SafetensorsEntry entry{name, "F32", {}, end, end + file.pieces.back().size()};
        for (const Index size : tensor.shape())
            entry.shape.push_back(static_cast<std::uint64_t>(size));
        end = entry.end;
        entries.push_back(std::move(entry));
    }
    Result<std::string> header = safetensorsHeader(entries);
    if (!header)
        return header.error();
    if (header->size() > largestHeader)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 would get a header of %2 bytes, more than the "
                                           "allowed %3: save fewer tensors"),
                         path, header->size(), largestHeader);
    file.header = std::move(*header);
    for (std::size_t i = 0; i < lengthBytes; ++i)
        file.length += static_cast<char>(file.header.size() >> 8U * i & 0xFFU);
    file.pieces[0] = file.length;
    file.pieces[1] = file.header;
    return Done{};
}

} // namespace

Result<std::string> safetensorsContent(const std::string& path, const NamedTensors& tensors) {
    SafetensorsPieces file;
    if (const Status made = makePieces(path, tensors, file); !made)
        return made.error();
    std::string content;
    for (const std::string_view piece : file.pieces)
        content += piece;
    return content;
}

} // namespace headscope
