// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenizers/token_model.h"

#include <queue>

namespace headscope {

namespace {

std::uint64_t pairOf(TokenId left, TokenId right) {
    return (std::uint64_t{static_cast<std::uint32_t>(left)} << 32U) |
           static_cast<std::uint32_t>(right);
}

} // namespace

Result<std::unique_ptr<TokenModel>>
BpeModel::make(TokenVocabulary vocabulary, const std::vector<Merge>& merges, Options options) {
    const std::size_t prefix = options.continuingPrefix.size();
    std::unique_ptr<BpeModel> model(new BpeModel(std::move(vocabulary), std::move(options)));
    const TokenVocabulary& all = model->vocabulary();
    model->m_merges.reserve(merges.size());
    std::int32_t rank = 0;
    for (const auto& [left, right] : merges) {
        const auto leftId = all.idOf(left);
        const auto rightId = all.idOf(right);
        const auto id =
            right.size() < prefix ? std::nullopt : all.idOf(left + right.substr(prefix));
        if (!leftId || !rightId || !id)
            return makeError(HEADSCOPE_MESSAGE("Message",
                                               "the merge number %1, of “%2” and “%3”, is made of "
                                               "or makes what is no token; one of the tokenizer's "
                                               "files is damaged or belongs to another model"),
                             rank + 1, left, right);
        // Of a pair that is there twice the last place counts, as in the library.
        model->m_merges.insert_or_assign(pairOf(*leftId, *rightId), Merged{rank++, *id});
    }
    return std::unique_ptr<TokenModel>(std::move(model));
}

const BpeModel::Merged* BpeModel::mergeOf(TokenId left, TokenId right) const {
    const auto found = m_merges.find(pairOf(left, right));
    return found == m_merges.end() ? nullptr : &found->second;
}

std::vector<ModelToken> BpeModel::charactersOf(const AlignedText& text) const {
    std::vector<ModelToken> tokens;
    tokens.reserve(text.size());
    bool waits = false; // an unknown one, whether more are fused with it
    ModelToken unknown;
    std::string spelling;
    text.forEachCharacter(
        [&](std::uint32_t, std::string_view bytes, TextRange origin, std::size_t at) {
            spelling = at > 0 ? m_options.continuingPrefix : std::string();
            spelling += bytes;
            if (at + bytes.size() == text.size())
                spelling += m_options.endOfWord;
            if (const auto id = vocabulary().idOf(spelling)) {
                if (waits)
                    tokens.push_back(unknown);
                waits = false;
                tokens.push_back({*id, origin});
            } else if (m_options.byteFallback && addBytes(text, at, at + bytes.size(), tokens)) {
                // as bytes
            } else if (m_options.unknown) {
                if (waits && m_options.fuseUnknown) {
                    unknown.origin.end = origin.end;
                } else {
                    if (waits)
                        tokens.push_back(unknown);
                    unknown = {*m_options.unknown, origin};
                }
                waits = true;
            }
        });
    if (waits)
        tokens.push_back(unknown);
    return tokens;
}

void BpeModel::tokenize(const AlignedText& text, std::vector<ModelToken>& tokens) const {
    if (text.empty())
        return;
    if (m_options.ignoreMerges) {
        if (const auto id = vocabulary().idOf(text.text())) {
            tokens.push_back({*id, text.origin()});
            return;
        }
    }
    std::vector<ModelToken> parts = charactersOf(text);
    // A heap of merges over a list that is linked: a word of n letters takes n log n steps, where
    // looking for the best pair again and again takes n².
    struct Link {
        std::ptrdiff_t before;
        std::ptrdiff_t behind;
    };
    struct Possible {
        std::int32_t rank;
        std::ptrdiff_t place;
        TokenId left;
        TokenId right;
        TokenId merged;

        bool operator<(const Possible& other) const { // the best one is the largest
            return rank != other.rank ? rank > other.rank : place > other.place;
        }
    };
    constexpr TokenId gone = -1;
    const auto count = static_cast<std::ptrdiff_t>(parts.size());
    std::vector<Link> links(parts.size());
    for (std::ptrdiff_t i = 0; i < count; ++i)
        links[static_cast<std::size_t>(i)] = {i - 1, i + 1 < count ? i + 1 : -1};
    const auto part = [&](std::ptrdiff_t i) -> ModelToken& {
        return parts[static_cast<std::size_t>(i)];
    };
    const auto link = [&](std::ptrdiff_t i) -> Link& { return links[static_cast<std::size_t>(i)]; };
    std::priority_queue<Possible> queue;
    const auto offer = [&](std::ptrdiff_t i) {
        if (i < 0 || link(i).behind < 0)
            return;
        const TokenId left = part(i).id;
        const TokenId right = part(link(i).behind).id;
        if (const Merged* merged = mergeOf(left, right))
            queue.push({merged->rank, i, left, right, merged->id});
    };
    for (std::ptrdiff_t i = 0; i < count; ++i)
        offer(i);
    while (!queue.empty()) {
        const Possible best = queue.top();
        queue.pop();
        const std::ptrdiff_t i = best.place;
        if (part(i).id != best.left || link(i).behind < 0)
            continue;
        const std::ptrdiff_t next = link(i).behind;
        if (part(next).id != best.right)
            continue;
        part(i) = {best.merged, {part(i).origin.begin, part(next).origin.end}};
        part(next).id = gone;
        link(i).behind = link(next).behind;
        if (link(next).behind >= 0)
            link(link(next).behind).before = i;
        offer(link(i).before);
        offer(i);
    }
    for (std::ptrdiff_t i = count > 0 ? 0 : -1; i >= 0; i = link(i).behind)
        tokens.push_back(part(i));
}

} // namespace headscope
