// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "controls/axis_shape_label.h"
#include "controls/math_combo_box.h"
#include "editors/tensor_panel.h"
#include "editors/tensor_table_view.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "experiment/edit.h"
#include "scene/number_format.h"
#include "window/style.h"

#include "support/edited_document.h"
#include "support/test_program.h"
#include "support/window_watch.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

using namespace headscope;

namespace {

/// The panel with a document and an engine behind it.
class Desk : public EditedDocument {
public:
    explicit Desk(Experiment experiment)
        : EditedDocument(experiment) {
        panel.resize(256, 420);
        QObject::connect(&document, &Document::changed, &panel,
                         [this] { computing ? show() : panel.showExperiment(); });
        QObject::connect(&panel, &TensorPanel::rejected, &panel,
                         [this](QWidget*, const QString& sentence) { sentences << sentence; });
        show();
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel))
            qFatal("the panel does not get the focus");
        table().setFocus();
    }
    explicit Desk(const char* example = "ticket")
        : Desk(findExample(example)->make()) {}

    void show() {
        replace();
        panel.showExperiment();
        scene.trace = std::make_shared<const Trace>(runAttention(problemOf(now)).value());
        scene.run = runOf(now, scene.trace);
        panel.setScene(scene);
    }
    TensorTableView& table() { return *panel.findChild<TensorTableView*>(); }
    QAbstractItemModel& model() { return *table().model(); }
    QString textAt(int row, int column) { return model().index(row, column).data().toString(); }
    void go(int row, int column) { table().setCurrentIndex(model().index(row, column)); }
    /// The open one; closed ones live until the event loop turns.
    QLineEdit* editor() {
        for (QLineEdit* edit : table().findChildren<QLineEdit*>()) {
            if (edit->isVisible())
                return edit;
        }
        return nullptr;
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&table(), static_cast<Qt::Key>(key), modifiers);
    }
    QString shownError() {
        for (const QLabel* label : panel.findChildren<QLabel*>()) {
            if (label->foregroundRole() == QPalette::BrightText && label->isVisible())
                return label->text();
        }
        return {};
    }

    /// The first key opens the editor, which takes the others.
    void type(const QString& text) {
        for (const QChar c : text)
            QTest::keyClicks(editor() ? static_cast<QWidget*>(editor()) : &table(), QString(c));
    }
    void enter() {
        QTest::keyClick(editor(), Qt::Key_Return);
        QCoreApplication::processEvents();
    }

    bool computing = true;
    Scene scene;
    QStringList sentences;
    TensorPanel panel{edits}; ///< last: an open editor still commits while it is closed
};

} // namespace

class TestTensorPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void embeddings_have_tokens_as_rows();
    void every_tensor_of_the_computation_can_be_chosen();
    void what_is_computed_is_read_only_and_says_so();
    void heads_are_chosen();
    void a_bias_is_one_row();
    void padding_rows_are_marked_and_refuse_numbers();

    void a_typed_number_changes_that_cell();
    void enter_takes_a_number_at_once();
    void a_decimal_comma_is_a_point();
    void text_in_a_number_cell_is_refused_and_stays();
    void infinity_and_nan_are_refused_data();
    void infinity_and_nan_are_refused();
    void escape_leaves_the_number_alone();
    void a_number_typed_while_a_trace_arrives_is_not_lost();
    void edits_start_from_the_newest_experiment();
    void weights_can_be_typed();
    void delete_sets_the_selected_cells_to_zero();

    void copy_has_every_digit();
    void a_pasted_block_is_one_edit();
    void a_block_that_does_not_fit_changes_nothing();
    void a_block_with_a_word_changes_nothing();
    void copied_weights_can_be_pasted_bit_for_bit();

    void mask_cells_toggle();
    void a_computed_mask_explains_itself();

    void the_asked_cell_is_marked();
    void the_selection_comes_and_goes();
    void tab_leaves_the_table();
    void cells_have_names_for_screen_readers();
    void a_large_tensor_is_shown_without_reading_all_of_it();
    void the_shape_has_its_axes_coloured();
};

void TestTensorPanel::initTestCase() {
    QApplication::setStyle(new Style);
    QApplication::setPalette(paletteOf(theme(ThemeKind::Light)));
}

void TestTensorPanel::embeddings_have_tokens_as_rows() {
    Desk desk;
    QCOMPARE(desk.model().rowCount(), 10);
    QCOMPARE(desk.model().columnCount(), 4);
    QCOMPARE(desk.model().headerData(4, Qt::Vertical).toString(), QStringLiteral("我 (5)"));
    QCOMPARE(desk.model().headerData(3, Qt::Horizontal).toString(), QStringLiteral("4"));
    QCOMPARE(desk.textAt(9, 1), QStringLiteral("0.9"));
}

void TestTensorPanel::every_tensor_of_the_computation_can_be_chosen() {
    Desk desk;
    auto* chooser = desk.panel.findChild<MathComboBox*>();
    QList<int> offered;
    for (int i = 0; i < chooser->count(); ++i) {
        if (chooser->itemData(i).isValid())
            offered << chooser->itemData(i).toInt();
    }
    for (const TraceStep& step : desk.scene.trace->steps())
        QVERIFY2(offered.contains(static_cast<int>(step.name)), snakeCase(step.name).data());
    for (const int name : offered) {
        desk.panel.setSelection(static_cast<TensorName>(name));
        QVERIFY(desk.model().rowCount() > 0);
        const Tensor& tensor = (*desk.scene.trace)[static_cast<TensorName>(name)];
        QCOMPARE(desk.model().columnCount(), static_cast<int>(tensor.shape().back()));
    }
    // By keyboard, too.
    desk.panel.setSelection(TensorName::QueryInput);
    chooser->setFocus();
    QTest::keyClick(chooser, Qt::Key_Down);
    QCOMPARE(desk.panel.shownTensor(), TensorName::QueryWeight);
}

void TestTensorPanel::what_is_computed_is_read_only_and_says_so() {
    Desk desk;
    desk.panel.setSelection(TensorName::AttentionWeights);
    desk.go(0, 0);
    desk.key(Qt::Key_5);
    QVERIFY(!desk.editor());
    QVERIFY(desk.table().accessibleDescription().contains(QStringLiteral("read only")));
    QApplication::clipboard()->setText(QStringLiteral("1"));
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(desk.shownError().contains(QStringLiteral("is computed")));
    QVERIFY(desk.steps.isEmpty());
}

void TestTensorPanel::heads_are_chosen() {
    Desk desk;
    desk.panel.setSelection(TensorName::AttentionWeights);
    auto* heads = desk.panel.findChildren<QComboBox*>().last();
    QVERIFY(heads->isVisible());
    QCOMPARE(heads->count(), 4);
    QVERIFY(heads->fontMetrics().horizontalAdvance(heads->currentText()) < heads->width() - 24);
    const Tensor& weights = (*desk.scene.trace)[TensorName::AttentionWeights];
    QCOMPARE(desk.model().index(9, 5).data(Qt::EditRole).toString(), fullText(weights(0, 0, 9, 5)));
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Down);
    QTest::keyClick(heads, Qt::Key_Down);
    QCOMPARE(desk.model().index(9, 5).data(Qt::EditRole).toString(), fullText(weights(0, 2, 9, 5)));
    // The head that the views enlarge is shown here as well.
    desk.scene.selection.panel = 3;
    desk.panel.setScene(desk.scene);
    QCOMPARE(desk.model().index(9, 5).data(Qt::EditRole).toString(), fullText(weights(0, 3, 9, 5)));
}

void TestTensorPanel::a_bias_is_one_row() {
    Desk desk(withBiases(findExample("ticket")->make(), true));
    desk.panel.setSelection(TensorName::QueryBias);
    QCOMPARE(desk.model().rowCount(), 1);
    QCOMPARE(desk.model().columnCount(), 16);
    desk.go(0, 7);
    desk.type(QStringLiteral("3"));
    desk.enter();
    QCOMPARE(desk.now.weights.at(Role::QueryBias)(7), 3.0F);
}

void TestTensorPanel::padding_rows_are_marked_and_refuse_numbers() {
    Desk desk("causal-padding");
    desk.scene.selection.sequence = 1;
    desk.panel.setScene(desk.scene);
    QCOMPARE(desk.model().headerData(0, Qt::Vertical).toString(), QStringLiteral("我"));
    QCOMPARE(desk.model().headerData(5, Qt::Vertical).toString(), QStringLiteral("·"));
    desk.go(5, 0);
    desk.type(QStringLiteral("1"));
    desk.enter();
    QVERIFY(desk.steps.isEmpty());
    QVERIFY(desk.shownError().contains(QStringLiteral("padding")));
}

void TestTensorPanel::a_typed_number_changes_that_cell() {
    Desk desk;
    desk.go(9, 1);
    desk.type(QStringLiteral("-1.5"));
    desk.enter();
    QCOMPARE(desk.now.queryInput(0, 9, 1), -1.5F);
    QCOMPARE(desk.textAt(9, 1), QStringLiteral("−1.5"));
    QCOMPARE(desk.steps.size(), 1);
    QVERIFY(desk.sentences.isEmpty());
}

void TestTensorPanel::enter_takes_a_number_at_once() {
    // The panel may be hidden before the event loop turns, as by presentation mode.
    Desk desk;
    testing::Complaints complaints;
    desk.go(0, 0);
    desk.type(QStringLiteral("7.5"));
    QTest::keyClick(desk.editor(), Qt::Key_Return);
    QCOMPARE(desk.now.queryInput(0, 0, 0), 7.5F);
    desk.panel.hide();
    QCoreApplication::processEvents();
    QCOMPARE(complaints.takeAll(), QString());
}

void TestTensorPanel::a_decimal_comma_is_a_point() {
    Desk desk;
    desk.go(0, 0);
    desk.type(QStringLiteral("0,75"));
    desk.enter();
    QCOMPARE(desk.now.queryInput(0, 0, 0), 0.75F);
}

void TestTensorPanel::text_in_a_number_cell_is_refused_and_stays() {
    Desk desk;
    const Experiment before = desk.now;
    desk.go(2, 2);
    desk.key(Qt::Key_F2);
    desk.editor()->selectAll();
    QTest::keyClicks(desk.editor(), QStringLiteral("abc"));
    desk.enter();
    QVERIFY(desk.now == before);
    QCOMPARE(desk.sentences.size(), 1);
    QVERIFY(desk.shownError().contains(QStringLiteral("“abc” is not a number")));
    QVERIFY(desk.editor() && desk.editor()->isVisible());
    QCOMPARE(desk.editor()->text(), QStringLiteral("abc"));
    desk.editor()->selectAll();
    QTest::keyClicks(desk.editor(), QStringLiteral("4"));
    desk.enter();
    QCOMPARE(desk.now.queryInput(0, 2, 2), 4.0F);
    QVERIFY(desk.shownError().isEmpty());
}

void TestTensorPanel::infinity_and_nan_are_refused_data() {
    QTest::addColumn<QString>("typed");
    for (const char* typed : {"nan", "inf", "-inf", "1e39", "∞"})
        QTest::newRow(typed) << QString::fromUtf8(typed);
}

void TestTensorPanel::infinity_and_nan_are_refused() {
    QFETCH(QString, typed);
    Desk desk;
    desk.go(0, 0);
    desk.key(Qt::Key_F2);
    desk.editor()->selectAll();
    desk.editor()->insert(typed); // ∞ has no key
    desk.enter();
    QVERIFY(desk.steps.isEmpty());
    QCOMPARE(desk.sentences.size(), 1);
    QCOMPARE(desk.editor()->text(), typed);
}

void TestTensorPanel::escape_leaves_the_number_alone() {
    Desk desk;
    const Experiment before = desk.now;
    desk.go(0, 0);
    desk.type(QStringLiteral("7"));
    QTest::keyClick(desk.editor(), Qt::Key_Escape);
    QVERIFY(desk.now == before);
    QCOMPARE(desk.textAt(0, 0), QStringLiteral("0.2"));
}

void TestTensorPanel::a_number_typed_while_a_trace_arrives_is_not_lost() {
    Desk desk;
    desk.go(0, 0);
    desk.type(QStringLiteral("12"));
    desk.show(); // a new trace of the same experiment
    QVERIFY(desk.editor());
    QCOMPARE(desk.editor()->text(), QStringLiteral("12"));
    desk.now = withSeed(desk.now, 5);
    desk.show();
    QTest::keyClicks(desk.editor(), QStringLiteral("3"));
    desk.enter();
    QCOMPARE(desk.now.queryInput(0, 0, 0), 123.0F);
}

void TestTensorPanel::edits_start_from_the_newest_experiment() {
    Desk desk;
    // The document is ahead of the trace that the scene shows.
    const Experiment newer = *withCell(desk.now, TensorName::QueryInput, {0, 5, 0}, 9);
    desk.computing = false;
    desk.document.edit(QStringLiteral("meanwhile"), newer);
    desk.go(0, 0);
    desk.type(QStringLiteral("8"));
    desk.enter();
    QCOMPARE(desk.now.queryInput(0, 0, 0), 8.0F);
    QCOMPARE(desk.now.queryInput(0, 5, 0), 9.0F);
}

void TestTensorPanel::weights_can_be_typed() {
    Desk desk;
    desk.panel.setSelection(TensorName::OutputWeight);
    QCOMPARE(desk.model().rowCount(), 16);
    desk.go(15, 2);
    desk.type(QStringLiteral("2"));
    QTest::keyClick(desk.editor(), Qt::Key_Tab);
    QCOMPARE(desk.now.weights.at(Role::OutputWeight)(15, 2), 2.0F);
    QCOMPARE(desk.table().currentIndex(), desk.model().index(15, 3)); // ready for the next one
    QTest::keyClick(desk.editor(), Qt::Key_Escape);
}

void TestTensorPanel::delete_sets_the_selected_cells_to_zero() {
    Desk desk;
    desk.go(1, 1);
    desk.key(Qt::Key_Right, Qt::ShiftModifier);
    desk.key(Qt::Key_Delete);
    QCOMPARE(desk.now.queryInput(0, 1, 1), 0.0F);
    QCOMPARE(desk.now.queryInput(0, 1, 2), 0.0F);
    QCOMPARE(desk.now.queryInput(0, 1, 3), 0.1F);
    QCOMPARE(desk.steps.size(), 1);
}

void TestTensorPanel::copy_has_every_digit() {
    Desk desk;
    desk.panel.setSelection(TensorName::QueryWeight);
    desk.go(0, 0);
    desk.key(Qt::Key_Right, Qt::ShiftModifier);
    desk.key(Qt::Key_Down, Qt::ShiftModifier);
    desk.key(Qt::Key_C, Qt::ControlModifier);
    const Tensor& weight = desk.now.weights.at(Role::QueryWeight);
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("%1\t%2\n%3\t%4\n")
                 .arg(fullText(weight(0, 0)), fullText(weight(0, 1)), fullText(weight(1, 0)),
                      fullText(weight(1, 1))));
}

void TestTensorPanel::a_pasted_block_is_one_edit() {
    Desk desk;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\t4\n"));
    desk.go(3, 1);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(desk.steps.size(), 1);
    QCOMPARE(desk.now.queryInput(0, 3, 1), 1.0F);
    QCOMPARE(desk.now.queryInput(0, 3, 2), 2.0F);
    QCOMPARE(desk.now.queryInput(0, 4, 1), 3.0F);
    QCOMPARE(desk.now.queryInput(0, 4, 2), 4.0F);
    QCOMPARE(desk.now.queryInput(0, 4, 3), 0.5F);
}

void TestTensorPanel::a_block_that_does_not_fit_changes_nothing() {
    Desk desk;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\t4\n"));
    desk.go(9, 3);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(desk.steps.isEmpty());
    QVERIFY2(desk.shownError().contains(QStringLiteral("2 × 2")), qPrintable(desk.shownError()));
    QVERIFY(desk.shownError().contains(QStringLiteral("1 × 1")));
}

void TestTensorPanel::a_block_with_a_word_changes_nothing() {
    Desk desk;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\tfour\n"));
    desk.go(0, 0);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(desk.steps.isEmpty());
    QVERIFY(desk.shownError().contains(QStringLiteral("“four”")));
}

void TestTensorPanel::copied_weights_can_be_pasted_bit_for_bit() {
    Desk desk;
    desk.panel.setSelection(TensorName::QueryWeight);
    desk.table().selectAll();
    desk.key(Qt::Key_C, Qt::ControlModifier);
    desk.panel.setSelection(TensorName::KeyWeight);
    desk.go(0, 0);
    desk.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(desk.now.weights.at(Role::KeyWeight) == desk.now.weights.at(Role::QueryWeight));
}

void TestTensorPanel::mask_cells_toggle() {
    Desk desk(*withPair(findExample("ticket")->make(), 0, 9, 9, false));
    desk.panel.setSelection(TensorName::MayAttend);
    desk.go(2, 3);
    desk.key(Qt::Key_Space);
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 0.0F);
    desk.key(Qt::Key_Return);
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 1.0F);
    desk.key(Qt::Key_0);
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 0.0F);
    desk.key(Qt::Key_0);
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 0.0F);
    desk.key(Qt::Key_1);
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 1.0F);
    QCOMPARE(desk.steps.size(), 4);
    QVERIFY(!desk.editor());
    const QRect cell = desk.table().visualRect(desk.model().index(2, 3));
    QTest::mouseDClick(desk.table().viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE((*desk.now.mayAttend)(0, 2, 3), 0.0F);
}

void TestTensorPanel::a_computed_mask_explains_itself() {
    Desk desk("causal-padding");
    desk.panel.setSelection(TensorName::MayAttend);
    desk.go(0, 1);
    desk.key(Qt::Key_Space);
    QVERIFY(desk.steps.isEmpty());
    QVERIFY(desk.shownError().contains(QStringLiteral("painted")));
}

void TestTensorPanel::the_asked_cell_is_marked() {
    Desk desk;
    desk.scene.selection.locked = PanelCell{1, 9, 5};
    desk.panel.setScene(desk.scene);
    const auto marked = [&desk](int row, int column) {
        return desk.model().index(row, column).data(TensorTableModel::markedRole).toBool();
    };
    QVERIFY(marked(9, 0) && marked(9, 3)); // the query's embedding
    QVERIFY(!marked(5, 0));
    QSignalSpy headers(&desk.model(), &QAbstractItemModel::headerDataChanged);
    desk.panel.setSelection(TensorName::AttentionWeights);
    QVERIFY(marked(9, 5));
    // Their words are bold with them, at once.
    QVERIFY(headers.count() >= 2);
    QCOMPARE(headers.back()[0].value<Qt::Orientation>(), Qt::Horizontal);
    for (const auto& [orientation, place] :
         {std::pair(Qt::Vertical, 9), std::pair(Qt::Horizontal, 5)})
        QVERIFY(desk.model().headerData(place, orientation, Qt::FontRole).value<QFont>().bold());
    QVERIFY(!marked(9, 4) && !marked(8, 5));
    desk.panel.setSelection(TensorName::QueryWeight);
    QVERIFY(!marked(0, 0));
}

void TestTensorPanel::the_selection_comes_and_goes() {
    Desk desk;
    QSignalSpy activated(&desk.panel, &TensorPanel::cellActivated);
    desk.panel.setSelection(TensorName::Scores, Cell{0, 2, 7, 1});
    QCOMPARE(activated.count(), 0);
    QCOMPARE(desk.table().currentIndex(), desk.model().index(7, 1));
    desk.key(Qt::Key_Right);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated[0][0].value<TensorName>(), TensorName::Scores);
    QVERIFY(activated[0][1].value<Cell>() == (Cell{0, 2, 7, 2}));
}

void TestTensorPanel::tab_leaves_the_table() {
    Desk desk;
    desk.go(0, 0);
    desk.key(Qt::Key_Tab);
    QVERIFY(!desk.table().hasFocus());
    QCOMPARE(desk.table().currentIndex(), desk.model().index(0, 0));
}

void TestTensorPanel::cells_have_names_for_screen_readers() {
    Desk desk;
    QCOMPARE(desk.model().index(9, 1).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("机票, 2: 0.9"));
    for (const QWidget* widget : desk.panel.findChildren<QWidget*>()) {
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
            widget->parentWidget() == &desk.panel)
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
}

void TestTensorPanel::a_large_tensor_is_shown_without_reading_all_of_it() {
    // 64 million numbers, of which only the corner below is ever written.
    TensorTableModel model;
    TensorSlice slice;
    slice.name = TensorName::QueryWeight;
    slice.tensor = Tensor::uninitialized({8192, 8192}, {Axis::ModelDim, Axis::HeadsKeyDim});
    for (Index row = 0; row < 64; ++row)
        std::fill_n(slice.tensor.mutableData() + row * 8192, 64, 0.5F);
    model.setSlice(slice);
    TensorTableView view(model);
    view.resize(256, 300);
    view.fitColumns();
    QCOMPARE(model.rowCount(), 8192);
    QCOMPARE(model.index(3, 3).data().toString(), QStringLiteral("0.5"));
    QVERIFY(!view.grab().isNull());
}

void TestTensorPanel::the_shape_has_its_axes_coloured() {
    Desk desk;
    auto* label = desk.panel.findChild<AxisShapeLabel*>();
    QVERIFY(label->accessibleName().contains(QStringLiteral("(1, 10, 4)")));
    const QImage image = label->grab().toImage();
    const auto has = [&image](AxisFamily family) {
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == axisColour(family))
                    return true;
        return false;
    };
    QVERIFY(has(AxisFamily::Batch) && has(AxisFamily::Sequence) && has(AxisFamily::Features));
    QVERIFY(!has(AxisFamily::Heads));
}

HEADSCOPE_TEST(TestTensorPanel, QApplication)
#include "test_tensor_panel.moc"
