// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headscope {

/// Texts, each with a number, of which one asks which of them another text begins with: a
/// sorted list, in which every byte narrows the part that still fits.
class PrefixTable {
public:
    void add(std::string text, std::int32_t value) {
        if (!text.empty())
            m_entries.emplace_back(std::move(text), value);
    }
    /// Once all are there. Of two that are the same the first one counts.
    void finish() {
        std::ranges::stable_sort(m_entries, {}, &Entry::first);
        const auto isSame = [](const Entry& a, const Entry& b) { return a.first == b.first; };
        m_entries.erase(std::unique(m_entries.begin(), m_entries.end(), isSame), m_entries.end());
        for (const Entry& entry : m_entries)
            ++m_first[static_cast<unsigned char>(entry.first.front()) + std::size_t{1}];
        for (std::size_t byte = 0; byte < 256; ++byte)
            m_first[byte + 1] += m_first[byte];
    }
    bool empty() const { return m_entries.empty(); }

    /// Calls found(bytes, value) for each that `text` begins with, the shortest first.
    template <class Found> void prefixesOf(std::string_view text, Found found) const {
        if (text.empty())
            return;
        const auto lead = static_cast<unsigned char>(text.front());
        auto first = m_entries.begin() + m_first[lead];
        auto last = m_entries.begin() + m_first[lead + std::size_t{1}];
        for (std::size_t bytes = 1; first != last; ++bytes) {
            if (first->first.size() == bytes) {
                found(bytes, first->second);
                ++first;
            }
            if (bytes == text.size() || first == last)
                return;
            const auto wanted = static_cast<unsigned char>(text[bytes]);
            const auto byteOf = [bytes](const Entry& entry) {
                return static_cast<unsigned char>(entry.first[bytes]);
            };
            first = std::ranges::lower_bound(first, last, wanted, {}, byteOf);
            last = std::ranges::upper_bound(first, last, wanted, {}, byteOf);
        }
    }

private:
    using Entry = std::pair<std::string, std::int32_t>;
    std::vector<Entry> m_entries;
    std::array<std::int32_t, 257> m_first{}; ///< the first entry that begins with that byte
};

} // namespace headscope
