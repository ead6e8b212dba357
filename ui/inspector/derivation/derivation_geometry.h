// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation.h"

#include <QFont>
#include <QRectF>

#include <vector>

namespace headscope {

/// Something to paint, in the order of painting.
struct LaidPiece {
    enum class Kind {
        Text, ///< markup of math_text.h
        Fill,
    };
    Kind kind = Kind::Text;
    QRectF rect;
    QBrush brush; ///< Fill; colour of the text
    QString text;
    QFont font;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

/// Something to point at or to reach with the keyboard.
struct LaidTarget {
    QRectF rect;
    std::optional<TraceCell> source;    ///< go there
    std::optional<UnfoldAction> action; ///< or unfold this
    QString tip;
    std::size_t line = 0; ///< targets of one line stand beside each other
    std::optional<TraceCell> elsewhere = std::nullopt; ///< go there, in another block
};

/// One line as a screen reader reads it.
struct LaidLine {
    QRectF rect;
    QString spoken;
};

/// Where everything of a derivation lies; all in logical pixels from the top
/// left corner of what `width` spans. Asked rows reach `bleed` beyond it.
struct DerivationGeometry {
    std::vector<LaidPiece> pieces;
    std::vector<LaidTarget> targets;
    std::vector<LaidLine> lines;
    QRectF chart; ///< empty where there is none
    double height = 0;
};

struct DerivationStyle {
    ThemeKind theme = ThemeKind::Light;
    double scale = 1;
    double width = 272;
    /// Whether a click on a number of that cell leads somewhere.
    bool (*reachable)(const Trace&, const TraceCell&) = nullptr;
    const Trace* trace = nullptr;
};

inline constexpr double inspectorBleed = 8;

DerivationGeometry layoutDerivation(const Derivation& derivation, const DerivationStyle& style);

} // namespace headscope
