// SPDX-License-Identifier: GPL-3.0-or-later
// Taking a matrix out of the window: what the clipboard holds is what the trace holds.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "formats/npy/npy.h"
#include "pages/heads/compare/compare_content.h"
#include "pages/heads/compare/compare_view.h"
#include "pages/heads/heads_page.h"
#include "pages/heads/heads_view.h"
#include "pages/paint/paint_page.h"
#include "support/number_text.h"
#include "support/test_program.h"
#include "support/window_harness.h"
#include "window/actions.h"
#include "window/export/data_export.h"
#include "window/frame/page_stack.h"
#include "window/frame/status_line.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>

#include <cmath>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

QString clipboard() {
    return QGuiApplication::clipboard()->text();
}

struct Table {
    QString corner;
    QStringList rows;
    QStringList columns;
    std::vector<std::vector<float>> values;
};

/// A table of words without tabs and quotes.
Table tableOf(const QString& text) {
    Table table;
    QStringList lines = text.split(u'\n');
    if (lines.size() < 2 || !lines.takeLast().isEmpty())
        return table;
    table.columns = lines.takeFirst().split(u'\t');
    table.corner = table.columns.takeFirst();
    for (const QString& line : lines) {
        QStringList fields = line.split(u'\t');
        table.rows << fields.takeFirst();
        table.values.emplace_back();
        for (const QString& field : fields)
            table.values.back().push_back(std::strtof(qPrintable(field), nullptr));
    }
    return table;
}

/// Whether these are the numbers of [head, row, column] of a tensor of the shown block, bit by
/// bit.
bool holds(const Table& table, const Tensor& tensor, Index head, bool turned = false) {
    const Index rows = tensor.size(2);
    const Index columns = tensor.size(3);
    if (std::ssize(table.values) != (turned ? columns : rows))
        return false;
    for (Index row = 0; row < rows; ++row) {
        for (Index column = 0; column < columns; ++column) {
            const auto down = static_cast<std::size_t>(turned ? column : row);
            const auto across = static_cast<std::size_t>(turned ? row : column);
            if (across >= table.values[down].size() ||
                table.values[down][across] != tensor(0, head, row, column))
                return false;
        }
    }
    return true;
}

QMenu* menuAt(HeadsView& view, QPoint at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.mapToGlobal(at));
    QCoreApplication::sendEvent(&view, &event);
    return view.findChild<QMenu*>();
}

bool choose(QMenu* menu, const QString& text) {
    for (QAction* action : menu->actions()) {
        if (action->text() == text) {
            action->trigger();
            delete menu;
            return true;
        }
    }
    return false;
}

} // namespace

class TestMatrixOut : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { dressAsTheProgram(); }
    void init() { QGuiApplication::clipboard()->setText(u"before"_s); }
    void copy_takes_the_enlarged_head_data();
    void copy_takes_the_enlarged_head();
    void copy_takes_it_as_it_is_drawn();
    void words_are_copied_as_they_were_typed();
    void masked_cells_are_what_the_trace_has();
    void the_menu_takes_cell_row_and_formats();
    void layers_gives_the_head_at_the_cursor();
    void norm_gives_the_shown_matrix();
    void every_page_has_the_formats_in_its_menu_data();
    void every_page_has_the_formats_in_its_menu();
    void lines_gives_the_chosen_head();
    void a_comparison_gives_what_moved();
    void paint_gives_the_painting();
    void a_field_keeps_its_own_copy();
    void the_menu_of_the_window_copies_too();
    void data_of_any_stage_become_files_data();
    void data_of_any_stage_become_files();
    void the_shown_matrix_becomes_a_file();
    void another_ending_is_refused();
};

void TestMatrixOut::copy_takes_the_enlarged_head_data() {
    QTest::addColumn<int>("head");
    QTest::newRow("first") << 0;
    QTest::newRow("third") << 2;
}

void TestMatrixOut::copy_takes_the_enlarged_head() {
    QFETCH(int, head);
    const auto window = shownWindow(findExample("ticket")->make());
    window->workspace().showPanel(head);
    window->settle();
    HeadsView& view = *window->findChild<HeadsView*>();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    QCOMPARE(table.corner, u"query \\ key"_s);
    QCOMPARE(table.columns.size(), 10);
    QCOMPARE(table.columns[9], u"机票"_s);
    QCOMPARE(table.rows, table.columns);
    const Trace& trace = *window->workspace().scene().trace;
    QVERIFY(holds(table, trace.find(TensorName::AttentionWeights)->result, head));
    QVERIFY(!holds(table, trace.find(TensorName::AttentionWeights)->result, head + 1));
    QVERIFY(window->findChild<StatusLine*>()->text().contains(u"10 × 10"_s));
}

void TestMatrixOut::copy_takes_it_as_it_is_drawn() {
    const auto window = shownWindow(findExample("cross")->make());
    window->findChild<Actions*>()->rowsAreKeys->setChecked(true);
    window->settle();
    HeadsView& view = *window->findChild<HeadsView*>();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    QCOMPARE(table.corner, u"key \\ query"_s);
    QCOMPARE(table.rows.size(), 3);
    QCOMPARE(table.columns.size(), 2);
    QVERIFY(holds(table,
                  window->workspace().scene().trace->find(TensorName::AttentionWeights)->result, 0,
                  true));
}

void TestMatrixOut::words_are_copied_as_they_were_typed() {
    const TokenList words = {"שלום", "עולם", "مرحبا", "we"};
    const auto window =
        shownWindow(*withTokens(findExample("ticket")->make(), TokenSide::Query, 0, words));
    HeadsView& view = *window->findChild<HeadsView*>();
    view.setFocus();
    QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    QCOMPARE(table.rows, (QStringList{u"שלום"_s, u"עולם"_s, u"مرحبا"_s, u"we"_s}));
    QCOMPARE(table.columns, table.rows);
}

void TestMatrixOut::masked_cells_are_what_the_trace_has() {
    const auto window = shownWindow(findExample("causal-padding")->make());
    const Trace& trace = *window->workspace().scene().trace;
    for (const auto& [stage, name, masked] :
         {std::tuple(Stage::Masked, TensorName::MaskedScores, -INFINITY),
          std::tuple(Stage::Weights, TensorName::AttentionWeights, 0.0F)}) {
        window->workspace().showStage(stage);
        window->settle();
        HeadsView& view = *window->findChild<HeadsView*>();
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        window->settle();
        const Table table = tableOf(clipboard());
        QVERIFY(holds(table, trace.find(name)->result, 0));
        QCOMPARE(table.values[0][1], masked);
    }
}

void TestMatrixOut::the_menu_takes_cell_row_and_formats() {
    const auto window = shownWindow(findExample("ticket")->make());
    HeadsView& view = *window->findChild<HeadsView*>();
    const Tensor& weights =
        window->workspace().scene().trace->find(TensorName::AttentionWeights)->result;
    const QPoint at = view.geometryNow().matrix.cellRect(9, 5).center().toPoint();
    const QString number = QString::fromStdString(shortestText(weights(0, 0, 9, 5)));

    QVERIFY(choose(menuAt(view, at), u"Copy "_s + number));
    QCOMPARE(clipboard(), number);

    QVERIFY(choose(menuAt(view, at), u"Copy the row"_s));
    window->settle();
    const Table row = tableOf(clipboard());
    QCOMPARE(row.rows, QStringList{u"机票"_s});
    QCOMPARE(row.columns.size(), 10);
    for (Index key = 0; key < 10; ++key)
        QCOMPARE(row.values[0][static_cast<std::size_t>(key)], weights(0, 0, 9, key));

    const LabelledMatrix matrix = *view.matrix();
    for (const auto& [text, format] :
         {std::pair(u"Copy the matrix for a spreadsheet"_s, MatrixFormat::Tsv),
          std::pair(u"Copy the matrix as CSV"_s, MatrixFormat::Csv),
          std::pair(u"Copy the matrix for LaTeX (booktabs)"_s, MatrixFormat::Latex),
          std::pair(u"Copy the matrix for NumPy"_s, MatrixFormat::NumPy)}) {
        QVERIFY2(choose(menuAt(view, at), text), qPrintable(text));
        window->settle();
        QCOMPARE(clipboard(), QString::fromStdString(matrixText(matrix, format)));
    }
    QVERIFY(choose(menuAt(view, at), u"Copy the figure of the heads"_s));
    window->settle();
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
}

void TestMatrixOut::layers_gives_the_head_at_the_cursor() {
    const auto window = shownWindow(findExample("stack")->make());
    window->showPage("layers");
    window->settle();
    QWidget& keyboard = window->pages().page().keyboard();
    keyboard.setFocus();
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_Down, Qt::Key_Right, Qt::Key_Right})
        QTest::keyClick(&keyboard, key);
    const std::optional<LabelledMatrix> matrix = window->pages().page().matrix();
    QVERIFY(matrix);
    QTest::keyClick(&keyboard, Qt::Key_C, Qt::ControlModifier);
    window->settle();
    QCOMPARE(clipboard(), QString::fromStdString(matrixText(*matrix, MatrixFormat::Tsv)));
    // The cursor says where it is; the numbers are those of that block of the whole run.
    const auto comma = matrix->name.find(", ");
    const std::string scope = matrix->name.substr(0, comma);
    const int head = std::stoi(matrix->name.substr(matrix->name.rfind(' '))) - 1;
    const BlockMap& blocks = *window->workspace().scene().blocks;
    bool found = false;
    for (const TraceStep& step : blocks.whole->steps()) {
        if (step.scope != scope || step.name != TensorName::AttentionWeights)
            continue;
        found = true;
        QVERIFY(holds(tableOf(clipboard()), step.result, head));
    }
    QVERIFY(found);
}

void TestMatrixOut::every_page_has_the_formats_in_its_menu_data() {
    QTest::addColumn<QByteArray>("example");
    QTest::addColumn<QByteArray>("page");
    for (const auto& [example, page] :
         {std::pair("stack", "layers"), std::pair("ticket", "lines"), std::pair("ticket", "text"),
          std::pair("ticket", "paint"), std::pair("norms", "norm")})
        QTest::newRow(page) << QByteArray(example) << QByteArray(page);
}

void TestMatrixOut::every_page_has_the_formats_in_its_menu() {
    QFETCH(QByteArray, example);
    QFETCH(QByteArray, page);
    const auto window = shownWindow(findExample(example.constData())->source());
    window->showPage(page.toStdString());
    window->settle();
    PageStack& pages = window->pages();
    QCOMPARE(&pages.page(), pages.find(page.toStdString()));
    const std::optional<LabelledMatrix> matrix = pages.page().matrix();
    QVERIFY(matrix);
    QWidget& view = pages.page().view();
    const QPoint at(view.width() - 3, 3); // where a page has no menu of its own
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.mapToGlobal(at));
    QCoreApplication::sendEvent(&view, &event);
    auto* menu = pages.findChild<QMenu*>({}, Qt::FindDirectChildrenOnly);
    QVERIFY(menu);
    QVERIFY(choose(menu, u"Copy the matrix as CSV"_s));
    window->settle();
    QCOMPARE(clipboard(), QString::fromStdString(matrixText(*matrix, MatrixFormat::Csv)));
}

void TestMatrixOut::norm_gives_the_shown_matrix() {
    const auto window = shownWindow(findExample("norms")->make());
    QCOMPARE(&window->pages().page(), window->pages().find("norm"));
    QTest::keyClick(&window->pages().page().keyboard(), Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    const Scene& scene = window->workspace().scene();
    const Tensor& shown = scene.trace->find(TensorName::NormOutput)->result;
    QCOMPARE(std::ssize(table.values), shown.size(1));
    for (Index row = 0; row < shown.size(1); ++row) {
        for (Index column = 0; column < shown.size(2); ++column)
            QCOMPARE(table.values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                     shown(0, row, column));
    }
}

void TestMatrixOut::lines_gives_the_chosen_head() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->showPage("lines");
    window->workspace().showPanel(2);
    window->settle();
    QCOMPARE(&window->pages().page(), window->pages().find("lines"));
    QTest::keyClick(&window->pages().page().keyboard(), Qt::Key_C, Qt::ControlModifier);
    window->settle();
    QVERIFY(holds(tableOf(clipboard()),
                  window->workspace().scene().trace->find(TensorName::AttentionWeights)->result,
                  2));
}

void TestMatrixOut::a_comparison_gives_what_moved() {
    const auto window = shownWindow(findExample("ticket")->make());
    const Tensor before =
        window->workspace().scene().trace->find(TensorName::AttentionWeights)->result;
    auto& page = window->page<HeadsPage>();
    page.setComparing(true);
    window->settle();
    QVERIFY(window->workspace().edit(want::Causal{true}).ok());
    window->settle();
    const CompareContent* compared = page.comparison().content();
    QVERIFY(compared);
    QTest::keyClick(&page.keyboard(), Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    QCOMPARE(std::ssize(table.values), before.size(2));
    const Tensor& moved = compared->differencePanels[compared->shown].matrix;
    const bool isSomething =
        std::ranges::any_of(moved.contiguous().values(), [](float value) { return value != 0; });
    QVERIFY(isSomething);
    for (Index row = 0; row < before.size(2); ++row) {
        for (Index column = 0; column < before.size(3); ++column)
            QCOMPARE(table.values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                     moved(row, column));
    }
}

void TestMatrixOut::paint_gives_the_painting() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->showPage("paint");
    window->settle();
    paintPattern(*window);
    auto& page = window->page<PaintPage>();
    QTest::keyClick(&page.keyboard(), Qt::Key_C, Qt::ControlModifier);
    window->settle();
    const Table table = tableOf(clipboard());
    const PaintTarget& target = page.session().scene().problem->target;
    QCOMPARE(std::ssize(table.values), target.queries);
    for (Index query = 0; query < target.queries; ++query) {
        for (Index key = 0; key < target.keys; ++key)
            QCOMPARE(table.values[static_cast<std::size_t>(query)][static_cast<std::size_t>(key)],
                     target.at(query, key));
    }
}

void TestMatrixOut::a_field_keeps_its_own_copy() {
    const auto window = shownWindow(findExample("ticket")->make());
    auto* field = window->findChild<QLineEdit*>();
    QVERIFY(field);
    field->setFocus();
    field->setText(u"word"_s);
    field->selectAll();
    QTest::keyClick(field, Qt::Key_C, Qt::ControlModifier);
    window->settle();
    QCOMPARE(clipboard(), u"word"_s);
}

void TestMatrixOut::the_menu_of_the_window_copies_too() {
    const auto window = shownWindow(findExample("ticket")->make());
    window->findChild<Actions*>()->copyMatrix->trigger();
    window->settle();
    QVERIFY(holds(tableOf(clipboard()),
                  window->workspace().scene().trace->find(TensorName::AttentionWeights)->result,
                  0));
}

void TestMatrixOut::data_of_any_stage_become_files_data() {
    QTest::addColumn<QString>("example");
    QTest::newRow("ticket") << u"ticket"_s;
    QTest::newRow("cross") << u"cross"_s;
    QTest::newRow("padding") << u"causal-padding"_s;
    QTest::newRow("norms") << u"norms"_s;
}

void TestMatrixOut::data_of_any_stage_become_files() {
    QFETCH(QString, example);
    const auto window = shownWindow(findExample(example.toStdString())->source());
    const Scene& scene = window->workspace().scene();
    const QTemporaryDir folder;
    for (const TraceStep& step : scene.trace->steps()) {
        const std::string name(snakeCase(step.name));
        for (const char* ending : {".npy", ".csv", ".tsv"}) {
            const QString path = folder.filePath(QString::fromStdString(name + ending));
            DataExport dialog(scene, folder.path());
            dialog.setStage(step.name);
            dialog.saveTo(path);
            dialog.finish();
            QCOMPARE(dialog.result(), int(QDialog::Accepted));
            QCOMPARE(dialog.path(), path);
        }
        const auto read =
            readNpy(folder.filePath(QString::fromStdString(name + ".npy")).toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->tensor.withAxes(step.result.axes()), step.result.contiguous());
        QFile file(folder.filePath(QString::fromStdString(name + ".csv")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString table = QString::fromUtf8(file.readAll());
        QFile tabs(folder.filePath(QString::fromStdString(name + ".tsv")));
        QVERIFY(tabs.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(tabs.readAll()).replace(u'\t', u','), table); // no word has one
        QStringList lines = table.split(u'\n');
        QVERIFY(lines.takeLast().isEmpty());
        QVERIFY(lines.takeFirst().endsWith(u',' + QString::fromStdString(name)));
        QCOMPARE(lines.size(), step.result.elementCount());
        Cell cell(step.result.rank(), 0);
        for (const QString& line : lines) {
            const QString number = line.mid(line.lastIndexOf(u',') + 1);
            const float value = std::strtof(qPrintable(number), nullptr);
            const float wanted = step.result.at(cell);
            QVERIFY2(value == wanted || (std::isnan(value) && std::isnan(wanted)),
                     qPrintable(line));
            QVERIFY(line.startsWith(QString::number(cell[0] + 1) + u','));
            advance(cell, step.result.shape());
        }
    }
}

void TestMatrixOut::the_shown_matrix_becomes_a_file() {
    const auto window = shownWindow(findExample("cross")->make());
    window->findChild<Actions*>()->rowsAreKeys->setChecked(true);
    window->workspace().showPanel(1);
    window->settle();
    const QTemporaryDir folder;
    for (const char* ending : {"csv", "tsv", "npy"}) {
        DataExport dialog(window->workspace().scene(), folder.path());
        dialog.show();
        QComboBox& what = *byAccessibleName<QComboBox>(dialog, u"Numbers"_s);
        what.setCurrentIndex(1);
        Q_EMIT what.activated(1);
        dialog.saveTo(folder.filePath(u"a."_s + QLatin1String(ending)));
        dialog.finish();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
    }
    const LabelledMatrix matrix = *window->findChild<HeadsView*>()->matrix();
    QFile file(folder.filePath(u"a.csv"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()),
             QString::fromStdString(matrixText(matrix, MatrixFormat::Csv)));
    QFile tabs(folder.filePath(u"a.tsv"_s));
    QVERIFY(tabs.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(tabs.readAll()),
             QString::fromStdString(matrixText(matrix, MatrixFormat::Tsv)));
    const auto read = readNpy(folder.filePath(u"a.npy"_s).toStdString());
    QVERIFY(read.ok());
    QCOMPARE(read->tensor.withAxes(matrix.values.axes()), matrix.values.contiguous());
}

void TestMatrixOut::another_ending_is_refused() {
    const auto window = shownWindow(findExample("ticket")->make());
    const QTemporaryDir folder;
    DataExport dialog(window->workspace().scene(), folder.path());
    dialog.saveTo(folder.filePath(u"a.xlsx"_s));
    QVERIFY(!dialog.isSaving());
    QVERIFY(QDir(folder.path()).isEmpty());
    dialog.saveTo(folder.filePath(u"none/a.npy"_s));
    dialog.finish();
    QCOMPARE(dialog.result(), int(QDialog::Rejected));
}

HEADSCOPE_TEST(TestMatrixOut, QApplication)
#include "test_matrix_out.moc"
