// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/npy/npy_header.h"

#include "formats/other_file.h"

#include <array>

namespace headscope {

namespace {

/// NumPy's own limit: a longer header is an attack, not an array.
constexpr std::uint64_t longestHeader = 10'000;

struct Preamble {
    int version = 1;
    std::uint64_t headerOffset = 0;
    std::uint64_t headerLength = 0;
};

Result<Preamble> readPreamble(const ByteSource& source) {
    constexpr std::string_view magic = "\x93NUMPY";
    std::array<char, 12> bytes{};
    const auto available = std::min<std::uint64_t>(source.size(), bytes.size());
    if (const Status read = source.readAt(0, {bytes.data(), available}); !read)
        return read.error();
    const std::string_view head(bytes.data(), available);
    if (!head.starts_with(magic)) {
        if (auto other = otherFileError(source))
            return *other;
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is not a .npy file: it does not begin "
                                                      "as numpy.save begins a file"),
                         source.name());
    }
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    Preamble preamble;
    if (head.size() >= 8) {
        preamble.version = byte(6);
        if (preamble.version < 1 || preamble.version > 3 || byte(7) != 0)
            return makeError(HEADSCOPE_MESSAGE("Message", "%1 has .npy version %2.%3: "
                                                          "1.0, 2.0 and 3.0 can be read"),
                             source.name(), preamble.version, static_cast<int>(byte(7)));
    }
    preamble.headerOffset = preamble.version == 1 ? 10 : 12;
    if (head.size() < preamble.headerOffset)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 ends in the middle of its header"),
                         source.name());
    for (std::size_t i = preamble.headerOffset; i-- > 8;)
        preamble.headerLength = preamble.headerLength << 8U | byte(i);
    if (preamble.headerLength > longestHeader)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 announces a header of %2 bytes: "
                                                      "at most %3 are allowed"),
                         source.name(), preamble.headerLength, longestHeader);
    if (preamble.headerLength > source.size() - preamble.headerOffset)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 ends in the middle of its header"),
                         source.name());
    return preamble;
}

struct NamedType {
    std::string_view code; ///< as dtype.str after the byte order
    std::string_view name; ///< as numpy.dtype() accepts it too
    ElementType type;
};
constexpr NamedType namedTypes[] = {
    {"b1", "bool", ElementType::Bool},       {"i1", "int8", ElementType::Int8},
    {"i2", "int16", ElementType::Int16},     {"i4", "int32", ElementType::Int32},
    {"i8", "int64", ElementType::Int64},     {"u1", "uint8", ElementType::UInt8},
    {"u2", "uint16", ElementType::UInt16},   {"u4", "uint32", ElementType::UInt32},
    {"u8", "uint64", ElementType::UInt64},   {"f2", "float16", ElementType::Float16},
    {"f4", "float32", ElementType::Float32}, {"f8", "float64", ElementType::Float64},
};

/// "<f4" → Float32, Little. Without a byte order, and with '=' and '|', the
/// writer's own order is meant; every machine that NumPy runs on today is little-endian.
bool parseDescr(std::string_view descr, TensorData& data) {
    std::string_view code = descr;
    const bool prefixed = !code.empty() && std::string_view("<>=|").find(code[0]) != code.npos;
    if (prefixed) {
        data.byteOrder = code[0] == '>' ? ByteOrder::Big : ByteOrder::Little;
        code.remove_prefix(1);
    }
    if (code == "?") {
        data.type = ElementType::Bool;
        return true;
    }
    for (const NamedType& named : namedTypes) {
        if (code == named.code || (!prefixed && code == named.name)) {
            data.type = named.type;
            return true;
        }
    }
    return false;
}

Error refusedDescr(const ByteSource& source, const std::string& descr) {
    const std::size_t kind = descr.find_first_not_of("<>=|");
    const char letter = kind == std::string::npos ? '\0' : descr[kind];
    if (letter == 'O')
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 holds pickled Python objects (dtype %2), which "
                                           "are never loaded: save it as float32"),
                         source.name(), descr);
    if (letter == 'c')
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 holds complex numbers (dtype %2): save their "
                                           "real part or absolute value as float32"),
                         source.name(), descr);
    if (letter == 'U' || letter == 'S')
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 holds words (dtype %2) and no numbers: "
                                                      "--tokens takes it"),
                         source.name(), descr);
    return makeError(HEADSCOPE_MESSAGE("Message", "%1 has dtype %2, which cannot be read: "
                                                  "save it as float32"),
                     source.name(), descr);
}

} // namespace

Result<NpyStart> readNpyStart(const ByteSource& source) {
    const Result<Preamble> preamble = readPreamble(source);
    if (!preamble)
        return preamble.error();
    std::string text(preamble->headerLength, '\0');
    if (const Status read = source.readAt(preamble->headerOffset, text); !read)
        return read.error();
    Result<NpyLiteral> literal = parseNpyLiteral(text, preamble->version, source.name());
    if (!literal)
        return literal.error();
    return NpyStart{std::move(*literal), preamble->headerOffset + preamble->headerLength};
}

Result<NpyHeader> readNpyHeader(const ByteSource& source) {
    const Result<NpyStart> start = readNpyStart(source);
    if (!start)
        return start.error();
    const NpyLiteral& literal = start->literal;
    NpyHeader header;
    header.fortranOrder = literal.fortranOrder;
    header.data.shape = literal.shape;
    header.data.offset = start->data;
    if (literal.structured)
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 is an array of records with fields of "
                                                      "their own: save one of its fields, as "
                                                      "float32"),
                         source.name());
    if (!parseDescr(literal.descr, header.data))
        return refusedDescr(source, literal.descr);

    std::uint64_t bytes = 0;
    if (!checkedByteCount(header.data.shape, header.data.type, bytes))
        return makeError(HEADSCOPE_MESSAGE("Message", "%1 announces the shape %2, "
                                                      "which no memory can hold"),
                         source.name(), literal.shapeText);
    const std::uint64_t available = source.size() - header.data.offset;
    if (bytes > available)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "%1 announces the shape %2, which takes %3 bytes, "
                                           "but only %4 follow its header"),
                         source.name(), literal.shapeText, bytes, available);
    return header;
}

} // namespace headscope
