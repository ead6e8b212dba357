// SPDX-License-Identifier: GPL-3.0-or-later
// What stands on the pages of a sheet, and where.
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "experiment/edits/edit_typed_numbers.h"
#include "support/test_program.h"
#include "worksheet/printed_number.h"
#include "worksheet/worksheet_document.h"

#include <QApplication>
#include <QtTest>
#include <rapidcheck.h>

#include <cmath>
#include <set>

using namespace headscope;

namespace {

WorksheetRequest requestOf(const Experiment& experiment) {
    WorksheetRequest request;
    request.experiment = std::make_shared<const Experiment>(experiment);
    request.cut = suggestedCut(experiment, request.options.steps);
    request.made = QStringLiteral("headscope worksheet --example ticket --first-tokens 4 --show 1");
    return request;
}

WorksheetRequest ticketPages() {
    return requestOf(findExample("ticket")->make());
}

WorksheetDocument documentOf(const WorksheetRequest& request) {
    Result<WorksheetDocument> document = makeWorksheetDocument(request);
    if (!document)
        throw std::runtime_error(document.error().text());
    return std::move(document).value();
}

/// What a reader sees of a text: without the air that every line keeps around it.
QRectF inkOf(const FigureText& text) {
    const double pixels = text.pixels;
    return text.box.adjusted(1, 0.2 * pixels, -1, -0.14 * pixels);
}

QString describe(const WorksheetPiece::Label& label) {
    return QStringLiteral("\"%1\" at %2, %3")
        .arg(label.text.text)
        .arg(label.text.box.x())
        .arg(label.text.box.y());
}

/// The first thing that is wrong with a page; empty: nothing.
QString flaw(const WorksheetPiece& page, QSizeF size) {
    const QRectF inside = QRectF({}, size).adjusted(worksheetMargin - 4, worksheetMargin - 4,
                                                    4 - worksheetMargin, 8 - worksheetMargin);
    for (std::size_t i = 0; i < page.labels.size(); ++i) {
        const QRectF ink = inkOf(page.labels[i].text);
        if (!inside.contains(ink))
            return QStringLiteral("outside the page: ") + describe(page.labels[i]);
        if (page.labels[i].text.pixels < 10)
            return QStringLiteral("too small: ") + describe(page.labels[i]);
        for (std::size_t j = 0; j < i; ++j) {
            if (ink.intersects(inkOf(page.labels[j].text)))
                return describe(page.labels[i]) + QStringLiteral(" lies on ") +
                       describe(page.labels[j]);
        }
        for (const WorksheetPiece::Line& line : page.lines) {
            for (std::size_t point = 1; point < line.points.size(); ++point) {
                const QRectF stroke = QRectF(line.points[point - 1], line.points[point])
                                          .normalized()
                                          .adjusted(-0.2, -0.2, 0.2, 0.2);
                if (stroke.intersects(ink))
                    return QStringLiteral("crossed by a line: ") + describe(page.labels[i]);
            }
        }
    }
    for (const WorksheetPiece::Line& line : page.lines) {
        for (const QPointF& point : line.points) {
            if (!inside.contains(point))
                return QStringLiteral("a line leaves the page at %1, %2")
                    .arg(point.x())
                    .arg(point.y());
        }
    }
    return {};
}

/// A table as it lies on the pages: the letter above it, and what is written in its cells.
struct Table {
    QString letter;
    std::vector<QStringList> rows; ///< empty where there is a box

    double at(Index row, Index column) const {
        QString text = rows[static_cast<std::size_t>(row)][static_cast<qsizetype>(column)];
        text.replace(u'−', u'-');
        if (text == QStringLiteral("-∞"))
            return -HUGE_VAL;
        bool ok = false;
        const double value = text.toDouble(&ok);
        if (!ok)
            throw std::runtime_error("no number: \"" + text.toStdString() + '"');
        return value;
    }
    Index width() const { return static_cast<Index>(rows.front().size()); }
};

/// Somebody with the pages of questions on the table and a pencil: knows the printed cells, the
/// letters above the tables and the formula of each step, and nothing else.
class Student {
public:
    explicit Student(const WorksheetDocument& document)
        : m_document(document) {
        for (std::size_t i = 0; i < document.sheet.matrices.size(); ++i) {
            const WorksheetMatrix& matrix = document.sheet.matrices[i];
            const auto rows = static_cast<std::size_t>(matrix.rowCount());
            m_tables.push_back(
                {QString::fromStdString(document.words.matrices[i].symbol),
                 std::vector<QStringList>(rows, QStringList(matrix.columnCount(), QString()))});
        }
        for (int page = 0; page < document.pages.questions; ++page) {
            for (const auto& label : document.pages.pages[static_cast<std::size_t>(page)].labels) {
                if (label.text.role != FigureRole::CellValue)
                    continue;
                Table& table = m_tables[static_cast<std::size_t>(label.text.panel)];
                const Index width = table.width();
                table.rows[static_cast<std::size_t>(label.text.index / width)]
                          [label.text.index % width] = label.text.text;
            }
        }
    }

    /// Finds every number in its order and writes it into its box.
    QStringList solve() {
        QStringList found;
        for (const WorksheetBlank& blank : m_document.sheet.blanks) {
            const double value = compute(blank);
            found << written(value);
            m_tables[blank.matrix].rows[static_cast<std::size_t>(blank.row)][blank.column] =
                found.constLast();
        }
        return found;
    }

private:
    /// The table of that letter that was printed last before the step is over.
    const Table& table(const QString& letter, std::size_t task) const {
        const Table* last = nullptr;
        for (std::size_t i = 0; i <= task; ++i) {
            for (const std::size_t shown : m_document.sheet.tasks[i].prints) {
                if (m_tables[shown].letter == letter)
                    last = &m_tables[shown];
            }
        }
        if (!last)
            throw std::runtime_error("no table " + letter.toStdString());
        return *last;
    }

    /// "S ÷ √4 + M", "S · 0.35".
    double score(const QString& text, std::size_t task, Index row, Index column) const {
        const QStringList sum = text.split(QStringLiteral(" + "));
        const QStringList divided = sum.constFirst().split(QStringLiteral(" ÷ √"));
        const QStringList times = sum.constFirst().split(QStringLiteral(" · "));
        const QString letter = divided.size() > 1 ? divided.constFirst() : times.constFirst();
        double value = table(letter, task).at(row, column);
        if (divided.size() > 1)
            value /= std::sqrt(divided[1].toDouble());
        if (times.size() > 1)
            value *= QString(times[1]).replace(u'−', u'-').toDouble();
        return sum.size() > 1 ? value + table(sum[1], task).at(row, column) : value;
    }

    double compute(const WorksheetBlank& blank) const {
        const QString formula = QString::fromStdString(m_document.words.tasks[blank.task].formula);
        const QString right = formula.section(QStringLiteral(" = "), 1);
        const Index row = blank.row;
        const Index column = blank.column;
        if (right.startsWith(u'[')) {
            Index left = column;
            for (const QString& letter : right.mid(1, right.size() - 2).split(u' ')) {
                const Table& part = table(letter, blank.task);
                if (left < part.width())
                    return part.at(row, left);
                left -= part.width();
            }
        }
        if (right.startsWith(QStringLiteral("softmax("))) {
            const QString inside = right.mid(8, right.size() - 9);
            const Index keys = static_cast<Index>(m_tables[blank.matrix].rows.front().size());
            double sum = 0;
            for (Index key = 0; key < keys; ++key)
                sum += std::exp(score(inside, blank.task, row, key));
            return std::exp(score(inside, blank.task, row, column)) / sum;
        }
        const qsizetype dot = right.indexOf(u'·');
        if (dot < 0 || right[dot - 1] == u' ')
            return score(right, blank.task, row, column);
        const QStringList sum = right.split(QStringLiteral(" + "));
        QString second = sum.constFirst().mid(dot + 1);
        const bool turned = second.endsWith(QStringLiteral("^{T}"));
        second.remove(QStringLiteral("^{T}"));
        const Table& a = table(right.left(dot), blank.task);
        const Table& b = table(second, blank.task);
        double value = sum.size() > 1 ? table(sum[1], blank.task).at(0, column) : 0;
        for (Index i = 0; i < a.width(); ++i)
            value += a.at(row, i) * (turned ? b.at(column, i) : b.at(i, column));
        return value;
    }

    QString written(double value) const {
        if (std::isinf(value))
            return QStringLiteral("−∞");
        if (value == 0)
            return QStringLiteral("0");
        const double unit = std::pow(10.0, m_document.sheet.decimals);
        const double size = std::floor(std::fabs(value) * unit + 0.5) / unit;
        return (value < 0 && size != 0 ? QStringLiteral("−") : QString()) +
               QString::number(size, 'f', m_document.sheet.decimals);
    }

    const WorksheetDocument& m_document;
    std::vector<Table> m_tables;
};

/// What the pages of solutions say, in the order of the boxes.
QStringList solutionsOf(const WorksheetDocument& document) {
    QStringList said;
    for (const WorksheetBlank& blank : document.sheet.blanks) {
        const auto place = static_cast<int>(
            document.sheet.matrices[blank.matrix].placeOfCell(blank.row, blank.column));
        for (auto page = static_cast<std::size_t>(document.pages.questions);
             page < document.pages.pages.size(); ++page) {
            for (const auto& label : document.pages.pages[page].labels) {
                if (label.text.role == FigureRole::CellValue &&
                    label.text.panel == static_cast<int>(blank.matrix) && label.text.index == place)
                    said << label.text.text;
            }
        }
    }
    return said;
}

} // namespace

class TestWorksheetPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothing_leaves_the_page_and_nothing_overlaps();
    void a_student_finds_what_the_solutions_say_data();
    void a_student_finds_what_the_solutions_say();
    void typed_numbers_have_a_star_and_are_not_asked();
    void questions_show_every_number_but_those_that_are_asked();
    void solutions_show_what_was_asked();
    void the_sheet_says_what_was_cut();
    void what_does_not_fit_is_said();
    void there_are_lines_to_write_on();
    void the_pdf_has_the_pages_of_its_paper_data();
    void the_pdf_has_the_pages_of_its_paper();
    void the_same_sheet_gives_the_same_bytes();
    void a_block_of_a_model_is_named();
    void weights_are_for_hands_data();
    void weights_are_for_hands();
    void solutions_are_a_file_of_their_own();
};

void TestWorksheetPages::nothing_leaves_the_page_and_nothing_overlaps() {
    int laidOut = 0;
    QVERIFY(rc::check("pages of random sheets", [&] {
        const auto id = *rc::gen::element<std::string>("ticket", "arange", "causal-padding",
                                                       "encoder-decoder", "one-row");
        Experiment experiment = findExample(id)->make();
        if (*rc::gen::arbitrary<bool>())
            experiment = withCausal(experiment, true);
        if (*rc::gen::arbitrary<bool>())
            experiment = withBiases(experiment, true);
        WorksheetRequest request = requestOf(experiment);
        request.options.steps.clear();
        const bool all = *rc::gen::inRange(0, 4) == 0;
        if (all)
            request.cut.heads.clear();
        for (const WorksheetStepName& named : worksheetStepNames()) {
            const WorksheetStep step = named.steps.front();
            const bool possible = (step != WorksheetStep::Masked || experiment.causal) &&
                                  (step != WorksheetStep::Concatenation || all);
            if (possible && named.steps.size() == 1 && *rc::gen::inRange(0, 3) == 0)
                request.options.steps.push_back(step);
        }
        if (request.options.steps.empty())
            request.options.steps = {WorksheetStep::Softmax};
        request.options.blanks = *rc::gen::inRange(1, 13);
        request.options.decimals = *rc::gen::inRange(0, 5);
        request.options.seed = *rc::gen::arbitrary<std::uint64_t>();
        request.cut.tokens = *rc::gen::inRange<Index>(1, worksheetMostSide + 1);
        if (*rc::gen::inRange(0, 4) == 0)
            request.title = QStringLiteral("Wednesday 星期三 ").repeated(20);
        request.paper = *rc::gen::element(WorksheetPaper::A4, WorksheetPaper::Letter);
        const auto document = makeWorksheetDocument(request);
        if (!document)
            return; // said, not printed
        ++laidOut;
        RC_ASSERT(document->pages.questions >= 1);
        RC_ASSERT(document->pages.questions <= 2);
        RC_ASSERT(document->pages.pages.size() <= 4U);
        for (const WorksheetPiece& page : document->pages.pages) {
            const QString wrong = flaw(page, document->pages.size);
            if (!wrong.isEmpty())
                RC_FAIL(wrong.toStdString());
        }
    }));
    QVERIFY2(laidOut > 20, qPrintable(QString::number(laidOut)));
}

void TestWorksheetPages::a_student_finds_what_the_solutions_say_data() {
    QTest::addColumn<QString>("example");
    QTest::addColumn<QStringList>("steps");
    QTest::addColumn<bool>("all");
    QTest::addColumn<bool>("changed"); // biases, causal, another scale
    const auto row = [](const char* name, const char* example, const QString& steps, bool all,
                        bool changed) {
        QTest::newRow(name) << QString::fromLatin1(example) << steps.split(u',') << all << changed;
    };
    const QString usual = QStringLiteral("scores,scaled,softmax,context");
    row("ticket", "ticket", usual, false, false);
    row("projections", "ticket", QStringLiteral("query,key,value"), false, false);
    row("projections_with_biases", "ticket", QStringLiteral("query,key,value"), false, true);
    row("folded", "ticket", QStringLiteral("scores,softmax"), false, false);
    row("folded_with_mask", "ticket", QStringLiteral("scores,softmax"), false, true);
    row("masked", "ticket", QStringLiteral("scores,scaled,masked,softmax"), false, true);
    row("masked_alone", "causal-padding", QStringLiteral("masked,softmax,context"), false, false);
    row("heads_together", "arange", QStringLiteral("context,concatenation,output"), true, false);
    row("cross", "cross", usual, false, false);
    row("model", "encoder-decoder", usual, false, false);
    row("typed_scale", "wrong-scale", usual, false, false);
}

void TestWorksheetPages::a_student_finds_what_the_solutions_say() {
    QFETCH(QString, example);
    QFETCH(QStringList, steps);
    QFETCH(bool, all);
    QFETCH(bool, changed);
    Experiment experiment = findExample(example.toStdString())->make();
    if (changed)
        experiment =
            *withScale(withCausal(withBiases(experiment, true), true), std::optional(0.35F));
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        WorksheetRequest request = requestOf(experiment);
        request.options.steps.clear();
        for (const WorksheetStepName& named : worksheetStepNames()) {
            if (steps.contains(QLatin1String(named.name.data(), std::ssize(named.name))))
                request.options.steps.push_back(named.steps.front());
        }
        request.options.seed = seed;
        request.options.decimals = static_cast<int>(1 + seed % 3);
        request.options.fewerBlanks = true;
        if (all)
            request.cut.heads.clear();
        const WorksheetDocument document = documentOf(request);
        const QStringList found = Student(document).solve();
        QVERIFY(found.size() >= 6);
        QCOMPARE(found, solutionsOf(document));
    }
}

void TestWorksheetPages::weights_are_for_hands_data() {
    QTest::addColumn<QString>("example");
    for (const char* example : {"ticket", "ticket-learnt", "arange", "causal-padding", "cross",
                                "encoder-decoder", "wrong-scale", "stack"})
        QTest::newRow(example) << QString::fromLatin1(example);
}

/// Of any numbers: seven seeds, whose weights are 0.00 and 1.00 as they are, and the causal mask.
void TestWorksheetPages::weights_are_for_hands() {
    QFETCH(QString, example);
    const Experiment made = findExample(example.toStdString())->make();
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Experiment experiment = seed == 0 ? made : withSeed(made, seed);
        if (seed % 2 == 1)
            experiment = withCausal(experiment, true);
        const WorksheetRequest request = requestOf(experiment);
        const WorksheetDocument document = documentOf(request);
        int weights = 0;
        for (const WorksheetMatrix& matrix : document.sheet.matrices) {
            if (matrix.tensor != TensorName::AttentionWeights)
                continue;
            for (Index row = 0; row < matrix.rowCount(); ++row) {
                std::vector<std::string> keys;
                for (Index key = 0; key < matrix.columnCount(); ++key) {
                    if (matrix.at(row, key).number != 0)
                        keys.push_back(matrix.at(row, key).text);
                }
                for (const std::string& text : keys) {
                    const double weight = readPrinted(text).value();
                    QVERIFY2(keys.size() < 2 || (weight >= 0.05 && weight <= 0.8),
                             qPrintable(QStringLiteral("seed %1: %2")
                                            .arg(seed)
                                            .arg(QString::fromStdString(text))));
                    ++weights;
                }
            }
        }
        QVERIFY(weights > 0);
        const bool said =
            document.words.instruction.find("lie between 0.05 and 0.8") != std::string::npos;
        QCOMPARE(said, document.factor != 1);
        changed += said;
        // What is printed computes.
        QCOMPARE(Student(document).solve(), solutionsOf(document));
        WorksheetRequest own = request;
        own.handy = false;
        QCOMPARE(documentOf(own).factor, 1.0);
    }
    qInfo("%d of 8 sheets have other queries and keys", changed);
}

void TestWorksheetPages::solutions_are_a_file_of_their_own() {
    QCOMPARE(solutionsPath(QStringLiteral("/a/b.c/sheet.pdf")),
             QStringLiteral("/a/b.c/sheet-solutions.pdf"));
    WorksheetRequest request = ticketPages();
    const auto files = worksheetFiles(documentOf(request), QStringLiteral("sheet.pdf"));
    QVERIFY(files.ok());
    QCOMPARE(files->size(), std::size_t{2});
    QCOMPARE((*files)[0].path, QStringLiteral("sheet.pdf"));
    QCOMPARE((*files)[1].path, QStringLiteral("sheet-solutions.pdf"));
    const WorksheetDocument document = documentOf(request);
    QCOMPARE((*files)[0].content.count("/Type /Page\n"), document.pages.questions);
    // Each is counted by itself.
    const auto says = [](const WorksheetPiece& page, const QString& text) {
        return std::ranges::any_of(
            page.labels, [&](const auto& label) { return label.text.text.contains(text); });
    };
    const int solved = static_cast<int>(document.pages.pages.size()) - document.pages.questions;
    QCOMPARE((*files)[1].content.count("/Type /Page\n"), solved);
    QVERIFY(says(document.pages.pages.back(), QStringLiteral("page %1 of %1").arg(solved)));
    QVERIFY(says(document.pages.pages.front(),
                 QStringLiteral("page 1 of %1").arg(document.pages.questions)));
    const auto tex = worksheetFiles(document, QStringLiteral("sheet.TEX"));
    QCOMPARE((*tex)[1].path, QStringLiteral("sheet-solutions.TEX"));
    QVERIFY(!(*tex)[0].content.contains("\\found{") && (*tex)[1].content.contains("\\found{"));
    QVERIFY(!(*tex)[1].content.contains("\\writing{") && !(*tex)[1].content.contains("\\newpage"));
    QVERIFY((*tex)[1].content.endsWith("\\end{document}\n"));
    request.apart = false;
    const auto one = worksheetFiles(documentOf(request), QStringLiteral("sheet.pdf"));
    QCOMPARE(one->size(), std::size_t{1});
    QCOMPARE(one->front().content, *renderPdf(worksheetFigurePages(documentOf(request))));
    request.solutions = false;
    request.apart = true;
    QCOMPARE(worksheetFiles(documentOf(request), QStringLiteral("sheet.pdf"))->size(),
             std::size_t{1});
}

void TestWorksheetPages::typed_numbers_have_a_star_and_are_not_asked() {
    TypedNumber typed;
    typed.name = TensorName::Scores;
    typed.query = 1;
    typed.key = 2;
    typed.value = 9;
    WorksheetRequest request = requestOf(*withTypedNumber(findExample("ticket")->make(), typed));
    request.options.steps = {WorksheetStep::Scores};
    request.options.blanks = 100;
    request.options.fewerBlanks = true;
    const WorksheetDocument document = documentOf(request);
    const WorksheetMatrix& scores = document.sheet.matrices[document.sheet.tasks.front().result];
    QVERIFY(scores.at(1, 2).typed);
    QVERIFY(!scores.at(1, 2).isBlank());
    QCOMPARE(scores.at(1, 2).text, "9.00");
    qsizetype stars = 0;
    for (const auto& label : document.pages.pages.front().labels)
        stars += label.text.text == QStringLiteral("*");
    QCOMPARE(stars, 1);
    QVERIFY(document.words.instruction.find("star") != std::string::npos);
    QVERIFY(
        worksheetFiles(document, QStringLiteral("a.tex"))->front().content.contains("9.00^{*}"));
}

void TestWorksheetPages::questions_show_every_number_but_those_that_are_asked() {
    const WorksheetDocument document = documentOf(ticketPages());
    std::set<std::pair<int, int>> seen;
    for (int page = 0; page < document.pages.questions; ++page) {
        for (const auto& label : document.pages.pages[static_cast<std::size_t>(page)].labels) {
            if (label.text.role != FigureRole::CellValue)
                continue;
            const WorksheetMatrix& matrix =
                document.sheet.matrices[static_cast<std::size_t>(label.text.panel)];
            const WorksheetCell& cell = matrix.cells[static_cast<std::size_t>(label.text.index)];
            QVERIFY(!cell.isBlank());
            QCOMPARE(label.text.text, QString::fromStdString(cell.text));
            QVERIFY(seen.insert({label.text.panel, label.text.index}).second); // printed once
        }
    }
    std::size_t printed = 0;
    for (const WorksheetMatrix& matrix : document.sheet.matrices)
        printed += matrix.cells.size();
    QCOMPARE(seen.size() + document.sheet.blanks.size(), printed);
}

void TestWorksheetPages::solutions_show_what_was_asked() {
    const WorksheetDocument document = documentOf(ticketPages());
    QStringList texts;
    std::set<std::pair<int, int>> seen;
    for (auto page = static_cast<std::size_t>(document.pages.questions);
         page < document.pages.pages.size(); ++page) {
        for (const auto& label : document.pages.pages[page].labels) {
            texts << label.text.text;
            if (label.text.role == FigureRole::CellValue)
                seen.insert({label.text.panel, label.text.index});
        }
    }
    for (const WorksheetBlank& blank : document.sheet.blanks) {
        const WorksheetMatrix& matrix = document.sheet.matrices[blank.matrix];
        QVERIFY(seen.contains({static_cast<int>(blank.matrix),
                               static_cast<int>(matrix.placeOfCell(blank.row, blank.column))}));
        QVERIFY(texts.contains(QStringLiteral("= ") +
                               QString::fromStdString(document.sheet.cellOf(blank).text)));
        if (!blank.own.empty())
            QVERIFY(texts.contains(
                QStringLiteral("(the program: %1)").arg(QString::fromStdString(blank.own))));
    }
    WorksheetRequest without = ticketPages();
    without.solutions = false;
    QCOMPARE(documentOf(without).pages.pages.size(),
             static_cast<std::size_t>(document.pages.questions));
}

void TestWorksheetPages::the_sheet_says_what_was_cut() {
    const WorksheetWords cut = documentOf(ticketPages()).words;
    QCOMPARE(QString::fromStdString(cut.source),
             QStringLiteral("Book a flight · only the first 4 of 10 tokens, computed anew · "
                            "head 1 of 4"));
    WorksheetRequest whole = requestOf(findExample("arange")->make());
    whole.cut.heads.clear();
    whole.options.steps = {WorksheetStep::Scores};
    whole.options.decimals = 0;
    QCOMPARE(QString::fromStdString(documentOf(whole).words.source),
             QStringLiteral("The numbers 0 to 35 · sequence 1 of 2"));
}

void TestWorksheetPages::what_does_not_fit_is_said() {
    WorksheetRequest request = ticketPages();
    request.cut.tokens.reset();
    const auto all = makeWorksheetDocument(request);
    QVERIFY(!all.ok());
    QCOMPARE(QString::fromStdString(all.error().text()),
             QStringLiteral("on a sheet there is room for 8 tokens, not for 10: take the first 4"));
    request.cut = {8, {}};
    const auto heads = makeWorksheetDocument(request);
    QVERIFY(!heads.ok());
    QVERIFY(QString::fromStdString(heads.error().text()).contains(QStringLiteral("two pages")));
    request.scope = "encoder/0/self_attention";
    QVERIFY(!makeWorksheetDocument(request).ok());
}

void TestWorksheetPages::there_are_lines_to_write_on() {
    const WorksheetDocument document = documentOf(ticketPages());
    std::size_t lines = 0;
    for (int page = 0; page < document.pages.questions; ++page) {
        for (const auto& line : document.pages.pages[static_cast<std::size_t>(page)].lines) {
            const bool isLevel =
                line.points.size() == 2 && line.points[0].y() == line.points[1].y();
            // 60 mm, of a colour of its own; rules between tasks are black.
            lines += isLevel && line.width != 1 && line.colour == WorksheetStyle::hairline() &&
                     line.points[1].x() - line.points[0].x() > 60 / 25.4 * 144;
        }
    }
    QCOMPARE(lines, document.sheet.blanks.size());
}

void TestWorksheetPages::the_pdf_has_the_pages_of_its_paper_data() {
    QTest::addColumn<bool>("letter");
    QTest::addColumn<QByteArray>("box");
    QTest::newRow("a4") << false << QByteArray("/MediaBox [0 0 595");
    QTest::newRow("letter") << true << QByteArray("/MediaBox [0 0 612");
}

void TestWorksheetPages::the_pdf_has_the_pages_of_its_paper() {
    QFETCH(bool, letter);
    QFETCH(QByteArray, box);
    WorksheetRequest request = ticketPages();
    request.paper = letter ? WorksheetPaper::Letter : WorksheetPaper::A4;
    const WorksheetDocument document = documentOf(request);
    const auto pdf = renderPdf(worksheetFigurePages(document));
    QVERIFY(pdf.ok());
    QCOMPARE(pdf->count("/Type /Page\n"), static_cast<qsizetype>(document.pages.pages.size()));
    QCOMPARE(pdf->count(box), static_cast<qsizetype>(document.pages.pages.size()));
    QVERIFY(pdf->count("/FontFile2 ") + pdf->count("/FontFile3 ") >= 2);
    QVERIFY(!pdf->contains("/Subtype /Image"));
}

void TestWorksheetPages::the_same_sheet_gives_the_same_bytes() {
    const auto first = renderPdf(worksheetFigurePages(documentOf(ticketPages())));
    const auto second = renderPdf(worksheetFigurePages(documentOf(ticketPages())));
    QVERIFY(first.ok() && second.ok());
    QVERIFY(*first == *second);
}

void TestWorksheetPages::a_block_of_a_model_is_named() {
    WorksheetRequest request = requestOf(findExample("encoder-decoder")->make());
    request.scope = "decoder/0/cross_attention";
    const WorksheetDocument document = documentOf(request);
    QVERIFY2(document.words.source.find("decoder 1 · cross-attention") != std::string::npos,
             document.words.source.c_str());
    request.scope = "decoder/7/cross_attention";
    const auto missing = makeWorksheetDocument(request);
    QVERIFY(!missing.ok());
    QVERIFY(missing.error().text().find("decoder/0/cross_attention") != std::string::npos);
}

HEADSCOPE_TEST(TestWorksheetPages, QApplication)
#include "test_worksheet_pages.moc"
