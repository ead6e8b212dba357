// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "experiment/experiment.h"
#include "lessons/lesson.h"
#include "source/source.h"

namespace headscope {

/// What an edit of a lesson is called and what it takes; all go through experiment/edit.h.
///
///   {"scale": expression or "auto"}        {"heads": expression}
///   {"key_dim": expression or "auto"}      {"value_dim": expression or "auto"}
///   {"dropout": expression}                {"dropout_seed": expression}
///   {"causal": true or false}              {"fully_masked": "zeros", "nan" or "uniform"}
///   {"layout": "batch_first" or "sequence_first"}
///   {"allow" or "forbid": {"query": expression, "key": expression}}   without a key: the row
///   {"turn_mask": true}     forbids what is allowed and allows what is forbidden
///   {"no_mask": true}       causal, window, prefix and what is painted go
///   {"positions": true or false}           {"biases": true or false}
///   {"seed": expression}    of the weights, where they are random
///   {"input": {"word": expression, "feature": expression, "times": expression}}
///   {"exchange_words" or "exchange_heads": {"first": expression, "second": expression}}
///   {"keys_as_queries": true}              {"mean_heads": true}
///   {"late_mask": expression}              of that head
///   {"hold": {"head": …, "query": …, "key": …, "value": …}}           a weight
/// The last six are those of lesson_changes.h. Of a trained model are
///   {"switch_off" or "switch_on": {"layer": expression, "head": expression}}
///   {"all_on": true}
/// and no others.
bool isLessonEdit(std::string_view name);

/// What the object of an edit has as members; empty: it takes none.
struct LessonEditMember {
    std::string_view name;
    bool needed = true;
};
std::span<const LessonEditMember> membersOfEdit(std::string_view name);

/// The edits one after the other; expressions are asked once, before the first of them. An Error
/// where the source is of another kind than an edit is about.
Result<Source> withLessonEdits(const Source& source, const std::vector<LessonEdit>& edits,
                               const ExpressionScope& scope);
/// The same of an experiment.
Result<Experiment> withLessonEdits(const Experiment& experiment,
                                   const std::vector<LessonEdit>& edits,
                                   const ExpressionScope& scope);

} // namespace headscope
