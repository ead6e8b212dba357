// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/token_vocabulary.h"

namespace headscope {

Status TokenVocabulary::add(std::string spelling, std::int64_t id) {
    if (id < 0 || id >= mostTokenIds)
        return makeError(HEADSCOPE_MESSAGE("Message", "the token “%1” has the id %2; ids go from 0 "
                                                      "to %3 here"),
                         spelling, id, mostTokenIds - 1);
    if (spelling.size() > mostTokenBytes)
        return makeError(HEADSCOPE_MESSAGE("Message",
                                           "the token with the id %1 has %2 bytes; at most "
                                           "%3 are possible here"),
                         id, spelling.size(), mostTokenBytes);
    const auto place = m_ids.insert_or_assign(std::move(spelling), static_cast<TokenId>(id)).first;
    const auto row = static_cast<std::size_t>(id);
    if (row >= m_spellings.size())
        m_spellings.resize(row + 1, nullptr);
    if (!m_spellings[row])
        m_spellings[row] = &place->first;
    return Done{};
}

std::optional<TokenId> TokenVocabulary::idOf(std::string_view spelling) const {
    const auto found = m_ids.find(spelling);
    return found == m_ids.end() ? std::nullopt : std::optional(found->second);
}

const std::string* TokenVocabulary::spelling(TokenId id) const {
    return id < 0 || id >= size() ? nullptr : m_spellings[static_cast<std::size_t>(id)];
}

} // namespace headscope
