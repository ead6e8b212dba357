// SPDX-License-Identifier: GPL-3.0-or-later
#include "learning/tasks/task.h"

#include "learning/tasks/generators.h"
#include "support/result.h"

#include <algorithm>
#include <array>

namespace headscope {

namespace {

constexpr std::array<TaskInfo, 10> taskTable = {
    {{TaskKind::Translate, "translate", HEADSCOPE_MESSAGE("Task", "Translate zh → en"),
      HEADSCOPE_MESSAGE("Task",
                        "Cross-attention becomes an alignment of words; the answer is right "
                        "long before the picture is clear."),
      DataKind::Pairs},
     {TaskKind::CardsDense, "cards-dense", HEADSCOPE_MESSAGE("Task", "Cards, dense"),
      HEADSCOPE_MESSAGE("Task",
                        "Every word holds a card, and the verb is asked for the cards of its "
                        "object, its place and its doer at once: heads specialise."),
      DataKind::Relations},
     {TaskKind::CardsPlain, "cards-plain", HEADSCOPE_MESSAGE("Task", "Cards, plain"),
      HEADSCOPE_MESSAGE("Task", "Nearly every word is asked for one card alone: one head does all, "
                                "and nothing makes the others specialise."),
      DataKind::Relations},
     {TaskKind::Positions, "positions", HEADSCOPE_MESSAGE("Task", "Positions"),
      HEADSCOPE_MESSAGE("Task", "Every word says where its object, its place and its doer stand: "
                                "solved, and nobody needed to look there."),
      DataKind::Relations},
     {TaskKind::Copy, "copy", HEADSCOPE_MESSAGE("Task", "Copy"),
      HEADSCOPE_MESSAGE("Task", "The same letters once more: a diagonal."), DataKind::Pairs},
     {TaskKind::Reverse, "reverse", HEADSCOPE_MESSAGE("Task", "Reverse"),
      HEADSCOPE_MESSAGE("Task", "The letters from behind: the other diagonal."), DataKind::Pairs},
     {TaskKind::Sort, "sort", HEADSCOPE_MESSAGE("Task", "Sort"),
      HEADSCOPE_MESSAGE("Task",
                        "The letters in the order of the alphabet: a head looks for the next "
                        "one by what it is, wherever it stands."),
      DataKind::Pairs},
     {TaskKind::PreviousToken, "previous-token", HEADSCOPE_MESSAGE("Task", "Previous token"),
      HEADSCOPE_MESSAGE("Task",
                        "Every letter names the one before it: one step below the diagonal."),
      DataKind::Sequences},
     {TaskKind::Induction, "induction", HEADSCOPE_MESSAGE("Task", "Induction"),
      HEADSCOPE_MESSAGE("Task", "a b … a → b: what followed this letter last time. The first layer "
                                "looks one back, the second finds what stood behind the letter."),
      DataKind::Sequences},
     {TaskKind::OwnText, "own-text", HEADSCOPE_MESSAGE("Task", "Own text"),
      HEADSCOPE_MESSAGE("Task", "The next letter or word of any text. Nobody knows where a head "
                                "should look."),
      DataKind::Text}}};

} // namespace

std::span<const TaskInfo> tasks() {
    return taskTable;
}

const TaskInfo& infoOf(TaskKind kind) {
    return taskTable[static_cast<std::size_t>(kind)];
}

std::optional<TaskKind> taskFrom(std::string_view name) {
    const auto found = std::ranges::find(taskTable, name, &TaskInfo::name);
    return found == taskTable.end() ? std::nullopt : std::optional(found->kind);
}

bool hasLanguages(TaskKind kind) {
    return infoOf(kind).data == DataKind::Relations;
}

std::string taskText(TaskKind kind, Language language, std::uint64_t seed) {
    constexpr Index sentences = 2000;
    constexpr Index lines = 1200;
    constexpr Index length = 16;
    switch (kind) {
    case TaskKind::Translate: return translationPairs();
    case TaskKind::CardsDense: return ticketFamily(language, sentences, true, seed);
    case TaskKind::CardsPlain:
    case TaskKind::Positions: return ticketFamily(language, sentences, false, seed);
    case TaskKind::Copy: return rearrangedLetters(Rearrangement::Copy, lines, seed);
    case TaskKind::Reverse: return rearrangedLetters(Rearrangement::Reverse, lines, seed);
    case TaskKind::Sort: return rearrangedLetters(Rearrangement::Sort, lines, seed);
    case TaskKind::PreviousToken: return randomLetters(lines, 8, 10, seed);
    case TaskKind::Induction: return randomLetters(lines, length, 10, seed);
    case TaskKind::OwnText: return {};
    }
    return {};
}

std::string watchedText(TaskKind kind, Language language) {
    switch (kind) {
    case TaskKind::Translate: return "我 有 一只 猫\tI have a cat\t0-0 1-1 2-2 3-3\t0-1 3-2 2-3";
    case TaskKind::CardsDense: return ticketLine(language, true);
    case TaskKind::CardsPlain:
    case TaskKind::Positions: return ticketLine(language, false);
    default: return {};
    }
}

} // namespace headscope
