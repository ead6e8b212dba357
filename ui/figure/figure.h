// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scene/scene.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace headscope {

/// What a figure shows: the chosen heads of one tensor, for one sequence.
struct FigureRequest {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Run> run; ///< whose words stand at the axes
    /// The run that `trace` is a block of; null: that block is all there is.
    std::shared_ptr<const BlockMap> blocks;
    TensorName tensor = TensorName::AttentionWeights;
    Index sequence = 0;
    std::vector<int> heads;  ///< from 0, in the order of drawing; empty: all
    QSize size{1600, 900};   ///< in pixels of 1/96 inch
    double dotsPerInch = 96; ///< of a PNG, whose pixels are size · dotsPerInch / 96
    ThemeKind theme = ThemeKind::Light;
    ColourMap map = ColourMap::Viridis;
    RangeMode range = RangeMode::Fixed;
    bool values = true;       ///< written in the cells, where they fit
    bool rowsAreKeys = false; ///< the transposed drawing
    QString title;            ///< what the numbers come from: runTitle(); may be empty

    std::string_view scope() const {
        return blocks ? std::string_view(blocks->shown.path) : std::string_view();
    }
};

enum class FigureFormat : std::uint8_t { Png, Svg, Pdf };

/// By the ending of the name, in any case; nothing for any other ending.
std::optional<FigureFormat> figureFormatOf(const QString& fileName);

inline constexpr int smallestFigureWidth = 240;
inline constexpr int smallestFigureHeight = 180;
inline constexpr int largestFigureSide = 20000;

/// The complete file. The same request gives the same bytes, but for the date
/// in a PDF. Needs a QGuiApplication (fonts). Text is in the language of the
/// installed translators. An Error where the trace has no such tensor, head or
/// sequence, or where the size is out of bounds.
Result<QByteArray> renderFigure(const FigureRequest& request, FigureFormat format);

} // namespace headscope
