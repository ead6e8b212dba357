// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/fully_masked.h"

namespace headscope {

std::string_view fullyMaskedName(FullyMasked fullyMasked) {
    switch (fullyMasked) {
    case FullyMasked::Zeros: return "zeros";
    case FullyMasked::NaN: return "nan";
    case FullyMasked::Uniform: return "uniform";
    }
    return "zeros";
}

std::optional<FullyMasked> fullyMaskedFrom(std::string_view name) {
    for (const FullyMasked choice : {FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform}) {
        if (fullyMaskedName(choice) == name)
            return choice;
    }
    return std::nullopt;
}

} // namespace headscope
