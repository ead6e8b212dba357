// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/aligned_text.h"

namespace headscope {

TextRange AlignedText::origin(std::size_t begin, std::size_t end) const {
    if (begin < end)
        return {m_origin[begin].begin, m_origin[end - 1].end};
    if (begin < m_origin.size())
        return {m_origin[begin].begin, m_origin[begin].begin};
    const std::uint32_t last = m_origin.empty() ? 0 : m_origin.back().end;
    return {last, last};
}

void AlignedText::append(std::string_view bytes, TextRange range) {
    m_text += bytes;
    m_origin.resize(m_text.size(), range);
}

void AlignedText::appendOwn(std::string_view bytes, std::uint32_t begin) {
    m_text += bytes;
    m_origin.reserve(m_text.size());
    while (m_origin.size() < m_text.size()) {
        m_origin.push_back({begin, begin + 1});
        ++begin;
    }
}

void AlignedText::append(const AlignedText& other, std::size_t begin, std::size_t end) {
    m_text.append(other.m_text, begin, end - begin);
    const auto first = other.m_origin.begin();
    m_origin.insert(m_origin.end(), first + static_cast<std::ptrdiff_t>(begin),
                    first + static_cast<std::ptrdiff_t>(end));
}

AlignedText AlignedText::slice(std::size_t begin, std::size_t end) const {
    AlignedText part;
    part.append(*this, begin, end);
    return part;
}

ReadableText readableText(std::string_view bytes) {
    ReadableText result;
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t good = firstWrongByte(bytes.substr(at)).value_or(bytes.size() - at);
        result.text.appendOwn(bytes.substr(at, good), static_cast<std::uint32_t>(at));
        at += good;
        std::size_t wrong = at;
        while (wrong < bytes.size() && firstCharacter(bytes.substr(wrong)).bytes == 0)
            ++wrong;
        if (wrong == at)
            continue;
        if (result.replaced++ == 0)
            result.firstWrong = at;
        result.text.append("\uFFFD",
                           {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(wrong)});
        at = wrong;
    }
    return result;
}

} // namespace headscope
