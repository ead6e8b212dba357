// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/words.h"

#include "arithmetic/matrix.h"
#include "measures/word_pieces.h"
#include "run/masked_pairs.h"
#include "tensor/named_axes.h"

#include <algorithm>
#include <map>

namespace headscope {

namespace {

constexpr std::string_view piecesSuffix = "/pieces";

/// The owners of both axes of an attention, a list for each sequence; no piece is behind the last.
struct Owners {
    std::vector<std::vector<Index>> queries;
    std::vector<std::vector<Index>> keys;
    Index queryWords = 0; ///< of the longest sequence
    Index keyWords = 0;
};

/// With its heads, or with one for all: [batch, heads, query, key].
Tensor withHeads(const Tensor& pairs) {
    if (pairs.has(Axis::Heads))
        return inAxes(pairs, {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key});
    const Tensor plain = inAxes(pairs, {Axis::Batch, Axis::Query, Axis::Key});
    return plain.reshaped({plain.size(0), 1, plain.size(1), plain.size(2)},
                          {Axis::Batch, Axis::Heads, Axis::Query, Axis::Key});
}

/// One matrix [query, key] of words out of one of pieces.
struct WordMatrix {
    std::vector<double> numbers;
    std::vector<Index> pieces; ///< of every query
    Index keys;
};

template <class Take>
WordMatrix merged(const Tensor& pieces, const Owners& owners, std::size_t sequence, Take take) {
    const Index queries = owners.queryWords;
    WordMatrix words{std::vector<double>(static_cast<std::size_t>(queries * owners.keyWords)),
                     std::vector<Index>(static_cast<std::size_t>(queries)), owners.keyWords};
    const std::vector<Index>& ofQueries = owners.queries[sequence];
    const std::vector<Index>& ofKeys = owners.keys[sequence];
    const ConstMatrix numbers = lastTwoAxes(pieces);
    for (std::size_t q = 0; q < ofQueries.size(); ++q) {
        ++words.pieces[static_cast<std::size_t>(ofQueries[q])];
        const float* row = numbers.data + static_cast<Index>(q) * numbers.rowStride;
        for (std::size_t k = 0; k < ofKeys.size(); ++k)
            take(words.numbers[static_cast<std::size_t>(ofQueries[q] * words.keys + ofKeys[k])],
                 double{row[static_cast<Index>(k) * numbers.columnStride]});
    }
    return words;
}

/// Writes every sequence and head of `pairs` through `matrix`.
template <class Matrix>
void fillWords(const Tensor& pairs, const Owners& owners, const AxisTarget& to, Matrix matrix) {
    const Index all = to.step(Axis::Heads) == 0 ? 1 : pairs.size(1);
    std::fill_n(to.numbers, pairs.size(0) * all * owners.queryWords * owners.keyWords, 0.0F);
    for (Index sequence = 0; sequence < pairs.size(0); ++sequence) {
        for (Index head = 0; head < all; ++head) {
            const WordMatrix words = matrix(sequence, head);
            for (Index i = 0; i < std::ssize(words.numbers); ++i)
                to.numbers[sequence * to.step(Axis::Batch) + head * to.step(Axis::Heads) +
                           i / words.keys * to.step(Axis::Query) +
                           i % words.keys * to.step(Axis::Key)] =
                    static_cast<float>(words.numbers[static_cast<std::size_t>(i)]);
        }
    }
}

/// Sums over keys, means over queries.
WordMatrix weightsInWords(const Tensor& pieces, const Owners& owners, std::size_t sequence) {
    WordMatrix words =
        merged(pieces, owners, sequence, [](double& sum, double weight) { sum += weight; });
    for (std::size_t i = 0; i < words.numbers.size(); ++i) {
        const Index parts = words.pieces[i / static_cast<std::size_t>(words.keys)];
        words.numbers[i] /= static_cast<double>(std::max<Index>(1, parts));
    }
    return words;
}

Shape inWordSizes(const Tensor& pairs, const Owners& owners) {
    Shape shape = pairs.shape();
    shape[pairs.axisOf(Axis::Query)] = owners.queryWords;
    shape[pairs.axisOf(Axis::Key)] = owners.keyWords;
    return shape;
}

Tensor mergedWeights(const Tensor& pairs, const std::shared_ptr<const Owners>& owners) {
    return madeDearly(inWordSizes(pairs, *owners), pairs.axes(),
                      [pieces = withHeads(pairs), owners](const AxisTarget& to) {
                          fillWords(pieces, *owners, to, [&](Index sequence, Index head) {
                              const Tensor one = pieces.selected(0, sequence).selected(0, head);
                              return weightsInWords(one, *owners,
                                                    static_cast<std::size_t>(sequence));
                          });
                      });
}

/// The masks of an attention of pieces.
struct PieceMasks {
    std::optional<Tensor> mayAttend;
    std::optional<Tensor> additive;
    Tensor weights;
};

/// 1 where any pair of pieces may; of masks that are added every head is asked by itself.
Tensor mergedMask(const PieceMasks& masks, const std::shared_ptr<const Owners>& owners) {
    const Tensor& like = masks.additive ? masks.weights : *masks.mayAttend;
    return madeDearly(
        inWordSizes(like, *owners), like.axes(), [masks, owners, like](const AxisTarget& to) {
            const Tensor all = withHeads(like);
            const auto matrixOf = [](const Tensor& tensor, Index sequence, Index head) {
                const Tensor heads = withHeads(tensor);
                return heads.selected(0, std::min(sequence, heads.size(0) - 1))
                    .selected(0, std::min(head, heads.size(1) - 1));
            };
            fillWords(all, *owners, to, [&](Index sequence, Index head) {
                const auto of = [&](const std::optional<Tensor>& mask) {
                    return mask ? std::optional(matrixOf(*mask, sequence, head)) : std::nullopt;
                };
                const auto may = allowedPairs(of(masks.mayAttend), of(masks.additive),
                                              matrixOf(masks.weights, sequence, head));
                const Tensor one = all.selected(0, sequence).selected(0, head);
                const Tensor pairs = may ? *may : Tensor::filled(one.shape(), one.axes(), 1);
                return merged(pairs, *owners, static_cast<std::size_t>(sequence),
                              [](double& any, double each) { any = std::max(any, each); });
            });
        });
}

/// A list of each sequence, as a tensor; −1 where there is no piece.
Tensor ownerTensor(const std::vector<std::vector<Index>>& owners, Index places, Axis axis) {
    std::vector<float> numbers;
    for (const std::vector<Index>& list : owners) {
        for (Index place = 0; place < places; ++place)
            numbers.push_back(place < std::ssize(list)
                                  ? static_cast<float>(list[static_cast<std::size_t>(place)])
                                  : -1.0F);
    }
    return Tensor::fromValues({std::ssize(owners), places}, {Axis::Batch, axis}, numbers);
}

TokenLists wordLists(const TokenLists& lists) {
    TokenLists words;
    for (const TokenList& list : lists)
        words.push_back(wordsOfPieces(list).words);
    return words;
}

bool isAttentionBlock(const TraceScope& scope) {
    return scope.kind == ScopeKind::Attention;
}

bool anyGoesOn(const TokenLists& lists) {
    return std::ranges::any_of(lists,
                               [](const TokenList& list) { return hasPieces(wordPieces(list)); });
}

/// The trace of a run with its attentions in words.
class WordTrace {
public:
    explicit WordTrace(const Run& run)
        : m_run(run) {
        for (const TraceScope& scope : run.scopes()) {
            if (isAttentionBlock(scope))
                m_owners.emplace(scope.path, ownersOf(scope.path));
        }
        for (const TraceStep& step : run.trace()->steps())
            add(step);
    }

    std::shared_ptr<const Trace> take() { return std::make_shared<const Trace>(m_trace); }

private:
    std::shared_ptr<const Owners> ownersOf(const std::string& scope) const {
        auto owners = std::make_shared<Owners>();
        const AxisTokens tokens = m_run.tokens(scope);
        const Tensor& weights = m_run.trace()->find(TensorName::AttentionWeights, scope)->result;
        const auto lists = [&](const TokenLists& of, Axis axis, Index& longest) {
            const Index places = weights.size(weights.axisOf(axis));
            std::vector<std::vector<Index>> all;
            for (Index i = 0; i < weights.size(weights.axisOf(Axis::Batch)); ++i) {
                // Where nobody named them every place is a word.
                const auto place = static_cast<std::size_t>(i);
                const bool named = place < of.size() && !of[place].empty();
                all.push_back(wordsOfPieces(named ? of[place] : placeTokens(places)).owner);
                longest = std::max(longest, all.back().empty() ? Index{0} : all.back().back() + 1);
            }
            return all;
        };
        owners->queries = lists(*tokens.queries, Axis::Query, owners->queryWords);
        owners->keys = lists(*tokens.keys, Axis::Key, owners->keyWords);
        return owners;
    }

    void add(TraceStep step) {
        const std::string scope = step.scope;
        const TensorName name = step.name;
        for (std::size_t& operand : step.operands)
            operand = m_places[operand];
        const auto owners = m_owners.find(scope);
        if (owners != m_owners.end())
            step.scope += piecesSuffix;
        if (owners != m_owners.end() && name == TensorName::AttentionWeights)
            step.name = TensorName::PieceWeights; // an attention is known by its weights
        m_places.push_back(m_trace.add(std::move(step)));
        if (owners == m_owners.end())
            return;
        if (name == TensorName::AttentionWeights)
            addMask(scope, owners->second);
        if (name == TensorName::AttentionWeights || name == TensorName::DroppedWeights ||
            name == TensorName::Rollout)
            addMerged(name, scope, owners->second);
    }

    void addMask(const std::string& scope, const std::shared_ptr<const Owners>& owners) {
        const Trace& pieces = *m_run.trace();
        const auto of = [&](TensorName mask) -> std::optional<Tensor> {
            const TraceStep* const step = pieces.find(mask, scope);
            return step ? std::optional(step->result) : std::nullopt;
        };
        const PieceMasks masks{of(TensorName::MayAttend), of(TensorName::AdditiveMask),
                               pieces.find(TensorName::AttentionWeights, scope)->result};
        if (masks.mayAttend || masks.additive)
            m_trace.add({.name = TensorName::MayAttend,
                         .operation = Operation::Mask,
                         .operands = {},
                         .result = mergedMask(masks, owners),
                         .scope = scope});
    }

    void addMerged(TensorName name, const std::string& scope,
                   const std::shared_ptr<const Owners>& owners) {
        const std::size_t pieces = m_places.back();
        const Tensor pairs = m_trace[pieces].result;
        const auto given = [&](TensorName of, const Tensor& tensor) {
            return m_trace.add({.name = of,
                                .operation = Operation::Input,
                                .operands = {},
                                .result = tensor,
                                .scope = scope});
        };
        const std::size_t queries =
            given(TensorName::QueryWords,
                  ownerTensor(owners->queries, pairs.size(pairs.axisOf(Axis::Query)), Axis::Query));
        const std::size_t keys =
            given(TensorName::KeyWords,
                  ownerTensor(owners->keys, pairs.size(pairs.axisOf(Axis::Key)), Axis::Key));
        m_trace.add({.name = name,
                     .operation = Operation::MergeWords,
                     .operands = {pieces, queries, keys},
                     .result = mergedWeights(pairs, owners),
                     .scope = scope});
    }

    const Run& m_run;
    Trace m_trace;
    std::map<std::string, std::shared_ptr<const Owners>, std::less<>> m_owners;
    std::vector<std::size_t> m_places; ///< of every step of the run
};

} // namespace

PieceWords wordsOfPieces(const TokenList& pieces) {
    PieceWords result;
    for (const WordPiece& piece : wordPieces(pieces)) {
        if (piece.startsWord || result.words.empty())
            result.words.emplace_back(piece.ownsSpace ? " " : "");
        result.words.back() += piece.text;
        result.owner.push_back(std::ssize(result.words) - 1);
    }
    return result;
}

std::string_view withoutPieces(std::string_view scope) {
    return scope.ends_with(piecesSuffix) ? scope.substr(0, scope.size() - piecesSuffix.size())
                                         : scope;
}

bool hasWordPieces(const Run& run) {
    const RunLabels& pieces = run.labels();
    return std::ranges::any_of(run.scopes(), isAttentionBlock) &&
           (anyGoesOn(pieces.tokens) || (pieces.keyTokens && anyGoesOn(*pieces.keyTokens)));
}

std::shared_ptr<const Run> inWords(const Run& run) {
    if (!hasWordPieces(run))
        return nullptr;
    const RunLabels& pieces = run.labels();
    RunLabels words{wordLists(pieces.tokens), std::nullopt, pieces.vocabulary};
    if (pieces.keyTokens)
        words.keyTokens = wordLists(*pieces.keyTokens);
    return std::make_shared<const Run>(run, WordTrace(run).take(), std::move(words));
}

} // namespace headscope
