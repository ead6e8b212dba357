// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "trace/trace.h"

#include <QString>
#include <QStringList>

namespace headscope {

/// Who proposed what is told of an attention beside what it computes: "Kobayashi et al. 2020".
/// Empty of all other tensors.
QString analysisSource(TensorName name);
/// What it says and what it does not, a sentence or two each; empty of all other tensors. Markup of
/// math_text.h.
QStringList analysisNotes(const Trace& block, TensorName name);

/// The title of a tensor whose pieces are merged: "attention weights, in words".
QString titleInWords(const QString& title);
/// "pieces merged to words: sum over keys, mean over queries"
QString mergedWordsText();

} // namespace headscope
