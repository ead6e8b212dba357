// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a name that somebody types where a file is to be saved.
#include "files/file_question.h"

#include "support/answer_dialog.h"
#include "support/test_program.h"
#include "support/window_harness.h"

#include <QApplication>

using namespace headscope;
using namespace headscope::testing;
using namespace Qt::StringLiterals;

class TestFileQuestion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void a_name_gets_an_ending_data();
    void a_name_gets_an_ending();
    void a_file_that_is_there_is_asked_about();
    void a_folder_that_is_not_there_is_home();

private:
    QString in(const QString& name) const { return m_folder.filePath(name); }
    QTemporaryDir m_folder;
};

void TestFileQuestion::initTestCase() {
    QVERIFY(m_folder.isValid());
}

void TestFileQuestion::a_name_gets_an_ending_data() {
    QTest::addColumn<QStringList>("filters");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    const QStringList one = {u"PDF (*.pdf)"_s};
    const QStringList several = {u"Figure (*.svg *.pdf *.png)"_s, u"Numbers (*.csv)"_s};
    QTest::newRow("none") << one << u"sheet.pdf"_s << u"a"_s << u"a.pdf"_s;
    QTest::newRow("its_own") << one << u"sheet.pdf"_s << u"a.tex"_s << u"a.tex"_s;
    QTest::newRow("of_several_the_proposed") << several << u"x.png"_s << u"a"_s << u"a.png"_s;
    QTest::newRow("of_several_the_first") << several << u"x.csv"_s << u"a"_s << u"a.svg"_s;
    QTest::newRow("for_all_files")
        << QStringList{u"All files (*)"_s} << u"x.csv"_s << u"a"_s << u"a"_s;
}

void TestFileQuestion::a_name_gets_an_ending() {
    QFETCH(QStringList, filters);
    QFETCH(QString, start);
    QFETCH(QString, typed);
    QFETCH(QString, path);
    AnswerDialog answer(in(typed));
    qsizetype filter = -1;
    QCOMPARE(FileQuestion::ask(nullptr, u"Save"_s, in(start), filters, &filter), in(path));
    QCOMPARE(filter, 0);
    QCOMPARE(answer.seen(), u"Save"_s);
}

void TestFileQuestion::a_file_that_is_there_is_asked_about() {
    QFile there(in(u"kept.pdf"_s));
    QVERIFY(there.open(QIODevice::WriteOnly));
    for (const bool overwrites : {false, true}) {
        AnswerDialog name(in(u"kept"_s)); // the dialog knows of no file of that name
        std::optional<AnswerDialog> answer;
        QTimer later;
        connect(&later, &QTimer::timeout, this, [&] {
            if (!name.seen().isEmpty() && !answer)
                answer.emplace(overwrites ? u"Yes"_s : u"Cancel"_s);
        });
        later.start(5);
        const QString path =
            FileQuestion::ask(nullptr, u"Save"_s, in(u"x.pdf"_s), {u"PDF (*.pdf)"_s});
        QCOMPARE(path, overwrites ? in(u"kept.pdf"_s) : QString());
        QVERIFY(answer);
    }
}

void TestFileQuestion::a_folder_that_is_not_there_is_home() {
    const QString here = in(u"heads.svg"_s);
    QCOMPARE(FileQuestion::startWhere(here), here);
    QCOMPARE(FileQuestion::startWhere(in(u"none/heads.svg"_s)),
             QDir::home().filePath(u"heads.svg"_s));
    QCOMPARE(FileQuestion::startWhere(u"heads.svg"_s), u"heads.svg"_s);
}

HEADSCOPE_TEST(TestFileQuestion, QApplication)
#include "test_file_question.moc"
