// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/history/deflate.h"

#include <zlib.h>

#include <new>

namespace headscope {

std::string deflated(std::string_view bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(size, '\0');
    const int result = compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                                 reinterpret_cast<const Bytef*>(bytes.data()),
                                 static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
    if (result != Z_OK)
        throw std::bad_alloc(); // the only thing that can fail
    packed.resize(size);
    return packed;
}

std::optional<std::string> inflated(std::string_view packed, std::size_t size) {
    // Nothing is packed closer than that, so that a short text cannot ask for much memory.
    constexpr std::size_t closest = 1032;
    if (size / closest > packed.size())
        return std::nullopt;
    if (size == 0) // zlib takes a stream of one byte for that, too
        return packed == deflated({}) ? std::optional(std::string()) : std::nullopt;
    std::string bytes(size, '\0');
    auto found = static_cast<uLongf>(size);
    auto taken = static_cast<uLong>(packed.size());
    const int result = uncompress2(reinterpret_cast<Bytef*>(bytes.data()), &found,
                                   reinterpret_cast<const Bytef*>(packed.data()), &taken);
    if (result != Z_OK || found != size || taken != packed.size())
        return std::nullopt;
    return bytes;
}

} // namespace headscope
