// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/lines/lines_picture.h"

#include "measures/attention_head.h"
#include "measures/key_set.h"
#include "pages/lines/lines_rows.h"
#include "support/separators.h"
#include "words/joined.h"
#include "words/learnt_words.h"
#include "words/statements.h"
#include "words/word_notes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace headscope {

namespace {

void sortByWeight(std::vector<WeightLine>& lines) {
    std::ranges::stable_sort(lines, {}, &WeightLine::weight);
}

void askQuery(const LinesPicture& picture, AskedToken& asked) {
    std::vector<SortedRow> rows;
    for (std::size_t track = 0; track < picture.tracks.size(); ++track)
        rows.push_back(sortedRow(picture, static_cast<int>(track), asked.token));
    std::vector<const SortedRow*> drawn;
    for (std::size_t track = 0; track < picture.tracks.size(); ++track) {
        if (picture.tracks[track].drawn)
            drawn.push_back(&rows[track]);
    }
    asked.percent = picture.askedOnly
                        ? percentThatFits(drawn, picture.choice.percent, {}, mostLinesOfOne)
                        : picture.percent;
    asked.lines = linesOfRows(picture, drawn, asked.percent);
    for (std::size_t track = 0; track < picture.tracks.size(); ++track) {
        const MatrixPanel& panel = picture.panel(picture.tracks[track]);
        SortedRow& row = rows[track];
        AskedColumn column;
        column.held.assign(row.weights.size(), 0);
        for (std::size_t key = 0; key < row.weights.size(); ++key)
            column.masked.push_back(picture.hidden[key] ||
                                    panel.isMasked(asked.token, static_cast<Index>(key)));
        const std::size_t held = keysHolding(row.weights, row.keys, asked.percent);
        for (const Index key : std::span(row.keys).first(held)) {
            column.held[static_cast<std::size_t>(key)] = 1;
            column.sum += static_cast<double>(row.weights[static_cast<std::size_t>(key)]);
        }
        column.count = static_cast<Index>(held);
        column.weights = std::move(row.weights);
        asked.columns.push_back(std::move(column));
    }
}

void askKey(const LinesPicture& picture, AskedToken& asked) {
    // From which percent on each pair has a line: the most that fits is known without a second
    // look.
    std::vector<std::vector<int>> from;
    std::array<std::size_t, 102> begin{};
    for (const LinesTrack& track : picture.tracks) {
        const MatrixPanel& panel = picture.panel(track);
        DrawnRows rows(picture, panel);
        std::vector<int>& held = from.emplace_back();
        AskedColumn column;
        for (Index query = 0; query < picture.queries; ++query) {
            const bool masked = query >= picture.tokens || panel.isMasked(query, asked.token);
            const std::span<const float> row = rows[query];
            column.weights.push_back(row[static_cast<std::size_t>(asked.token)]);
            column.masked.push_back(masked);
            held.push_back(masked ? 101 : heldFrom(row, asked.token));
            if (track.drawn)
                ++begin[static_cast<std::size_t>(held.back())];
        }
        asked.columns.push_back(std::move(column));
    }
    asked.percent = picture.askedOnly ? picture.choice.percent : picture.percent;
    if (picture.askedOnly) {
        const auto lines = [&](int percent) {
            return std::accumulate(begin.begin(), begin.begin() + percent + 1, std::size_t{0});
        };
        while (asked.percent > 1 && lines(asked.percent) > mostLinesOfOne)
            --asked.percent;
    }
    for (std::size_t track = 0; track < picture.tracks.size(); ++track) {
        AskedColumn& column = asked.columns[track];
        for (std::size_t query = 0; query < from[track].size(); ++query) {
            const bool held = from[track][query] <= asked.percent;
            const float weight = column.weights[query];
            column.held.push_back(held);
            column.sum += held ? static_cast<double>(weight) : 0;
            column.count += held;
            const auto place = static_cast<Index>(query);
            if (held && picture.tracks[track].drawn && picture.isDrawn(place, asked.token))
                asked.lines.push_back({static_cast<int>(track), place, asked.token, weight});
        }
    }
    sortByWeight(asked.lines);
}

/// Of the one head that is shown, or of all of them.
void sayWhatIsLearnt(LinesPicture& picture, const Scene& scene) {
    const RunOrigin& origin = scene.run->origin();
    const int head = picture.tracks.front().head;
    const std::optional<HeadLearnt> one = picture.heads == LinesHeads::One
                                              ? headLearnt(origin, scene.selection.scope, head)
                                              : std::nullopt;
    const auto withWords = [&](const QString& heads) {
        return joined(
            {heads, unlearntSentence(origin, scene.run->labels()), meantSentence(origin)});
    };
    const std::string& scope = scene.selection.scope;
    picture.learnt = withWords(one ? one->sentence(head) : weightsSentence(origin, scope));
    picture.learntBriefly = withWords(one ? one->brief : weightsBriefly(origin, scope));
}

/// How many tokens of the other side have a line, and could have one.
void countOthers(const LinesPicture& picture, AskedToken& asked) {
    const std::size_t count = asked.columns.front().weights.size();
    for (std::size_t other = 0; other < count; ++other) {
        const Index token = static_cast<Index>(other);
        if (picture.self && token == asked.token && !picture.choice.toItself)
            continue;
        bool any = false;
        bool could = false;
        for (std::size_t track = 0; track < asked.columns.size(); ++track) {
            if (!picture.tracks[track].drawn)
                continue;
            any = any || asked.columns[track].held[other] != 0;
            could = could || asked.columns[track].masked[other] == 0;
        }
        asked.others += any;
        asked.possible += could;
    }
}

void hideKeys(LinesPicture& picture, const AxisTokens& tokens, Index sequence) {
    const HiddenKeys& wanted = picture.choice.hidden;
    const TokenList& words = wordsOf(tokens.keys, sequence);
    picture.hidden.assign(static_cast<std::size_t>(picture.keys), 0);
    for (std::size_t key = 0; key < picture.hidden.size(); ++key) {
        const bool isWord = key < words.size();
        picture.hidden[key] = (wanted.first && key == 0) ||
                              (wanted.separators && isWord && isSeparator(words[key])) ||
                              (wanted.padding && !isWord && !words.empty()) ||
                              wanted.others.contains(static_cast<Index>(key));
        picture.hiddenCount += picture.hidden[key];
    }
}

/// The rows of every track that is drawn, of some queries.
std::vector<const SortedRow*> drawnRows(const LinesPicture& picture, SortedRows& sorted,
                                        Index first, Index end) {
    std::vector<const SortedRow*> rows;
    for (std::size_t track = 0; track < picture.tracks.size(); ++track) {
        for (Index query = first; query < end && picture.tracks[track].drawn; ++query)
            rows.push_back(&sorted.at(picture, static_cast<int>(track), query));
    }
    return rows;
}

/// The lines from those queries to those keys.
void showLines(LinesPicture& picture, SortedRows& sorted, const CellSpan& part) {
    const std::vector<const SortedRow*> rows =
        drawnRows(picture, sorted, part.firstRow, std::min(part.endRow, picture.tokens));
    const KeySpan keys{part.firstColumn, part.endColumn};
    picture.percent = percentThatFits(rows, picture.choice.percent, keys);
    picture.lines = linesOfRows(picture, rows, picture.percent, keys);
    picture.leaving = linesOutside(rows, picture.percent, keys);
}

/// What is left of lines in a part, counted from its corner.
void cutLines(std::vector<WeightLine>& lines, const CellSpan& part) {
    std::erase_if(lines, [&](const WeightLine& line) {
        return line.query < part.firstRow || line.query >= part.endRow ||
               line.key < part.firstColumn || line.key >= part.endColumn;
    });
    for (WeightLine& line : lines) {
        line.query -= part.firstRow;
        line.key -= part.firstColumn;
    }
}

void cutAsked(AskedToken& asked, const CellSpan& part) {
    const bool query = asked.side == LinesSide::Query;
    asked.token -= query ? part.firstRow : part.firstColumn;
    cutLines(asked.lines, part);
    for (AskedColumn& column : asked.columns) {
        const Index first = query ? part.firstColumn : part.firstRow;
        const Index end = query ? part.endColumn : part.endRow;
        keepPlaces(column.weights, first, end);
        keepPlaces(column.held, first, end);
        keepPlaces(column.masked, first, end);
    }
}

} // namespace

LinesHeads headsOf(const Selection& selection, const PreparedStage& stage) {
    const auto panel = static_cast<std::size_t>(selection.panel);
    if (panel < stage.panels.size() &&
        stage.panels[panel].panel.kind == MatrixPanel::Kind::MeanHead)
        return LinesHeads::Mean;
    return selection.solo ? LinesHeads::One : LinesHeads::All;
}

LinesPicture linesPicture(const Scene& scene, const LinesChoice& choice) {
    LinesPicture picture;
    const std::optional<TensorName> name = scene.isEmpty() ? std::nullopt : shownTensor(scene);
    if (!name || !isWeights(*name))
        return picture;
    picture.stage = preparedStage(scene);
    picture.choice = choice;
    picture.percent = choice.percent;
    picture.heads = headsOf(scene.selection, *picture.stage);
    const std::vector<PreparedPanel>& panels = picture.stage->panels;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const MatrixPanel& panel = panels[i].panel;
        const bool isHead =
            panel.kind == MatrixPanel::Kind::Head || panel.kind == MatrixPanel::Kind::Whole;
        const bool chosen = static_cast<int>(i) == scene.selection.panel;
        if (picture.heads == LinesHeads::Mean) {
            if (chosen)
                picture.tracks.push_back({static_cast<int>(i), -1, true});
        } else if (isHead && (picture.heads == LinesHeads::All || chosen) &&
                   !choice.without.contains(panel.head)) {
            const bool drawn = picture.heads == LinesHeads::One || !choice.off.contains(panel.head);
            picture.tracks.push_back({static_cast<int>(i), panel.head, drawn});
        }
    }
    if (picture.tracks.empty())
        return {};
    const std::vector<int>& order = scene.display.headOrder;
    std::ranges::stable_sort(picture.tracks, {}, [&order](const LinesTrack& track) {
        return std::ranges::find(order, track.head) - order.begin();
    });
    const MatrixPanel& first = picture.panel(picture.tracks.front());
    const AxisTokens tokens = scene.tokens();
    picture.queryLabels = rowLabels(tokens, first, scene.selection.sequence);
    picture.keyLabels = columnLabels(tokens, first, scene.selection.sequence);
    const auto notes = [&](std::size_t side) {
        return wordNotes(*scene.run, scene.selection.scope, first, side, scene.selection.sequence);
    };
    picture.queryWords = wordsWithNotes(picture.queryLabels, notes(0));
    picture.keyWords = wordsWithNotes(picture.keyLabels, notes(1));
    if (scene.display.notes)
        sayWhatIsLearnt(picture, scene);
    picture.queries = first.matrix.size(0);
    picture.keys = first.matrix.size(1);
    picture.tokens = std::min(picture.queries, first.paddingFrom);
    picture.self = scene.run->isSelfAttention(scene.selection.scope);
    hideKeys(picture, tokens, scene.selection.sequence);
    picture.askedOnly = std::max(picture.queries, picture.keys) > mostTokensAtOnce;
    if (picture.askedOnly)
        return picture;
    SortedRows sorted;
    const std::vector<const SortedRow*> rows = drawnRows(picture, sorted, 0, picture.tokens);
    picture.percent = percentThatFits(rows, choice.percent);
    picture.lines = linesOfRows(picture, rows, picture.percent);
    picture.silentRows =
        std::ranges::any_of(rows, [](const SortedRow* row) { return row->keys.empty(); });
    return picture;
}

void showBetween(LinesPicture& picture, SortedRows& sorted, Index first, Index end) {
    picture.seen = {first, end};
    picture.lines.clear();
    picture.leaving = 0;
    picture.percent = picture.choice.percent;
    if (picture.hasOnlyAsked())
        return;
    showLines(picture, sorted, {first, end, first, end});
}

void cutTo(LinesPicture& picture, std::optional<AskedToken>& asked, const CellSpan& part) {
    picture.part = part;
    picture.whole = {picture.queries, picture.keys};
    picture.askedOnly = std::max(part.rows(), part.columns()) > mostTokensAtOnce;
    SortedRows sorted;
    if (!picture.askedOnly)
        showLines(picture, sorted, part);
    cutLines(picture.lines, part);
    auto stage = std::make_shared<PreparedStage>(*picture.stage);
    for (PreparedPanel& prepared : stage->panels)
        prepared.panel.cut(part);
    picture.stage = std::move(stage);
    for (QStringList* labels : {&picture.queryLabels, &picture.queryWords})
        *labels = labels->mid(part.firstRow, part.rows());
    for (QStringList* labels : {&picture.keyLabels, &picture.keyWords})
        *labels = labels->mid(part.firstColumn, part.columns());
    keepPlaces(picture.hidden, part.firstColumn, part.endColumn);
    picture.tokens = std::clamp<Index>(picture.tokens - part.firstRow, 0, part.rows());
    picture.queries = part.rows();
    picture.keys = part.columns();
    if (asked)
        cutAsked(*asked, part);
}

std::vector<int> LinesPicture::lanes() const {
    std::vector<int> places;
    int lane = 0;
    for (const LinesTrack& track : tracks)
        places.push_back(track.drawn ? lane++ : 0);
    return places;
}

int LinesPicture::drawnTracks() const {
    return static_cast<int>(std::ranges::count(tracks, true, &LinesTrack::drawn));
}

bool AskedToken::holds(const LinesPicture& picture, Index other) const {
    const auto place = static_cast<std::size_t>(other);
    for (std::size_t track = 0; track < columns.size(); ++track) {
        if (picture.tracks[track].drawn && columns[track].held[place] != 0)
            return true;
    }
    return false;
}

std::optional<AskedToken> askToken(const LinesPicture& picture, LinesSide side, Index token) {
    const Index count = picture.count(side);
    if (picture.isEmpty() || token < 0 || token >= count)
        return std::nullopt;
    AskedToken asked;
    asked.side = side;
    asked.token = token;
    side == LinesSide::Query ? askQuery(picture, asked) : askKey(picture, asked);
    countOthers(picture, asked);
    return asked;
}

std::optional<AskedToken> askedToken(const LinesPicture& picture, const Scene& scene) {
    const std::optional<PanelCell> cell = scene.selection.asked();
    if (!cell)
        return std::nullopt;
    const LinesSide side = picture.choice.side;
    return askToken(picture, side, side == LinesSide::Query ? cell->row : cell->column);
}

PanelCell strongestCell(const LinesPicture& picture, LinesSide side, Index token, int panel) {
    const MatrixPanel& shown = picture.stage->panels[static_cast<std::size_t>(panel)].panel;
    PanelCell best{panel, side == LinesSide::Query ? token : 0,
                   side == LinesSide::Query ? 0 : token};
    PanelCell cell = best;
    Index& along = side == LinesSide::Query ? cell.column : cell.row;
    const Index count = side == LinesSide::Query ? picture.keys : picture.tokens;
    for (along = 0; along < count; ++along) {
        if (shown.matrix(cell.row, cell.column) > shown.matrix(best.row, best.column))
            best = cell;
    }
    return best;
}

} // namespace headscope
