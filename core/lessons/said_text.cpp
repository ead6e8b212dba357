// SPDX-License-Identifier: GPL-3.0-or-later
#include "lessons/said_text.h"

namespace headscope {

SaidText saidWith(const TextPieces& pieces, const ExpressionScope& scope) {
    SaidText said;
    for (const TextPiece& piece : pieces) {
        const bool bound =
            piece.kind == TextPiece::Kind::Number || piece.kind == TextPiece::Kind::Query ||
            piece.kind == TextPiece::Kind::Key || piece.kind == TextPiece::Kind::Token;
        said.push_back({piece.kind, piece.words,
                        bound ? piece.expression.value(scope) : std::nullopt, piece.decimals});
    }
    return said;
}

} // namespace headscope
