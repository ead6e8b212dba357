// SPDX-License-Identifier: GPL-3.0-or-later
#include "worksheet/worksheet.h"

#include "steps/scale_root.h"
#include "worksheet/printed_number.h"
#include "worksheet/worksheet_blanks.h"
#include "worksheet/worksheet_matrices.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

namespace headscope {

namespace {

using enum WorksheetStep;

const std::vector<WorksheetStepName> stepNames = {
    {"projections", {ProjectQuery, ProjectKey, ProjectValue}},
    {"query", {ProjectQuery}},
    {"key", {ProjectKey}},
    {"value", {ProjectValue}},
    {"scores", {Scores}},
    {"scaled", {Scaled}},
    {"masked", {Masked}},
    {"softmax", {Softmax}},
    {"context", {Context}},
    {"concatenation", {Concatenation}},
    {"output", {Output}},
};

/// Puts the tasks of a sheet together.
class Builder {
public:
    Builder(const Trace& block, const WorksheetOptions& options, const WorksheetLabels& labels)
        : m_block(block)
        , m_options(options)
        , m_matrices(block, options, labels, m_sheet) {
        m_sheet.decimals = options.decimals;
        m_sheet.seed = options.seed;
    }

    Result<Worksheet> build() {
        const Tensor& scores = m_block[TensorName::Scores];
        const Index heads = scores.size(scores.axisOf(Axis::Heads));
        std::vector<Index> shown = m_options.heads;
        if (shown.empty()) {
            shown.resize(static_cast<std::size_t>(heads));
            std::iota(shown.begin(), shown.end(), Index{0});
        }
        for (const Index head : shown) {
            if (head < 0 || head >= heads)
                return makeError(HEADSCOPE_MESSAGE("Message", "there is no head %1; there are %2"),
                                 head + 1, heads);
        }
        const bool all = std::ssize(shown) == heads;
        if (!all && wants(Concatenation))
            return makeError(HEADSCOPE_MESSAGE("Message", "to set heads side by side, all %1 of "
                                                          "them have to be on the sheet"),
                             heads);
        if (!all && wants(Context) && wants(Output))
            return makeError(HEADSCOPE_MESSAGE("Message", "the output is made of the contexts of "
                                                          "all heads: to practise both, all %1 of "
                                                          "them have to be on the sheet"),
                             heads);
        if (wants(Masked) && !isMasked())
            return makeError(HEADSCOPE_MESSAGE("Message", "nothing is masked here: leave out the "
                                                          "step \"masked\""));
        for (const Index head : shown)
            addHead(head);
        addTogether(shown);
        if (!m_matrices.status())
            return m_matrices.status().error();
        return std::move(m_sheet);
    }

private:
    bool wants(WorksheetStep step) const {
        return std::ranges::find(m_options.steps, step) != m_options.steps.end();
    }
    bool isMasked() const { return appliesMask(*m_block.find(TensorName::MaskedScores)); }

    std::size_t matrix(TensorName name, std::optional<Index> head) {
        return m_matrices.matrix(name, head);
    }
    /// Prints what is not on the sheet yet.
    void add(WorksheetTask task) {
        for (const std::size_t shown : task.operands)
            print(task, shown);
        print(task, task.result);
        m_sheet.tasks.push_back(std::move(task));
    }
    void print(WorksheetTask& task, std::size_t shown) {
        if (std::ranges::find(m_printed, shown) != m_printed.end())
            return;
        m_printed.push_back(shown);
        task.prints.push_back(shown);
    }

    void addLinear(WorksheetStep step, TensorName linear, TensorName result,
                   std::optional<Index> head) {
        const TraceStep& made = *m_block.find(linear);
        WorksheetTask task{.step = step, .head = head};
        for (std::size_t i = 0; i < made.operands.size(); ++i) {
            const TensorName name = m_block[made.operands[i]].name;
            task.operands.push_back(matrix(name, i == 0 ? std::nullopt : head));
        }
        task.result = matrix(result, head);
        add(std::move(task));
    }

    void scale(WorksheetTask& task) {
        const std::size_t scaled = *m_block.indexOf(TensorName::ScaledScores);
        task.root = rootOfScale(m_block, scaled);
        if (task.root)
            return;
        const float factor = m_block[scaled].factor;
        std::array<char, 64> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                       std::fabs(factor), std::chars_format::fixed);
        task.factor = (factor < 0 ? "\u2212" : "") + std::string(digits.data(), end.ptr);
    }

    void addHead(Index head) {
        if (wants(ProjectQuery))
            addLinear(ProjectQuery, TensorName::ProjectedQuery, TensorName::Query, head);
        if (wants(ProjectKey))
            addLinear(ProjectKey, TensorName::ProjectedKey, TensorName::Key, head);
        if (wants(ProjectValue))
            addLinear(ProjectValue, TensorName::ProjectedValue, TensorName::Value, head);
        if (wants(Scores))
            add({.step = Scores,
                 .head = head,
                 .operands = {matrix(TensorName::Query, head), matrix(TensorName::Key, head)},
                 .result = matrix(TensorName::Scores, head)});
        // What is not practised by itself is done on the way: softmax(S ÷ √d + M).
        TensorName at = TensorName::Scores;
        if (wants(Scaled))
            at = addScores(Scaled, wants(Scores) ? at : TensorName::Scores,
                           TensorName::ScaledScores, head);
        if (wants(Masked))
            at = addScores(Masked, wants(Scores) || wants(Scaled) ? at : TensorName::ScaledScores,
                           TensorName::MaskedScores, head);
        if (wants(Softmax)) {
            const bool begins = !wants(Scores) && !wants(Scaled) && !wants(Masked);
            const TensorName direct =
                isMasked() ? TensorName::MaskedScores : TensorName::ScaledScores;
            addScores(Softmax, begins ? direct : at, TensorName::AttentionWeights, head);
        }
        if (wants(Context))
            add({.step = Context,
                 .head = head,
                 .operands = {matrix(m_block.find(TensorName::DroppedWeights)
                                         ? TensorName::DroppedWeights
                                         : TensorName::AttentionWeights,
                                     head),
                              matrix(TensorName::Value, head)},
                 .result = matrix(TensorName::HeadContext, head)});
    }

    /// A step from the scores to the weights, with what lies between.
    TensorName addScores(WorksheetStep step, TensorName from, TensorName to, Index head) {
        WorksheetTask task{.step = step, .head = head, .operands = {matrix(from, head)}};
        if (from == TensorName::Scores)
            scale(task);
        const bool isBeforeMask = from != TensorName::MaskedScores;
        if (step != Scaled && isBeforeMask && isMasked()) {
            const bool own = m_matrices.masksDiffer();
            task.masks = true;
            task.operands.push_back(m_matrices.mask(own ? std::optional(head) : std::nullopt));
        }
        task.result = matrix(to, head);
        add(std::move(task));
        return to;
    }

    void addTogether(const std::vector<Index>& heads) {
        // Between the two the contexts would be printed again.
        const bool between = wants(Context) && wants(Output);
        if (wants(Concatenation) || between) {
            WorksheetTask task{.step = Concatenation};
            for (const Index head : heads)
                task.operands.push_back(matrix(TensorName::HeadContext, head));
            task.result = matrix(TensorName::ConcatenatedContext, std::nullopt);
            add(std::move(task));
        }
        if (wants(Output))
            addLinear(Output, TensorName::Output, TensorName::Output, std::nullopt);
    }

    const Trace& m_block;
    const WorksheetOptions& m_options;
    Worksheet m_sheet;
    WorksheetMatrices m_matrices;
    std::vector<std::size_t> m_printed;
};

} // namespace

std::vector<WorksheetStep> usualWorksheetSteps() {
    return {Scores, Scaled, Softmax, Context};
}

std::span<const WorksheetStepName> worksheetStepNames() {
    return stepNames;
}

Result<Worksheet> makeWorksheet(const Trace& block, const WorksheetOptions& options,
                                const WorksheetLabels& labels) {
    for (const TensorName needed :
         {TensorName::Query, TensorName::Key, TensorName::Value, TensorName::Scores,
          TensorName::ScaledScores, TensorName::MaskedScores, TensorName::AttentionWeights,
          TensorName::HeadContext, TensorName::Output}) {
        if (!block.find(needed))
            return makeError(HEADSCOPE_MESSAGE("Message", "there is no attention here to compute "
                                                          "on paper"));
    }
    if (block.find(TensorName::RotatedQuery))
        return makeError(HEADSCOPE_MESSAGE("Message", "rotary positions turn queries and keys "
                                                      "here; that is nothing to compute on paper"));
    if (options.steps.empty())
        return makeError(HEADSCOPE_MESSAGE("Message", "a sheet needs a step at least"));
    const Tensor& scores = block[TensorName::Scores];
    const Index batch = scores.size(scores.axisOf(Axis::Batch));
    if (options.sequence < 0 || options.sequence >= batch)
        return makeError(HEADSCOPE_MESSAGE("Message", "--sequence takes a number from 1 to %1, "
                                                      "not \"%2\""),
                         batch, options.sequence + 1);
    Result<Worksheet> sheet = Builder(block, options, labels).build();
    if (!sheet)
        return sheet;
    if (const Status asked = askBlanks(*sheet, options); !asked)
        return asked.error();
    return sheet;
}

} // namespace headscope
