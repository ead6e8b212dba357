// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "checkpoint/next_word.h"
#include "experiment/experiment.h"
#include "lessons/attention_facts.h"
#include "lessons/expression.h"
#include "measures/head_measures.h"
#include "run/run.h"
#include "source/source.h"

#include <map>
#include <vector>

namespace headscope {

/// What a lesson is played on, an experiment or a trained model, and what it came to.
struct LessonMoment {
    Source source;
    std::shared_ptr<const Run> run;
    Index sequence = 0;

    std::shared_ptr<const Experiment> experiment() const { return source.experiment(); }
};

/// Path of the attention of a layer of a model of one stack.
std::string attentionOf(Index layer);

/// What a lesson can ask of a moment: of one attention of the run, the first where it names no
/// layer, for one sequence.
///
///   heads d_model d_k d_v batch queries keys    sizes; padding does not count
///   rows columns      of a table of weights, as it is drawn: with padding
///   scale auto_scale dropout dropout_seed causal masked self plain
///   seed              of the weights
///   positions biased drawn      1: added to X; the projections have biases; the weights are dice
///   mask_holds        1: causal mask and what is painted hold in the attention that is asked
///   fully_masked      what a row without keys becomes: 0 zeros, 1 NaN, 2 uniform
///   parameters multiplications projection_parameters projection_multiplications
///   score_multiplications score_numbers         counted as head_cost.h does
///   elements misplaced       numbers of Q, and those that view without transpose misplaces
///   weight scored scaled masked_score dropped (head, query, key)      from 0
///   row_sum dropped_sum largest_weight second_weight (head, query) · column_sum (head, key)
///   kept_factor (head, query)       how much larger dropout made what it kept of a row, and where
///                     it kept nothing, of the next one
///   mean_dropped_sum mean_largest_weight ()         of the rows of all heads
///   uneven_dropped_rows ()          how many of them sum to anything but 1.00 after dropout
///   score_variance scaled_variance ()     of the numbers of all heads, around the mean of each
///   head_score_variance (head)      of the numbers of one
///   context (head, query, feature)  weights · V
///   share_of_output (head, query, key)    how long weight · V · W_O of one weight is, measured by
///                     the length of the row of the output that it is a part of
///   rows_differ (query, query)      the largest difference of two rows of weights, in any head
///   same_vector (query, query)      1: the same embedding, before positions are added
///   word_length (query) · feature_length (feature)      of a row and of a column of X, before that
///   allowed (query, key)     1: may be attended to, in the first head
///   allowed_keys (query)     how many
///   same_word (query, key)
///   previous_share first_share self_share (head)    which part of a row goes to the token before,
///                     to the first, to itself: the evidence for kinds of heads (KindEvidence)
/// of a trained model
///   added (head, query)      how long what a head adds to the vector of a token is, measured by
///                     the length of the vector that it is added to
///   trained layers           1: it is one; of one stack its layers
///   next_token               1: it says which token comes next
///   likeliest                id of the token that it says first, at the asked place
///   probability (token)      of an id, there
/// and of a moment against the start of the lesson:
///   output_moved (query)     ‖B − A‖ ÷ ‖A‖ of a row of the output, as Compare has it
///   moved_heads ()           in how many heads any weight is another one
///   head_moved (head)        1: in this one
///
/// Functions of an attention take a layer before their other arguments, too: weight(layer, head,
/// query, key). What the run has not got, or a place that it has not got, has no value. What goes
/// through many numbers is counted once; so one thread asks at a time.
class LessonFacts {
public:
    using Value = std::optional<double>;

    /// Of the attention of that layer, of a model of one stack; nothing: of the first.
    explicit LessonFacts(LessonMoment moment, std::optional<Index> layer = {});

    const LessonMoment& moment() const { return m_moment; }
    /// The path of the attention that is asked.
    const std::string& scope() const { return m_scope; }
    Value number(std::string_view name) const;
    /// `start`: what a function of two moments counts from; nullptr: none, and it has no value.
    Value call(std::string_view function, std::span<const double> arguments,
               const LessonFacts* start = nullptr) const;

    static bool knows(std::string_view name);
    static bool knows(std::string_view function, std::size_t arguments);

private:
    struct Function;
    using Places = std::vector<Index>;

    /// What `count` gives, which is asked only once.
    template <typename Count>
    Value once(std::string_view what, const Places& at, const Count& count) const;
    /// nullptr: the model has no such layer.
    const LessonFacts* inLayer(Index layer) const;
    /// At the asked place, from the likeliest on; empty where nothing is said there.
    const std::vector<NextWord>& said() const;
    /// Where the rows of that head go to; nullptr: nothing is known of it.
    const KindEvidence* kindOf(Index head) const;
    Value shareOfOutput(Index head, Index query, Index key) const;
    Value sameWord(Index query, Index key) const;

    LessonMoment m_moment;
    std::string m_scope;
    AttentionFacts m_attention{nullptr, 0, {}};
    mutable std::map<std::pair<std::string, Places>, Value> m_counted; ///< by function and places
    mutable std::map<Index, std::shared_ptr<const LessonFacts>> m_layers;
    mutable std::optional<std::vector<NextWord>> m_said;
    mutable std::optional<std::vector<HeadMeasures>> m_heads;
};

} // namespace headscope
