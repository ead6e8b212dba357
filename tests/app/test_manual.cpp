// SPDX-License-Identifier: GPL-3.0-or-later
// What the program tells of itself beside --help: the page for man, and what completes it in bash.
#include "command_line.h"
#include "exit_code.h"
#include "support/command_call.h"
#include "support/test_program.h"

#include <QApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include <map>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

class TestManual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void help_and_page_have_every_option_of_every_command();
    void a_name_takes_the_same_in_every_command();
    void the_page_has_no_commands_of_troff_but_its_own();
    void bash_completes_data();
    void bash_completes();
};

void TestManual::help_and_page_have_every_option_of_every_command() {
    const QStringList parts = manPage().split(u".SS headscope "_s);
    QCOMPARE(static_cast<std::size_t>(parts.size()), commands().size() + 1);
    for (std::size_t i = 0; i < commands().size(); ++i) {
        const QString part = parts[static_cast<qsizetype>(i) + 1];
        const QString name = QLatin1String(commands()[i].name);
        QVERIFY2(part.startsWith(name + u'\n'), qPrintable(part.left(40)));
        const CommandManual manual = commands()[i].manual();
        QVERIFY(manual.options.size() > 3);
        const Outcome help = call({name, u"--help"_s});
        QCOMPARE(help.status, int(exitDone));
        for (const QCommandLineOption& option : manual.options) {
            const QString given = option.names().constFirst();
            QString line = u".B \\-\\-"_s + QString(given).replace(u'-', u"\\-"_s);
            if (!option.valueName().isEmpty())
                line += u" \\fI"_s;
            else
                line += u'\n';
            QVERIFY2(part.contains(line), qPrintable(name + u": "_s + line));
            QVERIFY2(help.out.contains(u"\n  --"_s + given + u' '),
                     qPrintable(name + u": "_s + line));
        }
    }
}

void TestManual::a_name_takes_the_same_in_every_command() {
    // What is written is each command's own, and pages of paper are also measured in millimetres.
    const QStringList own = {u"out"_s, u"size"_s};
    std::map<QString, QString> values;
    for (const Command& command : commands()) {
        for (const QCommandLineOption& option : command.manual().options) {
            const QString name = option.names().constFirst();
            const QString value = values.emplace(name, option.valueName()).first->second;
            QVERIFY2(own.contains(name) || option.valueName() == value,
                     qPrintable(QLatin1String(command.name) + u" --"_s + name + u' ' +
                                option.valueName() + u", elsewhere "_s + value));
        }
    }
    QVERIFY(values.size() > 100);
}

void TestManual::the_page_has_no_commands_of_troff_but_its_own() {
    static const QRegularExpression own(u"^\\.(TH|SH|SS|PP|TP|B|nf|fi)( |$)"_s);
    int lines = 0;
    for (const QString& line : manPage().split(u'\n')) {
        QVERIFY2(!line.startsWith(u'\''), qPrintable(line));
        QVERIFY2(!line.startsWith(u'.') || own.match(line).hasMatch(), qPrintable(line));
        ++lines;
    }
    QVERIFY(lines > 1000);
}

void TestManual::bash_completes_data() {
    QTest::addColumn<QString>("typed"); // the last word is completed
    QTest::addColumn<QStringList>("offered");
    const auto row = [](const char* typed, const QStringList& offered) {
        QTest::newRow(typed) << QString::fromLatin1(typed) << offered;
    };
    row("headscope he", {u"heads"_s});
    row("headscope --ver", {u"--version"_s});
    row("headscope export --them", {u"--theme"_s});
    row("headscope export --theme ''", {u"dark"_s, u"light"_s});
    row("headscope animate --view sh", {u"shapes"_s});
    row("headscope run --example causal-padding-e", {u"causal-padding-en"_s});
    row("headscope train --optimiser m", {u"momentum"_s});
    row("headscope export --rows ''", {u"keys"_s, u"queries"_s});
    row("headscope run --query own", {u"own.headscope"_s, u"own.npy"_s});
    row("headscope run --mask ca", {u"causal"_s});
    row("headscope run --seed own", {});
    row("headscope heads own.h", {u"own.headscope"_s});
    row("headscope paint --figure p", {}); // its endings are no names
    row("headscope shapes --theme", {});   // it draws nothing
}

void TestManual::bash_completes() {
    QFETCH(QString, typed);
    QFETCH(QStringList, offered);
    const QTemporaryDir folder;
    for (const auto& [name, text] :
         {std::pair(u"completion"_s, bashCompletion()), std::pair(u"own.npy"_s, QString()),
          std::pair(u"own.headscope"_s, QString())}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    }
    QProcess bash;
    bash.setWorkingDirectory(folder.path());
    bash.start(u"bash"_s,
               {u"--norc"_s, u"-c"_s,
                u". ./completion; COMP_WORDS=(%1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                " _headscope; printf '%s\\n' \"${COMPREPLY[@]}\" | sort"_s.arg(typed)});
    QVERIFY2(bash.waitForFinished(), qPrintable(bash.errorString()));
    QCOMPARE(bash.readAllStandardError(), QByteArray());
    QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts),
             offered);
}

HEADSCOPE_TEST(TestManual, QCoreApplication)
#include "test_manual.moc"
