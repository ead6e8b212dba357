// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/cancellation.h"
#include "support/result.h"
#include "tensor/tensor.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

/// The words that an axis counts, a list for each sequence of the batch or one for all; none:
/// places are counted.
using AxisWords = std::vector<std::vector<std::string>>;

/// Where the pieces of a file go, and whether they got there.
using WritePiece = std::function<Status(std::string_view)>;

/// A tensor of any rank as a table with a line for each number and commas, or tabs, between its
/// fields, as R and pandas like them:
///   batch,heads,query,query_word,key,key_word,attention_weights
///   1,1,1,我,1,我,0.75
/// Places count from 1, in C order; an axis is followed by its words, where `words`, an entry for
/// each axis, has any; a place behind them, as of padding, has an empty one. Numbers read back bit
/// by bit. Once cancelled, an Error says so. `progress` gets the share that is done.
Status writeTensorCsv(const Tensor& tensor, std::string_view name,
                      const std::vector<AxisWords>& words, const WritePiece& write,
                      const CancellationToken& cancellation = {},
                      const std::function<void(double)>& progress = {}, char separator = ',');

/// The same tensor as a .npy, in pieces.
Status writeTensorNpy(const Tensor& tensor, const WritePiece& write,
                      const CancellationToken& cancellation = {},
                      const std::function<void(double)>& progress = {});

} // namespace headscope
