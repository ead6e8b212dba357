// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/paint/paint_scene.h"

#include <QStringList>

#include <array>

namespace headscope {

/// One of the two matrices right of the painting, of the stop that is shown.
struct PaintMatrix {
    QString title; ///< markup
    QString note;  ///< at the right of the title
    bool atPlayhead = false;
    Index rows = 0;
    Index columns = 0;
    std::vector<double> values; ///< [rows, columns]; empty: the note says why
    ValueRange range{0, 1};
    ColourMap map = ColourMap::RedBlue;
    bool isPairs = true;     ///< rows are queries and columns keys, on the grid of the painting
    bool isOfPaint = false;  ///< rows that nobody painted are hatched
    bool marksPaint = false; ///< a corner where it was painted
    QStringList rowLabels;   ///< where it is no matrix of pairs
    QString columnName;      ///< the same: what its columns count
    QString legend;          ///< beside the colours
};

/// What stands in the middle and at the right; a matrix without rows: nothing stands there.
std::array<PaintMatrix, 2> paintMatrices(const PaintScene& scene);

/// Four small tables: W_Q and W_K, before and behind.
struct PaintTables {
    struct Table {
        Tensor values; ///< [width, d_k]
        double largest = 0;
        double norm = 0; ///< √Σ w²
    };
    std::array<Table, 4> tables;   ///< W_Q before, behind, W_K before, behind
    std::array<QString, 2> titles; ///< markup
    bool sameRange = true;         ///< for all four
    int power = 0;                 ///< what is behind is written in 10^power
};
/// What changed in the weights, or what moves them; nothing where there is no painting.
std::optional<PaintTables> paintTables(const PaintScene& scene);

} // namespace headscope
