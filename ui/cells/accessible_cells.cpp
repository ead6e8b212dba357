// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a picture as assistive technology walks them: widget → tables → cells, each made
// when it is asked for. A matrix may have millions of them.
#include "cells/cell_table.h"
#include "scene/panels/matrix_panel.h"
#include "words/error_text.h"

#include <QAccessibleWidget>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace headscope {

namespace {

class TableInterface;

bool hasAsked(const CellTable& table) {
    return table.asked.has_value();
}

/// The widget: its tables come before the widgets within it.
class PictureInterface : public QAccessibleWidget {
public:
    PictureInterface(QWidget& widget, CellPicture& picture)
        : QAccessibleWidget(&widget, QAccessible::Pane)
        , m_picture(picture) {}
    ~PictureInterface() override {
        forgetCells();
        for (const QAccessible::Id id : m_tables)
            QAccessible::deleteAccessibleInterface(id);
    }

    std::vector<CellTable> tables() const {
        return isValid() ? m_picture.cellTables() : std::vector<CellTable>();
    }
    QAccessibleInterface* table(std::size_t index) const;
    /// nullptr where none is.
    QAccessibleInterface* cell(std::size_t table, const CellPlace& place) const;
    /// The cell that the keys stand at.
    QAccessibleInterface* askedCell() const {
        const std::vector<CellTable> all = tables();
        const auto found = std::ranges::find_if(all, hasAsked);
        return found == all.end()
                   ? nullptr
                   : cell(static_cast<std::size_t>(found - all.begin()), *found->asked);
    }
    /// Who follows the keys hears the cell, once for each time that it is another one.
    void sayCell(bool again) {
        QAccessibleInterface* const asked = widget()->hasFocus() ? askedCell() : nullptr;
        if (std::exchange(m_said, asked) == asked && !again)
            return;
        if (!asked)
            return;
        QAccessibleEvent focused(asked, QAccessible::Focus);
        QAccessible::updateAccessibility(&focused);
    }

    int childCount() const override {
        return static_cast<int>(tables().size()) + QAccessibleWidget::childCount();
    }
    QAccessibleInterface* child(int index) const override {
        const int own = static_cast<int>(tables().size());
        return index >= 0 && index < own ? table(static_cast<std::size_t>(index))
                                         : QAccessibleWidget::child(index - own);
    }
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override {
        QAccessibleInterface* const asked = widget()->hasFocus() ? askedCell() : nullptr;
        return asked ? asked : QAccessibleWidget::focusChild();
    }
    QPointF inWidget(int x, int y) const { return widget()->mapFromGlobal(QPoint(x, y)); }
    QRect onScreen(const QRectF& rect) const {
        const QRect own = rect.toAlignedRect();
        return {widget()->mapToGlobal(own.topLeft()), own.size()};
    }
    bool isSeen(const QRectF& rect) const { return QRectF(widget()->rect()).intersects(rect); }
    bool hasKeys() const { return widget()->hasFocus(); }

private:
    using Key = std::tuple<std::size_t, Index, Index>;
    /// Who walks a large matrix leaves so many behind at most.
    static constexpr std::size_t mostCells = 20000;
    void forgetCells() const {
        for (const auto& [key, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
        m_cells.clear();
        m_said = nullptr;
    }

    CellPicture& m_picture;
    mutable const QAccessibleInterface* m_said = nullptr; ///< the cell that was heard last
    mutable std::vector<QAccessible::Id> m_tables;
    mutable std::map<Key, QAccessible::Id> m_cells; ///< that were asked about
};

class TableInterface : public QAccessibleInterface, public QAccessibleTableInterface {
public:
    TableInterface(const PictureInterface& picture, std::size_t index)
        : m_picture(picture)
        , m_index(index) {}

    /// Nothing where the picture has not so many tables any more.
    std::optional<CellTable> table() const {
        std::vector<CellTable> all = m_picture.tables();
        return m_index < all.size() ? std::optional(std::move(all[m_index])) : std::nullopt;
    }
    const PictureInterface& picture() const { return m_picture; }
    std::size_t index() const { return m_index; }

    bool isValid() const override { return table().has_value(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_picture.window(); }
    QAccessible::Role role() const override { return QAccessible::Table; }
    QAccessible::State state() const override { return {}; }
    QString text(QAccessible::Text what) const override {
        const auto shown = table();
        return shown && what == QAccessible::Name ? writtenLabel(shown->title) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        const auto shown = table();
        if (!shown || shown->rows == 0 || shown->columns == 0)
            return {};
        return m_picture.onScreen(shown->rect({0, 0}) |
                                  shown->rect({shown->rows - 1, shown->columns - 1}));
    }
    QAccessibleInterface* parent() const override {
        return const_cast<PictureInterface*>(&m_picture);
    }
    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface* child(int index) const override {
        const int columns = columnCount();
        return columns > 0 && index >= 0 ? cellAt(index / columns, index % columns) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : nullptr;
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override {
        return m_picture.cell(m_index, {row, column});
    }
    int rowCount() const override {
        const auto shown = table();
        return shown ? static_cast<int>(shown->rows) : 0;
    }
    int columnCount() const override {
        const auto shown = table();
        return shown ? static_cast<int>(shown->columns) : 0;
    }
    QString rowDescription(int row) const override {
        const auto shown = table();
        return shown && shown->has({row, 0}) ? writtenLabel(shown->rowName(row)) : QString();
    }
    QString columnDescription(int column) const override {
        const auto shown = table();
        return shown && shown->has({0, column}) ? writtenLabel(shown->columnName(column))
                                                : QString();
    }
    QList<QAccessibleInterface*> selectedCells() const override {
        const auto shown = table();
        return shown && shown->asked ? QList{m_picture.cell(m_index, *shown->asked)}
                                     : QList<QAccessibleInterface*>();
    }
    int selectedCellCount() const override { return static_cast<int>(selectedCells().size()); }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    const PictureInterface& m_picture;
    std::size_t m_index;
};

class CellInterface : public QAccessibleInterface,
                      public QAccessibleTableCellInterface,
                      public QAccessibleActionInterface {
public:
    CellInterface(const TableInterface& table, CellPlace place)
        : m_table(table)
        , m_place(place) {}

    const TableInterface& owner() const { return m_table; }
    const CellPlace& place() const { return m_place; }

    bool isValid() const override { return shown().has_value(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_table.window(); }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override {
        QAccessible::State state;
        const auto table = shown();
        state.invalid = !table;
        if (!table)
            return state;
        state.focusable = state.selectable = true;
        state.selected = table->asked == m_place;
        state.focused = state.selected && m_table.picture().hasKeys();
        state.offscreen = !m_table.picture().isSeen(table->rect(m_place));
        return state;
    }
    QString text(QAccessible::Text what) const override {
        const auto table = shown();
        return table && what == QAccessible::Name ? writtenLabel(table->words(m_place)) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        const auto table = shown();
        return table ? m_table.picture().onScreen(table->rect(m_place)) : QRect();
    }
    QAccessibleInterface* parent() const override { return const_cast<TableInterface*>(&m_table); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableCellInterface)
            return static_cast<QAccessibleTableCellInterface*>(this);
        if (type == QAccessible::ActionInterface)
            return static_cast<QAccessibleActionInterface*>(this);
        return nullptr;
    }

    bool isSelected() const override { return state().selected; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return static_cast<int>(m_place.column); }
    int rowIndex() const override { return static_cast<int>(m_place.row); }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override {
        const auto table = action == pressAction() ? shown() : std::nullopt;
        if (table && table->choose)
            table->choose(m_place);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    std::optional<CellTable> shown() const {
        std::optional<CellTable> table = m_table.table();
        return table && table->has(m_place) ? std::move(table) : std::nullopt;
    }

    const TableInterface& m_table;
    CellPlace m_place;
};

QAccessibleInterface* PictureInterface::table(std::size_t index) const {
    while (m_tables.size() <= index)
        m_tables.push_back(
            QAccessible::registerAccessibleInterface(new TableInterface(*this, m_tables.size())));
    return QAccessible::accessibleInterface(m_tables[index]);
}

QAccessibleInterface* PictureInterface::cell(std::size_t index, const CellPlace& place) const {
    const std::vector<CellTable> all = tables();
    if (index >= all.size() || !all[index].has(place))
        return nullptr;
    if (m_cells.size() >= mostCells)
        forgetCells();
    QAccessible::Id& id = m_cells[{index, place.row, place.column}];
    if (id == 0) {
        const auto& owner = *static_cast<TableInterface*>(table(index));
        id = QAccessible::registerAccessibleInterface(new CellInterface(owner, place));
    }
    return QAccessible::accessibleInterface(id);
}

int PictureInterface::indexOfChild(const QAccessibleInterface* child) const {
    if (const auto* const own = dynamic_cast<const TableInterface*>(child))
        return static_cast<int>(own->index());
    const int other = QAccessibleWidget::indexOfChild(child);
    return other < 0 ? other : other + static_cast<int>(tables().size());
}

QAccessibleInterface* PictureInterface::childAt(int x, int y) const {
    const int own = static_cast<int>(tables().size());
    for (int i = 0; i < own; ++i) {
        QAccessibleInterface* const shown = table(static_cast<std::size_t>(i));
        if (shown->rect().contains(x, y))
            return shown;
    }
    return QAccessibleWidget::childAt(x, y);
}

int TableInterface::indexOfChild(const QAccessibleInterface* child) const {
    const auto* const cell = dynamic_cast<const CellInterface*>(child);
    return cell && &cell->owner() == this ? cell->rowIndex() * columnCount() + cell->columnIndex()
                                          : -1;
}

QAccessibleInterface* TableInterface::childAt(int x, int y) const {
    const auto shown = table();
    if (!shown)
        return nullptr;
    const std::optional<CellPlace> place = shown->at(m_picture.inWidget(x, y));
    return place ? m_picture.cell(m_index, *place) : nullptr;
}

QAccessibleInterface* pictureInterface(const QString&, QObject* object) {
    auto* const picture = dynamic_cast<CellPicture*>(object);
    return picture ? new PictureInterface(*static_cast<QWidget*>(object), *picture) : nullptr;
}

} // namespace

CellPicture::CellPicture() {
    static const bool once = (QAccessible::installFactory(pictureInterface), true);
    Q_UNUSED(once)
}

bool CellPicture::walkByKey(const QKeyEvent& event) {
    CellPlace by;
    switch (event.key()) {
    case Qt::Key_Up: by.row = -1; break;
    case Qt::Key_Down: by.row = 1; break;
    case Qt::Key_Left: by.column = -1; break;
    case Qt::Key_Right: by.column = 1; break;
    default: return false;
    }
    const std::vector<CellTable> tables = cellTables();
    const auto asked = std::ranges::find_if(tables, hasAsked);
    const CellTable* const table = asked != tables.end() ? &*asked
                                   : tables.empty()      ? nullptr
                                                         : &tables.front();
    if (!table || !table->has({0, 0}))
        return false;
    CellPlace place = table->first;
    if (table->asked)
        place = {std::clamp<Index>(table->asked->row + by.row, 0, table->rows - 1),
                 std::clamp<Index>(table->asked->column + by.column, 0, table->columns - 1)};
    table->visit(place);
    return true;
}

void CellPicture::showTip(const QHelpEvent& event, QWidget& picture) {
    QString tip; // an empty one hides what is there
    for (const CellTable& table : cellTables()) {
        if (const std::optional<CellPlace> place = table.at(event.pos())) {
            tip = unmistaken(table.tip ? table.tip(*place) : table.words(*place));
            break;
        }
    }
    QToolTip::showText(event.globalPos(), tip, &picture);
}

void sayOf(QWidget& picture, const QString& words) {
    const bool other = words != picture.accessibleDescription();
    picture.setAccessibleDescription(words);
    if (!QAccessible::isActive())
        return;
    if (other) {
        QAccessibleEvent changed(&picture, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    if (auto* const cells =
            dynamic_cast<PictureInterface*>(QAccessible::queryAccessibleInterface(&picture)))
        cells->sayCell(other);
}

} // namespace headscope
