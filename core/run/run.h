// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/labels.h"
#include "run/origin.h"
#include "trace/scopes.h"

#include <map>
#include <memory>

namespace headscope {

/// What the engine gives back, or what somebody else computed: a trace that is never changed,
/// the words at all of its axes, and where it came from. A picture needs nothing else.
class Run {
public:
    Run(std::shared_ptr<const Trace> trace, RunLabels labels, RunOrigin origin = {});
    /// The same run with other numbers for its attentions, which count these words; all other
    /// blocks count the labels of `pieces`.
    Run(const Run& pieces, std::shared_ptr<const Trace> trace, RunLabels words);

    const std::shared_ptr<const Trace>& trace() const { return m_trace; }
    /// All blocks, in the order of the computation.
    const std::vector<TraceScope>& scopes() const { return m_scopes; }
    const RunLabels& labels() const { return m_labels; }
    const RunOrigin& origin() const { return m_origin; }
    /// Whether its attentions count words where labels() are pieces of them.
    bool isInWords() const { return m_words.has_value(); }
    /// How many sequences the batch has.
    Index batch() const { return m_batch; }
    /// How many heads an attention has; 1 where no tensor has heads.
    Index heads() const { return m_heads; }

    /// The words at the axes of a block: those of the inputs that it was computed from, found by
    /// what made what.
    AxisTokens tokens(std::string_view scope) const {
        return tokens(scope, m_words && isAttention(scope) ? *m_words : m_labels);
    }
    /// The same of other words, such as those of an experiment that was edited since.
    AxisTokens tokens(std::string_view scope, const RunLabels& labels) const;
    /// Whether queries and keys of a block are the same tokens, so that their places can be
    /// compared. Of weights alone: there are as many of both, and nobody gave keys other words.
    bool isSelfAttention(std::string_view scope) const;
    /// What forbids pairs in a block; nothing is known to do so where nobody said it.
    const MaskRules& maskRules(std::string_view scope) const;

private:
    /// Whether a block's queries and keys are tokens of the other side.
    struct Sides {
        bool otherQueries = false;
        bool otherKeys = true;
        bool looks = false; ///< queries look at keys here
    };
    void findSides();
    bool isAttention(std::string_view scope) const;

    std::shared_ptr<const Trace> m_trace;
    RunLabels m_labels;
    std::optional<RunLabels> m_words; ///< of the attentions
    RunOrigin m_origin;
    std::vector<TraceScope> m_scopes;
    std::map<std::string, Sides, std::less<>> m_sides;
    Index m_batch = 1;
    Index m_heads = 1;
};

} // namespace headscope
