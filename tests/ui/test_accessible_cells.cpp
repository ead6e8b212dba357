// SPDX-License-Identifier: GPL-3.0-or-later
// Who cannot see walks the cells of every page: as tables, with the words of rows and columns.
#include "cells/cell_table.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/heads/compare/compare_view.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/registry.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "words/numbers/number_format.h"

#include <QAccessible>
#include <QtTest>

#include <algorithm>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

QAccessibleInterface* accessible(QWidget& view) {
    return QAccessible::queryAccessibleInterface(&view);
}

/// The tables of a view, in their order.
std::vector<QAccessibleInterface*> tablesOf(QWidget& view) {
    std::vector<QAccessibleInterface*> tables;
    QAccessibleInterface* const picture = accessible(view);
    for (int i = 0; i < picture->childCount(); ++i) {
        if (QAccessibleInterface* const child = picture->child(i); child && child->tableInterface())
            tables.push_back(child);
    }
    return tables;
}

/// Of all pictures that are seen.
std::vector<QAccessibleInterface*> tablesIn(MainWindow& window) {
    std::vector<QAccessibleInterface*> tables;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !dynamic_cast<CellPicture*>(widget))
            continue;
        for (QAccessibleInterface* table : tablesOf(*widget))
            tables.push_back(table);
    }
    return tables;
}

QString nameOf(QAccessibleInterface* item) {
    return item->text(QAccessible::Name);
}

/// A window with the page in front, of an example or, where none is named, of a trained model.
std::unique_ptr<MainWindow> opened(const QString& example, const std::string& page) {
    auto window =
        shownWindow(findExample(example.isEmpty() ? "ticket" : example.toStdString())->source());
    if (example.isEmpty())
        openCarriedModel(*window);
    window->showPage(page);
    window->settle();
    return window;
}

} // namespace

class TestAccessibleCells : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void every_page_is_walked_data();
    void every_page_is_walked();
    void keys_walk_every_page_data();
    void keys_walk_every_page();
    void a_comparison_is_walked();
    void a_cell_says_query_key_value_and_mask();
    void a_cell_is_where_it_is_drawn();
    void a_turned_matrix_is_walked_as_it_is_seen();
    void pressing_a_cell_is_a_click_on_it();
    void the_keys_take_the_focus_from_cell_to_cell();
    void cells_that_are_gone_say_nothing();
};

void TestAccessibleCells::every_page_is_walked_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    struct Walk {
        std::string_view page;
        const char* example; ///< none: a trained model, of which these pages are
        int rows;            ///< of the first table
        int columns;
    };
    constexpr Walk walks[] = {
        {"heads", "ticket-learnt-en", 10, 10},
        {"lines", "ticket-learnt-en", 10, 10},
        {"text", "ticket-learnt-en", 10, 10},
        {"steps", "ticket-learnt-en", 10, 10},
        {"shapes", "ticket-learnt-en", 10, 16},
        {"paint", "ticket-learnt-en", 10, 10},
        {"layers", "stack", 12, 12},
        {"norm", "norms", 10, 4},
        {"train", "ticket-learnt-en", 10, 10},
        {"lens", nullptr, 5, 5},
        {"parts", nullptr, 4, 5},
    };
    for (const PageEntry& entry : pageEntries()) {
        const auto* const walk = std::ranges::find(walks, entry.id, &Walk::page);
        QVERIFY2(walk != std::end(walks), entry.id.data());
        QTest::newRow(entry.id.data())
            << QString::fromLatin1(walk->example) << walk->rows << walk->columns;
    }
}

void TestAccessibleCells::every_page_is_walked() {
    QFETCH(QString, example);
    QFETCH(int, rows);
    QFETCH(int, columns);
    const std::string page = QTest::currentDataTag();
    const auto window = opened(example, page);
    const std::vector<QAccessibleInterface*> tables = tablesIn(*window);
    QVERIFY(!tables.empty());
    QAccessibleTableInterface* const first = tables.front()->tableInterface();
    QCOMPARE(first->rowCount(), rows);
    QCOMPARE(first->columnCount(), columns);
    for (QAccessibleInterface* item : tables) {
        QAccessibleTableInterface* const table = item->tableInterface();
        QVERIFY(!nameOf(item).isEmpty());
        QCOMPARE(item->childCount(), table->rowCount() * table->columnCount());
        QSet<QString> all;
        for (int row = 0; row < table->rowCount(); ++row) {
            for (int column = 0; column < table->columnCount(); ++column) {
                QAccessibleInterface* const cell = table->cellAt(row, column);
                QVERIFY(cell && cell->isValid());
                QVERIFY(!nameOf(cell).isEmpty());
                all.insert(nameOf(cell));
                QCOMPARE(item->indexOfChild(cell), row * table->columnCount() + column);
                QCOMPARE(item->child(row * table->columnCount() + column), cell);
                QCOMPARE(cell->parent(), item);
            }
        }
        // Each says which one it is.
        QCOMPARE(all.size(), item->childCount());
        QVERIFY(!table->cellAt(table->rowCount(), 0) && !table->cellAt(0, -1));
    }
    // What is under a point is the cell that is drawn there. A word of Lines and Text is drawn
    // once for many cells, and stands for one of them.
    const bool words = page == "lines" || page == "text";
    int hits = 0;
    for (QAccessibleInterface* item : tables) {
        QAccessibleTableInterface* const table = item->tableInterface();
        for (int row = 0; row < table->rowCount(); ++row) {
            QAccessibleInterface* const cell = table->cellAt(row, row % table->columnCount());
            if (cell->rect().isEmpty() || cell->state().offscreen)
                continue;
            const QPoint middle = cell->rect().center();
            QAccessibleInterface* const found = item->childAt(middle.x(), middle.y());
            hits += found ? 1 : 0;
            if (!words)
                QCOMPARE(found, cell);
            else if (found)
                QVERIFY(found->rect().contains(middle));
        }
    }
    QVERIFY(!words || hits > 0);
}

void TestAccessibleCells::keys_walk_every_page_data() {
    every_page_is_walked_data();
}

void TestAccessibleCells::keys_walk_every_page() {
    QFETCH(QString, example);
    const std::string page = QTest::currentDataTag();
    const auto window = opened(example, page);
    QAccessibleInterface* const item = tablesIn(*window).front();
    QAccessibleInterface* const picture = item->parent();
    auto* const view = qobject_cast<QWidget*>(picture->object());
    view->setFocus(Qt::MouseFocusReason);
    // On Train the arrows are those of time, until a cell is pressed.
    if (page == "train")
        item->tableInterface()->cellAt(0, 0)->actionInterface()->doAction(
            QAccessibleActionInterface::pressAction());
    QSet<QString> heard;
    // The words of Lines stand below each other: what lies right of them is the next stage.
    const auto across = page == "lines" ? Qt::Key_Up : Qt::Key_Right;
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, across}) {
        QTest::keyClick(view, key);
        window->settle();
        QAccessibleInterface* const cell = picture->focusChild();
        QVERIFY(cell && cell->tableCellInterface());
        QVERIFY(cell->state().selected && cell->state().focused);
        heard.insert(nameOf(cell));
    }
    QVERIFY(heard.size() >= 2);
}

void TestAccessibleCells::a_comparison_is_walked() {
    const auto window = shownWindow(findExample("ticket")->make());
    auto& heads = window->page<HeadsPage>();
    QTest::keyClick(&heads.keyboard(), Qt::Key_P);
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("masked"), withCausal(*document.experiment(), true));
    window->settle();
    heads.setComparing(true);
    window->settle();
    const std::vector<QAccessibleInterface*> tables = tablesOf(heads.comparison());
    QCOMPARE(tables.size(), std::size_t{1});
    const Trace& b = *window->workspace().scene().trace;
    const QString words = nameOf(tables.front()->tableInterface()->cellAt(4, 2));
    QVERIFY2(words.contains(fullText(b[TensorName::AttentionWeights](0, 0, 4, 2))),
             qPrintable(words));
    QVERIFY(nameOf(tables.front()->tableInterface()->cellAt(2, 4)).contains(u"masked"_s));
}

void TestAccessibleCells::a_cell_says_query_key_value_and_mask() {
    const auto window = shownWindow(withCausal(findExample("ticket-learnt-en")->make(), true));
    QAccessibleTableInterface* const table = tablesIn(*window).front()->tableInterface();
    const Trace& trace = *window->workspace().scene().trace;
    const int panel = window->workspace().scene().selection.panel;
    const QString allowed = nameOf(table->cellAt(3, 2));
    for (const QString& part : {u"query help"_s, u"key Tom"_s,
                                fullText(trace[TensorName::AttentionWeights](0, panel, 3, 2))})
        QVERIFY2(allowed.contains(part), qPrintable(allowed));
    QCOMPARE(table->rowDescription(3), u"help"_s);
    QCOMPARE(table->columnDescription(2), u"Tom"_s);
    const QString masked = nameOf(table->cellAt(2, 3));
    for (const QString& part : {u"query Tom"_s, u"key help"_s, u"masked"_s})
        QVERIFY2(masked.contains(part), qPrintable(masked));
}

void TestAccessibleCells::a_cell_is_where_it_is_drawn() {
    const auto window = shownWindow(findExample("ticket-learnt-en")->source());
    HeadsView& view = window->page<HeadsPage>().heads();
    QAccessibleInterface* const table = tablesOf(view).front();
    for (const auto& [row, column] : {std::pair(0, 0), std::pair(3, 7), std::pair(9, 9)}) {
        QAccessibleInterface* const cell = table->tableInterface()->cellAt(row, column);
        const QRect drawn = view.geometryNow().matrix.cellRect(row, column).toAlignedRect();
        QCOMPARE(cell->rect(), QRect(view.mapToGlobal(drawn.topLeft()), drawn.size()));
        const QPoint middle = cell->rect().center();
        QCOMPARE(table->childAt(middle.x(), middle.y()), cell);
        QCOMPARE(accessible(view)->childAt(middle.x(), middle.y()), table);
    }
    const QPoint outside = view.mapToGlobal(QPoint(1, 1));
    QVERIFY(!table->childAt(outside.x(), outside.y()));
}

void TestAccessibleCells::a_turned_matrix_is_walked_as_it_is_seen() {
    const auto window = shownWindow(withCausal(findExample("ticket-learnt-en")->make(), true));
    QAccessibleTableInterface* const table = tablesIn(*window).front()->tableInterface();
    const QString before = nameOf(table->cellAt(2, 3));
    DisplayOptions display = window->workspace().scene().display;
    display.rowsAreKeys = true;
    window->workspace().setDisplay(display);
    window->settle();
    QCOMPARE(nameOf(table->cellAt(3, 2)), before);
    QCOMPARE(table->rowDescription(3), u"help"_s);
    QVERIFY(table->cellAt(0, 1)->rect().left() > table->cellAt(0, 0)->rect().left());
    QVERIFY(table->cellAt(1, 0)->rect().top() > table->cellAt(0, 0)->rect().top());
}

void TestAccessibleCells::pressing_a_cell_is_a_click_on_it() {
    const auto window = shownWindow(findExample("ticket-learnt-en")->source());
    const std::vector<QAccessibleInterface*> tables = tablesIn(*window);
    QAccessibleInterface* const cell = tables.front()->tableInterface()->cellAt(3, 7);
    QVERIFY(!cell->state().selected);
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    window->settle();
    const Selection& selection = window->workspace().scene().selection;
    QCOMPARE(selection.locked, (PanelCell{selection.panel, 3, 7}));
    QVERIFY(cell->state().selected);
    QCOMPARE(tables.front()->tableInterface()->selectedCells(), QList{cell});
    // The second table is that of the heads.
    QCOMPARE(tables.size(), std::size_t{2});
    QAccessibleInterface* const head = tables[1]->tableInterface()->cellAt(2, 0);
    head->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    window->settle();
    QCOMPARE(window->workspace().scene().selection.panel, 2);
}

void TestAccessibleCells::the_keys_take_the_focus_from_cell_to_cell() {
    const auto window = shownWindow(findExample("ticket-learnt-en")->source());
    HeadsView& view = window->page<HeadsPage>().heads();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_Down);
    window->settle();
    QTest::keyClick(&view, Qt::Key_Right);
    window->settle();
    const Selection& selection = window->workspace().scene().selection;
    const std::optional<PanelCell> asked = selection.asked();
    QVERIFY(asked);
    QAccessibleInterface* const cell = tablesOf(view).front()->tableInterface()->cellAt(
        static_cast<int>(asked->row), static_cast<int>(asked->column));
    QVERIFY(cell->state().focused && cell->state().selected);
    QCOMPARE(view.accessibleDescription(), nameOf(cell));
    QCOMPARE(accessible(view)->focusChild(), cell);
}

void TestAccessibleCells::cells_that_are_gone_say_nothing() {
    const auto window = shownWindow(findExample("ticket-learnt-en")->source());
    QAccessibleInterface* const table = tablesIn(*window).front();
    QAccessibleInterface* const cell = table->tableInterface()->cellAt(9, 9);
    QVERIFY(cell->isValid());
    Document& document = window->workspace().document();
    document.edit(QStringLiteral("shorter"), *withTokens(*document.experiment(), TokenSide::Query,
                                                         0, {"book", "the", "ticket"}));
    window->settle();
    QCOMPARE(table->tableInterface()->rowCount(), 3);
    QVERIFY(!cell->isValid());
    QCOMPARE(nameOf(cell), QString());
    QVERIFY(cell->state().invalid);
    QVERIFY(cell->rect().isNull());
}

HEADSCOPE_TEST(TestAccessibleCells, QApplication)
#include "test_accessible_cells.moc"
