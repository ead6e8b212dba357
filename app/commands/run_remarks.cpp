// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/run_remarks.h"

#include "formats/trace_json.h"
#include "operations/contributors.h"
#include "run/finished_attention.h"
#include "tensor/recipes.h"

#include <QTextStream>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace headscope {

using namespace Qt::StringLiterals;

namespace {

const char* wordsFor(FullyMasked choice) {
    switch (choice) {
    case FullyMasked::Zeros:
        return "zeros, as scaled_dot_product_attention has them since PyTorch 2.5";
    case FullyMasked::NaN: return "NaN, as nn.MultiheadAttention has them";
    case FullyMasked::Uniform:
        return "1/keys, as in models that mask with the smallest finite number";
    }
    return "";
}

/// Rows of attention_weights that no key, or no number, is in.
struct OddRows {
    Index masked = 0;
    Index broken = 0;
};

void countOddRows(const Trace& trace, const TraceStep& step, OddRows& odd) {
    // What came finished is spoken of with its file.
    if (step.operands.empty() || trace[step.operands[0]].operation == Operation::Input)
        return;
    const auto rows = [&](const Tensor& tensor) {
        return tensor.transposed(softmaxAxis(tensor), tensor.rank() - 1).contiguous();
    };
    const Tensor weights = rows(recipes::forOneReader(step.result));
    const auto keys = static_cast<std::size_t>(weights.size(weights.rank() - 1));
    std::optional<Tensor> scores; // of a model they are computed for who reads them
    for (std::size_t row = 0; row < weights.values().size(); row += keys) {
        const auto here = weights.values().subspan(row, keys);
        const auto isNan = [](float weight) { return std::isnan(weight); };
        const auto isMasked = [](float score) { return score == -HUGE_VALF; };
        const bool broken = std::ranges::any_of(here, isNan);
        // Without any key all weights are one number, whatever is chosen for such rows.
        if (!broken && std::ranges::adjacent_find(here, std::ranges::not_equal_to()) != here.end())
            continue;
        if (!scores)
            scores = rows(trace[step.operands[0]].result);
        if (std::ranges::all_of(scores->values().subspan(row, keys), isMasked))
            ++odd.masked;
        else if (broken)
            ++odd.broken;
    }
}

/// What came out in the end.
const TraceStep* lastComputed(const Trace& trace) {
    const auto last = std::find_if(trace.steps().rbegin(), trace.steps().rend(),
                                   [](const TraceStep& step) { return !isAnalysis(step.name); });
    return last == trace.steps().rend() ? nullptr : &*last;
}

/// What is odd in the attention weights of all blocks, and in what came out of them.
struct OddNumbers {
    OddRows rows;
    FullyMasked choice = FullyMasked::Zeros;
    bool dropped = false;
    Index notFinite = 0; ///< of the output, where all weights are numbers
};

OddNumbers oddNumbersOf(const Trace& trace) {
    OddNumbers odd;
    for (const TraceStep& step : trace.steps()) {
        odd.dropped = odd.dropped || step.name == TensorName::DroppedWeights;
        if (step.name != TensorName::AttentionWeights)
            continue;
        countOddRows(trace, step, odd.rows);
        odd.choice = step.fullyMasked;
    }
    const bool known =
        odd.rows.broken > 0 || (odd.rows.masked > 0 && odd.choice == FullyMasked::NaN);
    if (const TraceStep* const step = known ? nullptr : lastComputed(trace)) {
        const Tensor last = step->result.contiguous();
        odd.notFinite = std::ranges::count_if(last.values(),
                                              [](float number) { return !std::isfinite(number); });
    }
    return odd;
}

QString counted(Index count, const char* one, const char* several) {
    return u"headscope: %1 %2"_s.arg(count).arg(QLatin1String(count == 1 ? one : several));
}

void printMasked(QTextStream& err, const OddNumbers& odd) {
    if (odd.rows.masked == 0)
        return;
    err << counted(odd.rows.masked,
                   "row of attention_weights is fully masked: no key is allowed, so it is ",
                   "rows of attention_weights are fully masked: no key is allowed, so they are ")
        << wordsFor(odd.choice) << " (--fully-masked)\n";
}

void printOverflow(QTextStream& err, const Trace& trace, const OddNumbers& odd) {
    if (odd.rows.broken > 0)
        err << counted(odd.rows.broken, "row of attention_weights holds",
                       "rows of attention_weights hold")
            << (odd.rows.masked > 0 && odd.choice == FullyMasked::NaN
                    ? " NaN\n" // they may be those of a masked row, a layer on
                    : " NaN: the scores are too large for float32\n");
    if (odd.notFinite > 0)
        err << counted(odd.notFinite, "number of ", "numbers of ")
            << QString::fromStdString(qualifiedName(*lastComputed(trace)))
            << (odd.notFinite == 1 ? " is" : " are")
            << (checkOperands(&trace) ? " infinite or NaN: too large for float32\n"
                : odd.notFinite == 1  ? " infinite or NaN, as the file has it\n"
                                      : " infinite or NaN, as the file has them\n");
}

} // namespace

void printRunRemarks(QTextStream& err, const Trace& trace) {
    const OddNumbers odd = oddNumbersOf(trace);
    printMasked(err, odd);
    printOverflow(err, trace, odd);
    if (odd.dropped)
        err << "headscope: after dropout the rows of dropped_weights need not sum to 1\n";
}

void printNoNumbers(QTextStream& err, const Trace& trace) {
    const OddNumbers odd = oddNumbersOf(trace);
    if (odd.choice == FullyMasked::NaN)
        printMasked(err, odd);
    printOverflow(err, trace, odd);
}

} // namespace headscope
