// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/text/text_picture.h"

#include "scene/prepared_stage.h"
#include "scene/value_range.h"
#include "words/word_notes.h"

#include <algorithm>
#include <cmath>

namespace headscope {

CellMark TextPicture::markOf(Index at) const {
    return query ? panel->markOf(*query, at) : CellMark::None;
}

bool TextPicture::isTyped(Index at) const {
    return query && panel->seenTypedAt(*query, at);
}

std::optional<QRgb> TextPicture::colourOfKey(Index at) const {
    if (!query || markOf(at) != CellMark::None)
        return std::nullopt;
    return colourOf(colours.map, colours.range, panel->matrix(*query, at), *query);
}

Index TextPicture::strongestKey(Index of) const {
    Index best = 0;
    float largest = -1;
    for (Index at = 0; at < std::ssize(keys.words); ++at) {
        const float weight = panel->matrix(of, at);
        if (panel->markOf(of, at) == CellMark::None && weight > largest) {
            largest = weight;
            best = at;
        }
    }
    return best;
}

void askAgain(TextPicture& picture, const Scene& scene) {
    const Selection& selection = scene.selection;
    const auto inside = [&](const std::optional<PanelCell>& cell) {
        return cell && cell->row >= 0 && cell->row < std::ssize(picture.queries.words) &&
               cell->column >= 0 && cell->column < std::ssize(picture.keys.words);
    };
    picture.query.reset();
    picture.key.reset();
    picture.pointed.reset();
    picture.locked = false;
    const std::optional<PanelCell> asked = selection.asked();
    if (picture.isEmpty() || !inside(asked))
        return;
    picture.query = asked->row;
    picture.key = asked->column;
    picture.locked = selection.locked.has_value();
    if (picture.locked && inside(selection.hovered) && selection.hovered->row == asked->row &&
        selection.hovered->column != asked->column)
        picture.pointed = selection.hovered->column;
}

TextPicture textPicture(const Scene& scene) {
    TextPicture picture;
    if (scene.isEmpty() || !scene.run || !isQueryKeyStage(scene.selection.stage))
        return picture;
    const auto prepared = preparedStage(scene);
    if (!prepared || prepared->panels.empty() || !isSequential(prepared->name))
        return picture;
    const int last = static_cast<int>(prepared->panels.size()) - 1;
    const auto shown = static_cast<std::size_t>(std::clamp(scene.selection.panel, 0, last));
    picture.panel = prepared->panels[shown].panel;
    picture.colours = {mapOf(prepared->name, scene.display.map),
                       prepared->range(shown, scene.display.range), scene.display.theme};
    picture.self = scene.run->isSelfAttention(scene.selection.scope);
    const AxisTokens tokens = scene.tokens();
    const Index sequence = scene.selection.sequence;
    const Tensor& matrix = picture.panel->matrix;
    picture.queries = tokenWords(tokens, Axis::Query, sequence,
                                 wordCount(tokens, Axis::Query, sequence, matrix.size(0)));
    picture.keys = tokenWords(tokens, Axis::Key, sequence,
                              wordCount(tokens, Axis::Key, sequence, matrix.size(1)));
    const auto mark = [&](TokenWords& words, std::size_t side) {
        words.words = wordsWithNotes(words.words, wordNotes(*scene.run, scene.selection.scope,
                                                            *picture.panel, side, sequence));
    };
    mark(picture.queries, 0);
    mark(picture.keys, 1);
    askAgain(picture, scene);
    return picture;
}

} // namespace headscope
