// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of random experiments, solved by somebody who sees nothing but the paper.
#include "attention/multi_head_attention.h"
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "support/printed_line.h"
#include "support/random_problem.h"
#include "support/test_program.h"
#include "support/trace_of.h"
#include "transformer/run_model.h"
#include "worksheet/worksheet.h"
#include "worksheet/worksheet_cut.h"

#include <QtTest>
#include <rapidcheck.h>

#include <cmath>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

WorksheetStep stepNamed(std::string_view name) {
    for (const WorksheetStepName& known : worksheetStepNames()) {
        if (known.name == name)
            return known.steps.front();
    }
    throw std::runtime_error("no such step");
}

/// What lies on the table: tables of text, empty where something is to be found.
struct Paper {
    struct Table {
        std::vector<QStringList> rows;
    };
    std::vector<Table> tables;
    int decimals = 2;
};

Paper paperOf(const Worksheet& sheet) {
    Paper paper;
    paper.decimals = sheet.decimals;
    for (const WorksheetMatrix& matrix : sheet.matrices) {
        Paper::Table table;
        for (Index row = 0; row < matrix.rowCount(); ++row) {
            QStringList texts;
            for (Index column = 0; column < matrix.columnCount(); ++column) {
                const WorksheetCell& cell = matrix.at(row, column);
                texts << (cell.isBlank() ? QString() : QString::fromStdString(cell.text));
            }
            table.rows.push_back(texts);
        }
        paper.tables.push_back(table);
    }
    return paper;
}

double read(QString text) {
    text.replace(u'−', u'-');
    if (text == "-∞"_L1 || text == QStringLiteral("-∞"))
        return -HUGE_VAL;
    bool ok = false;
    const double value = text.toDouble(&ok);
    if (!ok)
        throw std::runtime_error("not a number on paper: \"" + text.toStdString() + '"');
    return value;
}

QString written(double value, int decimals) {
    if (value == 0)
        return u"0"_s;
    if (std::isinf(value))
        return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    const double unit = std::pow(10.0, decimals);
    const double rounded = std::floor(std::fabs(value) * unit + 0.5) / unit;
    const QString digits = QString::number(rounded, 'f', decimals);
    return value < 0 && rounded != 0 ? QStringLiteral("−") + digits : digits;
}

/// Computes a cell of a table out of others, by the formula of its task. Throws where something
/// that it needs is still empty.
double solved(const Paper& paper, const WorksheetTask& task, Index row, Index column) {
    const auto at = [&](std::size_t operand, Index r, Index c) {
        return read(paper.tables[task.operands[operand]]
                        .rows[static_cast<std::size_t>(r)][static_cast<qsizetype>(c)]);
    };
    const auto width = [&](std::size_t operand) {
        return static_cast<Index>(paper.tables[task.operands[operand]].rows.front().size());
    };
    const auto score = [&](Index key) {
        double value = at(0, row, key);
        if (task.scales())
            value = task.root ? value / std::sqrt(double(*task.root))
                              : value * read(QString::fromStdString(task.factor));
        return task.masks ? value + at(1, row, key) : value;
    };
    switch (task.step) {
    case WorksheetStep::Scores: {
        double sum = 0;
        for (Index i = width(0) - 1; i >= 0; --i) // another order than the program's
            sum += at(0, row, i) * at(1, column, i);
        return sum;
    }
    case WorksheetStep::Scaled:
    case WorksheetStep::Masked: return score(column);
    case WorksheetStep::Softmax: {
        double sum = 0;
        for (Index key = 0; key < width(0); ++key)
            sum += std::exp(score(key) - score(column));
        return std::isinf(score(column)) ? 0 : 1 / sum; // e^a ÷ Σ e^b = 1 ÷ Σ e^(b − a)
    }
    case WorksheetStep::Concatenation: {
        Index left = column;
        for (std::size_t head = 0; head < task.operands.size(); ++head) {
            if (left < width(head))
                return at(head, row, left);
            left -= width(head);
        }
        throw std::runtime_error("too narrow");
    }
    default: {
        double sum = task.operands.size() > 2 ? at(2, 0, column) : 0;
        for (Index i = width(0) - 1; i >= 0; --i)
            sum += at(0, row, i) * at(1, i, column);
        return sum;
    }
    }
}

/// Solves every blank from the paper alone and compares with the solutions.
void solve(const Worksheet& sheet) {
    Paper paper = paperOf(sheet);
    int number = 0;
    for (const WorksheetBlank& blank : sheet.blanks) {
        if (blank.number != ++number)
            throw std::runtime_error("blanks are not numbered in their order");
        const WorksheetTask& task = sheet.tasks[blank.task];
        if (task.result != blank.matrix || sheet.cellOf(blank).blank != blank.number)
            throw std::runtime_error("a blank is not in the result of its task");
        const QString found = written(solved(paper, task, blank.row, blank.column), paper.decimals);
        const QString wanted = QString::fromStdString(sheet.cellOf(blank).text);
        if (found != wanted)
            throw std::runtime_error(
                u"blank %1 of task %2: found %3, the solution says %4"_s.arg(blank.number)
                    .arg(blank.task)
                    .arg(found, wanted)
                    .toStdString());
        paper.tables[blank.matrix]
            .rows[static_cast<std::size_t>(blank.row)][static_cast<qsizetype>(blank.column)] =
            found;
    }
}

int blanksOf(const Worksheet& sheet) {
    int count = 0;
    for (const WorksheetMatrix& matrix : sheet.matrices)
        for (const WorksheetCell& cell : matrix.cells)
            count += cell.isBlank();
    return count;
}

/// How many can be asked at all: what the sentence of the refusal says.
int mostBlanks(const Trace& trace, WorksheetOptions options) {
    options.blanks = 100000;
    const auto sheet = makeWorksheet(trace, options, {});
    if (sheet)
        throw std::runtime_error("100000 blanks on a sheet");
    if (sheet.error().arguments.size() != 2)
        throw std::runtime_error(sheet.error().text());
    return std::stoi(sheet.error().arguments.front());
}

Trace randomTrace(ProblemShape& shape) {
    shape.batch = *rc::gen::inRange<Index>(1, 3);
    shape.queries = *rc::gen::inRange<Index>(1, 6);
    shape.cross = *rc::gen::arbitrary<bool>();
    shape.keys = *rc::gen::inRange<Index>(1, 6);
    shape.heads = *rc::gen::inRange<Index>(1, 3);
    shape.keyDim = *rc::gen::inRange<Index>(1, 5);
    shape.valueDim = *rc::gen::inRange<Index>(1, 5);
    shape.modelDim = *rc::gen::inRange<Index>(1, 7);
    shape.valuesApart = shape.cross && *rc::gen::arbitrary<bool>();
    shape.biases = *rc::gen::arbitrary<bool>();
    shape.causal = *rc::gen::arbitrary<bool>();
    shape.padding = *rc::gen::arbitrary<bool>();
    shape.mayAttendAxes = *rc::gen::element(0, 2, 3, 4);
    shape.additiveAxes = *rc::gen::element(0, 2, 3, 4);
    shape.fullyMasked =
        *rc::gen::element(FullyMasked::Zeros, FullyMasked::NaN, FullyMasked::Uniform);
    shape.dropout = *rc::gen::element(0.0F, 0.0F, 0.25F);
    shape.seed = *rc::gen::inRange(1U, 1000U);
    AttentionProblem problem = ProblemMaker(shape.seed).problem(shape);
    if (*rc::gen::arbitrary<bool>())
        problem.config.scale = 0.35F;
    Result<Trace> trace = runAttention(problem);
    if (!trace)
        throw std::runtime_error(trace.error().text());
    return std::move(*trace);
}

WorksheetOptions randomOptions(const ProblemShape& shape, const Trace& trace) {
    WorksheetOptions options;
    options.decimals = *rc::gen::inRange(0, worksheetMostDecimals + 1);
    options.seed = *rc::gen::arbitrary<std::uint64_t>();
    options.sequence = *rc::gen::inRange<Index>(0, shape.batch);
    const bool oneHead = *rc::gen::arbitrary<bool>();
    if (oneHead)
        options.heads = {*rc::gen::inRange<Index>(0, shape.heads)};
    const bool masked = trace.find(TensorName::MaskedScores)->operands.size() > 1;
    const bool all = !oneHead || shape.heads == 1;
    options.steps.clear();
    for (const WorksheetStepName& named : worksheetStepNames()) {
        if (named.steps.size() > 1)
            continue;
        const WorksheetStep step = named.steps.front();
        const bool possible = (step != WorksheetStep::Masked || masked) &&
                              (step != WorksheetStep::Concatenation || all);
        if (possible && *rc::gen::arbitrary<bool>())
            options.steps.push_back(step);
    }
    const auto has = [&](WorksheetStep step) {
        return std::ranges::find(options.steps, step) != options.steps.end();
    };
    if (!all && has(WorksheetStep::Context)) // the output is made of all contexts
        std::erase(options.steps, WorksheetStep::Output);
    if (options.steps.empty())
        options.steps = {WorksheetStep::Scores};
    return options;
}

} // namespace

class TestWorksheet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_sheet_can_be_solved_from_what_is_printed();
    void every_printed_line_computes_as_it_is_printed();
    void what_is_printed_is_the_trace_rounded();
    void as_many_blanks_as_can_be_can_be_had();
    void fewer_blanks_are_some_of_more();
    void another_seed_asks_other_cells();
    void few_blanks_hang_on_none();
    void nothing_is_asked_that_is_printed_again();
    void a_factor_of_ones_and_zeros_gives_nothing_away();
    void between_context_and_output_heads_stand_side_by_side();
    void blanks_are_spread_over_the_steps();
    void a_typed_number_is_not_asked();
    void the_softmax_takes_in_what_is_not_asked();
    void a_cut_is_computed_anew();
    void what_does_not_fit_is_said_data();
    void what_does_not_fit_is_said();
};

void TestWorksheet::every_sheet_can_be_solved_from_what_is_printed() {
    int solvedBlanks = 0;
    QVERIFY(rc::check("every sheet can be solved", [&] {
        ProblemShape shape;
        const Trace trace = randomTrace(shape);
        WorksheetOptions options = randomOptions(shape, trace);
        const int most = mostBlanks(trace, options);
        options.blanks = *rc::gen::inRange(0, most + 1);
        const auto sheet = makeWorksheet(trace, options, {});
        RC_ASSERT(sheet.ok());
        RC_ASSERT(blanksOf(*sheet) == options.blanks);
        RC_ASSERT(std::ssize(sheet->blanks) == options.blanks);
        solve(*sheet);
        solvedBlanks += options.blanks;
    }));
    QVERIFY2(solvedBlanks > 500, qPrintable(QString::number(solvedBlanks)));
}

void TestWorksheet::every_printed_line_computes_as_it_is_printed() {
    int lines = 0;
    QVERIFY(rc::check("a line computes to the number at its end", [&] {
        ProblemShape shape;
        const Trace trace = randomTrace(shape);
        WorksheetOptions options = randomOptions(shape, trace);
        options.steps.push_back(WorksheetStep::Softmax);
        options.blanks = mostBlanks(trace, options);
        const Worksheet sheet = *makeWorksheet(trace, options, {});
        for (const WorksheetBlank& blank : sheet.blanks) {
            if (blank.working.empty())
                continue; // a number that only moves
            QString line = QString::fromStdString(blank.working);
            line.replace(u"exp("_s, u"e^("_s);
            const QString found =
                written(testing::PrintedLine::value(line), sheet.matrices[blank.matrix].decimals);
            if (found != QString::fromStdString(sheet.cellOf(blank).text))
                RC_FAIL(blank.working + " = " + sheet.cellOf(blank).text + ", and is " +
                        found.toStdString());
            ++lines;
        }
    }));
    QVERIFY2(lines > 500, qPrintable(QString::number(lines)));
}

void TestWorksheet::what_is_printed_is_the_trace_rounded() {
    const Experiment experiment = findExample("ticket")->make();
    const Trace trace = traceOf(experiment);
    const Experiment cut = *withFirstTokens(experiment, 4);
    const Trace small = traceOf(cut);
    WorksheetOptions options;
    options.heads = {1};
    const auto sheet = makeWorksheet(small, options, {});
    QVERIFY(sheet.ok());
    QCOMPARE(sheet->matrices.size(), std::size_t{7}); // Q, K, S, S ÷ √d_k, A, V and the context
    int compared = 0;
    for (const WorksheetMatrix& matrix : sheet->matrices) {
        const Tensor& tensor = small[matrix.tensor];
        for (Index row = 0; row < matrix.rowCount(); ++row) {
            for (Index column = 0; column < matrix.columnCount(); ++column) {
                const WorksheetCell& cell = matrix.at(row, column);
                QCOMPARE(cell.number, tensor(0, 1, row, column));
                if (cell.isBlank())
                    continue;
                QVERIFY(std::fabs(read(QString::fromStdString(cell.text)) - cell.number) <=
                        0.005 + 1e-6);
                ++compared;
            }
        }
    }
    QVERIFY(compared > 80);
}

void TestWorksheet::as_many_blanks_as_can_be_can_be_had() {
    const Trace trace = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    WorksheetOptions options;
    options.heads = {0};
    const int most = mostBlanks(trace, options);
    QVERIFY(most >= 30);
    options.blanks = most;
    const auto sheet = makeWorksheet(trace, options, {});
    QVERIFY(sheet.ok());
    solve(*sheet);
    options.blanks = most + 1;
    QVERIFY(!makeWorksheet(trace, options, {}).ok());
}

void TestWorksheet::fewer_blanks_are_some_of_more() {
    const Trace trace = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    WorksheetOptions options;
    options.heads = {2};
    options.blanks = 24;
    const auto more = makeWorksheet(trace, options, {});
    options.blanks = 9;
    const auto fewer = makeWorksheet(trace, options, {});
    QVERIFY(more.ok() && fewer.ok());
    for (const WorksheetBlank& blank : fewer->blanks)
        QVERIFY(more->matrices[blank.matrix].at(blank.row, blank.column).isBlank());
}

void TestWorksheet::another_seed_asks_other_cells() {
    const Trace trace = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    const auto places = [&](std::uint64_t seed) {
        WorksheetOptions options;
        options.seed = seed;
        const Worksheet sheet = *makeWorksheet(trace, options, {});
        std::vector<std::tuple<std::size_t, Index, Index>> found;
        for (const WorksheetBlank& blank : sheet.blanks)
            found.emplace_back(blank.matrix, blank.row, blank.column);
        return found;
    };
    QVERIFY(places(3) == places(3));
    QVERIFY(places(3) != places(4));
}

void TestWorksheet::few_blanks_hang_on_none() {
    const Trace trace = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        WorksheetOptions options;
        options.heads = {0};
        options.blanks = 8;
        options.seed = seed;
        const Worksheet sheet = *makeWorksheet(trace, options, {});
        const Paper paper = paperOf(sheet);
        for (const WorksheetBlank& blank : sheet.blanks) // throws where it meets another blank
            QVERIFY(std::isfinite(solved(paper, sheet.tasks[blank.task], blank.row, blank.column)));
    }
}

void TestWorksheet::nothing_is_asked_that_is_printed_again() {
    int copies = 0;
    QVERIFY(rc::check("where a number only moves, both cells are asked or its first is not", [&] {
        ProblemShape shape;
        const Trace trace = randomTrace(shape);
        WorksheetOptions options = randomOptions(shape, trace);
        options.steps = {WorksheetStep::Scores, WorksheetStep::Scaled, WorksheetStep::Context};
        if (options.heads.empty() || shape.heads == 1)
            options.steps.push_back(WorksheetStep::Concatenation);
        if (trace.find(TensorName::MaskedScores)->operands.size() > 1)
            options.steps.push_back(WorksheetStep::Masked);
        const int most = mostBlanks(trace, options);
        options.blanks = *rc::gen::inRange(most / 2, most + 1);
        const Worksheet sheet = *makeWorksheet(trace, options, {});
        for (const WorksheetTask& task : sheet.tasks) {
            const bool moves = task.step == WorksheetStep::Concatenation;
            if (!moves && task.step != WorksheetStep::Scaled && task.step != WorksheetStep::Masked)
                continue;
            Index left = 0;
            for (const std::size_t operand : task.operands) {
                const WorksheetMatrix& from = sheet.matrices[operand];
                for (Index row = 0; row < from.rowCount(); ++row) {
                    for (Index column = 0; column < from.columnCount(); ++column) {
                        const WorksheetCell& there =
                            sheet.matrices[task.result].at(row, left + column);
                        const bool free =
                            task.masks &&
                            sheet.matrices[task.operands.back()].at(row, column).number == 0;
                        const bool same =
                            moves || (task.step == WorksheetStep::Scaled ? task.root == Index{1}
                                                                         : free && !task.scales());
                        if (!same || !from.at(row, column).isBlank())
                            continue;
                        RC_ASSERT(there.isBlank());
                        RC_ASSERT(read(QString::fromStdString(from.at(row, column).text)) ==
                                  read(QString::fromStdString(there.text)));
                        ++copies;
                    }
                }
                if (!moves)
                    break; // the mask
                left += from.columnCount();
            }
        }
    }));
    QVERIFY2(copies > 100, qPrintable(QString::number(copies)));
}

void TestWorksheet::a_factor_of_ones_and_zeros_gives_nothing_away() {
    // Its W_O is the identity: the output is the heads side by side once more.
    const Trace trace = traceOf(*withFirstTokens(findExample("arange")->make(), 3));
    WorksheetOptions options;
    options.steps = {WorksheetStep::Context, WorksheetStep::Concatenation, WorksheetStep::Output};
    int asked = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        options.seed = seed;
        const Worksheet sheet = *makeWorksheet(trace, options, {});
        const auto result = [&](WorksheetStep step) -> const WorksheetMatrix& {
            return sheet
                .matrices[std::ranges::find(sheet.tasks, step, &WorksheetTask::step)->result];
        };
        const WorksheetMatrix& heads = result(WorksheetStep::Concatenation);
        const WorksheetMatrix& output = result(WorksheetStep::Output);
        for (Index row = 0; row < heads.rowCount(); ++row) {
            for (Index column = 0; column < heads.columnCount(); ++column) {
                if (!heads.at(row, column).isBlank())
                    continue;
                QVERIFY(output.at(row, column).isBlank());
                ++asked;
            }
        }
    }
    QVERIFY(asked > 0);
}

void TestWorksheet::between_context_and_output_heads_stand_side_by_side() {
    const Trace trace = traceOf(*withFirstTokens(findExample("arange")->make(), 3));
    WorksheetOptions options;
    options.steps = {WorksheetStep::Context, WorksheetStep::Output};
    const Worksheet sheet = *makeWorksheet(trace, options, {});
    QCOMPARE(std::ranges::count(sheet.tasks, WorksheetStep::Concatenation, &WorksheetTask::step),
             1);
    options.heads = {0};
    const auto one = makeWorksheet(trace, options, {});
    QVERIFY(!one.ok());
    QVERIFY(one.error().text().find("to practise both, all 3 of them") != std::string::npos);
}

void TestWorksheet::blanks_are_spread_over_the_steps() {
    const Trace trace = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    WorksheetOptions options;
    options.heads = {0};
    const Worksheet sheet = *makeWorksheet(trace, options, {});
    std::vector<int> perTask(sheet.tasks.size());
    for (const WorksheetBlank& blank : sheet.blanks)
        ++perTask[blank.task];
    QCOMPARE(perTask, std::vector<int>(4, 3));
}

void TestWorksheet::a_typed_number_is_not_asked() {
    const Trace computed = traceOf(*withFirstTokens(findExample("ticket")->make(), 4));
    Trace typed;
    for (TraceStep step : computed.steps()) {
        if (step.name == TensorName::Scores)
            step.result = step.result.withElement({0, 0, 1, 2}, 9);
        typed.add(std::move(step));
    }
    WorksheetOptions options;
    options.heads = {0};
    options.steps = {WorksheetStep::Scores};
    const int most = mostBlanks(computed, options);
    QCOMPARE(mostBlanks(typed, options), most - 1);
    options.blanks = most - 1;
    const Worksheet sheet = *makeWorksheet(typed, options, {});
    QCOMPARE(sheet.matrices[sheet.tasks[0].result].at(1, 2).text, "9.00");
    QVERIFY(!sheet.matrices[sheet.tasks[0].result].at(1, 2).isBlank());
}

void TestWorksheet::the_softmax_takes_in_what_is_not_asked() {
    const Trace trace =
        traceOf(withCausal(*withFirstTokens(findExample("ticket")->make(), 4), true));
    WorksheetOptions options;
    options.heads = {0};
    options.steps = {WorksheetStep::Scores, WorksheetStep::Softmax};
    const Worksheet sheet = *makeWorksheet(trace, options, {});
    QCOMPARE(sheet.tasks.size(), std::size_t{2});
    const WorksheetTask& softmax = sheet.tasks[1];
    QCOMPARE(softmax.operands[0], sheet.tasks[0].result);
    QCOMPARE(softmax.root, std::optional<Index>(4));
    QVERIFY(softmax.masks);
    const WorksheetMatrix& mask = sheet.matrices[softmax.operands[1]];
    QCOMPARE(mask.at(0, 1).text, "\u2212\u221E");
    QCOMPARE(mask.at(1, 0).text, "0");
    for (const WorksheetMatrix& matrix : sheet.matrices)
        QVERIFY(matrix.tensor != TensorName::ScaledScores &&
                matrix.tensor != TensorName::MaskedScores);
    solve(sheet);
}

void TestWorksheet::a_cut_is_computed_anew() {
    const Experiment experiment = findExample("ticket")->make();
    const WorksheetCut cut =
        suggestedCut(experiment, {WorksheetStep::Scores, WorksheetStep::Softmax});
    QCOMPARE(cut.tokens, std::optional<Index>(4));
    QCOMPARE(cut.heads, std::vector<Index>{0});
    const Trace whole = traceOf(experiment);
    const Trace small = traceOf(*withFirstTokens(experiment, cut.tokens));
    for (Index head = 0; head < 4; ++head) {
        for (Index query = 0; query < 4; ++query) {
            float sum = 0;
            for (Index key = 0; key < 4; ++key) {
                QCOMPARE(small[TensorName::Scores](0, head, query, key),
                         whole[TensorName::Scores](0, head, query, key));
                sum += small[TensorName::AttentionWeights](0, head, query, key);
            }
            QVERIFY(std::fabs(sum - 1) < 1e-5);
        }
    }
    QVERIFY(!withFirstTokens(experiment, 0).ok());
}

void TestWorksheet::what_does_not_fit_is_said_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QStringList>("steps");
    QTest::addColumn<int>("head");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<QString>("said");
    QTest::newRow("ten_tokens") << "ticket" << QStringList{"scores"} << 0 << 0
                                << "\"query\" has 10 rows and 4 columns";
    QTest::newRow("no_such_head") << "arange" << QStringList{"scores"} << 5 << 0
                                  << "there is no head 6; there are 3";
    QTest::newRow("no_such_sequence")
        << "arange" << QStringList{"scores"} << 0 << 2 << "from 1 to 2, not \"3\"";
    QTest::newRow("no_mask") << "arange" << QStringList{"masked"} << 0 << 0
                             << "nothing is masked here";
    QTest::newRow("one_head_beside_none") << "arange" << QStringList{"concatenation"} << 0 << 0
                                          << "all 3 of them have to be on the sheet";
    QTest::newRow("no_step") << "arange" << QStringList() << 0 << 0
                             << "a sheet needs a step at least";
}

void TestWorksheet::what_does_not_fit_is_said() {
    QFETCH(QString, example);
    QFETCH(QStringList, steps);
    QFETCH(int, head);
    QFETCH(int, sequence);
    QFETCH(QString, said);
    WorksheetOptions options;
    options.steps.clear();
    for (const QString& step : steps)
        options.steps.push_back(stepNamed(step.toStdString()));
    options.heads = {head};
    options.sequence = sequence;
    const auto sheet =
        makeWorksheet(traceOf(findExample(example.toStdString())->make()), options, {});
    QVERIFY(!sheet.ok());
    const QString sentence = QString::fromStdString(sheet.error().text());
    QVERIFY2(sentence.contains(said), qPrintable(sentence));
}

HEADSCOPE_TEST(TestWorksheet, QCoreApplication)
#include "test_worksheet.moc"
