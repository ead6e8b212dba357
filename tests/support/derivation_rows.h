// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "inspector/derivation/derivation.h"
#include "support/inspector_scenes.h"

#include <algorithm>

namespace headscope::testing {

using Kind = DerivationRow::Kind;

inline bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

inline std::vector<const ShownNumber*> numbersOf(const Derivation& derivation) {
    std::vector<const ShownNumber*> all = {&derivation.result};
    for (const DerivationSection& section : derivation.sections) {
        if (section.value)
            all.push_back(&*section.value);
        for (const DerivationRow& row : section.rows) {
            if (row.kind == Kind::Position)
                continue; // "3 of 10"
            for (const ShownNumber& number : row.numbers)
                all.push_back(&number);
        }
    }
    return all;
}

inline const DerivationRow* firstRow(const Derivation& derivation, Kind kind) {
    for (const DerivationSection& section : derivation.sections) {
        for (const DerivationRow& row : section.rows) {
            if (row.kind == kind)
                return &row;
        }
    }
    return nullptr;
}

inline std::vector<const DerivationRow*> rowsOf(const Derivation& derivation, Kind kind) {
    std::vector<const DerivationRow*> rows;
    for (const DerivationSection& section : derivation.sections) {
        for (const DerivationRow& row : section.rows) {
            if (row.kind == kind)
                rows.push_back(&row);
        }
    }
    return rows;
}

inline bool says(const Derivation& derivation, const QString& words) {
    return plainText(derivation).contains(words);
}

/// A few cells of every panel: corners and one from the middle.
inline std::vector<PanelCell> someCells(const Scene& scene, TensorName name) {
    std::vector<PanelCell> cells;
    const auto panels = panelsOf(*scene.trace, name, scene.selection.sequence, true);
    // Of many panels the first head and the mean; of few, all.
    const std::size_t step = panels.size() > 3 ? panels.size() - 2 : 1;
    for (std::size_t p = 0; p < panels.size(); p += step) {
        const Index rows = panels[p].matrix.size(0);
        const Index columns = panels[p].matrix.size(1);
        const auto panel = static_cast<int>(p);
        for (const PanelCell& cell :
             {PanelCell{panel, 0, 0}, PanelCell{panel, rows - 1, columns - 1},
              PanelCell{panel, 0, columns - 1}, PanelCell{panel, rows / 2, columns / 2}})
            cells.push_back(cell);
    }
    return cells;
}

} // namespace headscope::testing
