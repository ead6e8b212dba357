// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "learning/tasks/dataset.h"

namespace headscope {

// The formats of DataKind, a line at a time. Numbers of lines are from 1, for sentences.

/// Adds the words of a pair to the vocabularies of the data (unless `known`: then a word that is
/// not there is an Error) and gives it as numbers.
Result<Sample> readPair(std::string_view line, Index number, bool known, Dataset& data);
Result<Sample> readRelations(std::string_view line, Index number, bool known, Dataset& data);
Result<Sample> readSequence(std::string_view line, Index number, bool known, Dataset& data);

/// Letters or words of a text, which is UTF-8.
TokenList tokensOfText(std::string_view text, bool byCharacter);
/// Cuts tokens into samples of the next token, from `first` up to `last`, a window every
/// `stride` tokens; at least one where there are two tokens.
std::vector<Sample> windowsOf(const std::vector<int>& tokens, std::size_t first, std::size_t last,
                              Index context, Index stride);

/// Words that data of one kind begin with: <Begin> and <End>.
void addFrameWords(Dataset& data);
/// What a sequence of letters is asked for: targets and references by the task.
void askSequence(Sample& sample, TaskKind task);

} // namespace headscope
