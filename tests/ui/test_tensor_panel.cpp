// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention/multi_head_attention.h"
#include "editors/tensors/axis_shape_label.h"
#include "editors/tensors/math_combo_box.h"
#include "editors/tensors/tensor_panel.h"
#include "editors/tensors/tensor_table_view.h"
#include "examples/examples.h"
#include "examples/origin.h"
#include "experiment/edits/edit.h"
#include "window/style.h"
#include "words/numbers/number_format.h"

#include "support/choose_tensor.h"
#include "support/edited_document.h"
#include "support/edits.h"
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
using namespace headscope::testing;

namespace {

/// The panel with a document and an engine behind it.
class Fixture : public EditedDocument {
public:
    explicit Fixture(Experiment experiment)
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
    explicit Fixture(const char* example = "ticket")
        : Fixture(findExample(example)->make()) {}

    void show() {
        replace();
        panel.showExperiment();
        scene.trace = std::make_shared<const Trace>(runAttention(problemOf(now)).value());
        scene.run = runOf(now, scene.trace);
        panel.setScene(scene);
    }
    void choose(TensorName name) { chooseTensor(panel, name); }
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
    void an_editor_shows_its_whole_number();
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
    Fixture fixture;
    QCOMPARE(fixture.model().rowCount(), 10);
    QCOMPARE(fixture.model().columnCount(), 4);
    QCOMPARE(fixture.model().headerData(4, Qt::Vertical).toString(), QStringLiteral("我 (5)"));
    QCOMPARE(fixture.model().headerData(3, Qt::Horizontal).toString(), QStringLiteral("4"));
    QCOMPARE(fixture.textAt(9, 1), QStringLiteral("0.9"));
}

void TestTensorPanel::every_tensor_of_the_computation_can_be_chosen() {
    Fixture fixture;
    auto* chooser = fixture.panel.findChild<MathComboBox*>();
    QList<int> offered;
    for (int i = 0; i < chooser->count(); ++i) {
        if (chooser->itemData(i).isValid())
            offered << chooser->itemData(i).toInt();
    }
    for (const TraceStep& step : fixture.scene.trace->steps())
        QVERIFY2(offered.contains(static_cast<int>(step.name)), snakeCase(step.name).data());
    for (const int name : offered) {
        fixture.choose(static_cast<TensorName>(name));
        QVERIFY(fixture.model().rowCount() > 0);
        const Tensor& tensor = (*fixture.scene.trace)[static_cast<TensorName>(name)];
        QCOMPARE(fixture.model().columnCount(), static_cast<int>(tensor.shape().back()));
    }
    // By keyboard, too.
    fixture.choose(TensorName::QueryInput);
    chooser->setFocus();
    QTest::keyClick(chooser, Qt::Key_Down);
    QCOMPARE(fixture.panel.shownTensor(), TensorName::QueryWeight);
}

void TestTensorPanel::what_is_computed_is_read_only_and_says_so() {
    Fixture fixture;
    fixture.choose(TensorName::AttentionWeights);
    fixture.go(0, 0);
    QVERIFY(fixture.table().accessibleDescription().contains(QStringLiteral("read only")));
    fixture.key(Qt::Key_L); // a key of the window
    QVERIFY(fixture.sentences.isEmpty());
    fixture.key(Qt::Key_5);
    fixture.key(Qt::Key_F2);
    const QRect cell = fixture.table().visualRect(fixture.model().index(0, 0));
    QTest::mouseClick(fixture.table().viewport(), Qt::LeftButton, {}, cell.center());
    QTest::mouseDClick(fixture.table().viewport(), Qt::LeftButton, {}, cell.center());
    QVERIFY(!fixture.editor());
    QCOMPARE(fixture.sentences.size(), 3);
    QVERIFY(fixture.shownError().contains(QStringLiteral("type into an input or a weight")));
    QApplication::clipboard()->setText(QStringLiteral("1"));
    fixture.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(fixture.shownError().contains(QStringLiteral("is computed")));
    QVERIFY(fixture.steps.isEmpty());
}

void TestTensorPanel::heads_are_chosen() {
    Fixture fixture;
    fixture.choose(TensorName::AttentionWeights);
    auto* heads = fixture.panel.findChildren<QComboBox*>().last();
    QVERIFY(heads->isVisible());
    QCOMPARE(heads->count(), 4);
    QVERIFY(heads->fontMetrics().horizontalAdvance(heads->currentText()) < heads->width() - 24);
    const Tensor& weights = (*fixture.scene.trace)[TensorName::AttentionWeights];
    QCOMPARE(fixture.model().index(9, 5).data(Qt::EditRole).toString(),
             fullText(weights(0, 0, 9, 5)));
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Down);
    QTest::keyClick(heads, Qt::Key_Down);
    QCOMPARE(fixture.model().index(9, 5).data(Qt::EditRole).toString(),
             fullText(weights(0, 2, 9, 5)));
    // The head that the views enlarge is shown here as well.
    fixture.scene.selection.panel = 3;
    fixture.panel.setScene(fixture.scene);
    QCOMPARE(fixture.model().index(9, 5).data(Qt::EditRole).toString(),
             fullText(weights(0, 3, 9, 5)));
}

void TestTensorPanel::a_bias_is_one_row() {
    Fixture fixture(withBiases(findExample("ticket")->make(), true));
    fixture.choose(TensorName::QueryBias);
    QCOMPARE(fixture.model().rowCount(), 1);
    QCOMPARE(fixture.model().columnCount(), 16);
    fixture.go(0, 7);
    fixture.type(QStringLiteral("3"));
    fixture.enter();
    QCOMPARE(fixture.now.weights.at(Role::QueryBias)(7), 3.0F);
}

void TestTensorPanel::padding_rows_are_marked_and_refuse_numbers() {
    Fixture fixture("causal-padding");
    fixture.scene.selection.sequence = 1;
    fixture.panel.setScene(fixture.scene);
    QCOMPARE(fixture.model().headerData(0, Qt::Vertical).toString(), QStringLiteral("我"));
    QCOMPARE(fixture.model().headerData(5, Qt::Vertical).toString(), QStringLiteral("·"));
    fixture.go(5, 0);
    fixture.type(QStringLiteral("1"));
    fixture.enter();
    QVERIFY(fixture.steps.isEmpty());
    QVERIFY(fixture.shownError().contains(QStringLiteral("padding")));
}

void TestTensorPanel::an_editor_shows_its_whole_number() {
    Fixture fixture;
    for (const int column : {0, fixture.model().columnCount() - 1}) {
        fixture.go(1, column);
        fixture.type(QStringLiteral("-0.0123456789"));
        const QLineEdit* edit = fixture.editor();
        QVERIFY(edit);
        QVERIFY(edit->width() > edit->fontMetrics().horizontalAdvance(edit->text()));
        QVERIFY(edit->parentWidget()->rect().contains(edit->geometry()));
        fixture.enter();
        QVERIFY(!fixture.editor());
    }
}

void TestTensorPanel::a_typed_number_changes_that_cell() {
    Fixture fixture;
    fixture.go(9, 1);
    fixture.type(QStringLiteral("-1.5"));
    fixture.enter();
    QCOMPARE(fixture.now.queryInput(0, 9, 1), -1.5F);
    QCOMPARE(fixture.textAt(9, 1), QStringLiteral("−1.5"));
    QCOMPARE(fixture.steps.size(), 1);
    QVERIFY(fixture.sentences.isEmpty());
}

void TestTensorPanel::enter_takes_a_number_at_once() {
    // The panel may be hidden before the event loop turns, as by presentation mode.
    Fixture fixture;
    testing::Complaints complaints;
    fixture.go(0, 0);
    fixture.type(QStringLiteral("7.5"));
    QTest::keyClick(fixture.editor(), Qt::Key_Return);
    QCOMPARE(fixture.now.queryInput(0, 0, 0), 7.5F);
    fixture.panel.hide();
    QCoreApplication::processEvents();
    QCOMPARE(complaints.takeAll(), QString());
}

void TestTensorPanel::a_decimal_comma_is_a_point() {
    Fixture fixture;
    fixture.go(0, 0);
    fixture.type(QStringLiteral("0,75"));
    fixture.enter();
    QCOMPARE(fixture.now.queryInput(0, 0, 0), 0.75F);
}

void TestTensorPanel::text_in_a_number_cell_is_refused_and_stays() {
    Fixture fixture;
    const Experiment before = fixture.now;
    fixture.go(2, 2);
    fixture.key(Qt::Key_F2);
    fixture.editor()->selectAll();
    QTest::keyClicks(fixture.editor(), QStringLiteral("abc"));
    fixture.enter();
    QVERIFY(fixture.now == before);
    QCOMPARE(fixture.sentences.size(), 1);
    QVERIFY(fixture.shownError().contains(QStringLiteral("“abc” is not a number")));
    QVERIFY(fixture.editor() && fixture.editor()->isVisible());
    QCOMPARE(fixture.editor()->text(), QStringLiteral("abc"));
    fixture.editor()->selectAll();
    QTest::keyClicks(fixture.editor(), QStringLiteral("4"));
    fixture.enter();
    QCOMPARE(fixture.now.queryInput(0, 2, 2), 4.0F);
    QVERIFY(fixture.shownError().isEmpty());
}

void TestTensorPanel::infinity_and_nan_are_refused_data() {
    QTest::addColumn<QString>("typed");
    for (const char* typed : {"nan", "inf", "-inf", "1e39", "∞"})
        QTest::newRow(typed) << QString::fromUtf8(typed);
}

void TestTensorPanel::infinity_and_nan_are_refused() {
    QFETCH(QString, typed);
    Fixture fixture;
    fixture.go(0, 0);
    fixture.key(Qt::Key_F2);
    fixture.editor()->selectAll();
    fixture.editor()->insert(typed); // ∞ has no key
    fixture.enter();
    QVERIFY(fixture.steps.isEmpty());
    QCOMPARE(fixture.sentences.size(), 1);
    QCOMPARE(fixture.editor()->text(), typed);
}

void TestTensorPanel::escape_leaves_the_number_alone() {
    Fixture fixture;
    const Experiment before = fixture.now;
    fixture.go(0, 0);
    fixture.type(QStringLiteral("7"));
    QTest::keyClick(fixture.editor(), Qt::Key_Escape);
    QVERIFY(fixture.now == before);
    QCOMPARE(fixture.textAt(0, 0), QStringLiteral("0.2"));
}

void TestTensorPanel::a_number_typed_while_a_trace_arrives_is_not_lost() {
    Fixture fixture;
    fixture.go(0, 0);
    fixture.type(QStringLiteral("12"));
    fixture.show(); // a new trace of the same experiment
    QVERIFY(fixture.editor());
    QCOMPARE(fixture.editor()->text(), QStringLiteral("12"));
    fixture.now = withSeed(fixture.now, 5);
    fixture.show();
    QTest::keyClicks(fixture.editor(), QStringLiteral("3"));
    fixture.enter();
    QCOMPARE(fixture.now.queryInput(0, 0, 0), 123.0F);
}

void TestTensorPanel::edits_start_from_the_newest_experiment() {
    Fixture fixture;
    // The document is ahead of the trace that the scene shows.
    const Experiment newer = *withCell(fixture.now, TensorName::QueryInput, {0, 5, 0}, 9);
    fixture.computing = false;
    fixture.document.edit(QStringLiteral("meanwhile"), newer);
    fixture.go(0, 0);
    fixture.type(QStringLiteral("8"));
    fixture.enter();
    QCOMPARE(fixture.now.queryInput(0, 0, 0), 8.0F);
    QCOMPARE(fixture.now.queryInput(0, 5, 0), 9.0F);
}

void TestTensorPanel::weights_can_be_typed() {
    Fixture fixture;
    fixture.choose(TensorName::OutputWeight);
    QCOMPARE(fixture.model().rowCount(), 16);
    fixture.go(15, 2);
    fixture.type(QStringLiteral("2"));
    QTest::keyClick(fixture.editor(), Qt::Key_Tab);
    QCOMPARE(fixture.now.weights.at(Role::OutputWeight)(15, 2), 2.0F);
    QCOMPARE(fixture.table().currentIndex(),
             fixture.model().index(15, 3)); // ready for the next one
    QTest::keyClick(fixture.editor(), Qt::Key_Escape);
}

void TestTensorPanel::delete_sets_the_selected_cells_to_zero() {
    Fixture fixture;
    fixture.go(1, 1);
    fixture.key(Qt::Key_Right, Qt::ShiftModifier);
    fixture.key(Qt::Key_Delete);
    QCOMPARE(fixture.now.queryInput(0, 1, 1), 0.0F);
    QCOMPARE(fixture.now.queryInput(0, 1, 2), 0.0F);
    QCOMPARE(fixture.now.queryInput(0, 1, 3), 0.1F);
    QCOMPARE(fixture.steps.size(), 1);
}

void TestTensorPanel::copy_has_every_digit() {
    Fixture fixture;
    fixture.choose(TensorName::QueryWeight);
    fixture.go(0, 0);
    fixture.key(Qt::Key_Right, Qt::ShiftModifier);
    fixture.key(Qt::Key_Down, Qt::ShiftModifier);
    fixture.key(Qt::Key_C, Qt::ControlModifier);
    const Tensor& weight = fixture.now.weights.at(Role::QueryWeight);
    QCOMPARE(QApplication::clipboard()->text(),
             QStringLiteral("%1\t%2\n%3\t%4\n")
                 .arg(fullText(weight(0, 0)), fullText(weight(0, 1)), fullText(weight(1, 0)),
                      fullText(weight(1, 1))));
}

void TestTensorPanel::a_pasted_block_is_one_edit() {
    Fixture fixture;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\t4\n"));
    fixture.go(3, 1);
    fixture.key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(fixture.steps.size(), 1);
    QCOMPARE(fixture.now.queryInput(0, 3, 1), 1.0F);
    QCOMPARE(fixture.now.queryInput(0, 3, 2), 2.0F);
    QCOMPARE(fixture.now.queryInput(0, 4, 1), 3.0F);
    QCOMPARE(fixture.now.queryInput(0, 4, 2), 4.0F);
    QCOMPARE(fixture.now.queryInput(0, 4, 3), 0.5F);
}

void TestTensorPanel::a_block_that_does_not_fit_changes_nothing() {
    Fixture fixture;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\t4\n"));
    fixture.go(9, 3);
    fixture.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(fixture.steps.isEmpty());
    QVERIFY2(fixture.shownError().contains(QStringLiteral("2 × 2")),
             qPrintable(fixture.shownError()));
    QVERIFY(fixture.shownError().contains(QStringLiteral("1 × 1")));
}

void TestTensorPanel::a_block_with_a_word_changes_nothing() {
    Fixture fixture;
    QApplication::clipboard()->setText(QStringLiteral("1\t2\n3\tfour\n"));
    fixture.go(0, 0);
    fixture.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(fixture.steps.isEmpty());
    QVERIFY(fixture.shownError().contains(QStringLiteral("“four”")));
}

void TestTensorPanel::copied_weights_can_be_pasted_bit_for_bit() {
    Fixture fixture;
    fixture.choose(TensorName::QueryWeight);
    fixture.table().selectAll();
    fixture.key(Qt::Key_C, Qt::ControlModifier);
    fixture.choose(TensorName::KeyWeight);
    fixture.go(0, 0);
    fixture.key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY(fixture.now.weights.at(Role::KeyWeight) == fixture.now.weights.at(Role::QueryWeight));
}

void TestTensorPanel::mask_cells_toggle() {
    Fixture fixture(*withPair(findExample("ticket")->make(), 0, 9, 9, false));
    fixture.choose(TensorName::MayAttend);
    fixture.go(2, 3);
    fixture.key(Qt::Key_Space);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 0.0F);
    fixture.key(Qt::Key_Return);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 1.0F);
    fixture.key(Qt::Key_0);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 0.0F);
    fixture.key(Qt::Key_0);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 0.0F);
    fixture.key(Qt::Key_1);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 1.0F);
    QCOMPARE(fixture.steps.size(), 4);
    QVERIFY(!fixture.editor());
    const QRect cell = fixture.table().visualRect(fixture.model().index(2, 3));
    QTest::mouseDClick(fixture.table().viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 0.0F);
}

void TestTensorPanel::a_computed_mask_explains_itself() {
    Fixture fixture("causal-padding");
    fixture.choose(TensorName::MayAttend);
    fixture.go(0, 1);
    fixture.key(Qt::Key_Space);
    QVERIFY(fixture.steps.isEmpty());
    QVERIFY(fixture.shownError().contains(QStringLiteral("painted")));
}

void TestTensorPanel::the_asked_cell_is_marked() {
    Fixture fixture;
    fixture.scene.selection.locked = PanelCell{1, 9, 5};
    fixture.panel.setScene(fixture.scene);
    const auto marked = [&fixture](int row, int column) {
        return fixture.model().index(row, column).data(TensorTableModel::markedRole).toBool();
    };
    QVERIFY(marked(9, 0) && marked(9, 3)); // the query's embedding
    QVERIFY(!marked(5, 0));
    QSignalSpy headers(&fixture.model(), &QAbstractItemModel::headerDataChanged);
    fixture.choose(TensorName::AttentionWeights);
    QVERIFY(marked(9, 5));
    // Their words are bold with them, at once.
    QVERIFY(headers.count() >= 2);
    QCOMPARE(headers.back()[0].value<Qt::Orientation>(), Qt::Horizontal);
    for (const auto& [orientation, place] :
         {std::pair(Qt::Vertical, 9), std::pair(Qt::Horizontal, 5)})
        QVERIFY(fixture.model().headerData(place, orientation, Qt::FontRole).value<QFont>().bold());
    QVERIFY(!marked(9, 4) && !marked(8, 5));
    fixture.choose(TensorName::QueryWeight);
    QVERIFY(!marked(0, 0));
}

void TestTensorPanel::the_selection_comes_and_goes() {
    Fixture fixture;
    QSignalSpy activated(&fixture.panel, &TensorPanel::cellActivated);
    fixture.choose(TensorName::Scores);
    auto* heads = fixture.panel.findChildren<QComboBox*>().last();
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Down);
    QTest::keyClick(heads, Qt::Key_Down);
    QCOMPARE(activated.count(), 0);
    fixture.table().setFocus();
    fixture.go(7, 1);
    activated.clear();
    fixture.key(Qt::Key_Right);
    QCOMPARE(activated.count(), 1);
    QCOMPARE(activated[0][0].value<TensorName>(), TensorName::Scores);
    QVERIFY(activated[0][1].value<Cell>() == (Cell{0, 2, 7, 2}));
}

void TestTensorPanel::tab_leaves_the_table() {
    Fixture fixture;
    fixture.go(0, 0);
    fixture.key(Qt::Key_Tab);
    QVERIFY(!fixture.table().hasFocus());
    QCOMPARE(fixture.table().currentIndex(), fixture.model().index(0, 0));
}

void TestTensorPanel::cells_have_names_for_screen_readers() {
    Fixture fixture;
    QCOMPARE(fixture.model().index(9, 1).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("机票, 2: 0.9"));
    for (const QWidget* widget : fixture.panel.findChildren<QWidget*>()) {
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
            widget->parentWidget() == &fixture.panel)
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
    Fixture fixture;
    auto* label = fixture.panel.findChild<AxisShapeLabel*>();
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
