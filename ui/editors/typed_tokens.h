// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "document/packed_training.h"
#include "experiment/edits/edit.h"

#include <QString>

namespace headscope {

// What somebody typed as the words of a sequence, also where Chinese stands there without spaces.

/// The words that a text says. A sentence of Chinese characters without a space is cut at the words
/// that the training knows which the experiment was taken from, where it knows at least two of it.
TokenList typedTokens(const Experiment& experiment, const PackedTrainingPointer& training,
                      TokenSide side, const QString& text);

/// Whether a text is one token only because it has no spaces: three Chinese characters or more,
/// which are no word that the training knows.
bool lacksSpaces(const Experiment& experiment, const PackedTrainingPointer& training,
                 TokenSide side, const QString& text);

/// A token for each character.
TokenList charactersOf(const QString& text);

} // namespace headscope
