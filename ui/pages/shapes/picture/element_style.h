// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QFont>
#include <QRectF>
#include <QRgb>
#include <QString>

namespace headscope {

/// How the elements of a journey look, wherever they are: a colour by head, token
/// or sample, and their number.
class ElementStyle {
public:
    ElementStyle(const ShapesModel& model, const ShapesOptions& options, const Theme& theme);

    const Theme& theme() const { return *m_theme; }
    Index heads() const { return m_journey->sizes().heads; }
    QRgb fill(Index element) const;
    /// Which head, token or sample gives an element its colour.
    Index groupOf(Index element) const;
    QRgb colourOf(Index group) const;
    ShapesColour colouring() const { return m_colour; }
    const std::optional<Index>& soloHead() const { return m_solo; }
    /// The value as a cell shows it.
    QString text(Index element) const;
    /// How wide a cell has to be for the longest number at a readable size.
    double readableCell(double scale) const;
    QFont numberFont(double cellWidth, bool bold = false) const;
    /// Whether a number can be written into a cell without touching those above and below.
    static bool numbersFit(const QRectF& cell) { return cell.width() >= 20 && cell.height() >= 12; }

private:
    const Journey* m_journey;
    ShapesColour m_colour;
    const Theme* m_theme;
    std::optional<Index> m_solo;
    const float* m_values = nullptr; ///< of the source, by element
    int m_characters = 3;            ///< of the longest number
};

} // namespace headscope
