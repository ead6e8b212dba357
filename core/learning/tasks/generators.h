// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/draw.h"
#include "learning/tasks/task.h"

#include <string>

namespace headscope {

// The text that the tasks come with, in the formats of DataKind.

/// A small grammar of Chinese and English: 4 subjects × 3 verbs × 2 quantities × 5 nouns × 3
/// places = 360 pairs with their word alignment. The places move the verb, so that positions
/// alone do not give the alignment; English inflects (has, cats, an), so that a word may depend
/// on another one than its source.
std::string translationPairs();

/// Sentences of the family of the ticket sentence, 7 to 11 words, three templates. `dense`: the
/// verb asks for its object, its place and its doer at once; else nearly every word has one
/// relation.
std::string ticketFamily(Language language, Index sentences, bool dense, std::uint64_t seed);
/// "I had Tom help me book the ticket to Paris" or "我 请 李雷 帮 我 订了 去 北京 的 机票" with its
/// relations.
std::string ticketLine(Language language, bool dense);

enum class Rearrangement : std::uint8_t { Copy, Reverse, Sort };
/// Random letters and what becomes of them, with the alignment.
std::string rearrangedLetters(Rearrangement how, Index pairs, std::uint64_t seed);
/// Lines of random letters.
std::string randomLetters(Index lines, Index length, Index letters, std::uint64_t seed);

} // namespace headscope
