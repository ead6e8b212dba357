// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/index.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QHelpEvent;
class QKeyEvent;
class QWidget;

namespace headscope {

/// A cell of a picture by its row and column as they are seen, from 0.
struct CellPlace {
    Index row = 0;
    Index column = 0;
    bool operator==(const CellPlace&) const = default;
};

/// The cells of a picture in words, so that they can be walked without eyes. It is made of the
/// picture as it stands whenever somebody asks, and holds nothing beyond that.
struct CellTable {
    QString title;
    Index rows = 0;
    Index columns = 0;
    std::function<QString(Index row)> rowName;
    std::function<QString(Index column)> columnName;
    /// All that is said of a cell, its value or mark included: "query on, key cat: 0.70".
    std::function<QString(const CellPlace& place)> words;
    /// Where it is drawn, in the widget.
    std::function<QRectF(const CellPlace& place)> rect;
    /// The cell that a point of the widget means.
    std::function<std::optional<CellPlace>(QPointF point)> at;
    /// What a tip over it says; its words where this is empty.
    std::function<QString(const CellPlace& place)> tip = {};
    /// What a click on it does.
    std::function<void(const CellPlace& place)> choose;
    /// What the keys do that come to it, in a picture that is walked by walkByKey().
    std::function<void(const CellPlace& place)> visit = {};
    /// Where the keys stand, if it is here.
    std::optional<CellPlace> asked = {};
    /// Where they begin.
    CellPlace first = {};

    bool has(const CellPlace& place) const {
        return place.row >= 0 && place.column >= 0 && place.row < rows && place.column < columns;
    }
};

/// A widget whose picture consists of cells: a screen reader finds its tables, and in them every
/// cell. Derived from beside QWidget.
class CellPicture {
public:
    CellPicture();
    virtual ~CellPicture() = default;
    /// Of the picture as it stands; they live as long as nothing else is shown.
    virtual std::vector<CellTable> cellTables() = 0;

protected:
    /// The cursor keys go from the asked cell to its neighbours within its table, or to the first
    /// cell where none is asked. False: another key, or there is no cell.
    bool walkByKey(const QKeyEvent& event);
    /// The tip of the cell under the pointer; none, where there is no cell.
    void showTip(const QHelpEvent& event, QWidget& picture);

    CellPicture(const CellPicture&) = default;
    CellPicture& operator=(const CellPicture&) = default;
};

/// Says what a picture is about now: it becomes the widget's description, and who listens hears
/// it. Where the picture has cells and the keys, it is the asked cell that is heard.
void sayOf(QWidget& picture, const QString& words);

} // namespace headscope
