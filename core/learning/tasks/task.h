// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/language.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headscope {

/// What a small model can be taught.
enum class TaskKind : std::uint8_t {
    Translate,
    CardsDense,
    CardsPlain,
    Positions,
    Copy,
    Reverse,
    Sort,
    PreviousToken,
    Induction,
    OwnText,
};

/// What the data of a task are, as text that a person may edit.
enum class DataKind : std::uint8_t {
    /// A line for each pair: source, tab (or " = "), target, words split at spaces; then, if
    /// known, the right source words as "0-0 1-1" (source-target, from 0: the format of word
    /// alignments), and in one more field the words that decide the form.
    Pairs,
    /// A line for each sentence, then for each relation a tab, its name and its pairs:
    /// "object 5>9 3>4" (who asks > who holds the card, from 0).
    Relations,
    Sequences, ///< a line for each sequence, words split at spaces
    Text,      ///< any text
};

struct TaskInfo {
    TaskKind kind;
    std::string_view name; ///< "translate", "cards-dense", as on the command line
    const char* title;     ///< English, key of its translation (context "Task")
    const char* explanation;
    DataKind data;
};

/// In the order of the chooser.
std::span<const TaskInfo> tasks();
const TaskInfo& infoOf(TaskKind kind);
std::optional<TaskKind> taskFrom(std::string_view name);
/// Whether its own data are there in every language; those of others have one.
bool hasLanguages(TaskKind kind);

/// The data that a task comes with, in the format of its kind; always the same for a seed.
/// Empty for own text.
std::string taskText(TaskKind kind, Language language, std::uint64_t seed);
/// What is watched while it learns, such as "我 有 一只 猫"; a line of its data.
std::string watchedText(TaskKind kind, Language language);

} // namespace headscope
