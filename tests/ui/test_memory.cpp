// SPDX-License-Identifier: GPL-3.0-or-later
#include "editors/tensors/tensor_panel.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/given_tensors.h"
#include "pages/shapes/shapes_page.h"
#include "support/choose_tensor.h"
#include "support/edits.h"
#include "support/test_program.h"
#include "tensor/recipes.h"
#include "transformer/model_memory.h"
#include "window/actions.h"
#include "window/files/memory_question.h"
#include "window/main_window.h"
#include "words/error_text.h"
#include "workspace/available_memory.h"

#include <QApplication>
#include <QDir>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;
using namespace headscope::testing;

namespace {

/// A system whose files say what a test wants.
struct System {
    QTemporaryDir folder;
    std::string root() const { return folder.path().toStdString(); }
    void write(const QString& path, const QByteArray& content) const {
        const QString whole = folder.path() + path;
        QDir().mkpath(QFileInfo(whole).path());
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
};

constexpr Index mebibyte = Index{1} << 20;

/// 40 MB of scores, scaled scores and weights: more than is always there.
Experiment longSentence() {
    TokenList words(1500, "word");
    Experiment experiment = withBatch(findExample("paper-size")->make(), 1).value();
    experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
    return withHeads(withModelDim(experiment, 16).value(), 4).value();
}

} // namespace

class TestMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void what_is_available_data();
    void what_is_available();
    void this_machine_says_something();
    void the_need_counts_the_trace_and_the_pictures();
    void what_is_too_large_is_asked_about_and_computed_on_demand();
    void weights_are_asked_about_before_they_are_made();
    void small_experiments_are_never_asked_about();
    void the_next_edit_ends_the_question();
    void the_old_run_goes_where_both_do_not_fit();
    void what_does_not_fit_alone_is_asked_about_beside_the_old_picture();
    void nobody_keeps_an_old_run_data();
    void nobody_keeps_an_old_run();
};

void TestMemory::what_is_available_data() {
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<qlonglong>("expected"); // −1: nobody knows
    const QString meminfo = QStringLiteral(
        "/proc/meminfo=MemTotal: 9000 kB\nMemFree: 1 kB\nMemAvailable:    4096 kB\n");
    QTest::newRow("nothing_known") << QStringList{} << -1LL;
    QTest::newRow("meminfo") << QStringList{meminfo} << 4096LL * 1024;
    const QString second = QStringLiteral("/proc/self/cgroup=0::/a/b\n");
    QTest::newRow("no_limit") << QStringList{meminfo, second,
                                             QStringLiteral("/sys/fs/cgroup/a/b/memory.max=max\n"),
                                             QStringLiteral(
                                                 "/sys/fs/cgroup/a/b/memory.current=5\n")}
                              << 4096LL * 1024;
    QTest::newRow("limit_of_the_group")
        << QStringList{meminfo, second, QStringLiteral("/sys/fs/cgroup/a/b/memory.max=3000000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/b/memory.current=1000000\n")}
        << 2000000LL;
    QTest::newRow("read_pages_can_be_given_back")
        << QStringList{meminfo, second, QStringLiteral("/sys/fs/cgroup/a/b/memory.max=3000000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/b/memory.current=2900000\n"),
                       QStringLiteral(
                           "/sys/fs/cgroup/a/b/memory.stat=anon 1\ninactive_file 400000\n")}
        << 500000LL;
    QTest::newRow("limit_of_a_group_around_it")
        << QStringList{meminfo,
                       second,
                       QStringLiteral("/sys/fs/cgroup/a/memory.max=900000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/memory.current=100000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/b/memory.max=3000000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/b/memory.current=1000000\n")}
        << 800000LL;
    QTest::newRow("used_up")
        << QStringList{meminfo, second, QStringLiteral("/sys/fs/cgroup/a/b/memory.max=3000000\n"),
                       QStringLiteral("/sys/fs/cgroup/a/b/memory.current=3100000\n")}
        << 0LL;
    QTest::newRow("first_version")
        << QStringList{meminfo, QStringLiteral("/proc/self/cgroup=5:cpu:/x\n9:memory:/y\n"),
                       QStringLiteral("/sys/fs/cgroup/memory/y/memory.limit_in_bytes=700000\n"),
                       QStringLiteral("/sys/fs/cgroup/memory/y/memory.usage_in_bytes=200000\n")}
        << 500000LL;
}

void TestMemory::what_is_available() {
    QFETCH(QStringList, files);
    QFETCH(qlonglong, expected);
    const System system;
    for (const QString& file : files)
        system.write(file.section(u'=', 0, 0), file.section(u'=', 1).toUtf8());
    QCOMPARE(availableMemory(system.root()).value_or(-1), Index{expected});
}

void TestMemory::this_machine_says_something() {
    const std::optional<Index> available = availableMemory();
    QVERIFY(available);
    QVERIFY(*available > mebibyte);
}

void TestMemory::the_need_counts_the_trace_and_the_pictures() {
    const ModelProblem problem = modelProblemOf(longSentence());
    const Index matrices = 3 * 4 * Index{1500} * 1500 * 4;
    QVERIFY(*traceBytes(problem) > matrices);
    QVERIFY(*memoryNeed(problem) > *traceBytes(problem) + 2 * Index{1500} * 1500 * 4);
    QVERIFY(*memoryNeed(problem) < 2 * *traceBytes(problem));
}

void TestMemory::what_is_too_large_is_asked_about_and_computed_on_demand() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    workspace.setAvailableMemory([] { return std::optional(100 * mebibyte); });
    const auto before = workspace.scene().trace;
    workspace.document().edit(QStringLiteral("long"), longSentence());
    window.settle();
    QCOMPARE(workspace.scene().trace, before); // the last picture stays
    auto* box = window.findChild<QMessageBox*>();
    QVERIFY(box);
    QVERIFY(box->text().contains(QStringLiteral("100 MiB are free")));
    QVERIFY(workspace.error());
    // The question and the status line say the same numbers.
    static const QRegularExpression number(QStringLiteral("\\d+ MiB"));
    const QString said = translated(*workspace.error());
    for (auto each = number.globalMatch(box->text()); each.hasNext();)
        QVERIFY2(said.contains(each.next().captured()), qPrintable(said + u'\n' + box->text()));
    box->buttons().first()->click(); // compute anyway
    window.settle();
    QVERIFY(!workspace.error());
    QCOMPARE(workspace.scene().run->labels().tokens.front().size(), std::size_t{1500});
}

void TestMemory::weights_are_asked_about_before_they_are_made() {
    Workspace workspace(*withBatch(findExample("paper-size")->make(), 1));
    workspace.finish();
    workspace.setAvailableMemory([] { return std::optional(100 * mebibyte); });
    QSignalSpy asked(&workspace, &Workspace::memoryShort);
    const Result<Experiment> wide = withKeyDim(workspace.experiment(), 16384);
    QVERIFY(wide);
    workspace.document().edit(QStringLiteral("d_k"), *wide);
    workspace.finish();
    QCOMPARE(asked.count(), 1);
    QVERIFY(workspace.error());
    Index toMake = 0;
    forEachTensor(workspace.experiment(),
                  [&](const Tensor& tensor) { toMake += recipes::bytesToMake(tensor); });
    QCOMPARE(toMake, 4 * Index{512} * 8 * 16384 * 4); // W_Q, W_K, W_V and W_O
    workspace.document().undoStack().undo();
    workspace.finish();
    QVERIFY(!workspace.error());
}

void TestMemory::small_experiments_are_never_asked_about() {
    Workspace workspace(findExample("ticket")->make());
    workspace.finish();
    workspace.setAvailableMemory([] { return std::optional(Index{1}); });
    QSignalSpy asked(&workspace, &Workspace::memoryShort);
    workspace.document().edit(QStringLiteral("causal"), withCausal(workspace.experiment(), true));
    workspace.finish();
    QCOMPARE(asked.count(), 0);
    QVERIFY(workspace.scene().trace->find(TensorName::MayAttend));
}

void TestMemory::the_next_edit_ends_the_question() {
    MainWindow window(findExample("ticket")->make(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    workspace.setAvailableMemory([] { return std::optional(100 * mebibyte); });
    workspace.document().edit(QStringLiteral("long"), longSentence());
    window.settle();
    QVERIFY(window.findChild<QMessageBox*>());
    workspace.document().undoStack().undo();
    window.settle();
    QVERIFY(!window.findChild<QMessageBox*>());
    QVERIFY(!workspace.error());
}

void TestMemory::the_old_run_goes_where_both_do_not_fit() {
    MainWindow window(longSentence(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    const std::weak_ptr<const Trace> old = workspace.scene().trace;
    workspace.setAvailableMemory(
        [old] { return std::optional(old.expired() ? 1000 * mebibyte : 150 * mebibyte); });
    QSignalSpy asked(&workspace, &Workspace::memoryShort);
    QSignalSpy letGo(&workspace, &Workspace::letGo);
    workspace.document().edit(QStringLiteral("seed"), withSeed(workspace.experiment(), 99));
    window.settle();
    QCOMPARE(asked.count(), 0);
    QCOMPARE(letGo.count(), 1);
    QVERIFY(old.expired());
    QVERIFY(!workspace.error());
    QCOMPARE(workspace.scene().run->origin().seed.value_or(0), std::uint64_t{99});
    // Where there is room, the old picture stays until the new one is there.
    workspace.setAvailableMemory([] { return std::optional(1000 * mebibyte); });
    const auto shown = workspace.scene().trace;
    workspace.document().edit(QStringLiteral("seed"), withSeed(workspace.experiment(), 100));
    QCOMPARE(workspace.scene().trace, shown);
    window.settle();
    QCOMPARE(letGo.count(), 1);
    QVERIFY(workspace.scene().trace != shown);
}

void TestMemory::what_does_not_fit_alone_is_asked_about_beside_the_old_picture() {
    MainWindow window(longSentence(), Preferences{});
    window.setRemembering(false);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    workspace.setAvailableMemory([] { return std::optional(mebibyte); });
    const auto before = workspace.scene().trace;
    QSignalSpy asked(&workspace, &Workspace::memoryShort);
    workspace.document().edit(QStringLiteral("heads"), *withHeads(workspace.experiment(), 16));
    window.settle();
    QCOMPARE(asked.count(), 1);
    QCOMPARE(workspace.scene().trace, before);
}

void TestMemory::nobody_keeps_an_old_run_data() {
    QTest::addColumn<QString>("where");
    for (const char* where : {"heads", "layers", "shapes", "folded", "presentation", "table",
                              "attention of both, left"})
        QTest::newRow(where) << QString::fromLatin1(where);
}

void TestMemory::nobody_keeps_an_old_run() {
    QFETCH(QString, where);
    Preferences preferences;
    preferences.inspectorFolded = where == QStringLiteral("folded");
    MainWindow window(findExample("encoder-decoder")->make(), preferences);
    window.setRemembering(false);
    window.resize(1440, 900);
    window.show();
    window.settle();
    Workspace& workspace = window.workspace();
    if (where == QStringLiteral("layers"))
        window.showPage("layers");
    if (where == QStringLiteral("shapes"))
        window.showPage("shapes");
    if (where == QStringLiteral("presentation"))
        window.setPresentation(true);
    if (where == QStringLiteral("table"))
        chooseTensor(*window.findChild<TensorPanel*>(), TensorName::Scores);
    if (where.startsWith(QStringLiteral("attention"))) {
        window.showPage("shapes");
        ShapesOptions options = window.page<ShapesPage>().session().options();
        options.values = ShapesValues::Experiment;
        options.path = LayoutPath::Split;
        options.wrongShown = options.attentionShown = true;
        window.page<ShapesPage>().session().setOptions(options);
        window.settle();
        QVERIFY(window.page<ShapesPage>().session().scene().model->rightAttention);
        window.showPage("heads");
    }
    workspace.hover(PanelCell{0, 1, 1});
    window.settle();
    // What was shown once is looked for too: who unfolds the inspector later asks anew.
    if (where == QStringLiteral("folded")) {
        window.findChild<Actions*>()->foldInspector->trigger();
        window.settle();
        window.findChild<Actions*>()->foldInspector->trigger();
        window.settle();
    }
    const std::weak_ptr<const Trace> whole = workspace.scene().blocks->whole;
    const std::weak_ptr<const Trace> block = workspace.scene().trace;
    workspace.document().edit(QStringLiteral("seed"), withSeed(workspace.experiment(), 99));
    window.settle();
    QTRY_VERIFY(whole.expired()); // the last reference may be on its way in another thread
    QTRY_VERIFY(block.expired());
}

HEADSCOPE_TEST(TestMemory, QApplication)
#include "test_memory.moc"
