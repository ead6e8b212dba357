// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/prepared_stage.h"
#include "scene/scene.h"
#include "support/bounds.h"

#include <QStringList>

#include <optional>
#include <set>
#include <vector>

namespace headscope {

/// Of a row: how much of it the lines hold that are drawn.
inline constexpr Bounds<int> keptPercents{50, 100};

/// Which heads have lines.
enum class LinesHeads : std::uint8_t { All, One, Mean };
/// Which of the two columns of tokens is asked.
enum class LinesSide : std::uint8_t { Query, Key };

/// Keys that are left out of every row, so that what they take does not cover the rest.
struct HiddenKeys {
    bool first = false;
    bool separators = false; ///< as isSeparator() says
    bool padding = false;    ///< behind the last token
    std::set<Index> others{};
    bool renormalised = false; ///< whether what is left of a row is divided by its sum
    bool operator==(const HiddenKeys&) const = default;
};

/// What a person chose on this page alone; head and token are the selection's.
struct LinesChoice {
    int percent = 90;        ///< of a row that the lines hold, 50 to 100
    bool toItself = true;    ///< whether a line from a token to itself is drawn
    std::set<int> off{};     ///< heads without lines while all are shown
    std::set<int> without{}; ///< heads that are not there at all, in a figure
    LinesSide side = LinesSide::Query;
    HiddenKeys hidden{};
    bool operator==(const LinesChoice&) const = default;
};

/// More tokens than this on a side: the lines of the asked one alone.
inline constexpr Index mostTokensAtOnce = 40;
/// More lines than this: a smaller part of each row. Of one token fewer can be told apart.
inline constexpr std::size_t mostLines = 2000;
inline constexpr std::size_t mostLinesOfOne = 1000;

/// One head, or the mean of all: lines of its own and a column of numbers.
struct LinesTrack {
    int panel = 0; ///< of the prepared stage
    int head = -1; ///< from 0; −1: the mean
    bool drawn = true;
};

struct WeightLine {
    int track = 0;
    Index query = 0;
    Index key = 0;
    float weight = 0;
    bool operator==(const WeightLine&) const = default;
};

/// What is drawn whoever is asked: from the weights of one stage and sequence.
struct LinesPicture {
    std::shared_ptr<const PreparedStage> stage;
    LinesChoice choice;
    LinesHeads heads = LinesHeads::All;
    std::vector<LinesTrack> tracks;
    QStringList queryLabels;
    QStringList keyLabels;
    QStringList queryWords; ///< the labels as they are drawn, with what is to be known of them
    QStringList keyWords;
    /// What the shown heads have learnt, and of which words nothing, or that they are dice; may be
    /// empty.
    QString learnt;
    QString learntBriefly; ///< the same in less room
    Index queries = 0;     ///< rows, with those of padding
    Index keys = 0;
    Index tokens = 0;         ///< queries that are no padding
    bool self = false;        ///< queries and keys are the same tokens
    std::vector<char> hidden; ///< of each key
    Index hiddenCount = 0;
    bool askedOnly = false;       ///< too many tokens for all lines, but where few are in view
    std::pair<Index, Index> seen; ///< then: those in view, from the first to behind the last
    Index leaving = 0;            ///< lines of them, or of `part`, that lead out of view
    /// The queries and keys that a figure draws of the whole, and how many those are: what is drawn
    /// is counted from the first of them on; nothing: all.
    std::optional<CellSpan> part;
    std::pair<Index, Index> whole;
    bool silentRows = false;       ///< some rows look at no key at all, or at none that is left
    int percent = 90;              ///< that `lines` hold: at most what was chosen
    std::vector<WeightLine> lines; ///< from the weakest to the strongest

    bool isEmpty() const { return !stage || tracks.empty(); }
    /// Whether the asked token alone has lines.
    bool hasOnlyAsked() const {
        const Index count = seen.second - seen.first;
        return askedOnly && (count <= 0 || count > mostTokensAtOnce);
    }
    bool isDrawn(Index query, Index key) const { return choice.toItself || !self || query != key; }
    /// How many tokens of a side can be asked. A key needs a look at every row: with more weights
    /// than anybody waits for, none.
    Index count(LinesSide side) const {
        constexpr Index most = Index{1} << 24;
        if (side == LinesSide::Query)
            return tokens;
        return std::ssize(tracks) * queries * keys <= most ? keys : 0;
    }
    const MatrixPanel& panel(const LinesTrack& track) const {
        return stage->panels[static_cast<std::size_t>(track.panel)].panel;
    }
    /// Whether somebody typed that weight.
    bool isTyped(const LinesTrack& track, Index query, Index key) const {
        return panel(track).seenTypedAt(query, key) != nullptr;
    }
    /// Which of the lanes at a token each track has: those that are not drawn take none.
    std::vector<int> lanes() const;
    int drawnTracks() const;
};

/// Which heads the selection means, of the panels that there are.
LinesHeads headsOf(const Selection& selection, const PreparedStage& stage);
/// Of a scene whose stage shows attention weights; else empty. Costs a pass over the weights of
/// up to mostTokensAtOnce tokens.
LinesPicture linesPicture(const Scene& scene, const LinesChoice& choice);

class SortedRows;
/// Of more than mostTokensAtOnce tokens some are in view: where those are few enough, the lines
/// between them.
void showBetween(LinesPicture& picture, SortedRows& sorted, Index first, Index end);

/// The numbers of one track beside the tokens of the side that is not asked.
struct AskedColumn {
    std::vector<float> weights;
    std::vector<char> held;   ///< in the smallest set of the row
    std::vector<char> masked; ///< may not look, or is padding
    double sum = 0;           ///< Σ of the held ones
    Index count = 0;          ///< how many are held
};

/// One token of either side: its row of every head, or its column.
struct AskedToken {
    LinesSide side = LinesSide::Query;
    Index token = 0;
    int percent = 90;
    std::vector<AskedColumn> columns; ///< for each track
    std::vector<WeightLine> lines;    ///< of the drawn tracks, from the weakest to the strongest
    Index others = 0;                 ///< that a line leads to, in any drawn track
    Index possible = 0;               ///< that could have one

    /// Whether a token of the other side is in the set of a drawn track.
    bool holds(const LinesPicture& picture, Index other) const;
};
/// Nothing where the token is not there, or is padding.
std::optional<AskedToken> askToken(const LinesPicture& picture, LinesSide side, Index token);
/// Leaves the queries and keys of a part, for a figure; which keys hold how much of a row, and what
/// numbers say, is that of whole rows. What is asked lies in the part.
void cutTo(LinesPicture& picture, std::optional<AskedToken>& asked, const CellSpan& part);
/// The token of the chosen side that the scene asks about.
std::optional<AskedToken> askedToken(const LinesPicture& picture, const Scene& scene);

/// The cell that stands for a token: where its row, or its column, is largest in a panel.
PanelCell strongestCell(const LinesPicture& picture, LinesSide side, Index token, int panel);

} // namespace headscope
