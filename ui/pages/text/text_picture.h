// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "painters/matrix_painter.h"
#include "scene/scene.h"
#include "words/token_words.h"

#include <optional>

namespace headscope {

/// The row of one query laid onto the text of the keys: what the Text page draws and says.
struct TextPicture {
    /// Weights of the chosen head [query, key], rows are queries; nothing: there are none.
    std::optional<MatrixPanel> panel;
    CellColours colours;
    TokenWords queries; ///< without padding
    TokenWords keys;
    bool self = true;             ///< both are one text
    std::optional<Index> query;   ///< that is asked
    std::optional<Index> key;     ///< and of which key
    bool locked = false;          ///< the question stays
    std::optional<Index> pointed; ///< another key that is pointed at meanwhile

    bool isEmpty() const { return !panel || keys.words.isEmpty(); }
    /// How a key is drawn for the asked query: with a mark it has no weight.
    CellMark markOf(Index key) const;
    /// Whether somebody typed the weight of a key for the asked query.
    bool isTyped(Index key) const;
    /// The colour of a key for the asked query; nothing where none is asked or it has a mark.
    std::optional<QRgb> colourOfKey(Index key) const;
    /// The key with the largest weight of a row, the first of equal ones; 0 where none has any.
    Index strongestKey(Index query) const;
};

/// Of a scene that shows weights.
TextPicture textPicture(const Scene& scene);
/// The same words for another question of the same run and tensor.
void askAgain(TextPicture& picture, const Scene& scene);

} // namespace headscope
