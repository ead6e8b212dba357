// SPDX-License-Identifier: GPL-3.0-or-later
#include "measures/head_measures.h"

#include "measures/attention_head.h"
#include "support/parallel.h"
#include "support/separators.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace headscope {

namespace {

constexpr Index rowsPerTask = 64;

/// What is the same for all heads of a sequence.
struct Places {
    bool self = false; ///< places of queries and keys count the same tokens
    /// Keys before those of the first query: of a cache of keys, where the queries are its last
    /// tokens.
    Index cached = 0;
    const TokenList* queries = nullptr;
    const TokenList* keys = nullptr;
    std::vector<char> separator;  ///< of each key
    std::vector<int> queryTokens; ///< numbers of equal tokens are equal; −1: nobody named it
    std::vector<int> keyTokens;
    bool anySeparator = false;
};

/// The numbers that equal words of both lists share; -1 behind their end.
void numberWords(Places& places, Index queries, Index keys) {
    std::vector<std::string_view> known;
    for (const TokenList* list : {places.queries, places.keys})
        known.insert(known.end(), list->begin(), list->end());
    std::ranges::sort(known);
    const auto numbered = [&known](const TokenList& list, Index count) {
        std::vector<int> numbers(static_cast<std::size_t>(count), -1);
        for (std::size_t i = 0; i < std::min(numbers.size(), list.size()); ++i)
            numbers[i] = static_cast<int>(
                std::ranges::lower_bound(known, std::string_view(list[i])) - known.begin());
        return numbers;
    };
    places.queryTokens = numbered(*places.queries, queries);
    places.keyTokens = numbered(*places.keys, keys);
}

Places placesOf(const Run& run, std::string_view scope, Index sequence, const Tensor& weights) {
    Places places;
    places.self = run.isSelfAttention(scope);
    if (!places.self && run.maskRules(scope).lowerRight && weights.size(1) > weights.size(0)) {
        places.self = true;
        places.cached = weights.size(1) - weights.size(0);
    }
    const AxisTokens tokens = run.tokens(scope);
    places.queries = &wordsOf(tokens.queries, sequence);
    places.keys = &wordsOf(tokens.keys, sequence);
    // Places of one side are no words of the other: 2 is not 2 there.
    const bool counted = arePlaces(*tokens.keys) &&
                         (places.cached > 0 || (!places.self && arePlaces(*tokens.queries)));
    static const TokenList none;
    if (counted)
        places.queries = &none;
    numberWords(places, weights.size(0), weights.size(1));
    places.separator.assign(static_cast<std::size_t>(weights.size(1)), 0);
    for (std::size_t key = 0; key < std::min(places.separator.size(), places.keys->size()); ++key) {
        places.separator[key] = isSeparator((*places.keys)[key]);
        places.anySeparator = places.anySeparator || places.separator[key];
    }
    return places;
}

/// Sums over rows, in their order.
struct Sums {
    struct Sum {
        double value = 0;
        double even = 0;
        double largest = 0;
        Index queries = 0;

        void add(double rowValue, double rowEven, double rowLargest = 1) {
            value += rowValue;
            even += rowEven;
            largest = std::max(largest, rowLargest);
            ++queries;
        }
    };
    std::array<Sum, measureCount> of{};
    KindEvidence kind;
    Index queries = 0;
    Index noShares = 0;

    Sum& operator[](Measure measure) { return of[static_cast<std::size_t>(measure)]; }
    void add(const Sums& more) {
        for (std::size_t i = 0; i < measureCount; ++i) {
            of[i].value += more.of[i].value;
            of[i].even += more.of[i].even;
            of[i].largest = std::max(of[i].largest, more.of[i].largest);
            of[i].queries += more.of[i].queries;
        }
        kind.previous += more.kind.previous;
        kind.first += more.kind.first;
        kind.self += more.kind.self;
        kind.next += more.kind.next;
        kind.other += more.kind.other;
        kind.queries += more.kind.queries;
        queries += more.queries;
        noShares += more.noShares;
    }
};

/// A row of the weights and of what may be looked at, wherever their numbers lie.
struct Row {
    Index query = 0;
    Index place = 0; ///< of the query among the keys
    Index keys = 0;
    const float* weights = nullptr;
    Index step = 1;
    const float* may = nullptr;
    Index mayStep = 1;

    Row(const AttentionHead& head, Index row, Index cached)
        : query(row)
        , place(row + cached)
        , keys(head.weights.size(1))
        , weights(head.weights.data() + row * head.weights.stride(0))
        , step(head.weights.stride(1)) {
        if (head.mayAttend) {
            may = head.mayAttend->data() + row * head.mayAttend->stride(0);
            mayStep = head.mayAttend->stride(1);
        }
    }
    double operator[](Index key) const { return static_cast<double>(weights[key * step]); }
    bool allows(Index key) const { return !may || may[key * mayStep] != 0.0F; }
    Index allowed() const {
        Index count = 0;
        for (Index key = 0; key < keys; ++key)
            count += allows(key);
        return count;
    }
    /// Whether it sums to 1 and nowhere goes below 0, which no row with a NaN does.
    bool isShares() const {
        double sum = 0;
        bool below = false;
        for (Index key = 0; key < keys; ++key) {
            below = below || (*this)[key] < 0;
            sum += (*this)[key];
        }
        return !below && std::abs(sum - 1) <= strayingSum;
    }
};

/// Entropy and distance.
void addSpread(const Row& row, double allowed, const Places& places, Sums& sums) {
    double bits = 0;
    double distance = 0;
    double evenDistance = 0;
    Index farthest = 0;
    bool isSpread = true; // less than nothing of a row, as may be typed, has no entropy
    for (Index key = 0; key < row.keys; ++key) {
        const double share = row[key];
        isSpread = isSpread && !(share < 0);
        const Index apart = std::abs(row.place - key);
        if (share != 0)
            bits -= share * std::log2(share);
        distance += share * static_cast<double>(apart);
        if (row.allows(key)) {
            evenDistance += static_cast<double>(apart);
            farthest = std::max(farthest, apart);
        }
    }
    const double most = std::log2(allowed);
    if (isSpread)
        sums[Measure::Entropy].add(bits, most, most);
    if (places.self)
        sums[Measure::Distance].add(distance, evenDistance / allowed,
                                    static_cast<double>(farthest));
}

/// The share of the keys that `counts` names.
template <class Counts>
void addShare(const Row& row, double even, Sums::Sum& sum, const Counts& counts) {
    double share = 0;
    Index allowed = 0;
    for (Index key = 0; key < row.keys; ++key) {
        if (!counts(key))
            continue;
        share += row[key];
        allowed += row.allows(key);
    }
    sum.add(share, even * static_cast<double>(allowed));
}

void addEqual(const Row& row, double even, const Places& places, Sums& sums) {
    const int token = places.queryTokens[static_cast<std::size_t>(row.query)];
    const auto isEqual = [&](Index key) {
        return places.keyTokens[static_cast<std::size_t>(key)] == token &&
               !(places.self && key == row.place);
    };
    bool any = false;
    for (Index key = 0; key < row.keys && token >= 0 && !any; ++key)
        any = isEqual(key);
    if (any)
        addShare(row, even, sums[Measure::EqualTokens], isEqual);
}

/// What only the places of self-attention can say; `queries` of them are tokens.
void addNeighbours(const Row& row, double even, Index queries, Sums& sums) {
    const auto add = [&](Measure measure, Index key) {
        sums[measure].add(row[key], row.allows(key) ? even : 0);
    };
    const Index query = row.place;
    const bool hasNext = query + 1 < queries;
    add(Measure::Self, query);
    if (query > 0)
        add(Measure::Previous, query - 1);
    if (hasNext)
        add(Measure::Next, query + 1);
    if (query < 2)
        return;
    const double next = hasNext ? row[query + 1] : 0;
    double whole = 0;
    for (Index key = 0; key < row.keys; ++key)
        whole += row[key];
    KindEvidence& kind = sums.kind;
    kind.previous += row[query - 1];
    kind.first += row[0];
    kind.self += row[query];
    kind.next += next;
    kind.other += whole - row[query - 1] - row[0] - row[query] - next;
    ++kind.queries;
}

void addRow(const AttentionHead& head, const Places& places, Index query, Sums& sums) {
    if (head.isPadding(query))
        return;
    const Row row(head, query, places.cached);
    const Index allowed = row.allowed();
    if (allowed == 0)
        return;
    if (head.finished && !row.isShares()) {
        ++sums.noShares;
        return;
    }
    ++sums.queries;
    const double even = 1.0 / static_cast<double>(allowed);
    addSpread(row, static_cast<double>(allowed), places, sums);
    sums[Measure::First].add(row[0], row.allows(0) ? even : 0);
    if (places.anySeparator)
        addShare(row, even, sums[Measure::Separators], [&places](Index key) {
            return places.separator[static_cast<std::size_t>(key)] != 0;
        });
    addEqual(row, even, places, sums);
    if (places.self)
        addNeighbours(row, even, head.queries + places.cached, sums);
}

HeadMeasures meansOf(const Sums& sums) {
    HeadMeasures measures;
    measures.queries = sums.queries;
    measures.noShares = sums.noShares;
    for (std::size_t i = 0; i < measureCount; ++i) {
        const Sums::Sum& sum = sums.of[i];
        const auto queries = static_cast<double>(sum.queries);
        if (sum.queries > 0)
            measures.means[i] =
                MeanOfRows{sum.value / queries, sum.even / queries, sum.largest, sum.queries};
    }
    if (sums.kind.queries > 0) {
        const auto queries = static_cast<double>(sums.kind.queries);
        measures.kind = KindEvidence{sums.kind.previous / queries, sums.kind.first / queries,
                                     sums.kind.self / queries,     sums.kind.next / queries,
                                     sums.kind.other / queries,    sums.kind.queries};
    }
    return measures;
}

} // namespace

std::string_view measureName(Measure measure) {
    switch (measure) {
    case Measure::Entropy: return "entropy_bits";
    case Measure::Distance: return "mean_distance";
    case Measure::First: return "first";
    case Measure::Previous: return "previous";
    case Measure::Next: return "next";
    case Measure::Self: return "self";
    case Measure::Separators: return "separators";
    case Measure::EqualTokens: return "equal_tokens";
    }
    return {};
}

double shareOf(const KindEvidence& evidence, HeadKind kind) {
    switch (kind) {
    case HeadKind::Previous: return evidence.previous;
    case HeadKind::First: return evidence.first;
    case HeadKind::Self: return evidence.self;
    case HeadKind::Next: return evidence.next;
    }
    return 0;
}

std::optional<HeadKind> kindOf(const KindEvidence& evidence) {
    for (const HeadKind kind :
         {HeadKind::Previous, HeadKind::First, HeadKind::Self, HeadKind::Next}) {
        if (shareOf(evidence, kind) > 0.5)
            return kind;
    }
    return std::nullopt;
}

Index measureWork(const Run& run, std::string_view scope) {
    const TraceStep* const weights = run.trace()->find(TensorName::AttentionWeights, scope);
    return weights ? weights->result.elementCount() / std::max<Index>(1, run.batch()) : 0;
}

std::vector<HeadMeasures> measureHeads(const Run& run, std::string_view scope, Index sequence,
                                       const Execution& execution) {
    const std::vector<AttentionHead> heads = attentionHeads(run, scope, sequence);
    if (heads.empty())
        return {};
    const Places places = placesOf(run, scope, sequence, heads.front().weights);
    const Index tasks = (heads.front().queries + rowsPerTask - 1) / rowsPerTask;
    std::vector<Sums> parts(heads.size() * static_cast<std::size_t>(tasks));
    parallelFor(std::ssize(parts), execution, [&](Index part) {
        const AttentionHead& head = heads[static_cast<std::size_t>(part / tasks)];
        const Index from = part % tasks * rowsPerTask;
        for (Index query = from; query < std::min(from + rowsPerTask, head.queries); ++query)
            addRow(head, places, query, parts[static_cast<std::size_t>(part)]);
    });
    std::vector<HeadMeasures> measures;
    for (std::size_t head = 0; head < heads.size(); ++head) {
        Sums sums;
        for (Index task = 0; task < tasks; ++task)
            sums.add(
                parts[head * static_cast<std::size_t>(tasks) + static_cast<std::size_t>(task)]);
        HeadMeasures& one = measures.emplace_back(meansOf(sums));
        one.scope = scope;
        one.sequence = sequence;
        one.head = static_cast<Index>(head);
    }
    return measures;
}

} // namespace headscope
