// SPDX-License-Identifier: GPL-3.0-or-later
#include "head_shapes/code_lines.h"
#include "head_shapes/wrong_way.h"
#include "support/test_program.h"

#include <QtTest>

using namespace headscope;

namespace {

Journey journeyOf(LayoutPath path, MemoryOrder order = MemoryOrder::BatchFirst) {
    return makeJourney(arangeRequest(path, order, {2, 3, 3, 2})).value();
}

QString line(const Journey& journey, std::size_t step, CodeDialect dialect) {
    return QString::fromStdString(codeText(codeLine(journey, step, dialect)));
}

} // namespace

class TestCodeLines : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lines_data();
    void lines();
    void sizes_know_their_axes();
    void only_the_step_itself_is_current();
    void wrong_ways();
    void projections();
    void many_matrices_are_cut_short();
};

void TestCodeLines::lines_data() {
    QTest::addColumn<int>("path");
    QTest::addColumn<int>("order");
    QTest::addColumn<int>("step");
    QTest::addColumn<int>("dialect");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, LayoutPath path, MemoryOrder order, int step,
                        CodeDialect dialect, const char* expected) {
        QTest::newRow(name) << static_cast<int>(path) << static_cast<int>(order) << step
                            << static_cast<int>(dialect) << QString::fromUtf8(expected);
    };
    using enum LayoutPath;
    using enum MemoryOrder;
    using enum CodeDialect;
    row("pytorch_source", Split, BatchFirst, 0, PyTorch, "x");
    row("pytorch_view", Split, BatchFirst, 1, PyTorch, "x.view(2, 3, 3, 2)");
    row("pytorch_transpose", Split, BatchFirst, 2, PyTorch, "x.view(2, 3, 3, 2).transpose(1, 2)");
    row("pytorch_reshape", Split, BatchFirst, 3, PyTorch,
        "x.view(2, 3, 3, 2).transpose(1, 2).reshape(6, 3, 2)");
    row("numpy_reshape", Split, BatchFirst, 3, NumPy,
        "x.reshape(2, 3, 3, 2).transpose(0, 2, 1, 3).reshape(6, 3, 2)");
    row("einops_view", Split, BatchFirst, 1, Einops, "rearrange(x, 'b s (h d) -> b s h d', h=3)");
    row("einops_reshape", Split, BatchFirst, 3, Einops,
        "rearrange(x, 'b s (h d) -> (b h) s d', h=3)");
    row("pytorch_sequence_first", Split, SequenceFirst, 2, PyTorch,
        "x.view(3, 2, 3, 2).permute(1, 2, 0, 3)");
    row("einops_sequence_first", Split, SequenceFirst, 2, Einops,
        "rearrange(x, 's b (h d) -> b h s d', h=3)");
    row("einops_unbatched", Split, Unbatched, 2, Einops, "rearrange(x, 'b (h d) -> h b d', h=3)");
    row("numpy_unbatched_contiguous", Split, Unbatched, 3, NumPy,
        "np.ascontiguousarray(x.reshape(2, 3, 2).transpose(1, 0, 2))");
    row("pytorch_merge", Merge, BatchFirst, 3, PyTorch,
        "context.transpose(1, 2).contiguous().view(2, 3, 6)");
    row("numpy_merge", Merge, BatchFirst, 3, NumPy,
        "np.ascontiguousarray(context.transpose(0, 2, 1, 3)).reshape(2, 3, 6)");
    row("einops_merge_contiguous", Merge, BatchFirst, 2, Einops,
        "rearrange(context, 'b h s d -> b s h d').contiguous()");
    row("einops_merge", Merge, BatchFirst, 3, Einops, "rearrange(context, 'b h s d -> b s (h d)')");
    row("pytorch_side_by_side", SideBySide, BatchFirst, 1, PyTorch,
        "torch.cat([Z_1, Z_2, Z_3], dim=-1)");
    row("numpy_side_by_side", SideBySide, BatchFirst, 1, NumPy,
        "np.concatenate([Z_1, Z_2, Z_3], axis=-1)");
    row("einops_side_by_side", SideBySide, BatchFirst, 1, Einops,
        "rearrange([Z_1, Z_2, Z_3], 'h s d -> s (h d)')");
}

void TestCodeLines::lines() {
    QFETCH(int, path);
    QFETCH(int, order);
    QFETCH(int, step);
    QFETCH(int, dialect);
    QFETCH(QString, expected);
    const auto chosen = static_cast<LayoutPath>(path);
    LayoutSizes sizes{2, 3, 3, 2};
    if (static_cast<MemoryOrder>(order) == MemoryOrder::Unbatched)
        sizes.sequence = 1;
    const Journey journey =
        makeJourney(arangeRequest(chosen, static_cast<MemoryOrder>(order), sizes)).value();
    QCOMPARE(line(journey, static_cast<std::size_t>(step), static_cast<CodeDialect>(dialect)),
             expected);
}

void TestCodeLines::sizes_know_their_axes() {
    const Journey journey = journeyOf(LayoutPath::Split);
    const auto parts = codeLine(journey, 2, CodeDialect::PyTorch);
    std::vector<AxisFamily> families;
    for (const CodePart& part : parts) {
        if (part.axis)
            families.push_back(*part.axis);
    }
    QCOMPARE(families, (std::vector{AxisFamily::Batch, AxisFamily::Sequence, AxisFamily::Heads,
                                    AxisFamily::Features}));
}

void TestCodeLines::only_the_step_itself_is_current() {
    const auto current = [](const Journey& journey, std::size_t step, CodeDialect dialect) {
        QString text;
        for (const CodePart& part : codeLine(journey, step, dialect)) {
            if (part.current)
                text += QString::fromStdString(part.text);
        }
        return text;
    };
    const Journey split = journeyOf(LayoutPath::Split);
    QCOMPARE(current(split, 0, CodeDialect::PyTorch), QStringLiteral("x"));
    QCOMPARE(current(split, 2, CodeDialect::PyTorch), QStringLiteral(".transpose(1, 2)"));
    const Journey merge = journeyOf(LayoutPath::Merge);
    QCOMPARE(current(merge, 2, CodeDialect::NumPy), QStringLiteral("np.ascontiguousarray()"));
    QCOMPARE(current(merge, 3, CodeDialect::NumPy), QStringLiteral(".reshape(2, 3, 6)"));
}

void TestCodeLines::wrong_ways() {
    const Journey right = journeyOf(LayoutPath::Split);
    const Journey view = wrongJourney(right, {WrongWay::Kind::NoTranspose, 0, 0});
    QCOMPARE(line(view, view.lastStep(), CodeDialect::PyTorch),
             QStringLiteral("x.view(2, 3, 3, 2)"));
    QCOMPARE(line(view, view.lastStep(), CodeDialect::Einops),
             QStringLiteral("rearrange(rearrange(x, 'b s (h d) -> (b s h d)', h=3), "
                            "'(b h s d) -> b h s d', b=2, h=3, s=3)"));
    const Journey axes = wrongJourney(right, {WrongWay::Kind::WrongAxes, 1, 3});
    QCOMPARE(line(axes, axes.lastStep(), CodeDialect::PyTorch),
             QStringLiteral("x.view(2, 3, 3, 2).transpose(1, 3).reshape(2, 3, 3, 2)"));
    QCOMPARE(line(axes, axes.lastStep(), CodeDialect::Einops),
             QStringLiteral("rearrange(rearrange(x, 'b s (h d) -> (b d h s)', h=3), "
                            "'(b h s d) -> b h s d', b=2, h=3, s=3)"));
    const Journey sideBySide = journeyOf(LayoutPath::SideBySide);
    const Journey stacked = wrongJourney(sideBySide, {WrongWay::Kind::NoTranspose, 0, 0});
    QCOMPARE(line(stacked, stacked.lastStep(), CodeDialect::PyTorch),
             QStringLiteral("torch.stack([Z_1, Z_2, Z_3]).view(3, 6)"));
    const Journey sequenceFirst = journeyOf(LayoutPath::Split, MemoryOrder::SequenceFirst);
    const Journey other = wrongJourney(sequenceFirst, {WrongWay::Kind::OtherOrder, 0, 0});
    QCOMPARE(line(other, other.lastStep(), CodeDialect::PyTorch),
             QStringLiteral("x.view(2, 3, 3, 2).transpose(1, 2)"));
    QCOMPARE(line(other, other.lastStep(), CodeDialect::Einops),
             QStringLiteral("rearrange(rearrange(x, 's b (h d) -> (s b h d)', h=3), "
                            "'(b s h d) -> b h s d', b=2, s=3, h=3)"));
}

void TestCodeLines::projections() {
    JourneyRequest request =
        arangeRequest(LayoutPath::Split, MemoryOrder::BatchFirst, {2, 3, 3, 2});
    request.projectedFrom = Tensor::filled({2, 3, 5}, Axes(3, Axis::Feature), 1);
    const Journey split = makeJourney(request).value();
    QCOMPARE(line(split, 0, CodeDialect::PyTorch), QStringLiteral("x"));
    QCOMPARE(line(split, 1, CodeDialect::PyTorch), QStringLiteral("q = x @ W_q"));
    QCOMPARE(line(split, 2, CodeDialect::PyTorch), QStringLiteral("q.view(2, 3, 3, 2)"));
    request = arangeRequest(LayoutPath::Merge, MemoryOrder::BatchFirst, {2, 3, 3, 2});
    request.projectedTo = Tensor::filled({2, 3, 4}, Axes(3, Axis::Feature), 1);
    const Journey merge = makeJourney(request).value();
    QCOMPARE(line(merge, 4, CodeDialect::Einops),
             QStringLiteral("rearrange(context, 'b h s d -> b s (h d)') @ W_o"));
}

void TestCodeLines::many_matrices_are_cut_short() {
    const Journey journey =
        makeJourney(arangeRequest(LayoutPath::SideBySide, MemoryOrder::BatchFirst, {1, 2, 12, 3}))
            .value();
    QCOMPARE(line(journey, 1, CodeDialect::PyTorch),
             QStringLiteral("torch.cat([Z_1, Z_2, …, Z_12], dim=-1)"));
}

HEADSCOPE_TEST(TestCodeLines, QCoreApplication)
#include "test_code_lines.moc"
