// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSizeF>

#include <array>
#include <optional>
#include <vector>

namespace headscope {

/// What the Lines page has to lay out. All lengths in logical pixels.
struct LinesGeometryInput {
    QSizeF size; ///< of the view
    int queries = 0;
    int keys = 0;
    int tracks = 1;             ///< that have lines
    int columns = 1;            ///< of numbers
    int firstColumn = 0;        ///< the first that is to be seen
    double queryLabelWidth = 0; ///< of the widest label, as it is written
    double keyLabelWidth = 0;
    bool titled = true;
    double subtitleHeight = 0; ///< of what stands below the title; else it stands beside it
    double barHeight = 0;      ///< of chips and slider under the title
    bool whole = false;        ///< all rows are in view, however low they get; else they scroll
    double pitch = 0;          ///< of a row, as it was zoomed; 0: as it is by itself
    double scroll = 0;         ///< so much of the rows is above their room
    double textScale = 1;
    double widestColumn = 110; ///< of numbers, where there is room
    double leastLines = 140;   ///< how wide they are at least, beside several columns of numbers
    double margin = 24;        ///< at the left and at the right
    bool printed = false;      ///< nobody turns the columns of numbers, which stand closer
    bool numbers = true;       ///< the columns have numbers; else heads alone, as a legend
};

/// Rows do not become higher than this by themselves, nor by zooming; times the text's scale.
inline constexpr double largestLinesPitch = 96;

/// Two columns of tokens, the lines between them, a table of numbers beside the keys, a legend and
/// sums below. Rows that do not fit scroll in their room, columns by whole columns.
struct LinesGeometry {
    double textScale = 1;
    QRectF title;
    QRectF subtitle; ///< below the title; empty where it stands beside it
    QRectF bar;      ///< of chips and slider
    QRectF queryHeader;
    QRectF keyHeader;
    QRectF rows;        ///< the room of all rows, which are cut off at its edges
    QRectF queryLabels; ///< x range of the labels; y as rows
    QRectF lines;       ///< x range of the lines
    QRectF keyLabels;
    QRectF names; ///< x range of the words at the table's rows, where those are no keys; or empty
    QRectF namesHeader;
    std::vector<QRectF> columns;     ///< x range of the visible columns of numbers
    std::vector<QRectF> columnHeads; ///< their numbers, above
    QRectF earlier;                  ///< shows the columns before; empty where there are none
    QRectF later;
    QRectF heldLabel;
    QRectF countLabel;
    QRectF legend;
    double pitch = 0;
    double smallestPitch = 0; ///< with which all rows are in view
    double ownPitch = 0;      ///< where nobody zooms
    double scroll = 0;
    double most = 0; ///< that can be scrolled
    double trackGap = 0;
    int firstColumn = 0;
    int tracks = 1;

    bool isZoomed() const { return pitch != ownPitch; }
    /// The tokens whose bands are at least by half in view, from the first to behind the last;
    /// more than there are on a side, perhaps.
    std::pair<int, int> seen() const;
    /// How high a line of text is, and from how high rows on each has one.
    double lineHeight() const { return 17 * textScale; }
    bool isDense() const { return pitch < lineHeight(); }
    /// Whether numbers have a bar below them.
    bool hasBars() const { return pitch >= 34 * textScale; }
    /// The band of a token, in the view; it may be outside of `rows`.
    QRectF row(int token) const {
        return {rows.left(), rows.top() + token * pitch - scroll, rows.width(), pitch};
    }
    /// Where the line of a track begins or ends at a token.
    double lineY(int token, int track) const {
        return row(token).center().y() + (track - (tracks - 1) / 2.0) * trackGap;
    }
    /// The middle of what is written at a token, which may be higher than its band.
    double labelY(int token) const;
    /// The middle of the numbers of a row, which make room for bars.
    double numberY(int row) const { return labelY(row) - (hasBars() ? 2.5 * textScale : 0); }
    /// A point of the line between two tokens, from 0 at the query to 1 at the key.
    QPointF onLine(int query, int key, int track, double part) const;
    QRectF queryLabel(int token) const { return cell(queryLabels, token); }
    QRectF keyLabel(int token) const { return cell(keyLabels, token); }
    QRectF number(int column, int token) const {
        return cell(columns[static_cast<std::size_t>(column)], token);
    }
    /// Which token's band is at a height; nothing outside of the rows.
    std::optional<int> tokenAt(double y, int count) const;

private:
    QRectF cell(const QRectF& column, int token) const {
        const double high = isDense() ? lineHeight() : pitch;
        return {column.left(), labelY(token) - high / 2, column.width(), high};
    }
};

LinesGeometry layoutLines(const LinesGeometryInput& in);

/// Which of `count` tokens are written, from the first on: all that are in view, where rows are
/// high enough; else as many as do not cover each other, those of `first` before the others.
std::vector<int> writtenTokens(const LinesGeometry& geometry, int count,
                               const std::vector<int>& first);

/// How wide a line is drawn and how opaque, whatever else is shown; of a weight.
double lineWidthOf(double weight);
double lineOpacityOf(double weight);
/// Of what it was, where somebody else is asked.
inline constexpr double fadedOpacity = 0.16;
/// The weights of the legend.
inline constexpr std::array<double, 5> legendWeights = {0.05, 0.25, 0.5, 0.75, 1.0};

} // namespace headscope
