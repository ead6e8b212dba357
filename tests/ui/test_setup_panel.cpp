// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/mask_panel.h"
#include "editors/setup_panel.h"
#include "editors/token_edit.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "forms/field_row.h"
#include "forms/fold_section.h"
#include "forms/spin_boxes.h"
#include "learning/history/learnt_evidence.h"
#include "support/edited_document.h"
#include "support/edits.h"
#include "support/number_fields.h"
#include "support/parameter_paths.h"
#include "support/test_program.h"
#include "window/style.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTranslator>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// Gives every text back in brackets: whatever is shown without them was not asked
/// to be translated.
class Brackets : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override {
        return QStringLiteral("⟦%1⟧").arg(QString::fromUtf8(text));
    }
};

/// The panel with a document behind it: what it wants becomes what it shows.
class Fixture : public EditedDocument {
public:
    explicit Fixture(const char* example = "ticket")
        : EditedDocument(findExample(example)->source()) {
        panel.resize(256, 500);
        QObject::connect(&document, &Document::changed, &panel, [this] { panel.show(sequence); });
        QObject::connect(&panel, &SetupPanel::rejected, &panel,
                         [this](QWidget* field, const QString& sentence) {
                             refusedField = field;
                             sentences << sentence;
                         });
        show();
        for (FoldSection* section : panel.findChildren<FoldSection*>())
            section->setOpen(true);
        panel.show();
        panel.activateWindow();
        if (!QTest::qWaitForWindowActive(&panel))
            qFatal("the panel does not get the focus");
    }

    void show() {
        replace();
        panel.show(sequence);
    }
    template <class Control> Control* find(const char* name) {
        for (Control* control : panel.findChildren<Control*>()) {
            if (control->accessibleName() == QString::fromUtf8(name))
                return control;
        }
        qFatal("no control is called %s", name);
    }
    /// Replaces a spin box' text as a person would.
    void type(QAbstractSpinBox* box, const QString& text) {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
    }
    FieldRow* rowOf(QWidget* control) { return qobject_cast<FieldRow*>(control->parentWidget()); }

    Index sequence = 0;
    SetupPanel panel{edits};
    QStringList sentences;
    QWidget* refusedField = nullptr;
};

/// What stands under the tokens; empty where nothing does.
QString wordNotes(const Fixture& fixture) {
    for (const QLabel* label : fixture.panel.findChildren<QLabel*>()) {
        if (label->textInteractionFlags() & Qt::LinksAccessibleByKeyboard && label->isVisible())
            return label->text();
    }
    return {};
}

/// d_k automatic, as in the ordinary Transformer.
Experiment automaticTicket() {
    return *withValueDim(*withKeyDim(findExample("ticket")->make(), std::nullopt), std::nullopt);
}

} // namespace

class TestSetupPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void a_number_too_small_for_its_field_is_not_made_0();
    void fields_are_the_same_in_every_locale_data();
    void fields_are_the_same_in_every_locale();
    void what_a_field_does_not_take_is_said_data();
    void what_a_field_does_not_take_is_said();
    void a_size_beyond_all_sizes_keeps_its_digits_and_marks_its_field();
    void digits_that_fitted_of_a_refused_number_do_not_stay();
    void showing_an_experiment_emits_nothing();
    void controls_show_the_experiment();

    void typed_tokens_become_the_sequence();
    void spaces_behind_the_last_token_stay_while_typing();
    void a_sentence_without_spaces_is_read_as_its_known_words();
    void spaces_are_asked_for_where_no_word_is_known();
    void no_tokens_are_refused_and_the_field_stays_empty();
    void tokens_of_the_chosen_sequence_are_edited();
    void cross_attention_has_two_lists_of_tokens();

    void typed_heads_recompute_at_once();
    void three_heads_of_four_offer_two_and_four();
    void an_offer_is_taken_with_the_keyboard();
    void what_was_refused_stays_until_something_else_is_right();
    void two_sizes_that_are_only_right_together();
    void arrows_go_to_numbers_that_are_right();
    void digits_on_the_way_are_not_called_wrong();
    void sizes_on_the_way_lose_no_typed_weights();
    void zero_and_the_lowest_step_are_automatic();
    void more_sequences_are_copies();

    void masks_are_switched_on_and_off();
    void painting_starts_from_the_causal_mask();
    void alignment_is_offered_only_where_it_matters();
    void fully_masked_rows_are_chosen_and_explained();
    void a_mask_is_read_from_a_file();
    void a_mask_that_looks_inverted_is_questioned();
    void the_question_about_a_mask_outlives_other_edits();
    void scale_layout_and_weights_are_chosen();
    void a_model_is_built_around_attention();
    void numbers_on_the_way_to_twelve_layers_lose_nothing();
    void sections_fold_and_say_what_is_in_them();
    void padding_is_offered_only_where_lengths_differ();
    void biases_and_dropout_and_seed();
    void a_seed_of_64_bits_survives();
    void weights_come_from_the_chosen_source();
    void learnt_weights_come_back();
    void an_unusual_sigma_is_shown();
    void a_suitable_sigma_is_called_so();

    void one_field_is_one_merge_key_until_it_is_left();
    void undo_drops_what_a_field_in_a_line_with_others_refused();
    void undo_belongs_to_the_window_but_first_drops_what_was_refused();
    void the_wheel_changes_only_what_has_the_focus();
    void every_control_is_named_and_explained();
    void every_control_is_reached_by_tab();
    void every_word_is_translated_at_run_time();
    void nothing_is_wider_than_the_dock_data();
    void nothing_is_wider_than_the_dock();
};

void TestSetupPanel::initTestCase() {
    QApplication::setStyle(new Style);
    QApplication::setPalette(paletteOf(theme(ThemeKind::Light)));
}

void TestSetupPanel::showing_an_experiment_emits_nothing() {
    EditedDocument document(findExample("ticket")->make());
    SetupPanel panel(document.edits);
    QSignalSpy rejected(&panel, &SetupPanel::rejected);
    for (const Example& example : examples()) {
        document.document.replace(example.source());
        panel.show(0);
        panel.show(document.now.batch() - 1);
    }
    QVERIFY(document.steps.isEmpty());
    QCOMPARE(rejected.count(), 0);
}

void TestSetupPanel::controls_show_the_experiment() {
    Fixture fixture;
    QCOMPARE(fixture.find<TokenEdit>("Tokens")->toPlainText(),
             QStringLiteral("我 请 李雷 帮 我 订了 去 北京 的 机票"));
    QCOMPARE(fixture.find<SizeSpinBox>("Heads")->value(), 4);
    QCOMPARE(fixture.find<SizeSpinBox>("d_k per head")->text(), QStringLiteral("4"));
    QCOMPARE(fixture.find<QComboBox>("Weights")->currentText(), QStringLiteral("random, σ 3"));
    fixture.now = automaticTicket();
    fixture.show();
    QCOMPARE(fixture.find<SizeSpinBox>("d_k per head")->text(), QStringLiteral("auto (1)"));
    QCOMPARE(fixture.find<SizeSpinBox>("d_v per head")->text(), QStringLiteral("auto (1)"));
}

void TestSetupPanel::typed_tokens_become_the_sequence() {
    Fixture fixture;
    auto* edit = fixture.find<TokenEdit>("Tokens");
    edit->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit, QStringLiteral(" [New York] x"));
    const TokenList& tokens = fixture.now.tokens[0];
    QCOMPARE(tokens.size(), std::size_t{12});
    QCOMPARE(tokens[10], std::string("New York"));
    QCOMPARE(tokens[11], std::string("x"));
    QCOMPARE(fixture.now.queryInput(0, 9, 1), .9F);
    QCOMPARE(edit->toPlainText().right(14), QStringLiteral(" [New York] x").prepend(u'票'));
    QVERIFY(fixture.sentences.isEmpty());
}

void TestSetupPanel::spaces_behind_the_last_token_stay_while_typing() {
    Fixture fixture;
    auto* edit = fixture.find<TokenEdit>("Tokens");
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("a "));
    QCOMPARE(edit->toPlainText(), QStringLiteral("a "));
    QTest::keyClicks(edit, QStringLiteral("b"));
    QCOMPARE(fixture.now.tokens[0], (TokenList{"a", "b"}));
}

void TestSetupPanel::a_sentence_without_spaces_is_read_as_its_known_words() {
    Fixture fixture("ticket-learnt");
    auto* edit = fixture.find<TokenEdit>("Tokens");
    const Experiment before = fixture.now;
    edit->setFocus();
    edit->selectAll();
    edit->insertPlainText(QStringLiteral("我请李雷"));
    edit->insertPlainText(QStringLiteral("帮我"));
    QCOMPARE(fixture.now.tokens[0], parseTokens("我 请 李雷 帮 我"));
    QCOMPARE(edit->toPlainText(), QStringLiteral("我请李雷帮我")); // while somebody types
    QVERIFY(wordNotes(fixture).contains(QStringLiteral("Read as: 我 请 李雷 帮 我")));
    fixture.find<SizeSpinBox>("Heads")->setFocus();
    QCOMPARE(edit->toPlainText(), QStringLiteral("我 请 李雷 帮 我"));
    QVERIFY(wordNotes(fixture).isEmpty());
    fixture.document.undoStack().undo();
    QVERIFY(fixture.now == before);
    // Spaces and brackets say what a word is.
    edit->setFocus();
    for (const char* text : {"我请 李雷", "[我请李雷]", "机票"}) {
        edit->selectAll();
        edit->insertPlainText(QString::fromUtf8(text));
        QCOMPARE(fixture.now.tokens[0], parseTokens(text));
    }
}

void TestSetupPanel::spaces_are_asked_for_where_no_word_is_known() {
    Fixture fixture;
    auto* edit = fixture.find<TokenEdit>("Tokens");
    edit->setFocus();
    edit->selectAll();
    edit->insertPlainText(QStringLiteral("我请李雷帮我"));
    QCOMPARE(fixture.now.tokens[0], TokenList{"我请李雷帮我"});
    QVERIFY(wordNotes(fixture).startsWith(QStringLiteral("Words are separated by spaces.")));
    for (QLabel* label : fixture.panel.findChildren<QLabel*>()) {
        if (label->text().contains(QStringLiteral("\"#cut\"")))
            Q_EMIT label->linkActivated(QStringLiteral("#cut"));
    }
    QCOMPARE(fixture.now.tokens[0], parseTokens("我 请 李 雷 帮 我"));
    QCOMPARE(edit->toPlainText(), QStringLiteral("我 请 李 雷 帮 我"));
    QVERIFY(wordNotes(fixture).isEmpty());
    edit->selectAll();
    edit->insertPlainText(QStringLiteral("北京")); // a word
    QVERIFY(wordNotes(fixture).isEmpty());
}

void TestSetupPanel::no_tokens_are_refused_and_the_field_stays_empty() {
    Fixture fixture;
    const Experiment before = fixture.now;
    auto* edit = fixture.find<TokenEdit>("Tokens");
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QVERIFY(fixture.now == before);
    fixture.find<SizeSpinBox>("Heads")->setFocus(); // leaving it asks for the sentence
    QCOMPARE(fixture.sentences.size(), 1);
    QVERIFY(fixture.sentences[0].contains(QStringLiteral("has no tokens")));
    QCOMPARE(fixture.refusedField, edit);
    QVERIFY(edit->toPlainText().isEmpty());
    QVERIFY(fixture.rowOf(edit)->hasError());
    edit->setFocus();
    QTest::keyClicks(edit, QStringLiteral("a"));
    QVERIFY(!fixture.rowOf(edit)->hasError());
    QCOMPARE(fixture.now.tokens[0], TokenList{"a"});
}

void TestSetupPanel::tokens_of_the_chosen_sequence_are_edited() {
    Fixture fixture("causal-padding");
    fixture.sequence = 1;
    fixture.show();
    auto* edit = fixture.find<TokenEdit>("Tokens");
    QCOMPARE(edit->toPlainText(), QStringLiteral("我 有 一只 猫"));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("z"));
    QCOMPARE(fixture.now.tokens[1], TokenList{"z"});
    QCOMPARE(fixture.now.tokens[0].size(), std::size_t{7});
}

void TestSetupPanel::cross_attention_has_two_lists_of_tokens() {
    Fixture fixture("one-row");
    auto* keys = fixture.find<TokenEdit>("Tokens of the keys");
    QVERIFY(keys->isVisible());
    keys->selectAll();
    QTest::keyClicks(keys, QStringLiteral("k"));
    QCOMPARE((*fixture.now.keyTokens)[0], TokenList{"k"});
    QCOMPARE(fixture.now.keyInput->size(1), Index{1});
    QCOMPARE(fixture.now.tokens[0], TokenList{"机票"});
    Fixture self;
    QVERIFY(!self.find<TokenEdit>("Tokens of the keys")->isVisible());
}

void TestSetupPanel::typed_heads_recompute_at_once() {
    Fixture fixture;
    fixture.type(fixture.find<SizeSpinBox>("Heads"), QStringLiteral("2"));
    QCOMPARE(fixture.now.config.heads, Index{2}); // before Enter
    QCOMPARE(fixture.texts.last(), QStringLiteral("change the number of heads"));
}

void TestSetupPanel::three_heads_of_four_offer_two_and_four() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    const Experiment before = fixture.now;
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    QCOMPARE(fixture.sentences.size(), 1);
    QVERIFY2(fixture.sentences[0].contains(QStringLiteral("2 or 4")),
             qPrintable(fixture.sentences[0]));
    QCOMPARE(fixture.refusedField, heads);
    QCOMPARE(heads->value(), 3);    // nothing typed is lost
    QVERIFY(fixture.now == before); // and nothing else either
    QStringList offers;
    for (const QPushButton* button : fixture.rowOf(heads)->findChildren<QPushButton*>())
        offers << button->text();
    QCOMPARE(offers.join(u'|'), QStringLiteral("Use 2|Use 4"));
    QCOMPARE(heads->accessibleDescription(), fixture.sentences[0]);
    // The error is a colour too, but not of the text.
    QCOMPARE(heads->palette().color(QPalette::Dark), theme(ThemeKind::Light).error);
}

void TestSetupPanel::an_offer_is_taken_with_the_keyboard() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    QTest::keyClick(heads, Qt::Key_Tab);
    auto* offer = qobject_cast<QPushButton*>(fixture.panel.focusWidget());
    QVERIFY(offer);
    QCOMPARE(offer->text(), QStringLiteral("Use 2"));
    QTest::keyClick(offer, Qt::Key_Space);
    QCOMPARE(fixture.now.config.heads, Index{2});
    QVERIFY(!fixture.rowOf(heads)->hasError());
    QCOMPARE(heads->palette().color(QPalette::Dark), theme(ThemeKind::Light).controlBorder);
}

void TestSetupPanel::what_was_refused_stays_until_something_else_is_right() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    fixture.show(); // a scene that changes nothing, such as a hovered cell
    fixture.type(fixture.find<SeedSpinBox>("Seed"), QStringLiteral("5"));
    QCOMPARE(fixture.now.seed, std::uint64_t{5});
    QCOMPARE(heads->value(), 3);
    QVERIFY(fixture.rowOf(heads)->hasError());
    fixture.now = *withHeads(fixture.now, 1); // as undo would
    fixture.show();
    QCOMPARE(heads->value(), 1);
    QVERIFY(!fixture.rowOf(heads)->hasError());
}

void TestSetupPanel::two_sizes_that_are_only_right_together() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    fixture.type(fixture.find<SizeSpinBox>("d_model"), QStringLiteral("6"));
    QCOMPARE(fixture.now.config.heads, Index{3});
    QCOMPARE(fixture.now.config.modelDim, Index{6});
    QVERIFY(!fixture.rowOf(heads)->hasError());
    QVERIFY(validate(problemOf(fixture.now)).ok());
}

void TestSetupPanel::arrows_go_to_numbers_that_are_right() {
    Fixture fixture;
    fixture.now = *withModelDim(automaticTicket(), 12);
    fixture.show();
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(fixture.now.config.heads, Index{6});
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(fixture.now.config.heads, Index{12});
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(fixture.now.config.heads, Index{12});
    auto* modelDim = fixture.find<SizeSpinBox>("d_model");
    modelDim->setFocus();
    QTest::keyClick(modelDim, Qt::Key_Up);
    QCOMPARE(fixture.now.config.modelDim, Index{24});
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(modelDim, Qt::Key_Down);
    QCOMPARE(fixture.now.config.modelDim, Index{12}); // 12 heads need at least 12
    QVERIFY(fixture.sentences.isEmpty());
}

void TestSetupPanel::digits_on_the_way_are_not_called_wrong() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    auto* modelDim = fixture.find<SizeSpinBox>("d_model");
    fixture.type(modelDim, QStringLiteral("512")); // 5 and 51 are not divided by 4
    QCOMPARE(fixture.now.config.modelDim, Index{512});
    QVERIFY(fixture.sentences.isEmpty());
    QVERIFY(!fixture.rowOf(modelDim)->hasError());
    fixture.type(modelDim, QStringLiteral("6"));
    QVERIFY(fixture.sentences.isEmpty());
    QTRY_COMPARE(fixture.sentences.size(), 1); // who pauses is told
}

void TestSetupPanel::sizes_on_the_way_lose_no_typed_weights() {
    Fixture fixture;
    fixture.now = *withCell(*withModelDim(fixture.now, 12), TensorName::QueryWeight, {11, 15}, 42);
    fixture.show();
    const Experiment before = fixture.now;
    auto* modelDim = fixture.find<SizeSpinBox>("d_model");
    fixture.type(modelDim, QStringLiteral("1"));
    QCOMPARE(fixture.now.config.modelDim, Index{1});
    QTest::keyClicks(modelDim, QStringLiteral("2"));
    QVERIFY(fixture.now == before);
}

void TestSetupPanel::zero_and_the_lowest_step_are_automatic() {
    Fixture fixture;
    auto* keyDim = fixture.find<SizeSpinBox>("d_k per head");
    fixture.type(keyDim, QStringLiteral("0"));
    QVERIFY(!fixture.now.config.keyDim);
    QTest::keyClick(keyDim, Qt::Key_Return);
    QCOMPARE(keyDim->text(), QStringLiteral("auto (1)"));
    QTest::keyClick(keyDim, Qt::Key_Up);
    QVERIFY(fixture.now.config.keyDim == 1);
    QTest::keyClick(keyDim, Qt::Key_Down);
    QVERIFY(!fixture.now.config.keyDim);
}

void TestSetupPanel::more_sequences_are_copies() {
    Fixture fixture;
    auto* batch = fixture.find<SizeSpinBox>("Sequences");
    batch->setFocus();
    QTest::keyClick(batch, Qt::Key_Up);
    QCOMPARE(fixture.now.batch(), Index{2});
    QTest::keyClick(batch, Qt::Key_Down);
    QTest::keyClick(batch, Qt::Key_Down);
    QCOMPARE(fixture.now.batch(), Index{1});
    fixture.type(batch, QStringLiteral("0"));
    QTest::keyClick(batch, Qt::Key_Return);
    QCOMPARE(fixture.now.batch(), Index{1});
    QCOMPARE(fixture.sentences.size(), 1);
}

void TestSetupPanel::masks_are_switched_on_and_off() {
    Fixture fixture;
    auto* causal = fixture.find<QCheckBox>("Causal mask");
    QTest::keyClick(causal, Qt::Key_Space);
    QVERIFY(fixture.now.causal && causal->isChecked());
    auto* window = fixture.find<QCheckBox>("Window");
    QTest::keyClick(window, Qt::Key_Space);
    QVERIFY(fixture.now.causal); // all that are on hold together
    QCOMPARE(fixture.now.window, std::optional<Index>(2));
    auto* size = fixture.find<QSpinBox>("Size of the window");
    QVERIFY(size->isEnabled());
    fixture.type(size, QStringLiteral("4"));
    QCOMPARE(fixture.now.window, std::optional<Index>(4));
    QTest::keyClick(fixture.find<QCheckBox>("Prefix"), Qt::Key_Space);
    QCOMPARE(fixture.now.prefix, std::optional<Index>(2));
    QCOMPARE(fixture.panel.masks().summary(), QStringLiteral("causal + window 4 + prefix 2"));
    for (QCheckBox* box : {causal, window, fixture.find<QCheckBox>("Prefix")})
        QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(!fixture.now.causal && !fixture.now.window && !fixture.now.prefix);
    QVERIFY(!size->isEnabled());
    QCOMPARE(fixture.panel.masks().summary(), QStringLiteral("none"));
}

void TestSetupPanel::painting_starts_from_the_causal_mask() {
    Fixture fixture;
    QTest::keyClick(fixture.find<QCheckBox>("Causal mask"), Qt::Key_Space);
    auto* painted = fixture.find<QCheckBox>("Painted");
    QTest::keyClick(painted, Qt::Key_Space);
    QVERIFY(painted->isChecked());
    QVERIFY(!fixture.now.causal);
    QCOMPARE((*fixture.now.mayAttend)(0, 2, 3), 0.0F);
    QCOMPARE((*fixture.now.mayAttend)(0, 3, 2), 1.0F);
    QTest::keyClick(painted, Qt::Key_Space);
    QVERIFY(!fixture.now.mayAttend);
}

void TestSetupPanel::alignment_is_offered_only_where_it_matters() {
    Fixture same;
    QTest::keyClick(same.find<QCheckBox>("Causal mask"), Qt::Key_Space);
    QVERIFY(!same.find<QComboBox>("Alignment of causal masks")->isVisible());
    Fixture cross("cross");
    auto* alignment = cross.find<QComboBox>("Alignment of causal masks");
    QVERIFY(!alignment->isVisible());
    QTest::keyClick(cross.find<QCheckBox>("Causal mask"), Qt::Key_Space);
    QVERIFY(alignment->isVisible());
    QTest::keyClick(alignment, Qt::Key_Down);
    QCOMPARE(cross.now.causalAlignment, CausalAlignment::LowerRight);
}

void TestSetupPanel::fully_masked_rows_are_chosen_and_explained() {
    Fixture fixture;
    auto* rows = fixture.find<QComboBox>("Fully masked rows");
    QVERIFY(!rows->isVisible()); // there are none without a mask
    QTest::keyClick(fixture.find<QCheckBox>("Causal mask"), Qt::Key_Space);
    QVERIFY(rows->isVisible());
    QTest::keyClick(rows, Qt::Key_Down);
    QCOMPARE(fixture.now.config.fullyMasked, FullyMasked::NaN);
    const auto labels = fixture.panel.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() &&
               label->text().contains(QStringLiteral("nn.MultiheadAttention"));
    }));
}

namespace {
/// Writes [4, 4] bools as a .npy file.
QString boolFile(const QTemporaryDir& folder, const QString& name,
                 const std::function<bool(int, int)>& value) {
    QByteArray header = "{'descr': '|b1', 'fortran_order': False, 'shape': (4, 4), }";
    header = header.leftJustified(117, ' ') + '\n';
    QByteArray bytes = QByteArray("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(header.size());
    bytes += '\0';
    bytes += header;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            bytes += value(row, column) ? '\1' : '\0';
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("the mask cannot be written");
    return file.fileName();
}

Experiment fourTokens() {
    return *withTokens(findExample("ticket")->make(), TokenSide::Query, 0, {"a", "b", "c", "d"});
}
} // namespace

void TestSetupPanel::a_mask_is_read_from_a_file() {
    const QTemporaryDir folder;
    Fixture fixture;
    fixture.now = fourTokens();
    fixture.show();
    fixture.panel.masks().readFile(
        boolFile(folder, QStringLiteral("m.npy"), [](int row, int key) { return key <= row; }));
    QCOMPARE((*fixture.now.mayAttend)(2, 3), 0.0F);
    QCOMPARE((*fixture.now.mayAttend)(3, 2), 1.0F);
    QVERIFY(!fixture.find<QPushButton>("Turn the mask round")->isVisible());
    fixture.panel.masks().readFile(folder.filePath(QStringLiteral("missing.npy")));
    QCOMPARE(fixture.sentences.size(), 1);
    fixture.now = findExample("ticket")->make(); // ten tokens
    fixture.show();
    fixture.panel.masks().readFile(folder.filePath(QStringLiteral("m.npy")));
    QVERIFY(fixture.sentences.last().contains(QStringLiteral("(10, 10)")));
    QVERIFY(!fixture.now.mayAttend);
}

void TestSetupPanel::a_mask_that_looks_inverted_is_questioned() {
    const QTemporaryDir folder;
    Fixture fixture;
    fixture.now = fourTokens();
    fixture.show();
    fixture.panel.masks().readFile(
        boolFile(folder, QStringLiteral("m.npy"), [](int row, int key) { return key > row; }));
    auto* turn = fixture.find<QPushButton>("Turn the mask round");
    QVERIFY(turn->isVisible());
    QCOMPARE((*fixture.now.mayAttend)(0, 1), 1.0F); // taken as it says until somebody answers
    QTest::keyClick(turn, Qt::Key_Space);
    QVERIFY(!turn->isVisible());
    QCOMPARE((*fixture.now.mayAttend)(0, 1), 0.0F);
    QCOMPARE((*fixture.now.mayAttend)(1, 0), 1.0F);
    fixture.panel.masks().readFile(folder.filePath(QStringLiteral("m.npy")));
    QVERIFY(turn->isVisible());
    QTest::keyClick(fixture.find<QPushButton>("Keep the mask as it is"), Qt::Key_Space);
    QVERIFY(!turn->isVisible());
    QCOMPARE((*fixture.now.mayAttend)(0, 1), 1.0F);
}

void TestSetupPanel::the_question_about_a_mask_outlives_other_edits() {
    const QTemporaryDir folder;
    Fixture fixture;
    fixture.now = fourTokens();
    fixture.show();
    fixture.panel.masks().readFile(
        boolFile(folder, QStringLiteral("m.npy"), [](int row, int key) { return key > row; }));
    auto* turn = fixture.find<QPushButton>("Turn the mask round");
    QVERIFY(turn->isVisible());
    const Experiment read = fixture.now;
    fixture.now = *withDropout(withCausal(fixture.now, true), 0.25F);
    fixture.show();
    QVERIFY(turn->isVisible());
    // The answer turns what was read and leaves the other edits alone.
    QTest::keyClick(turn, Qt::Key_Space);
    QVERIFY(!turn->isVisible());
    QCOMPARE((*fixture.now.mayAttend)(0, 1), 0.0F);
    QVERIFY(fixture.now.causal);
    QCOMPARE(fixture.now.config.dropout, 0.25F);
    // It ends with the mask that it is about: here by undo.
    fixture.now = fourTokens();
    fixture.show();
    fixture.panel.masks().readFile(folder.filePath(QStringLiteral("m.npy")));
    QVERIFY(turn->isVisible());
    fixture.now = fourTokens();
    fixture.show();
    QVERIFY(!turn->isVisible());
}

void TestSetupPanel::scale_layout_and_weights_are_chosen() {
    Fixture fixture;
    auto* scale = fixture.find<QDoubleSpinBox>("Scale");
    QVERIFY(scale->text().contains(QStringLiteral("0.5"))); // 1/√4
    fixture.type(scale, QStringLiteral("0.25"));
    QTest::keyClick(scale, Qt::Key_Return);
    QCOMPARE(fixture.now.config.scale, std::optional(0.25F));
    // As people write small numbers; what is only half written changes nothing.
    fixture.type(scale, QStringLiteral("2.5e-3"));
    QTest::keyClick(scale, Qt::Key_Return);
    QCOMPARE(fixture.now.config.scale, std::optional(0.0025F));
    for (const char* wrong : {"1e", "1e-", "1e400"}) {
        fixture.type(scale, QString::fromLatin1(wrong));
        QTest::keyClick(scale, Qt::Key_Return);
        QCOMPARE(fixture.now.config.scale, std::optional(0.0025F));
    }
    fixture.type(scale, QStringLiteral("0"));
    QTest::keyClick(scale, Qt::Key_Return);
    QVERIFY(!fixture.now.config.scale);
    QTest::keyClick(fixture.find<QComboBox>("Layout"), Qt::Key_Down);
    QCOMPARE(fixture.now.config.layout, Layout::SequenceFirst);
    QTest::keyClick(fixture.find<QComboBox>("How the weights are held"), Qt::Key_Down);
    QCOMPARE(fixture.now.config.weightLayout, WeightLayout::PerHead);
}

void TestSetupPanel::a_model_is_built_around_attention() {
    Fixture fixture;
    auto* model = fixture.find<QComboBox>("Model");
    auto* layers = fixture.find<QSpinBox>("Layers");
    QVERIFY(!layers->isVisible());
    QTest::keyClick(model, Qt::Key_Down);
    QCOMPARE(fixture.now.model.architecture, Architecture::Encoder);
    QVERIFY(layers->isVisible());
    fixture.type(layers, QStringLiteral("12"));
    QCOMPARE(fixture.now.model.layers, Index{12});
    QCOMPARE(layersOf(fixture.now.weights, ModelPart::Encoder), std::size_t{12});
    QTest::keyClick(fixture.find<QComboBox>("Activation"), Qt::Key_Down);
    QCOMPARE(fixture.now.model.activation, Activation::Gelu);
    QTest::keyClick(fixture.find<QComboBox>("Norm"), Qt::Key_Down);
    QCOMPARE(fixture.now.model.norm, NormKind::Batch);
    QTest::keyClick(fixture.find<QComboBox>("Place of the norm"), Qt::Key_Down);
    QCOMPARE(fixture.now.model.placement, NormPlacement::Pre);
    QTest::keyClick(fixture.find<QCheckBox>("Residual connections"), Qt::Key_Space);
    QVERIFY(!fixture.now.model.residual);
    QTest::keyClick(fixture.find<QCheckBox>("Both norms side by side"), Qt::Key_Space);
    QVERIFY(fixture.now.model.compareNorms);
    QTest::keyClick(fixture.find<QCheckBox>("Positions"), Qt::Key_Space);
    QVERIFY(fixture.now.model.positions);
    QTest::keyClick(fixture.find<QCheckBox>("Gated feed-forward"), Qt::Key_Space);
    QVERIFY(fixture.now.model.gated);
    QTest::keyClick(fixture.find<QCheckBox>("Rotary positions"), Qt::Key_Space);
    QCOMPARE(fixture.now.model.rotaryTheta, std::optional(10000.0F));
    QTest::keyClick(fixture.find<QCheckBox>("Rotary positions"), Qt::Key_Space);
    QVERIFY(!fixture.now.model.rotaryTheta);
    auto* vocabulary = fixture.find<QLineEdit>("Vocabulary");
    vocabulary->setFocus();
    QTest::keyClicks(vocabulary, QStringLiteral("yes no"));
    QCOMPARE(fixture.now.vocabulary, (TokenList{"yes", "no"}));
    QTest::keyClick(model, Qt::Key_Up);
    QCOMPARE(fixture.now.model.architecture, Architecture::Attention);
}

void TestSetupPanel::numbers_on_the_way_to_twelve_layers_lose_nothing() {
    Fixture fixture("stack");
    const Parameters before = fixture.now.weights;
    auto* layers = fixture.find<QSpinBox>("Layers");
    fixture.type(layers, QStringLiteral("1"));
    QCOMPARE(layersOf(fixture.now.weights, ModelPart::Encoder), std::size_t{1});
    QTest::keyClicks(layers, QStringLiteral("2"));
    QCOMPARE(fixture.now.model.layers, Index{12});
    QVERIFY(fixture.now.weights == before);
    QCOMPARE(fixture.steps, (QList<int>{1, 0})); // one step, which came to nothing
}

void TestSetupPanel::sections_fold_and_say_what_is_in_them() {
    Fixture fixture;
    for (FoldSection* section : fixture.panel.findChildren<FoldSection*>()) {
        QVERIFY(section->isOpen());
        QTest::keyClick(section->heading(), Qt::Key_Space);
        QVERIFY(!section->isOpen());
        QVERIFY(!section->heading()->accessibleDescription().isEmpty());
    }
    QVERIFY(!fixture.find<QCheckBox>("Window")->isVisible());
    QVERIFY(!fixture.find<SizeSpinBox>("d_model")->isVisible());
    // What is asked first stays.
    QVERIFY(fixture.find<QCheckBox>("Causal mask")->isVisible());
    QVERIFY(fixture.find<SizeSpinBox>("Heads")->isVisible());
    QVERIFY(fixture.find<TokenEdit>("Tokens")->isVisible());
}

void TestSetupPanel::padding_is_offered_only_where_lengths_differ() {
    Fixture same;
    QVERIFY(!same.find<QCheckBox>("Padding")->isVisible());
    Fixture different("causal-padding");
    auto* padding = different.find<QCheckBox>("Padding");
    QVERIFY(padding->isVisible() && padding->isChecked());
    QTest::keyClick(padding, Qt::Key_Space);
    QVERIFY(!different.now.maskPadding);
}

void TestSetupPanel::biases_and_dropout_and_seed() {
    Fixture fixture;
    auto* value = fixture.find<QCheckBox>("Bias of V");
    QTest::keyClick(value, Qt::Key_Space);
    QVERIFY(fixture.now.weights.find(Role::ValueBias));
    QVERIFY(!fixture.now.weights.find(Role::QueryBias) && !fixture.now.weights.find(Role::KeyBias));
    QTest::keyClick(fixture.find<QCheckBox>("Bias of O"), Qt::Key_Space);
    QVERIFY(fixture.now.weights.find(Role::ValueBias) &&
            fixture.now.weights.find(Role::OutputBias));
    QVERIFY(value->isChecked() && !fixture.find<QCheckBox>("Bias of K")->isChecked());
    QTest::keyClick(value, Qt::Key_Space);
    QVERIFY(!fixture.now.weights.find(Role::ValueBias) &&
            fixture.now.weights.find(Role::OutputBias));
    auto* dropout = fixture.find<QDoubleSpinBox>("Dropout");
    dropout->setFocus();
    QTest::keyClick(dropout, Qt::Key_Up);
    QCOMPARE(fixture.now.config.dropout, 0.05F);
    const Tensor weights = fixture.now.weights.at(Role::QueryWeight);
    auto* seed = fixture.find<SeedSpinBox>("Seed");
    seed->setFocus();
    QTest::keyClick(seed, Qt::Key_Up);
    QCOMPARE(fixture.now.seed, std::uint64_t{3067});
    QVERIFY(!(fixture.now.weights.at(Role::QueryWeight) == weights));
}

void TestSetupPanel::a_seed_of_64_bits_survives() {
    Fixture fixture;
    auto* seed = fixture.find<SeedSpinBox>("Seed");
    fixture.type(seed, QStringLiteral("18446744073709551615"));
    QCOMPARE(fixture.now.seed, std::numeric_limits<std::uint64_t>::max());
    QTest::keyClick(seed, Qt::Key_Up);
    QCOMPARE(fixture.now.seed, std::numeric_limits<std::uint64_t>::max());
    QTest::keyClicks(seed, QStringLiteral("0")); // replaces the selection
    QCOMPARE(fixture.now.seed, std::uint64_t{0});
    QTest::keyClicks(seed, QStringLiteral("x-."));
    QCOMPARE(seed->value(), quint64{0});
    fixture.type(seed, QStringLiteral("-5"));
    QCOMPARE(FieldCheck::of(seed)->sentence(),
             QStringLiteral("“-5” is too small; the smallest is 0"));
}

void TestSetupPanel::weights_come_from_the_chosen_source() {
    Fixture fixture;
    auto* weights = fixture.find<QComboBox>("Weights");
    weights->setFocus();
    QTest::keyClick(weights, Qt::Key_Down);
    QCOMPARE(weights->currentText(), QStringLiteral("identity"));
    QVERIFY(fixture.now.weightSource.kind == WeightSource::Kind::Identity);
    QCOMPARE(fixture.now.weights.at(Role::QueryWeight)(2, 2), 1.0F);
    QCOMPARE(fixture.now.weights.at(Role::QueryWeight)(2, 3), 0.0F);
    QTest::keyClick(weights, Qt::Key_Up);
    QVERIFY(fixture.now == findExample("ticket")->make());
}

void TestSetupPanel::learnt_weights_come_back() {
    for (const char* id : {"ticket-learnt", "ticket-learnt-en"}) {
        Fixture fixture(id);
        const Experiment learnt = fixture.now;
        auto* weights = fixture.find<QComboBox>("Weights");
        QCOMPARE(weights->currentText(), QStringLiteral("learnt"));
        weights->setFocus();
        QTest::keyClick(weights, Qt::Key_Home);
        QVERIFY(fixture.now.weightSource.kind == WeightSource::Kind::Random);
        QVERIFY(!(fixture.now.weights == learnt.weights));
        QVERIFY(fixture.now.queryInput == learnt.queryInput); // the same sentence with both
        QVERIFY(!learntEvidence(fixture.now, fixture.edits.training()));
        QTest::keyClick(weights, Qt::Key_End);
        QCOMPARE(weights->currentText(), QStringLiteral("learnt"));
        QVERIFY(fixture.now == learnt);
        QVERIFY(learntEvidence(fixture.now, fixture.edits.training()));
        // Of other sizes there are none, which is said and changes nothing.
        fixture.now = withHeads(withWeightSource(learnt, {}), 2).value();
        fixture.now = withModelDim(fixture.now, 8).value();
        const Experiment other = fixture.now;
        fixture.show();
        QTest::keyClick(weights, Qt::Key_End);
        QVERIFY(fixture.now == other);
    }
}

void TestSetupPanel::an_unusual_sigma_is_shown() {
    Fixture fixture("paper-size");
    auto* weights = fixture.find<QComboBox>("Weights");
    QCOMPARE(weights->currentText(), QStringLiteral("random, σ 0.044"));
    QCOMPARE(weights->count(), 8); // and the σ that suits
}

void TestSetupPanel::a_suitable_sigma_is_called_so() {
    Fixture fixture;
    fixture.now = withModelDim(fixture.now, 64).value();
    fixture.show();
    auto* weights = fixture.find<QComboBox>("Weights");
    QCOMPARE(weights->currentText(), QStringLiteral("suits: σ 0.31"));
    const int arrow = 24;
    QVERIFY(weights->fontMetrics().horizontalAdvance(weights->currentText()) <=
            weights->width() - arrow);
}

void TestSetupPanel::one_field_is_one_merge_key_until_it_is_left() {
    Fixture fixture;
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Up);
    QTest::keyClick(heads, Qt::Key_Up);
    QCOMPARE(fixture.steps, (QList<int>{1, 1}));
    fixture.find<SeedSpinBox>("Seed")->setFocus();
    heads->setFocus();
    QTest::keyClick(heads, Qt::Key_Up);
    QTest::keyClick(fixture.find<QCheckBox>("Bias of Q"), Qt::Key_Space);
    QTest::keyClick(fixture.find<QCheckBox>("Bias of Q"), Qt::Key_Space);
    QCOMPARE(fixture.steps, (QList<int>{1, 1, 2, 3, 4}));
}

void TestSetupPanel::undo_drops_what_a_field_in_a_line_with_others_refused() {
    Fixture fixture;
    QTest::keyClick(fixture.find<QCheckBox>("Window"), Qt::Key_Space);
    auto* size = fixture.find<QSpinBox>("Size of the window");
    QCOMPARE(size->value(), 2);
    const auto steps = fixture.steps;
    fixture.type(size, QStringLiteral("abc"));
    QVERIFY(fixture.sentences.last().contains(QStringLiteral("abc")));
    QKeyEvent ask(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    ask.ignore(); // as the shortcut map sends it
    QApplication::sendEvent(size, &ask);
    QVERIFY(ask.isAccepted()); // the window undoes no step for it
    QTest::keyClick(size, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(size->text(), QStringLiteral("2"));
    QCOMPARE(fixture.sentences.last(), QString());
    QCOMPARE(fixture.steps, steps);
}

void TestSetupPanel::undo_belongs_to_the_window_but_first_drops_what_was_refused() {
    Fixture fixture;
    fixture.now = automaticTicket();
    fixture.show();
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    QTest::keyClick(heads, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(heads->value(), 4);
    QVERIFY(!fixture.rowOf(heads)->hasError());
    QCOMPARE(fixture.sentences.last(), QString()); // and what was said of it is past
    fixture.type(heads, QStringLiteral("3"));
    QTest::keyClick(heads, Qt::Key_Return);
    QVERIFY(fixture.rowOf(heads)->hasError());
    QTest::keyClick(heads, Qt::Key_Escape); // and so does Esc
    QCOMPARE(heads->value(), 4);
    QVERIFY(!fixture.rowOf(heads)->hasError());
    // What was accepted is undone by whoever owns the history.
    fixture.type(heads, QStringLiteral("2"));
    QKeyEvent ask(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    ask.ignore(); // as the shortcut map sends it
    QApplication::sendEvent(heads, &ask);
    QVERIFY(!ask.isAccepted());
}

void TestSetupPanel::the_wheel_changes_only_what_has_the_focus() {
    Fixture fixture;
    auto* heads = fixture.find<SizeSpinBox>("Heads");
    fixture.find<SeedSpinBox>("Seed")->setFocus();
    const auto wheel = [heads] {
        QWheelEvent event({5, 5}, heads->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(heads, &event);
    };
    wheel();
    QCOMPARE(fixture.now.config.heads, Index{4});
    heads->setFocus();
    wheel();
    QCOMPARE(fixture.now.config.heads, Index{5}); // d_k is typed: any number is right
}

void TestSetupPanel::every_control_is_named_and_explained() {
    Fixture fixture("one-row");
    int controls = 0;
    for (const QWidget* widget : fixture.panel.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy() ||
            qobject_cast<const QLineEdit*>(widget))
            continue;
        ++controls;
        QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        QVERIFY2(widget->toolTip().size() > 20, qPrintable(widget->accessibleName()));
    }
    QCOMPARE(controls, 32);
    for (const FieldRow* row : fixture.panel.findChildren<FieldRow*>()) {
        const auto labels = row->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [row](const QLabel* label) {
            return label->buddy() == row->control();
        }));
    }
}

void TestSetupPanel::every_control_is_reached_by_tab() {
    Fixture fixture("causal-padding");
    auto* first = fixture.find<TokenEdit>("Tokens");
    first->setFocus();
    QStringList reached;
    do {
        reached << fixture.panel.focusWidget()->accessibleName();
        QTest::keyClick(fixture.panel.focusWidget(), Qt::Key_Tab);
    } while (fixture.panel.focusWidget() != first && reached.size() < 40);
    QCOMPARE(
        reached.join(u'|'),
        QStringLiteral("Tokens|Heads|Causal mask|Sizes|d_model|d_k per head|d_v per head|"
                       "Sequences|Scale|Layout|Masks|Padding|Window|Prefix|Painted|Added|"
                       "Read a mask from a file|Fully masked rows|Dropout|"
                       "Around attention|Model|Positions|Rotary positions|Tensors|Weights|Seed|"
                       "How the weights are held|Bias of Q|Bias of K|Bias of V|Bias of O"));
}

void TestSetupPanel::every_word_is_translated_at_run_time() {
    Fixture fixture;
    Brackets brackets;
    QCoreApplication::installTranslator(&brackets);
    const auto remove = qScopeGuard([&] { QCoreApplication::removeTranslator(&brackets); });
    QCoreApplication::sendPostedEvents();
    const auto isTranslated = [](const QString& text) {
        // Symbols and numbers are the same in every language.
        static const QRegularExpression word(QStringLiteral("[A-Za-z]{3}"));
        return text.contains(u'⟦') || !text.contains(word) ||
               text.startsWith(QStringLiteral("d<sub>")) || text == QStringLiteral("d_model") ||
               text == QStringLiteral("ReLU"); // a name of the field
    };
    for (const QLabel* label : fixture.panel.findChildren<QLabel*>())
        QVERIFY2(isTranslated(label->text()), qPrintable(label->text()));
    for (const QWidget* widget : fixture.panel.findChildren<QWidget*>()) {
        QVERIFY2(isTranslated(widget->toolTip()), qPrintable(widget->toolTip()));
        QVERIFY2(isTranslated(widget->accessibleName()), qPrintable(widget->accessibleName()));
    }
    for (const QComboBox* combo : fixture.panel.findChildren<QComboBox*>())
        QVERIFY2(isTranslated(combo->currentText()), qPrintable(combo->currentText()));
}

void TestSetupPanel::nothing_is_wider_than_the_dock_data() {
    QTest::addColumn<QByteArray>("example");
    for (const Example& example : examples())
        QTest::newRow(example.id.data()) << QByteArray(example.id.data());
}

void TestSetupPanel::nothing_is_wider_than_the_dock() {
    QFETCH(QByteArray, example);
    Fixture fixture(example.constData());
    QVERIFY2(fixture.panel.minimumSizeHint().width() <= 256,
             qPrintable(QString::number(fixture.panel.minimumSizeHint().width())));
    for (QComboBox* combo : fixture.panel.findChildren<QComboBox*>()) {
        const int arrow = 24;
        QVERIFY2(combo->fontMetrics().horizontalAdvance(combo->currentText()) <=
                     combo->width() - arrow,
                 qPrintable(combo->currentText()));
    }
    for (QLabel* label : fixture.panel.findChildren<QLabel*>()) {
        if (label->isVisible() && !label->wordWrap())
            QVERIFY2(label->sizeHint().width() <= label->width(), qPrintable(label->text()));
    }
}

void TestSetupPanel::a_number_too_small_for_its_field_is_not_made_0() {
    NumberSpinBox box;
    box.setDecimals(4);
    box.setRange(0, 10);
    int position = 0;
    for (QString text : {QStringLiteral("2e-5"), QStringLiteral("1e400"), QStringLiteral("2e1")})
        QCOMPARE(box.validate(text, position), QValidator::Intermediate);
    for (QString text : {QStringLiteral("1e-4"), QStringLiteral("0e0"), QStringLiteral("1e1")})
        QCOMPARE(box.validate(text, position), QValidator::Acceptable);
    QCOMPARE(box.valueFromText(QStringLiteral("1e-4")), 1e-4);
}

void TestSetupPanel::fields_are_the_same_in_every_locale_data() {
    QTest::addColumn<QLocale>("locale");
    for (const char* name : {"C", "de_DE", "fa_IR", "ar_EG", "zh_CN", "hi_IN"})
        QTest::newRow(name) << QLocale(QString::fromLatin1(name));
}

void TestSetupPanel::fields_are_the_same_in_every_locale() {
    QFETCH(QLocale, locale);
    const QLocale before;
    QLocale::setDefault(locale);
    const auto restore = qScopeGuard([&before] { QLocale::setDefault(before); });
    NumberSpinBox number;
    number.setRange(0, 1000);
    number.setDecimals(4);
    for (const bool tracking : {true, false}) {
        number.setKeyboardTracking(tracking);
        for (const char* text : {"0.25", "0,25", "2,5e-1", "۰٫۲۵", "０．２５"}) {
            number.setValue(3);
            QCOMPARE(number.text(), QStringLiteral("3.0000"));
            const QString shown = typedInto(number, QString::fromUtf8(text));
            QVERIFY2(shown == QStringLiteral("0.25") || shown == QStringLiteral("2.5e-1"),
                     qPrintable(shown));
            QTest::keyClick(&number, Qt::Key_Return);
            QCOMPARE(number.value(), 0.25);
            QCOMPARE(number.text(), QStringLiteral("0.2500"));
        }
    }
    SizeSpinBox size;
    size.setAutomatic(1234);
    QCOMPARE(size.text(), QStringLiteral("auto (1234)"));
    for (const char* text : {"4321", "٤٣٢١", "۴۳۲۱"}) {
        size.setValue(0);
        QCOMPARE(typedInto(size, QString::fromUtf8(text)), QStringLiteral("4321"));
        QCOMPARE(size.value(), 4321);
    }
    SeedSpinBox seed;
    for (const char* text : {"18446744073709551615", "١٨٤٤٦٧٤٤٠٧٣٧٠٩٥٥١٦١٥"}) {
        seed.setValue(7);
        QCOMPARE(seed.text(), QStringLiteral("7"));
        typedInto(seed, QString::fromUtf8(text));
        QCOMPARE(seed.value(), std::numeric_limits<quint64>::max());
    }
    Fixture fixture;
    const QStringList wrong = fieldsOfAnotherKind(fixture.panel);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    for (const char* text : {"0.25", "0,25"}) {
        auto* scale = fixture.find<QDoubleSpinBox>("Scale");
        auto* dropout = fixture.find<QDoubleSpinBox>("Dropout");
        for (QDoubleSpinBox* field : {scale, dropout}) {
            typedInto(*field, QString::fromLatin1(text));
            QTest::keyClick(field, Qt::Key_Return);
        }
        QCOMPARE(fixture.now.config.scale, std::optional(0.25F));
        QCOMPARE(fixture.now.config.dropout, 0.25F);
    }
}

void TestSetupPanel::what_a_field_does_not_take_is_said_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("saysWhole"); // what the sentence says; empty: it is taken
    QTest::addColumn<QString>("saysNumber");
    const auto row = [](const char* text, const char* whole, const char* number) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(whole)
                            << QString::fromUtf8(number);
    };
    row("12", "", "");
    row("0.5", "“0.5” is not a whole number", "“0.5” is too small; the smallest is 1");
    row("1,5", "“1.5” is not a whole number", "");
    row("1e1", "“1e1” is not a whole number", "");
    row("1 000", "“1 000” is not a whole number", "“1 000” is not a number");
    row("1.000.000", "not a whole number", "“1.000.000” is not a number");
    row("1/2", "“1/2” is not a whole number", "“1/2” is not a number");
    row("1001", "“1001” is too large; the largest is 1000", "too large; the largest is 1000");
    row("99999999999999999999", "too large; the largest is 1000", "the largest is 1000");
    row("1e999", "not a whole number", "“1e999” is too large; the largest is 1000");
    row("-3", "“-3” is too small; the smallest is 1", "“-3” is too small; the smallest is 1");
}

void TestSetupPanel::what_a_field_does_not_take_is_said() {
    QFETCH(QString, text);
    QFETCH(QString, saysWhole);
    QFETCH(QString, saysNumber);
    WholeSpinBox whole;
    NumberSpinBox number;
    const auto look = [&](auto& box, const QString& says) {
        box.setRange(1, 1000);
        box.setKeyboardTracking(false);
        box.setValue(7);
        FieldRow row(&box, FieldRow::LabelPlace::Beside);
        // No key is dropped: what is typed stands there.
        QCOMPARE(typedInto(box, text), QString(text).replace(u',', u'.'));
        QTest::keyClick(&box, Qt::Key_Return);
        const QString sentence = FieldCheck::of(&box)->sentence();
        QVERIFY2(says.isEmpty() ? sentence.isEmpty() : sentence.contains(says),
                 qPrintable(sentence));
        QCOMPARE(row.errorSentence(), sentence);
        QCOMPARE(box.value() == 7, !says.isEmpty());
        // The next number takes the sentence away.
        typedInto(box, QStringLiteral("9"));
        QVERIFY(!row.hasError());
        box.setParent(nullptr);
    };
    look(whole, saysWhole);
    look(number, saysNumber);
}

void TestSetupPanel::a_size_beyond_all_sizes_keeps_its_digits_and_marks_its_field() {
    Fixture fixture;
    const Experiment before = fixture.now;
    const QString shown = fixture.find<SizeSpinBox>("d_model")->text();
    auto* modelDim = fixture.find<SizeSpinBox>("d_model");
    fixture.type(modelDim, QStringLiteral("123456789"));
    QCOMPARE(modelDim->text(), QStringLiteral("123456789"));
    QCOMPARE(fixture.rowOf(modelDim)->errorSentence(),
             QStringLiteral("“123456789” is too large; the largest is 16384"));
    QVERIFY(fixture.refusedField == modelDim);
    // 12345 was one on the way there.
    QCOMPARE(fixture.now.config.modelDim, Index{12345});
    QTest::keyClick(modelDim, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!fixture.rowOf(modelDim)->hasError());
    QCOMPARE(modelDim->text(), shown);
    QVERIFY(fixture.now == before);
}

void TestSetupPanel::digits_that_fitted_of_a_refused_number_do_not_stay() {
    Fixture fixture;
    const Experiment before = fixture.now;
    const int steps = fixture.document.undoStack().count();
    const auto look = [&](QAbstractSpinBox* field, const QString& text, const QString& says) {
        const QString shown = field->text();
        const auto isRefused = [&] { return fixture.rowOf(field)->errorSentence().contains(says); };
        // Whoever is there still can correct it, after Enter, too.
        fixture.type(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(field->text(), text);
        QVERIFY2(isRefused(), qPrintable(fixture.rowOf(field)->errorSentence()));
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(field->text(), shown);
        QVERIFY(!fixture.rowOf(field)->hasError());
        QVERIFY(fixture.now == before);
        // Who leaves reads why.
        fixture.type(field, text);
        fixture.find<QComboBox>("Weights")->setFocus();
        QCOMPARE(field->text(), shown);
        QVERIFY2(isRefused(), qPrintable(fixture.rowOf(field)->errorSentence()));
        QVERIFY(fixture.now == before);
        QCOMPARE(fixture.document.undoStack().count(), steps);
    };
    look(fixture.find<SizeSpinBox>("d_model"), QStringLiteral("123456789"),
         QStringLiteral("too large"));
    look(fixture.find<QDoubleSpinBox>("Dropout"), QStringLiteral("0.5e99"),
         QStringLiteral("“0.5e99” is too large"));
    look(fixture.find<QDoubleSpinBox>("Scale"), QStringLiteral("1e99"),
         QStringLiteral("“1e99” is too large"));
    look(fixture.find<SeedSpinBox>("Seed"), QStringLiteral("99999999999999999999"),
         QStringLiteral("too large"));
}

HEADSCOPE_TEST(TestSetupPanel, QApplication)
#include "test_setup_panel.moc"
