// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/test_program.h"
#include "tensor/tensor.h"

#include <QtTest>

#include <numeric>

using namespace headscope;

namespace {
Tensor arange(const Shape& shape, const Axes& axes) {
    Index count = 0;
    checkedElementCount(shape, count);
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return Tensor::fromValues(shape, axes, values);
}
Tensor splitOfArange36() {
    const Tensor x = arange({2, 3, 6}, {Axis::Batch, Axis::Sequence, Axis::ModelDim});
    return *x.view({2, 3, 3, 2}, {Axis::Batch, Axis::Sequence, Axis::Heads, Axis::KeyDim});
}
} // namespace

class TestTensor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void view_shares_memory_and_cuts_rows();
    void transpose_exchanges_strides_and_moves_nothing();
    void view_after_transpose_needs_a_copy();
    void contiguous_copies_in_c_order();
    void reshape_copies_only_where_it_must();
    void view_refuses_another_number_of_elements();
    void size_one_axes_do_not_break_contiguity();
    void equality_is_bitwise();
    void with_element_leaves_the_original_alone();
    void overflowing_shapes_are_noticed();
};

void TestTensor::view_shares_memory_and_cuts_rows() {
    const Tensor split = splitOfArange36();
    QVERIFY(split.strides() == (Strides{18, 6, 2, 1}));
    QCOMPARE(split(1, 2, 1, 1), 33.0F);
    QVERIFY(split.isContiguous());
}

void TestTensor::transpose_exchanges_strides_and_moves_nothing() {
    const Tensor split = splitOfArange36();
    const Tensor heads = split.transposed(1, 2);
    QVERIFY(heads.sharesStorageWith(split));
    QVERIFY(heads.strides() == (Strides{18, 2, 6, 1}));
    QVERIFY(!heads.isContiguous());
    QCOMPARE(heads(1, 1, 2, 1), 33.0F);
    QCOMPARE(heads.storageIndex({1, 1, 2, 1}), Index{33});
}

void TestTensor::view_after_transpose_needs_a_copy() {
    const Tensor heads = splitOfArange36().transposed(1, 2);
    const auto refused = heads.view({2, 3, 6}, {Axis::Batch, Axis::Query, Axis::HeadsKeyDim});
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().text().find("(2, 3, 6)") != std::string::npos);
    // Batch and heads lie in one run, but d_k of one head does not reach the next.
    QVERIFY(!heads.view({6, 3, 2}, {Axis::BatchHeads, Axis::Query, Axis::KeyDim}).ok());
}

void TestTensor::contiguous_copies_in_c_order() {
    const Tensor heads = splitOfArange36().transposed(1, 2);
    const Tensor copy = heads.contiguous();
    QVERIFY(!copy.sharesStorageWith(heads));
    QVERIFY(copy.isContiguous());
    const std::vector<float> firstHead = {0, 1, 6, 7, 12, 13};
    for (std::size_t i = 0; i < firstHead.size(); ++i)
        QCOMPARE(copy.values()[i], firstHead[i]);
    QVERIFY(copy == heads);
}

void TestTensor::reshape_copies_only_where_it_must() {
    const Tensor split = splitOfArange36();
    QVERIFY(split.reshaped({36}, {Axis::Feature}).sharesStorageWith(split));
    const Tensor merged =
        split.transposed(1, 2).reshaped({6, 3, 2}, {Axis::BatchHeads, Axis::Query, Axis::KeyDim});
    QVERIFY(!merged.sharesStorageWith(split));
    QCOMPARE(merged(4, 2, 1), 33.0F);
}

void TestTensor::view_refuses_another_number_of_elements() {
    const auto refused = splitOfArange36().view({5, 7}, {Axis::Feature, Axis::Feature});
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().text(),
             std::string("shape (5, 7) does not hold the 36 elements of (2, 3, 3, 2)"));
}

void TestTensor::size_one_axes_do_not_break_contiguity() {
    const Tensor x = arange({4, 1, 3}, {Axis::Batch, Axis::Sequence, Axis::ModelDim});
    const Tensor turned = x.transposed(0, 1);
    QVERIFY(turned.isContiguous());
    QVERIFY(turned.view({12}, {Axis::Feature}).ok());
}

void TestTensor::equality_is_bitwise() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Tensor a = Tensor::filled({2}, {Axis::Feature}, nan);
    const Tensor b = Tensor::filled({2}, {Axis::Feature}, nan);
    QVERIFY(a == b);
    const Tensor zero = Tensor::filled({1}, {Axis::Feature}, 0.0F);
    const Tensor minusZero = Tensor::filled({1}, {Axis::Feature}, -0.0F);
    QVERIFY(!(zero == minusZero));
}

void TestTensor::with_element_leaves_the_original_alone() {
    const Tensor split = splitOfArange36();
    const Tensor edited = split.transposed(1, 2).withElement({1, 1, 2, 1}, -5.0F);
    QCOMPARE(edited(1, 1, 2, 1), -5.0F);
    QCOMPARE(split(1, 2, 1, 1), 33.0F);
}

void TestTensor::overflowing_shapes_are_noticed() {
    Index count = 0;
    QVERIFY(!checkedElementCount({Index{1} << 32, Index{1} << 32, 4}, count));
    QVERIFY(!checkedElementCount({-1}, count));
    QVERIFY(checkedElementCount({3, 0, 5}, count));
    QCOMPARE(count, Index{0});
}

HEADSCOPE_TEST(TestTensor, QCoreApplication)
#include "test_tensor.moc"
