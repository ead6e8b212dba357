// SPDX-License-Identifier: GPL-3.0-or-later
#include "examples/examples.h"
#include "experiment/edits/edit.h"
#include "formats/text/latex_text.h"
#include "support/test_program.h"
#include "transformer/run_model.h"
#include "worksheet/worksheet_cut.h"
#include "worksheet/worksheet_latex.h"

#include <QtTest>
#include <rapidcheck.h>

using namespace headscope;
using namespace Qt::StringLiterals;

namespace {

constexpr const char* hostileText = "100% & $x_1$ {~^\\#} <s> | \" -- \u2212\u221E";

/// Whether braces and environments close as they open; what is escaped is none.
QString imbalance(const QString& tex) {
    QStringList open;
    int braces = 0;
    static const QRegularExpression comment(u"(?<!\\\\)%.*$"_s,
                                            QRegularExpression::MultilineOption);
    QString text = tex;
    text.remove(comment);
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'\\') {
            const QString rest = text.mid(i + 1);
            static const QRegularExpression named(u"^(begin|end)\\{([a-z]+)\\}"_s);
            const auto match = named.match(rest.left(40));
            if (match.hasMatch() && match.captured(1) == u"begin"_s)
                open << match.captured(2);
            else if (match.hasMatch() && (open.isEmpty() || open.takeLast() != match.captured(2)))
                return u"\\end{%1} closes nothing"_s.arg(match.captured(2));
            if (!match.hasMatch())
                ++i; // \{ \} \\ and the first letter of a name
            continue;
        }
        braces += text[i] == u'{';
        braces -= text[i] == u'}';
        if (braces < 0)
            return u"a brace closes nothing before: "_s + text.mid(i, 40);
    }
    if (braces != 0 || !open.isEmpty())
        return u"%1 braces and %2 environments stay open"_s.arg(braces).arg(open.size());
    if (QString(text).remove(u"\\$"_s).count(u'$') % 2 != 0)
        return u"a formula stays open"_s;
    return {};
}

/// Words of no language.
WorksheetWords wordsOf(const Worksheet& sheet, const std::string& said) {
    WorksheetWords words;
    words.title = words.source = words.instruction = words.name = words.date = said;
    words.solutions = words.solutionsNote = words.made = said;
    words.own = "own %1";
    for (std::size_t i = 0; i < sheet.tasks.size(); ++i)
        words.tasks.push_back({said, "S = Q·K^{T} ÷ √4 + M", said});
    for (std::size_t i = 0; i < sheet.matrices.size(); ++i)
        words.matrices.push_back({"W_{Q}", said, "heads·d_{k}", "键"});
    return words;
}

Worksheet sheetOf(const Experiment& experiment, const WorksheetOptions& options,
                  const std::string& label) {
    const Trace trace = *runModel(modelProblemOf(*withFirstTokens(experiment, 3)));
    const WorksheetLabels labels{{label, "a", "b"}, {label, "a", "b"}};
    return *makeWorksheet(trace, options, labels);
}

/// The rows of the n-th array: cells without their label.
QList<QStringList> arrayAt(const QString& tex, qsizetype n) {
    qsizetype at = -1;
    for (qsizetype i = 0; i <= n; ++i)
        at = tex.indexOf(u"\\begin{array}"_s, at + 1);
    const qsizetype begin = tex.indexOf(u"\\hline\n"_s, at) + 7;
    const QString body = tex.mid(begin, tex.indexOf(u"\\end{array}"_s, begin) - begin);
    QList<QStringList> rows;
    for (const QString& line : body.split(u" \\\\\n"_s, Qt::SkipEmptyParts))
        rows << line.split(u" & "_s).mid(1);
    return rows;
}

} // namespace

class TestWorksheetLatex : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formulas_are_written_data();
    void formulas_are_written();
    void any_text_can_be_written();
    void everything_that_opens_closes();
    void the_arrays_are_the_matrices_and_their_solutions();
    void only_other_letters_need_other_fonts();
};

void TestWorksheetLatex::formulas_are_written_data() {
    QTest::addColumn<QString>("markup");
    QTest::addColumn<QString>("latex");
    QTest::newRow("product") << u"S = Q·K^{T}"_s << u"S = Q\\cdot K^{\\mathsf{T}}"_s;
    QTest::newRow("root") << u"S ÷ √16"_s << u"S \\div \\sqrt{16}"_s;
    QTest::newRow("root_of_letter") << u"S ÷ √d_{k}"_s << u"S \\div \\sqrt{d_{k}}"_s;
    QTest::newRow("softmax") << u"A = softmax(S′)"_s << u"A = \\operatorname{softmax}(S')"_s;
    QTest::newRow("numbers") << u"0.2·(−1.35)"_s << u"0.2\\cdot (-1.35)"_s;
    QTest::newRow("masked") << u"exp(−∞) ÷ 1.5"_s << u"\\exp(-\\infty ) \\div 1.5"_s;
    QTest::newRow("words") << u"头·d_{model}"_s << u"\\text{头}\\cdot d_{\\mathrm{model}}"_s;
}

void TestWorksheetLatex::formulas_are_written() {
    QFETCH(QString, markup);
    QFETCH(QString, latex);
    QCOMPARE(QString::fromStdString(latexMath(markup.toStdString())), latex);
}

void TestWorksheetLatex::any_text_can_be_written() {
    QCOMPARE(latexText("a\u202Eb\u2066c\x7f\n\uFFFE"),
             std::string("a\\textbackslash{}u202Eb\\textbackslash{}u2066c\\textbackslash{}u007F"
                         "\\textbackslash{}n\\textbackslash{}uFFFE"));
    QCOMPARE(QString::fromStdString(latexText("50% & #1_{a}~^\\")),
             u"50\\% \\& \\#1\\_\\{a\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"_s);
    QVERIFY(rc::check("any text is balanced", [] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string("ab{}$%&#_^~\\ \n-<>|\"")));
        const QString wrong = imbalance(QString::fromStdString(latexText(text)));
        if (!wrong.isEmpty())
            RC_FAIL(wrong.toStdString());
    }));
}

void TestWorksheetLatex::everything_that_opens_closes() {
    for (const char* example : {"ticket", "causal-padding", "arange"}) {
        const Experiment experiment = findExample(example)->make();
        WorksheetOptions options;
        options.heads = {0};
        options.blanks = 6;
        const Worksheet sheet = sheetOf(experiment, options, hostileText);
        const QString tex =
            QString::fromStdString(worksheetLatex(sheet, wordsOf(sheet, hostileText), {}));
        QVERIFY2(imbalance(tex).isEmpty(), qPrintable(imbalance(tex)));
        QVERIFY(tex.startsWith(u"% "_s));
        QCOMPARE(tex.count(u"\\begin{document}"_s), 1);
        QVERIFY(tex.endsWith(u"\\end{document}\n"_s));
    }
}

void TestWorksheetLatex::the_arrays_are_the_matrices_and_their_solutions() {
    WorksheetOptions options;
    options.heads = {1};
    const Worksheet sheet = sheetOf(findExample("ticket")->make(), options, "我");
    const QString tex = QString::fromStdString(worksheetLatex(sheet, wordsOf(sheet, "x"), {}));
    const qsizetype newPage = tex.indexOf(u"\\newpage"_s);
    QVERIFY(newPage > 0);
    qsizetype array = 0;
    const auto same = [&](const WorksheetMatrix& matrix, bool solved) {
        const QList<QStringList> rows = arrayAt(tex, array++);
        if (rows.size() != matrix.rowCount())
            return false;
        for (Index row = 0; row < matrix.rowCount(); ++row) {
            for (Index column = 0; column < matrix.columnCount(); ++column) {
                const WorksheetCell& cell = matrix.at(row, column);
                QString text = QString::fromStdString(cell.text).replace(u'−', u'-');
                if (cell.isBlank())
                    text = solved ? u"\\found{%1}"_s.arg(text) : u"\\blank{%1}"_s.arg(cell.blank);
                if (rows[row][column] != text)
                    return false;
            }
        }
        return true;
    };
    for (const WorksheetTask& task : sheet.tasks) {
        for (const std::size_t shown : task.prints)
            QVERIFY(same(sheet.matrices[shown], false));
    }
    for (const WorksheetTask& task : sheet.tasks)
        QVERIFY(same(sheet.matrices[task.result], true));
    QCOMPARE(tex.count(u"\\begin{array}"_s), array);
    QCOMPARE(tex.count(u"\\writing{"_s), std::ssize(sheet.blanks));
    const QString without =
        QString::fromStdString(worksheetLatex(sheet, wordsOf(sheet, "x"), {false, false}));
    QVERIFY(!without.contains(u"\\newpage"_s) && !without.contains(u"\\found{"_s + u"-"_s));
}

void TestWorksheetLatex::only_other_letters_need_other_fonts() {
    WorksheetOptions options;
    options.heads = {0};
    const auto texOf = [&](const char* label) {
        const Worksheet sheet = sheetOf(findExample("arange")->make(), options, label);
        WorksheetWords words = wordsOf(sheet, "x");
        for (WorksheetWords::Matrix& matrix : words.matrices)
            matrix.column = "key";
        return QString::fromStdString(worksheetLatex(sheet, words, {true, true}));
    };
    QVERIFY(!texOf("café – “x”").contains(u"{ctex}"_s));
    QVERIFY(texOf("北京").contains(u"{ctex}"_s));
    // Else their words would be missing without a word.
    for (const char* other : {"שלום", "مرحبا", "привет", "a\u0301"})
        QVERIFY2(texOf(other).contains(u"{\\setmainfont{"_s) && texOf(other).contains(u"{ctex}"_s),
                 other);
    QVERIFY(!texOf("北京").contains(u"setmainfont"_s) && !texOf("é").contains(u"setmainfont"_s));
    QVERIFY(texOf("x").contains(u"letterpaper"_s));
}

HEADSCOPE_TEST(TestWorksheetLatex, QCoreApplication)
#include "test_worksheet_latex.moc"
