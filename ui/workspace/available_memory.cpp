// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/available_memory.h"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace headscope {

namespace {

std::optional<Index> numberIn(std::string_view text) {
    const auto begin = std::ranges::find_if(text, [](char c) { return c >= '0' && c <= '9'; });
    Index number = 0;
    const auto parsed = std::from_chars(begin, text.end(), number);
    return parsed.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

/// The number behind `key` at the beginning of a line; of the whole file where that is empty.
std::optional<Index> numberOf(const std::string& path, std::string_view key = {}) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key))
            return numberIn(std::string_view(line).substr(key.size()));
    }
    return std::nullopt;
}

/// What a group may still take; pages of files that were read can be given back.
std::optional<Index> leftIn(const std::string& folder, const char* limitFile, const char* usedFile,
                            std::string_view givenBack) {
    const std::optional<Index> limit = numberOf(folder + limitFile);
    const std::optional<Index> used = numberOf(folder + usedFile);
    if (!limit || !used) // "max": no limit
        return std::nullopt;
    const Index cached = numberOf(folder + "/memory.stat", givenBack).value_or(0);
    return std::max<Index>(0, *limit - *used + cached);
}

void takeSmaller(std::optional<Index>& smallest, std::optional<Index> other) {
    if (other)
        smallest = smallest ? std::min(*smallest, *other) : *other;
}

} // namespace

std::optional<Index> availableMemory(const std::string& root) {
    std::optional<Index> available = numberOf(root + "/proc/meminfo", "MemAvailable:");
    if (available)
        *available *= 1024;
    const std::string groups = root + "/sys/fs/cgroup";
    std::ifstream file(root + "/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const bool second = line.starts_with("0::");
        const std::size_t first = line.find(":memory:");
        if (!second && first == std::string::npos)
            continue;
        std::string path = second ? line.substr(3) : line.substr(first + 8);
        // A limit of a group holds for all groups in it.
        for (;; path.resize(path.rfind('/'))) {
            if (second)
                takeSmaller(available, leftIn(groups + path, "/memory.max", "/memory.current",
                                              "inactive_file "));
            else
                takeSmaller(available, leftIn(groups + "/memory" + path, "/memory.limit_in_bytes",
                                              "/memory.usage_in_bytes", "total_inactive_file "));
            if (path.find('/') == std::string::npos)
                break;
        }
    }
    return available;
}

} // namespace headscope
