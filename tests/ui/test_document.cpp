// SPDX-License-Identifier: GPL-3.0-or-later
// What the history keeps, and which file a state belongs to.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/edits.h"
#include "support/example.h"
#include "support/test_program.h"
#include "workspace/document.h"

#include <QSignalSpy>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

void type(Document& document, float value) {
    document.edit(QStringLiteral("type"),
                  *withCell(*document.experiment(), TensorName::QueryWeight, {0, 0}, value));
}

void newSeed(Document& document) {
    document.edit(QStringLiteral("seed"),
                  withSeed(*document.experiment(), document.experiment()->seed + 1));
}

constexpr std::size_t matrix = std::size_t{512} * 512 * sizeof(float); ///< of paper-size

} // namespace

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void weights_of_a_seed_are_kept_as_the_seed();
    void what_was_typed_is_kept_as_it_is();
    void undo_and_redo_of_seeds_give_every_bit_back_data();
    void undo_and_redo_of_seeds_give_every_bit_back();
    void a_training_stays_by_edits_and_comes_back_by_undo();
    void the_oldest_steps_go_first_and_the_newest_stays();
    void steps_that_stay_are_undone_and_merged_as_before();
    void what_two_steps_share_counts_once();
    void an_example_is_another_document_and_undo_goes_back_to_the_file();
    void an_untouched_example_is_saved_and_an_edited_one_is_not();
    void what_was_left_unsaved_is_known_until_it_is_saved_or_given_up();
    void a_saved_state_is_found_again_by_undo();
    void views_are_undone_and_compute_nothing();
    void what_is_put_aside_comes_back_with_its_history();
    void views_kept_meanwhile_stay();
    void what_the_history_forgot_meanwhile_comes_back();
};

void TestDocument::weights_of_a_seed_are_kept_as_the_seed() {
    Document document(example("paper-size"));
    for (int i = 0; i < 300; ++i)
        newSeed(document);
    QCOMPARE(document.undoStack().count(), 300);
    // Four matrices of a megabyte for every step were 1.2 GB; what is left are the words.
    QVERIFY2(document.undoBytes() < 8 * matrix, qPrintable(QString::number(document.undoBytes())));
    document.undoStack().undo();
    QVERIFY(*document.experiment() == withSeed(example("paper-size"), document.experiment()->seed));
    QVERIFY(document.undoBytes() < 8 * matrix);
}

void TestDocument::what_was_typed_is_kept_as_it_is() {
    Document document(example("paper-size"));
    type(document, 7);
    const ExperimentPointer typed = document.experiment();
    newSeed(document);
    // The matrix in which a number was typed follows from no seed.
    QVERIFY(document.undoBytes() >= matrix);
    QVERIFY(document.undoBytes() < 2 * matrix);
    document.undoStack().undo();
    QVERIFY(*document.experiment() == *typed);
    QCOMPARE(document.experiment()->weights.at(Role::QueryWeight)(0, 0), 7.0F);
}

void TestDocument::undo_and_redo_of_seeds_give_every_bit_back_data() {
    QTest::addColumn<QString>("id");
    for (const Example& each : examples())
        QTest::newRow(each.id.data()) << QString::fromLatin1(each.id.data());
}

void TestDocument::undo_and_redo_of_seeds_give_every_bit_back() {
    QFETCH(QString, id);
    Document document(example(qPrintable(id)));
    // Copies that share nothing with the document.
    std::vector<Experiment> states = {example(qPrintable(id))};
    const auto add = [&](const Result<Experiment>& next) {
        if (!next) // not every edit suits every example
            return;
        document.edit(QStringLiteral("edit"), *next);
        if (static_cast<int>(states.size()) == document.undoStack().count())
            states.push_back(*document.experiment());
    };
    const auto now = [&] { return *document.experiment(); };
    add(withSeed(now(), 99));
    add(withHeads(now(), now().config.heads * 2));
    add(withModelDim(now(), now().config.modelDim * 2));
    add(withSeed(now(), 100));
    add(withTokens(now(), TokenSide::Query, 0, {"a", "b", "c"}));
    add(withCell(now(), TensorName::QueryInput, {0, 0, 0}, 3));
    add(withSeed(now(), 101));
    QVERIFY(states.size() > 3);
    for (std::size_t i = states.size(); i-- > 0;) {
        document.undoStack().setIndex(static_cast<int>(i));
        QVERIFY(*document.experiment() == states[i]);
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
        document.undoStack().setIndex(static_cast<int>(i));
        QVERIFY(*document.experiment() == states[i]);
    }
}

void TestDocument::a_training_stays_by_edits_and_comes_back_by_undo() {
    const auto training = [](char name) {
        return std::make_shared<const PackedTraining>(std::string(matrix, name));
    };
    const PackedTrainingPointer first = training('a');
    const PackedTrainingPointer second = training('b');
    Document document(Source(example("ticket"), first));
    newSeed(document);
    QCOMPARE(document.source().training(), first);
    QVERIFY(document.undoBytes() < matrix); // what stands here is not the history's
    // The same numbers from another training are another state; from an equal one they are not.
    document.edit(QStringLiteral("adopt"), Source(document.experiment(), second));
    QCOMPARE(document.undoStack().count(), 2);
    QVERIFY(document.undoBytes() >= matrix && document.undoBytes() < 2 * matrix);
    document.edit(QStringLiteral("again"), Source(document.experiment(), training('b')));
    QCOMPARE(document.undoStack().count(), 2);
    newSeed(document);
    QCOMPARE(document.source().training(), second);
    document.undoStack().setIndex(1);
    QCOMPARE(document.source().training(), first);
    document.undoStack().setIndex(0);
    QCOMPARE(document.source().training(), first);
    document.undoStack().setIndex(3);
    QCOMPARE(document.source().training(), second);
    document.edit(QStringLiteral("without"), Source(example("ticket")));
    QVERIFY(!document.source().training());
}

void TestDocument::the_oldest_steps_go_first_and_the_newest_stays() {
    Document document(example("paper-size"));
    document.setUndoBudget(10 * matrix);
    QSignalSpy changed(&document, &Document::changed);
    for (int i = 1; i <= 30; ++i)
        type(document, static_cast<float>(i));
    QCOMPARE(changed.count(), 30); // forgetting shows nothing
    QVERIFY(document.undoBytes() <= 10 * matrix);
    const int steps = document.undoStack().count();
    QVERIFY2(steps >= 9 && steps <= 11, qPrintable(QString::number(steps)));
    QCOMPARE(document.undoStack().index(), steps);
    while (document.undoStack().canUndo())
        document.undoStack().undo();
    QCOMPARE(document.experiment()->weights.at(Role::QueryWeight)(0, 0),
             static_cast<float>(30 - steps));
    while (document.undoStack().canRedo())
        document.undoStack().redo();
    QCOMPARE(document.experiment()->weights.at(Role::QueryWeight)(0, 0), 30.0F);
    document.setUndoBudget(1);
    QCOMPARE(document.undoStack().count(), 1);
    document.undoStack().undo();
    QCOMPARE(document.experiment()->weights.at(Role::QueryWeight)(0, 0), 29.0F);
}

void TestDocument::steps_that_stay_are_undone_and_merged_as_before() {
    Document document(example("paper-size"));
    document.setUndoBudget(4 * matrix);
    const auto slide = [&](float value) {
        document.edit(QStringLiteral("slide"),
                      *withCell(*document.experiment(), TensorName::QueryWeight, {0, 0}, value),
                      QStringLiteral("cell"));
    };
    for (int group = 0; group < 8; ++group) {
        slide(static_cast<float>(10 * group + 1));
        slide(static_cast<float>(10 * group + 2));
        document.endMerge();
    }
    const int steps = document.undoStack().count();
    QVERIFY(steps < 8);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("slide"));
    document.undoStack().undo();
    QCOMPARE(document.experiment()->weights.at(Role::QueryWeight)(0, 0), 62.0F);
    QCOMPARE(document.undoStack().count(), steps);
}

void TestDocument::what_two_steps_share_counts_once() {
    Document document(example("paper-size"));
    type(document, 1);
    for (int i = 0; i < 50; ++i) // all of these share the matrices with what is shown
        document.edit(QStringLiteral("causal"),
                      withCausal(*document.experiment(), !document.experiment()->causal));
    QVERIFY2(document.undoBytes() < matrix, qPrintable(QString::number(document.undoBytes())));
}

void TestDocument::an_example_is_another_document_and_undo_goes_back_to_the_file() {
    Document document(example("ticket"));
    QSignalSpy placeChanged(&document, &Document::placeChanged);
    document.setSaved(QStringLiteral("/my.headscope"), {});
    document.begin(QStringLiteral("open an example"), example("arange"));
    QVERIFY(document.place().path.isEmpty());
    QCOMPARE(placeChanged.count(), 2);
    document.undoStack().undo();
    QCOMPARE(document.place().path, QStringLiteral("/my.headscope"));
    QVERIFY(document.isSaved());
    QVERIFY(*document.experiment() == example("ticket"));
    document.undoStack().redo();
    QVERIFY(document.place().path.isEmpty());
    // The example gets a file of its own, and the other one keeps its own.
    document.setSaved(QStringLiteral("/other.headscope"), {});
    document.undoStack().undo();
    QCOMPARE(document.place().path, QStringLiteral("/my.headscope"));
    document.undoStack().redo();
    QCOMPARE(document.place().path, QStringLiteral("/other.headscope"));
    QVERIFY(document.isSaved());
}

void TestDocument::an_untouched_example_is_saved_and_an_edited_one_is_not() {
    Document document(example("ticket"));
    QVERIFY(document.isSaved());
    document.begin(QStringLiteral("open an example"), example("ticket"));
    QCOMPARE(document.undoStack().count(), 0); // it is there already
    document.begin(QStringLiteral("open an example"), example("arange"));
    QVERIFY(document.isSaved());
    newSeed(document);
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    QVERIFY(!document.isSaved());
}

void TestDocument::what_was_left_unsaved_is_known_until_it_is_saved_or_given_up() {
    Document document(example("ticket"));
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    QVERIFY(!document.leftUnsaved()); // it stands here
    document.begin(QStringLiteral("open an example"), example("arange"));
    QVERIFY(document.isSaved());
    QVERIFY(document.leftUnsaved());
    document.undoStack().undo();
    QVERIFY(!document.leftUnsaved());
    document.setSaved(QStringLiteral("/a.headscope"), {});
    document.undoStack().redo();
    QVERIFY(!document.leftUnsaved());
    document.undoStack().undo();
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), false));
    document.abandon();
    document.begin(QStringLiteral("open an example"), example("arange"));
    QVERIFY(!document.leftUnsaved());
    document.undoStack().undo();
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    document.begin(QStringLiteral("open an example"), example("arange"));
    QVERIFY(document.leftUnsaved()); // given up was another state
}

void TestDocument::views_are_undone_and_compute_nothing() {
    Document document(findExample("ticket")->make());
    document.edit(QStringLiteral("mask"), withCausal(*document.experiment(), true));
    document.setSaved(QStringLiteral("/tmp/x.headscope"), {});
    const ExperimentPointer before = document.experiment();
    const std::uint64_t revision = document.revision();
    QSignalSpy changed(&document, &Document::changed);
    PreparedView first;
    first.title = "first";
    PreparedView second;
    second.title = "second";
    document.setViews(QStringLiteral("keep"), {first});
    document.setViews(QStringLiteral("keep"), {first, second});
    document.setViews(QStringLiteral("keep"), {first, second}); // nothing new
    QCOMPARE(document.undoStack().count(), 3);
    QVERIFY(!document.isSaved());
    QCOMPARE(document.pastStates().size(), std::size_t{1}); // those that compute something
    document.undoStack().undo();
    QVERIFY(document.views() == PreparedViews{first});
    document.undoStack().undo();
    QVERIFY(document.views().empty());
    QVERIFY(document.isSaved());
    QCOMPARE(changed.count(), 0);
    QCOMPARE(document.revision(), revision);
    QCOMPARE(document.experiment(), before);
    document.undoStack().redo();
    document.undoStack().redo();
    QCOMPARE(document.extras().views.size(), std::size_t{2});
    // They stay with an edit, and undoing that leaves them.
    document.edit(QStringLiteral("mask"), withCausal(*document.experiment(), false));
    QCOMPARE(document.views().size(), std::size_t{2});
    document.undoStack().undo();
    QCOMPARE(document.views().size(), std::size_t{2});
    QVERIFY(document.experiment()->causal);
}

void TestDocument::what_is_put_aside_comes_back_with_its_history() {
    Document document(example("ticket"));
    document.setSaved(QStringLiteral("/my.headscope"), {});
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    const Experiment own = *document.experiment();
    document.putAside();
    document.begin(QStringLiteral("a lesson"), example("arange"));
    newSeed(document);
    QVERIFY(*document.own().experiment() == own);
    QCOMPARE(document.place().path, QStringLiteral("/my.headscope"));
    QVERIFY(!document.isSaved());
    QVERIFY(!document.leftUnsaved()); // nobody is asked twice, or about what was played with
    document.setSaved(QStringLiteral("/my.headscope"), {});
    QVERIFY(document.isSaved());
    document.bringBack();
    QVERIFY(!document.isAside());
    QVERIFY(*document.experiment() == own);
    QVERIFY(document.isSaved());
    QCOMPARE(document.undoStack().index(), 1);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("causal"));
    QVERIFY(!document.undoStack().canRedo()); // what was played with left no trace
    // What was undone before can be redone.
    document.undoStack().undo();
    document.putAside();
    newSeed(document); // which drops what could be redone
    QVERIFY(!document.undoStack().canRedo());
    document.bringBack();
    QVERIFY(*document.experiment() == example("ticket"));
    QCOMPARE(document.undoStack().redoText(), QStringLiteral("causal"));
    document.undoStack().redo();
    QVERIFY(*document.experiment() == own);
    // Who undid more than the play gets the same.
    document.putAside();
    newSeed(document);
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(*document.experiment() == example("ticket"));
    document.bringBack();
    QVERIFY(*document.experiment() == own);
    document.putAside();
    document.replace(example("arange"));
    QVERIFY(!document.isAside());
    document.bringBack();
    QVERIFY(*document.experiment() == example("arange"));
}

void TestDocument::views_kept_meanwhile_stay() {
    Document document(example("ticket"));
    document.setSaved(QStringLiteral("/my.headscope"), {});
    document.putAside();
    newSeed(document);
    PreparedView kept;
    kept.title = "kept";
    document.setViews(QStringLiteral("keep"), {kept});
    QVERIFY(!document.isSaved());
    newSeed(document);
    document.bringBack();
    QVERIFY(*document.experiment() == example("ticket"));
    QVERIFY(document.views() == PreparedViews{kept});
    QCOMPARE(document.undoStack().count(), 1);
    QVERIFY(!document.isSaved());
    document.undoStack().undo();
    QVERIFY(document.views().empty() && document.isSaved());
    // What was saved meanwhile is what comes back.
    document.putAside();
    newSeed(document);
    document.setViews(QStringLiteral("keep"), {kept});
    document.setSaved(QStringLiteral("/my.headscope"), {});
    document.bringBack();
    QVERIFY(document.isSaved() && document.views() == PreparedViews{kept});
}

void TestDocument::what_the_history_forgot_meanwhile_comes_back() {
    Document document(example("ticket"));
    document.edit(QStringLiteral("causal"), withCausal(*document.experiment(), true));
    const Experiment own = *document.experiment();
    document.putAside();
    document.begin(QStringLiteral("a lesson"), example("arange"));
    document.undoStack().clear();
    newSeed(document);
    document.bringBack();
    QVERIFY(*document.experiment() == own);
    QCOMPARE(document.undoStack().undoText(), QStringLiteral("causal"));
    QVERIFY(!document.leftUnsaved()); // what was played with asks for nothing
    document.undoStack().undo();
    QVERIFY(*document.experiment() == example("ticket"));
}

void TestDocument::a_saved_state_is_found_again_by_undo() {
    Document document(example("ticket"));
    const auto slide = [&](float value) {
        document.edit(QStringLiteral("slide"),
                      *withCell(*document.experiment(), TensorName::QueryInput, {0, 0, 0}, value),
                      QStringLiteral("cell"));
    };
    slide(1);
    document.setSaved(QStringLiteral("/a.headscope"), {});
    slide(2);
    QVERIFY(!document.isSaved());
    document.undoStack().undo();
    QCOMPARE(document.experiment()->queryInput(0, 0, 0), 1.0F); // no merge over the saved state
    QVERIFY(document.isSaved());
}

HEADSCOPE_TEST(TestDocument, QCoreApplication)
#include "test_document.moc"
