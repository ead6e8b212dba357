// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/shapes/shapes_scene.h"

#include <QFont>
#include <QRectF>
#include <QRgb>
#include <QSizeF>
#include <QString>
#include <QStringList>

#include <vector>

namespace headscope {

/// How the elements of a journey look, wherever they are: a colour by head, token
/// or sample, and their number.
class ElementStyle {
public:
    /// Numbers are not written smaller than `leastDigits` pixels.
    ElementStyle(const ShapesModel& model, const ShapesOptions& options, const Theme& theme,
                 double leastDigits = 9);
    explicit ElementStyle(const ShapesScene& scene);

    const Theme& theme() const { return *m_theme; }
    Index heads() const { return m_journey->sizes().heads; }
    QRgb fill(Index element) const;
    /// Which head, token or sample gives an element its colour.
    Index groupOf(Index element) const;
    QRgb colourOf(Index group) const;
    ShapesColour colouring() const { return m_colour; }
    /// The sample whose words count where a drawing does not say which one: the only one.
    Index onlySample() const { return m_journey->sizes().batch == 1 ? 0 : -1; }
    const std::optional<Index>& soloHead() const { return m_solo; }
    /// The value as a cell of that width shows it.
    QString text(Index element, double cellWidth) const {
        return text(m_values[element], cellWidth);
    }
    QString text(float value, double cellWidth) const;
    /// How wide a cell has to be for the longest number at a readable size.
    double readableCell(double scale) const;
    QFont numberFont(QSizeF cell, bool bold = false) const;
    /// Whether a number can be written into a cell without touching its neighbours.
    bool numbersFit(QSizeF cell) const;
    double leastDigits() const { return m_least; }
    /// The smallest cell that has its number in a type of so many pixels, with air around it;
    /// `narrow`: in its shortest form, and tight.
    QSizeF cellFor(double pixels, bool narrow) const;
    const std::vector<QStringList>& words() const { return m_words; }
    /// What a token is called: its word, where the numbers are a sentence's, else "token 3".
    QString axisName(AxisFamily family, Index index, Index sample = 0) const;

private:
    const Journey* m_journey;
    ShapesColour m_colour;
    const Theme* m_theme;
    std::optional<Index> m_solo;
    const float* m_values = nullptr; ///< of the source, by element
    int m_characters = 3;            ///< of the longest number
    int m_fewest = 3;                ///< where cells are narrow
    double m_least = 9;
    std::vector<QStringList> m_words; ///< of each sample; empty: tokens are counted

    /// Characters that a cell of that width has room for; 0: too few.
    int charactersIn(double cellWidth) const;
};

} // namespace headscope
