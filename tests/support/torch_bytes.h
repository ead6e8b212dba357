// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/file_bytes.h"

#include <bit>
#include <vector>

namespace headscope::testing {

/// A zip whose members are stored, as torch.save() writes it.
inline std::string zipOf(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string bytes;
    std::string directory;
    for (const auto& [name, content] : members) {
        const std::string sizes = littleEndian(0, 4) + littleEndian(content.size(), 4) +
                                  littleEndian(content.size(), 4) + littleEndian(name.size(), 2) +
                                  littleEndian(0, 2);
        directory += std::string("PK\x01\x02") + littleEndian(20, 2) + littleEndian(20, 2) +
                     littleEndian(0x800, 2) + littleEndian(0, 2) + littleEndian(0, 4) + sizes +
                     littleEndian(0, 2) + littleEndian(0, 2) + littleEndian(0, 2) +
                     littleEndian(0, 4) + littleEndian(bytes.size(), 4) + name;
        bytes += std::string("PK\x03\x04") + littleEndian(20, 2) + littleEndian(0x800, 2) +
                 littleEndian(0, 2) + littleEndian(0, 4) + sizes + name + content;
    }
    const std::string end = littleEndian(members.size(), 2) + littleEndian(members.size(), 2) +
                            littleEndian(directory.size(), 4) + littleEndian(bytes.size(), 4);
    return bytes + directory + std::string("PK\x05\x06") + littleEndian(0, 4) + end +
           littleEndian(0, 2);
}

inline std::string pickledText(const std::string& text) {
    return "X" + littleEndian(text.size(), 4) + text;
}

inline std::string pickledNumber(int number) {
    return "K" + littleEndian(static_cast<std::uint64_t>(number), 1);
}

inline std::string pickledTuple(const std::vector<int>& numbers) {
    std::string bytes = "(";
    for (const int number : numbers)
        bytes += pickledNumber(number);
    return bytes + "t";
}

/// torch._utils._rebuild_tensor_v2(storage, offset, shape, strides, False, OrderedDict()).
inline std::string pickledTensor(const std::string& type, const std::string& key, int offset,
                                 const std::vector<int>& shape, const std::vector<int>& strides) {
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + pickledText("storage") + "ctorch\n" + type +
           "\n" + pickledText(key) + pickledText("cpu") + pickledNumber(6) + "tQ" +
           pickledNumber(offset) + pickledTuple(shape) + pickledTuple(strides) +
           "\x89"
           "ccollections\nOrderedDict\n)RtR";
}

inline std::string floatBytes(const std::vector<float>& numbers) {
    std::string bytes;
    for (const float number : numbers)
        bytes += littleEndian(std::bit_cast<std::uint32_t>(number), 4);
    return bytes;
}

} // namespace headscope::testing
