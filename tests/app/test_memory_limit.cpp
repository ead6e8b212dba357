// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"
#include "exit_code.h"
#include "support/test_program.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QtTest>

using namespace headscope;

class TestMemoryLimit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void limits_data();
    void limits();
};

void TestMemoryLimit::limits_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("limit");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("sentence");
    const QString tooMuch =
        QStringLiteral("KiB of memory and the limit is %1 KiB; use fewer layers, "
                       "tokens or heads, or --memory-limit to allow it");
    const QString wrong = QStringLiteral("takes a size such as 500M or 12G, not");
    for (const char* command : {"run", "heads", "export", "shapes"}) {
        const QString name = QString::fromLatin1(command);
        QTest::addRow("%s_enough", command)
            << name << QStringLiteral("1G") << int(exitDone) << QString();
        QTest::addRow("%s_free", command) << name << QString() << int(exitDone) << QString();
        QTest::addRow("%s_too_little", command)
            << name << QStringLiteral("2K") << int(exitFailure) << tooMuch.arg(2);
        QTest::addRow("%s_in_bytes", command)
            << name << QStringLiteral("2000") << int(exitFailure) << tooMuch.arg(1);
        QTest::addRow("%s_in_few_bytes", command)
            << name << QStringLiteral("400") << int(exitFailure)
            << QString(tooMuch.arg(400))
                   .replace(QStringLiteral("400 KiB"), QStringLiteral("400 bytes"));
    }
    for (const char* command : {"model_run", "model_heads", "model_export"})
        QTest::addRow("%s", command) << QString::fromLatin1(command) << QStringLiteral("2K")
                                     << int(exitFailure) << tooMuch.arg(2);
    for (const char* limit :
         {"0", "-1", "x", "5X", "5MB", "1.5G", "9999999999T", "99999999999999999999"})
        QTest::addRow("wrong_%s", limit)
            << QStringLiteral("run") << QString::fromLatin1(limit) << int(exitUsage) << wrong;
}

void TestMemoryLimit::limits() {
    QFETCH(QString, command);
    QFETCH(QString, limit);
    QFETCH(int, status);
    QFETCH(QString, sentence);
    const QTemporaryDir folder;
    QStringList arguments{command, QStringLiteral("--example"), QStringLiteral("ticket")};
    if (command.startsWith(QStringLiteral("model_"))) {
        command.remove(QStringLiteral("model_"));
        arguments = {command, QStringLiteral("--model"),
                     QStringLiteral(HEADSCOPE_TEST_DATA "/reference/checkpoint/gpt2"),
                     QStringLiteral("--ids"), QStringLiteral("3,1")};
    }
    if (command != QStringLiteral("shapes") && command != QStringLiteral("heads"))
        arguments << QStringLiteral("--out")
                  << folder.filePath(command == QStringLiteral("run") ? QStringLiteral("stages")
                                                                      : QStringLiteral("a.svg"));
    if (!limit.isNull())
        arguments << QStringLiteral("--memory-limit") << limit;
    QString out;
    QString err;
    QTextStream toOut(&out);
    QTextStream toErr(&err);
    QCOMPARE(runCommandLine(arguments, toOut, toErr), status);
    QVERIFY2(err.contains(sentence), qPrintable(err));
}

HEADSCOPE_TEST(TestMemoryLimit, QApplication)
#include "test_memory_limit.moc"
