// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameters/parameters.h"
#include "support/test_program.h"
#include "trace/tensor_name.h"

#include <QtTest>

#include <set>

using namespace headscope;

namespace {

Tensor vectorOf(float first, Index count = 3) {
    return Tensor::filled({count}, {Axis::ModelDim}, first);
}

} // namespace

class TestParameters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void a_path_reads_back_data();
    void a_path_reads_back();
    void what_is_no_path_is_refused_data();
    void what_is_no_path_is_refused();
    void blocks_stand_in_the_order_of_the_computation();
    void every_role_stands_where_the_table_says();
    void roles_and_stages_have_one_name();
    void what_is_set_is_found();
    void copies_share_until_one_is_changed();
    void equality_is_that_of_the_numbers();
};

void TestParameters::a_path_reads_back_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* path, ScopeKind kind) {
        QTest::newRow(path) << QString::fromUtf8(path) << static_cast<int>(kind);
    };
    row("", ScopeKind::Attention);
    row("positions", ScopeKind::Positions);
    row("source/positions", ScopeKind::Positions);
    row("encoder/0/self_attention", ScopeKind::Attention);
    row("encoder/11/self_attention_norm", ScopeKind::Norm);
    row("encoder/47/feed_forward", ScopeKind::FeedForward);
    row("encoder/1/feed_forward_residual", ScopeKind::Residual);
    row("encoder/1/feed_forward_norm/batch", ScopeKind::Norm);
    row("decoder/2/cross_attention", ScopeKind::Attention);
    row("decoder/2/cross_attention_norm/layer", ScopeKind::Norm);
    row("encoder/norm", ScopeKind::Norm);
    row("decoder/norm/batch", ScopeKind::Norm);
    row("prediction", ScopeKind::Prediction);
}

void TestParameters::a_path_reads_back() {
    QFETCH(QString, path);
    QFETCH(int, kind);
    const std::optional<Scope> scope = Scope::parse(path.toStdString());
    QVERIFY(scope);
    QCOMPARE(QString::fromStdString(scope->path()), path);
    QCOMPARE(static_cast<int>(scope->kind()), kind);
}

void TestParameters::what_is_no_path_is_refused_data() {
    QTest::addColumn<QString>("path");
    for (const char* path : {"/",
                             "encoder",
                             "encoder/",
                             "encoder/0",
                             "encoder/0/",
                             "encoder/x/self_attention",
                             "encoder/-1/self_attention",
                             "encoder/0x/self_attention",
                             "encoder//self_attention",
                             "encoder/99999999999999999999/feed_forward",
                             "encoder/0/attention",
                             "encoder/0/self_attention_",
                             "encoder/0/self_attention/query_weight",
                             "encoder/0/self_attention/batch",
                             "encoder/0/norm",
                             "encoder/norms",
                             "prediction/0",
                             "source",
                             "Encoder/0/self_attention",
                             " positions"})
        QTest::newRow(path) << QString::fromUtf8(path);
}

void TestParameters::what_is_no_path_is_refused() {
    QFETCH(QString, path);
    QVERIFY(!Scope::parse(path.toStdString()));
}

void TestParameters::blocks_stand_in_the_order_of_the_computation() {
    QVERIFY(sublayersOf(ModelPart::Attention).empty());
    QVERIFY(sublayersOf(ModelPart::Prediction).empty());
    for (const ModelPart stack : {ModelPart::Encoder, ModelPart::Decoder}) {
        Scope last = Scope::of(stack, 0, Sublayer::None);
        for (Index layer = 0; layer < 12; ++layer) {
            for (const Sublayer sublayer : sublayersOf(stack)) {
                const Scope scope = Scope::of(stack, layer, sublayer);
                QVERIFY(last < scope && scope < scope.norm() && scope.norm() < scope.residual());
                QVERIFY(scope.norm() == *Scope::parse(scope.path() + "_norm"));
                QVERIFY(scope.norm().compared(Scope::ComparedNorm::BatchNorm) ==
                        *Scope::parse(scope.path() + "_norm/batch"));
                last = scope.residual();
            }
        }
    }
    QVERIFY(Scope::lastNorm(ModelPart::Decoder) == *Scope::parse("decoder/norm"));
    QVERIFY(Scope::of(ModelPart::Encoder, 9, Sublayer::FeedForward) <
            Scope::of(ModelPart::Encoder, 10, Sublayer::SelfAttention));
}

void TestParameters::every_role_stands_where_the_table_says() {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < roles().size(); ++i) {
        const RoleInfo& info = roles()[i];
        QCOMPARE(static_cast<std::size_t>(info.role), i);
        QVERIFY(&infoOf(info.role) == &info);
        QVERIFY(names.insert(info.name).second);
        QCOMPARE(info.name.ends_with("_weight"), info.axes.size() == 2);
    }
    for (const ProjectionRoles& projection : projections) {
        QVERIFY(!infoOf(projection.weight).optional && infoOf(projection.bias).optional);
        QVERIFY(infoOf(projection.weight).axes.back() == infoOf(projection.bias).axes.back());
    }
    QCOMPARE(axesText(Role::OutputWeight), std::string("(heads·d_v, d_model)"));
    QCOMPARE(pathOf({}, Role::KeyBias), std::string("key_bias"));
    QCOMPARE(pathOf(Scope::of(ModelPart::Encoder, 3, Sublayer::FeedForward), Role::HiddenWeight),
             std::string("encoder/3/feed_forward/hidden_weight"));
}

void TestParameters::roles_and_stages_have_one_name() {
    std::size_t parameters = 0;
    for (std::size_t i = 0; i < tensorNameCount; ++i) {
        const auto name = static_cast<TensorName>(i);
        const std::optional<Role> role = infoOf(name).role;
        if (!role)
            continue;
        ++parameters;
        QVERIFY(tensorName(*role) == name);
        QVERIFY(infoOf(*role).name == snakeCase(name));
    }
    QCOMPARE(parameters, roles().size());
}

void TestParameters::what_is_set_is_found() {
    Parameters parameters;
    QVERIFY(!parameters.find(Role::NormGain) && parameters.entries().empty());
    const Scope first = Scope::of(ModelPart::Encoder, 0, Sublayer::FeedForward).norm();
    const Scope second = Scope::of(ModelPart::Encoder, 1, Sublayer::FeedForward).norm();
    parameters.set(Role::NormShift, second, vectorOf(4));
    parameters.set(Role::NormGain, second, vectorOf(3));
    parameters.set(Role::NormGain, first, vectorOf(1));
    parameters.set(Role::QueryBias, vectorOf(0));
    QCOMPARE(parameters.at(Role::NormGain, first)(0), 1.0F);
    QCOMPARE(parameters.at(Role::NormGain, second)(0), 3.0F);
    QCOMPARE(parameters.at(Role::QueryBias)(0), 0.0F);
    QVERIFY(!parameters.find(Role::NormShift, first) && !parameters.find(Role::KeyBias));
    QCOMPARE(parameters.entries().size(), std::size_t{4});
    QVERIFY(std::ranges::is_sorted(parameters.entries(), {}, &Parameters::Entry::scope));
    parameters.set(Role::NormGain, first, vectorOf(7));
    QCOMPARE(parameters.at(Role::NormGain, first)(0), 7.0F);
    parameters.erase(Role::NormGain, first);
    parameters.erase(Role::NormGain, first);
    QVERIFY(!parameters.find(Role::NormGain, first));
    QCOMPARE(parameters.entries().size(), std::size_t{3});
}

void TestParameters::copies_share_until_one_is_changed() {
    Parameters parameters;
    parameters.set(Role::QueryBias, vectorOf(1));
    parameters.set(Role::KeyBias, vectorOf(2));
    Parameters copy = parameters;
    QVERIFY(copy.entries().data() == parameters.entries().data());
    copy.erase(Role::OutputBias); // which is not there
    QVERIFY(copy.entries().data() == parameters.entries().data());
    copy.set(Role::KeyBias, vectorOf(3));
    QCOMPARE(parameters.at(Role::KeyBias)(0), 2.0F);
    QCOMPARE(copy.at(Role::KeyBias)(0), 3.0F);
    QVERIFY(copy.at(Role::QueryBias).sharesStorageWith(parameters.at(Role::QueryBias)));
    const Parameters again = copy;
    copy.transform([](Tensor& tensor) { tensor = vectorOf(9); });
    QCOMPARE(again.at(Role::QueryBias)(0), 1.0F);
    QCOMPARE(copy.at(Role::QueryBias)(0), 9.0F);
}

void TestParameters::equality_is_that_of_the_numbers() {
    Parameters a;
    Parameters b;
    QVERIFY(a == b);
    a.set(Role::QueryBias, vectorOf(1));
    QVERIFY(!(a == b));
    b.set(Role::QueryBias, vectorOf(1));
    QVERIFY(a == b);
    b.set(Role::QueryBias, vectorOf(2));
    QVERIFY(!(a == b));
    b = a;
    b.set(Role::KeyBias, vectorOf(1));
    b.erase(Role::QueryBias);
    QVERIFY(!(a == b));
    b.erase(Role::KeyBias);
    QVERIFY(b == Parameters());
}

HEADSCOPE_TEST(TestParameters, QCoreApplication)
#include "test_parameters.moc"
