// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "pages/lines/lines_figure.h"
#include "pages/lines/lines_picture.h"
#include "pages/lines/lines_sheet.h"
#include "pages/lines/lines_words.h"
#include "support/model_scenes.h"
#include "support/test_program.h"
#include "support/trace_of.h"
#include "transformer/run_model.h"
#include "words/language.h"

#include <QApplication>
#include <QtTest>

#include <numeric>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

namespace {

Scene sceneOf(const char* example, const std::string& scope = {}, Index sequence = 0) {
    const Experiment experiment = findExample(example)->make();
    Scene scene = blockScene(traceOf(experiment), experiment, scope);
    scene.selection.sequence = sequence;
    scene.selection.stage = Stage::Weights;
    return scene;
}

/// A long sentence, computed: its tokens are numbers.
Scene longScene(Index tokens, Index heads) {
    Experiment experiment = findExample("ticket")->make();
    TokenList words;
    for (Index i = 0; i < tokens; ++i)
        words.push_back("w" + std::to_string(i));
    experiment = withTokens(experiment, TokenSide::Query, 0, words).value();
    experiment = withHeads(experiment, heads).value();
    Scene scene = blockScene(traceOf(experiment), experiment, {});
    scene.selection.stage = Stage::Weights;
    return scene;
}

const Tensor& weightsOf(const Scene& scene) {
    return (*scene.trace)[TensorName::AttentionWeights];
}

/// The lines that should be there: of every row the largest until they hold so much.
std::set<std::tuple<int, Index, Index>> expected(const Scene& scene, int percent) {
    std::set<std::tuple<int, Index, Index>> lines;
    const Tensor& weights = weightsOf(scene);
    for (Index head = 0; head < weights.size(1); ++head) {
        for (Index query = 0; query < weights.size(2); ++query) {
            std::vector<std::pair<double, Index>> row;
            double whole = 0;
            for (Index key = 0; key < weights.size(3); ++key) {
                const auto w =
                    static_cast<double>(weights(scene.selection.sequence, head, query, key));
                whole += w;
                if (w > 0)
                    row.emplace_back(-w, key);
            }
            std::ranges::sort(row);
            double held = 0;
            for (const auto& [negative, key] : row) {
                if (percent < 100 && 100 * held >= percent * whole)
                    break;
                lines.insert({static_cast<int>(head), query, key});
                held -= negative;
            }
        }
    }
    return lines;
}

std::set<std::tuple<int, Index, Index>> drawn(const LinesPicture& picture) {
    std::set<std::tuple<int, Index, Index>> lines;
    for (const WeightLine& line : picture.lines)
        lines.insert(
            {picture.tracks[static_cast<std::size_t>(line.track)].head, line.query, line.key});
    return lines;
}

} // namespace

class TestLinesPicture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { useLanguage(Language::English); }
    void lines_are_the_smallest_sets_data();
    void lines_are_the_smallest_sets();
    void a_row_in_numbers();
    void a_key_collects_its_column();
    void lines_to_itself_can_be_left_out();
    void heads_can_be_switched_off_and_moved();
    void one_head_and_the_mean();
    void forbidden_pairs_have_no_line();
    void a_fully_masked_row_says_so();
    void padding_is_not_asked();
    void two_sides_of_another_length();
    void many_tokens_show_the_asked_one_alone();
    void too_many_lines_lower_the_part_of_a_row();
    void other_stages_have_no_lines();
    void hidden_keys_leave_every_row();
    void hidden_keys_are_chosen_by_what_they_are();
    void long_words_are_cut_apart();
    void a_figure_says_what_the_page_says();
    void words_count();
    void a_part_has_the_lines_of_the_whole();
};

void TestLinesPicture::lines_are_the_smallest_sets_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<int>("percent");
    for (const char* example : {"ticket", "ticket-learnt", "cross", "causal-padding"}) {
        for (const int percent : {50, 73, 90, 99, 100})
            QTest::addRow("%s_%d", example, percent) << QString::fromLatin1(example) << percent;
    }
}

void TestLinesPicture::lines_are_the_smallest_sets() {
    QFETCH(const QString, example);
    QFETCH(const int, percent);
    const Scene scene = sceneOf(example.toLatin1().constData());
    const LinesPicture picture = linesPicture(scene, {.percent = percent});
    QVERIFY(!picture.askedOnly);
    QCOMPARE(picture.percent, percent);
    const auto wanted = expected(scene, percent);
    QVERIFY(drawn(picture) == wanted);
    QCOMPARE(picture.lines.size(), wanted.size());
    for (const WeightLine& line : picture.lines)
        QCOMPARE(line.weight, weightsOf(scene)(0, line.track, line.query, line.key));
    QVERIFY(std::ranges::is_sorted(picture.lines, {}, &WeightLine::weight));
}

/// What the row of 机票 is at 90 %: known from the file that `headscope run` writes.
void TestLinesPicture::a_row_in_numbers() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture picture = linesPicture(scene, {});
    QCOMPARE(picture.lines.size(), std::size_t{143});
    const std::optional<AskedToken> asked = askToken(picture, LinesSide::Query, 9);
    QVERIFY(asked);
    QCOMPARE(asked->others, Index{6});
    QCOMPARE(asked->possible, Index{10});
    QCOMPARE(asked->lines.size(), std::size_t{9});
    const std::vector<Index> counts = {2, 4, 1, 2};
    for (std::size_t head = 0; head < 4; ++head) {
        const AskedColumn& column = asked->columns[head];
        QCOMPARE(column.count, counts[head]);
        double sum = 0;
        for (std::size_t key = 0; key < 10; ++key) {
            QCOMPARE(column.weights[key],
                     weightsOf(scene)(0, static_cast<Index>(head), 9, static_cast<Index>(key)));
            sum += column.held[key] ? static_cast<double>(column.weights[key]) : 0;
        }
        QCOMPARE(column.sum, sum);
        QVERIFY(sum >= 0.9);
    }
    const PanelCell strongest = strongestCell(picture, LinesSide::Query, 9, 2);
    QCOMPARE(strongest, (PanelCell{2, 9, 5})); // 订了
}

void TestLinesPicture::a_key_collects_its_column() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture picture = linesPicture(scene, {});
    for (Index key = 0; key < 10; ++key) {
        const std::optional<AskedToken> asked = askToken(picture, LinesSide::Key, key);
        QVERIFY(asked);
        std::set<Index> queries;
        std::size_t lines = 0;
        for (const WeightLine& line : picture.lines) {
            if (line.key != key)
                continue;
            ++lines;
            queries.insert(line.query);
            const AskedColumn& column = asked->columns[static_cast<std::size_t>(line.track)];
            QVERIFY(column.held[static_cast<std::size_t>(line.query)]);
        }
        QCOMPARE(asked->lines.size(), lines);
        QCOMPARE(asked->others, static_cast<Index>(queries.size()));
        Index held = 0;
        for (const AskedColumn& column : asked->columns)
            held += column.count;
        QCOMPARE(held, static_cast<Index>(lines));
    }
}

void TestLinesPicture::lines_to_itself_can_be_left_out() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture all = linesPicture(scene, {});
    const LinesPicture without = linesPicture(scene, {.toItself = false});
    const auto itself = std::ranges::count_if(
        all.lines, [](const WeightLine& line) { return line.query == line.key; });
    QVERIFY(itself > 0);
    QCOMPARE(std::ssize(without.lines), std::ssize(all.lines) - itself);
    QVERIFY(std::ranges::none_of(without.lines,
                                 [](const WeightLine& line) { return line.query == line.key; }));
    // The row itself is what it was: the number stays in the table.
    const auto asked = askToken(without, LinesSide::Query, 9);
    QVERIFY(asked->columns[3].held[9]);
    // In cross-attention the same place is another token.
    const Scene cross = sceneOf("cross");
    QCOMPARE(linesPicture(cross, {.toItself = false}).lines.size(),
             linesPicture(cross, {}).lines.size());
}

void TestLinesPicture::heads_can_be_switched_off_and_moved() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture all = linesPicture(scene, {});
    Scene sorted = scene;
    sorted.display.headOrder = {3, 1, 0, 2};
    const LinesPicture some = linesPicture(sorted, {.off = {1}});
    QCOMPARE(some.tracks.size(), std::size_t{4});
    QCOMPARE(some.tracks[0].head, 3);
    QCOMPARE(some.tracks[1].head, 1);
    QVERIFY(!some.tracks[1].drawn && some.tracks[0].drawn);
    auto wanted = drawn(all);
    std::erase_if(wanted, [](const auto& line) { return std::get<0>(line) == 1; });
    QVERIFY(drawn(some) == wanted);
    // Its numbers stay, and no token counts for its lines.
    const auto asked = askToken(some, LinesSide::Query, 9);
    QCOMPARE(asked->columns[1].count, Index{4});
    QCOMPARE(asked->lines.size(), std::size_t{5});
}

void TestLinesPicture::one_head_and_the_mean() {
    Scene scene = sceneOf("ticket");
    scene.selection.panel = 2;
    scene.selection.solo = true;
    const LinesPicture one = linesPicture(scene, {.off = {2}}); // alone it is never off
    QVERIFY(one.heads == LinesHeads::One);
    QCOMPARE(one.tracks.size(), std::size_t{1});
    QVERIFY(!one.lines.empty());
    scene.selection.panel = 4;
    scene.selection.solo = false;
    const LinesPicture mean = linesPicture(scene, {.percent = 100});
    QVERIFY(mean.heads == LinesHeads::Mean);
    QCOMPARE(mean.tracks.front().head, -1);
    const Tensor& weights = weightsOf(scene);
    for (const WeightLine& line : mean.lines) {
        double sum = 0;
        for (Index head = 0; head < 4; ++head)
            sum += static_cast<double>(weights(0, head, line.query, line.key));
        QVERIFY(std::fabs(static_cast<double>(line.weight) - sum / 4) < 1e-6);
    }
}

void TestLinesPicture::forbidden_pairs_have_no_line() {
    const Scene scene = sceneOf("causal-padding");
    const LinesPicture picture = linesPicture(scene, {.percent = 100});
    QVERIFY(!picture.lines.empty());
    for (const WeightLine& line : picture.lines)
        QVERIFY(line.key <= line.query);
    const auto asked = askToken(picture, LinesSide::Query, 2);
    QCOMPARE(asked->possible, Index{3});
    QVERIFY(asked->columns[0].masked[3] && !asked->columns[0].masked[2]);
}

void TestLinesPicture::a_fully_masked_row_says_so() {
    const Scene scene = sceneOf("fully-masked");
    const LinesPicture picture = linesPicture(scene, {});
    int masked = 0;
    for (Index query = 0; query < picture.tokens; ++query) {
        const auto asked = askToken(picture, LinesSide::Query, query);
        if (asked->possible > 0)
            continue;
        ++masked;
        QVERIFY(asked->lines.empty());
        QCOMPARE(LinesWords::title(picture, &*asked), u"“一只” (a) may look at no key"_s);
    }
    QCOMPARE(masked, 1);
}

void TestLinesPicture::padding_is_not_asked() {
    for (Index sequence = 0; sequence < 3; ++sequence) {
        const Scene scene = sceneOf("causal-padding", {}, sequence);
        const LinesPicture picture = linesPicture(scene, {.percent = 100});
        const auto words =
            std::ssize(scene.tokens().queries->at(static_cast<std::size_t>(sequence)));
        QCOMPARE(picture.tokens, words);
        QVERIFY(askToken(picture, LinesSide::Query, words - 1));
        QVERIFY(!askToken(picture, LinesSide::Query, words));
        for (const WeightLine& line : picture.lines)
            QVERIFY(line.query < words);
    }
}

void TestLinesPicture::two_sides_of_another_length() {
    const Scene scene = sceneOf("cross");
    const LinesPicture picture = linesPicture(scene, {});
    QVERIFY(picture.queries != picture.keys && !picture.self);
    QCOMPARE(picture.queryLabels.size(), picture.queries);
    QCOMPARE(picture.keyLabels.size(), picture.keys);
    QVERIFY(askToken(picture, LinesSide::Key, picture.keys - 1));
    QVERIFY(!askToken(picture, LinesSide::Key, picture.keys));
    QVERIFY(!askToken(picture, LinesSide::Query, -1));
}

void TestLinesPicture::many_tokens_show_the_asked_one_alone() {
    const Scene scene = longScene(41, 2);
    const LinesPicture picture = linesPicture(scene, {});
    QVERIFY(picture.askedOnly && picture.lines.empty());
    const auto wanted = expected(scene, 90);
    for (const LinesSide side : {LinesSide::Query, LinesSide::Key}) {
        for (Index token = 0; token < 41; ++token) {
            const auto asked = askToken(picture, side, token);
            const auto lines = std::ranges::count_if(wanted, [&](const auto& line) {
                return (side == LinesSide::Query ? std::get<1>(line) : std::get<2>(line)) == token;
            });
            QCOMPARE(std::ssize(asked->lines), lines);
        }
    }
    QVERIFY(!linesPicture(longScene(40, 2), {}).askedOnly);
}

void TestLinesPicture::too_many_lines_lower_the_part_of_a_row() {
    const Scene scene = longScene(40, 4); // 6400 weights
    const LinesPicture all = linesPicture(scene, {.percent = 100});
    QVERIFY(expected(scene, 100).size() > mostLines);
    QVERIFY(all.percent < 100);
    QVERIFY(all.lines.size() <= mostLines);
    QVERIFY(drawn(all) == expected(scene, all.percent));
    QVERIFY(expected(scene, all.percent + 1).size() > mostLines); // no more than it must
    QVERIFY(LinesWords::subtitle(all, nullptr).contains(u"instead of 100 %"_s));
    QVERIFY(!LinesWords::subtitle(linesPicture(scene, {.percent = 50}), nullptr)
                 .contains(u"instead"_s));
}

void TestLinesPicture::other_stages_have_no_lines() {
    Scene scene = sceneOf("ticket");
    scene.selection.stage = Stage::Scores;
    QVERIFY(linesPicture(scene, {}).isEmpty());
    QVERIFY(linesPicture({}, {}).isEmpty());
    QVERIFY(!askToken({}, LinesSide::Query, 0));
}

void TestLinesPicture::hidden_keys_leave_every_row() {
    const Scene scene = sceneOf("ticket");
    const Tensor& weights = weightsOf(scene);
    for (const bool renormalised : {false, true}) {
        LinesChoice choice;
        choice.percent = 100;
        choice.hidden.first = true;
        choice.hidden.others = {5};
        choice.hidden.renormalised = renormalised;
        const LinesPicture picture = linesPicture(scene, choice);
        QCOMPARE(picture.hiddenCount, Index{2});
        for (const WeightLine& line : picture.lines)
            QVERIFY(line.key != 0 && line.key != 5);
        for (Index query = 0; query < 10; ++query) {
            const auto asked = askToken(picture, LinesSide::Query, query);
            QCOMPARE(asked->possible, Index{8});
            for (Index head = 0; head < 4; ++head) {
                double left = 0;
                for (Index key = 0; key < 10; ++key)
                    left += key == 0 || key == 5
                                ? 0
                                : static_cast<double>(weights(0, head, query, key));
                const AskedColumn& column = asked->columns[static_cast<std::size_t>(head)];
                QVERIFY(std::fabs(column.sum - (renormalised ? 1 : left)) < 1e-5);
                for (Index key = 0; key < 10; ++key) {
                    const auto whole = static_cast<double>(weights(0, head, query, key));
                    const double wanted = key == 0 || key == 5 ? 0
                                          : renormalised       ? whole / left
                                                               : whole;
                    const auto place = static_cast<std::size_t>(key);
                    QVERIFY(std::fabs(static_cast<double>(column.weights[place]) - wanted) < 1e-6);
                }
            }
        }
        QVERIFY(LinesWords::subtitle(picture, nullptr)
                    .contains(renormalised ? u"without 2 keys, rows renormalised to 1"_s
                                           : u"without 2 keys, rows not renormalised"_s));
        // A hidden key that is asked has no line, and none that lead elsewhere change.
        QVERIFY(askToken(picture, LinesSide::Key, 5)->lines.empty());
        const auto key = askToken(picture, LinesSide::Key, 4);
        const auto lines = std::ranges::count(picture.lines, Index{4}, &WeightLine::key);
        QCOMPARE(std::ssize(key->lines), lines);
    }
}

void TestLinesPicture::hidden_keys_are_chosen_by_what_they_are() {
    Experiment experiment = findExample("ticket")->make();
    experiment = withTokens(experiment, TokenSide::Query, 0, {"[CLS]", "a", ",", "b", "."}).value();
    const Scene scene = blockScene(traceOf(experiment), experiment, {});
    LinesChoice choice;
    choice.hidden.separators = true;
    QCOMPARE(linesPicture(scene, choice).hidden, (std::vector<char>{1, 0, 1, 0, 1}));
    choice.hidden = {.first = true};
    QCOMPARE(linesPicture(scene, choice).hidden, (std::vector<char>{1, 0, 0, 0, 0}));
    choice.hidden = {.padding = true};
    QCOMPARE(linesPicture(scene, choice).hiddenCount, Index{0});
    for (Index sequence = 0; sequence < 3; ++sequence) {
        const Scene padded = sceneOf("causal-padding", {}, sequence);
        const LinesPicture picture = linesPicture(padded, choice);
        const Index words =
            std::ssize(padded.tokens().keys->at(static_cast<std::size_t>(sequence)));
        QCOMPARE(picture.hiddenCount, picture.keys - words);
    }
    choice.hidden = {.separators = true, .others = {1, 3}}; // nothing is left
    const LinesPicture empty = linesPicture(scene, choice);
    QVERIFY(empty.lines.empty());
    QCOMPARE(askToken(empty, LinesSide::Query, 1)->others, Index{0});
}

void TestLinesPicture::a_figure_says_what_the_page_says() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture picture = linesPicture(scene, {});
    LinesFigure figure{picture, askToken(picture, LinesSide::Query, 9), u"Book a flight"_s};
    const QByteArray svg = renderLines(figure, FigureFormat::Svg).value();
    QCOMPARE(svg, renderLines(figure, FigureFormat::Svg).value());
    for (const char* text : {"“机票” (ticket) looks at 6 of 10 keys", "9 of 143 lines",
                             "Book a flight", "0.930", "北京", "fixed scale", "0.978"})
        QVERIFY2(svg.contains(text), text);
    // Every line of everybody, and those of the asked one with their edges.
    QCOMPARE(svg.count("<polyline"), 143 + 2 * 9);
    const QByteArray pdf = renderLines(figure, FigureFormat::Pdf).value();
    QVERIFY(pdf.startsWith("%PDF"));
    QCOMPARE(pdf, renderLines(figure, FigureFormat::Pdf).value());
    const QImage png = QImage::fromData(renderLines(figure, FigureFormat::Png).value());
    QCOMPARE(png.size(), figure.size * 2);
    const LinesPicture nothing;
    QVERIFY(!renderLines({nothing, {}, {}}, FigureFormat::Svg));
    // A long sentence: only rows that are on the page, and lines between them.
    const Scene longer = longScene(100, 2);
    const LinesPicture many = linesPicture(longer, {});
    const LinesFigure part{many, askToken(many, LinesSide::Query, 50), {}};
    const QByteArray page = renderLines(part, FigureFormat::Svg).value();
    QVERIFY(page.contains("w50<") && !page.contains("w99<") && !page.contains("w1<"));
}

/// Window and paper cut words alike: they fit even when they are asked, and are told apart.
void TestLinesPicture::long_words_are_cut_apart() {
    LinesPicture picture;
    for (int i = 0; i < 4; ++i)
        picture.queryLabels << u"internationalisation-number-%1"_s.arg(i);
    for (const double scale : {1.0, 1.25, 2.0}) {
        LinesGeometry geometry;
        geometry.textScale = scale;
        geometry.queryLabels = geometry.keyLabels = {0, 0, 100 * scale, 100};
        geometry.names = {0, 0, 60 * scale, 100};
        const LinesLabels labels =
            linesLabels(picture, picture.queryLabels, picture.queryLabels, geometry);
        QCOMPARE(labels.keys, labels.queries);
        QVERIFY(widestToken(labels.queries, scale) <= 100 * scale);
        for (QStringList words : {labels.queries, labels.names}) {
            QCOMPARE(words.size(), 4);
            QVERIFY(words.front().contains(u'…'));
            QCOMPARE(words.removeDuplicates(), 0);
        }
    }
}

/// Which keys hold how much of a row does not depend on what of it is drawn.
void TestLinesPicture::a_part_has_the_lines_of_the_whole() {
    const Scene scene = sceneOf("ticket");
    const CellSpan part{2, 6, 1, 9};
    const LinesPicture whole = linesPicture(scene, {});
    LinesPicture cut = whole;
    std::optional<AskedToken> asked = askToken(whole, LinesSide::Query, 3);
    const AskedToken before = *asked;
    cutTo(cut, asked, part);
    QCOMPARE(cut.queries, Index{4});
    QCOMPARE(cut.keys, Index{8});
    QCOMPARE(cut.queryLabels, whole.queryLabels.mid(2, 4));
    QCOMPARE(cut.keyLabels, whole.keyLabels.mid(1, 8));
    std::vector<WeightLine> wanted;
    Index leaving = 0;
    for (const WeightLine& line : whole.lines) {
        const bool fromHere = line.query >= 2 && line.query < 6;
        const bool toHere = line.key >= 1 && line.key < 9;
        if (fromHere && toHere)
            wanted.push_back({line.track, line.query - 2, line.key - 1, line.weight});
        leaving += fromHere && !toHere ? 1 : 0;
    }
    QVERIFY(wanted.size() > 10 && leaving > 0);
    QVERIFY(cut.lines == wanted);
    QCOMPARE(cut.leaving, leaving);
    QCOMPARE(asked->token, Index{1});
    for (std::size_t track = 0; track < before.columns.size(); ++track) {
        for (std::size_t key = 0; key < 8; ++key)
            QCOMPARE(asked->columns[track].weights[key], before.columns[track].weights[key + 1]);
        QCOMPARE(asked->columns[track].sum, before.columns[track].sum);
    }
    const QString said = LinesWords::subtitle(cut, nullptr);
    QVERIFY2(said.contains(QStringLiteral("queries 3–6 of 10, keys 2–9 of 10")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("%1 more").arg(leaving)), qPrintable(said));
}

void TestLinesPicture::words_count() {
    const Scene scene = sceneOf("ticket");
    const LinesPicture picture = linesPicture(scene, {});
    const auto asked = askToken(picture, LinesSide::Query, 9);
    QCOMPARE(LinesWords::title(picture, &*asked), u"“机票” (ticket) looks at 6 of 10 keys"_s);
    QCOMPARE(LinesWords::subtitle(picture, &*asked), u"9 of 143 lines, attention weights"_s);
    QCOMPARE(LinesWords::title(picture, nullptr), u"143 lines hold 90 % of every row"_s);
    QVERIFY(LinesWords::title(linesPicture(scene, {.toItself = false}), nullptr)
                .endsWith(u"lines and those to itself hold 90 % of every row"_s));
    LinesChoice choice;
    choice.hidden.others = {0, 4};
    QVERIFY(LinesWords::title(linesPicture(scene, choice), nullptr)
                .endsWith(u"hold 90 % of what is left of every row"_s));
    choice.hidden.renormalised = true;
    QVERIFY(LinesWords::title(linesPicture(scene, choice), nullptr).endsWith(u"of every row"_s));
    for (Index hidden = 0; hidden < 10; ++hidden)
        choice.hidden.others.insert(hidden);
    QCOMPARE(LinesWords::title(linesPicture(scene, choice), nullptr), u"No line is left to draw"_s);
    const LinesPicture masked = linesPicture(sceneOf("fully-masked"), {});
    QVERIFY(LinesWords::title(masked, nullptr).endsWith(u"of every row that looks at a key"_s));
    const auto key = askToken(picture, LinesSide::Key, 7);
    QCOMPARE(LinesWords::title(picture, &*key),
             u"%1 queries look at “北京” (Beijing)"_s.arg(qint64{key->others}));
    QCOMPARE(LinesWords::number(picture, picture.tracks[2], 9, 5).left(43),
             u"“机票” (ticket) looks at “订了” (book) with 0.9"_s);
}

HEADSCOPE_TEST(TestLinesPicture, QApplication)
#include "test_lines_picture.moc"
