// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation_geometry.h"

#include <span>

namespace headscope {

/// Lays a derivation out line by line, downwards. The measures are those of a
/// panel with 272 pixels of content; all scale with the text.
class DerivationFlow {
public:
    DerivationFlow(const Derivation& derivation, const DerivationStyle& style);

    DerivationGeometry run();

private:
    struct TermColumns {
        double label = 0, left = 0, right = 0, product = 0; ///< widths
        bool stacked = false;                               ///< the product on a line of its own
    };

    void addTitle();
    void addResult();
    void addSection(const DerivationSection& section);
    void addSectionTitle(const DerivationSection& section);
    /// A row, or a run of rows of the same kind that share their columns.
    void addRows(std::span<const DerivationRow> rows);
    void addLabelled(const QString& label, const QFont& font, const QColor& colour,
                     const ShownNumber* number, bool strong, double indent);
    void addEquation(const DerivationRow& row);
    void addPosition(const DerivationRow& row);
    void addNote(const DerivationRow& row);
    void addUnfold(const DerivationRow& row);
    void addTerms(std::span<const DerivationRow> rows);
    void addTerm(const DerivationRow& row, const TermColumns& columns);
    void addKeys(std::span<const DerivationRow> rows);
    void addBar(const QRectF& slot, double fraction, bool asked);
    void addComponents(const DerivationRow& row);
    void addChart();
    void addTexts(const DerivationRow& row);
    void addText(const ShownText& text);

    void text(const QRectF& rect, const QString& markup, const QFont& font, const QColor& colour,
              Qt::Alignment alignment = Qt::AlignLeft);
    void fill(const QRectF& rect, const QBrush& brush);
    void badge(const QRectF& rect, const Badge& badge, double pixels);
    /// A number with its right edge at `right`; a target where it leads somewhere.
    void number(const ShownNumber& shown, double right, double top, double height,
                const QFont& font, const QColor& colour);
    /// Begins a line of that height; its targets belong together.
    QRectF line(double height, const QString& spoken);
    double px(double measure) const { return measure * m_style.scale; }
    QFont words(double pixels, QFont::Weight weight = QFont::Normal) const;
    QFont digits(double pixels, QFont::Weight weight = QFont::Normal) const;

    const Derivation& m_derivation;
    const DerivationStyle& m_style;
    const Theme& m_theme;
    DerivationGeometry m_geometry;
    double m_y = 0;
    double m_width = 272;
    double m_indent = 0; ///< of equations under a badge
};

/// A bar's empty slot, between window and hairline.
QColor slotColour(const Theme& theme);
/// Lines of a masked slot in a chart, lighter than those of a masked cell.
QBrush lightHatch(const Theme& theme);

} // namespace headscope
