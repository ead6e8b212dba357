// SPDX-License-Identifier: GPL-3.0-or-later
#include "words/fully_masked_words.h"

#include <QCoreApplication>

namespace headscope {

QString fullyMaskedWords(FullyMasked choice) {
    switch (choice) {
    case FullyMasked::Zeros:
        return QCoreApplication::translate(
            "Inspector", "Its weights are 0, as scaled_dot_product_attention gives "
                         "since PyTorch 2.5; the row sums to 0 instead of 1.");
    case FullyMasked::NaN:
        return QCoreApplication::translate(
            "Inspector", "Its weights are NaN, as nn.MultiheadAttention gives: the "
                         "softmax divides 0 by 0.");
    case FullyMasked::Uniform:
        return QCoreApplication::translate(
            "Inspector", "Its weights are all alike, as models give that mask with "
                         "the smallest finite number instead of −∞.");
    }
    return {};
}

} // namespace headscope
